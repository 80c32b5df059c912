"""Schnor et al. 1996 and Kumar 2001: their examples, what they print, and what they claim."""
