"""What a scenario of parallel jobs says, and the jobs and machines drawn from it."""
