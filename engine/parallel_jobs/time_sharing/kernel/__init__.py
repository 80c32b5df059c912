"""Time sharing, to be run."""
