"""What is asked of runs of synchronous iterations: each module answers one question of the page."""
