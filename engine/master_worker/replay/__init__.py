"""One replication again: what the figures show of it."""
