"""The scale of the named scenarios: jobs of a second, on a cluster as large as that of the paper."""

SECOND = 1.0
"""Execution time of the scaled jobs, s."""

THRESHOLD = SECOND / 10
"""Of the bounded slowdown: the usual 10 s would be longer than all of these jobs."""

NODES = 32
