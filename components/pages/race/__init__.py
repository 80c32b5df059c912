"""The race of a comparison: its sides on one clock, with the way back to Compare."""
