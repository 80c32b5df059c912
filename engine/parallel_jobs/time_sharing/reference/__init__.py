"""Time sharing, to be read."""
