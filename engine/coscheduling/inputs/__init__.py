"""What a scenario of coscheduling says, and the jobs drawn from it."""
