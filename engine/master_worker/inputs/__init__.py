"""What a scenario of a master-worker application says, and the tasks and workers drawn from it."""
