"""Zhang et al. 2001: their experiments, what they print, and what they claim."""
