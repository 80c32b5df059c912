"""The Studio of master-worker applications: form, numbers of workers, one iteration, learning, pool, losses."""
