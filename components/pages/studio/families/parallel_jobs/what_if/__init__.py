"""What if one decision of parallel jobs had been another: which candidates there are, and what comes of it."""
