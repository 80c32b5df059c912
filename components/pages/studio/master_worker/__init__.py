"""The tabs of the Studio on master-worker applications: numbers of workers, one iteration, learning, pool, losses."""
