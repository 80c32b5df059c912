"""Synchronous iterative applications: formulas, choice of machines, simulation."""
