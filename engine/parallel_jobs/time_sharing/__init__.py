"""Time sharing by delay classes (Schnor et al. 1996)."""
