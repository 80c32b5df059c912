"""Space sharing, to be run."""
