"""The Studio of parallel jobs: its form, asking about one more job, and why."""
