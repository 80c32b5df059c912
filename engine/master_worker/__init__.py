"""Master-worker applications: iterations of a bag of tasks, with a barrier at the end of each."""
