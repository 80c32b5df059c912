"""The formulas' curves and some iterations of a run: what the figures show."""
