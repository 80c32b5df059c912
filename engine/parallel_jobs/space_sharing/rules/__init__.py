"""Decisions that the reference and the kernel of space sharing share."""
