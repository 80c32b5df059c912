"""Queues of rigid jobs on equal machines, compiled: processors are only counted, so that clusters may be large.

Same arrays as `kernel/simulation.py` and the reference, bit for bit. `run.py` says where.
"""
