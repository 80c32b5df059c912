"""Workload models fitted to jobs that there were. What is found is told and typed in, and never part of a cell."""
