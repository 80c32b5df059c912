"""One replication of parallel jobs, and their cluster."""
