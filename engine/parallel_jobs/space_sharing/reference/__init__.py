"""Space sharing, to be read."""
