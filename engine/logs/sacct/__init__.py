"""Slurm's accounting output (`sacct --parsable2`) as the same table; names of people become numbers here and are gone.

Source: documentation of `sacct` and of job arrays, Slurm 25.11, and how its program prints times, durations, states and
counts.
"""
