"""One replication again, event by event: what the figures show of it."""
