"""Heymann et al. 2000: their experiments, what they print, and what they claim."""
