"""Parallel jobs on one cluster: shared in time by delay classes (Schnor et al. 1996), or in space (Kumar 2001)."""
