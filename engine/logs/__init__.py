"""Logs of real machines: a file of a stranger in, a table of jobs with a name of its own out; knows no family.

`reading.read_log` reads Standard Workload Format (SWF) or Slurm's accounting output, `cleaning` makes jobs of the
table, `summary` counts what a picture of the log needs, `write_swf` gives a table back.
"""
