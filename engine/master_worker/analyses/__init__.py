"""What is asked of runs of masters and workers: each module answers one question of the page."""
