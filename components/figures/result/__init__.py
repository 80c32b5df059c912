"""Results of studies, of any family."""
