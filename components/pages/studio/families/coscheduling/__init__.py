"""The Studio of processes that share nodes in time: form, nodes, matrix, queues, profile, boosts."""
