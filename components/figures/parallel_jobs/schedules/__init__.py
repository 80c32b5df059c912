"""Which jobs are on which machines, and when."""
