"""What is asked of runs of communicating jobs: each module answers one question of the page."""
