"""The race of master-worker applications: one iteration under several policies."""
