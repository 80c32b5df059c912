"""A window of one replication again: what the figures show of it."""
