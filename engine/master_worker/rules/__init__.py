"""Decisions that the reference and the kernel share."""
