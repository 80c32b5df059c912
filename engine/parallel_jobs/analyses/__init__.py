"""What is asked of runs and logs of parallel jobs: each module answers one question of the page."""
