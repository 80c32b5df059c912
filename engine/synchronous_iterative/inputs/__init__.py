"""What a scenario says of application and machines, and what is drawn from it."""
