"""The tabs that replay one replication."""
