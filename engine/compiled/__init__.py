"""Compiled functions, and arithmetic whose last bit does not depend on the processor."""
