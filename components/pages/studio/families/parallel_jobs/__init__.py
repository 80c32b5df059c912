"""The Studio of parallel jobs: what is sketched, asking about one more job, and why."""
