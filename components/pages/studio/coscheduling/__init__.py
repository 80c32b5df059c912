"""The tabs of the Studio on processes that share nodes in time: nodes, matrix, queues, profile, boosts."""
