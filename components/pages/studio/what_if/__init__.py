"""What if one decision of a replay had been another: the candidates with a button each, and what comes of it."""
