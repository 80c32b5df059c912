"""The answer of a study alone, for a frame in a page elsewhere."""
