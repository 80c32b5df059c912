"""Workers and tasks of master-worker applications."""
