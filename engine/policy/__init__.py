"""Policies in Python, on one's own computer: a class decides, in the readable simulation, from the command line only.

    from corral.policy import Policy, Start

The README of this folder has three examples and every name. What is here stays as it is from version to version.
"""

from engine.policy.decisions import Decision, Evict, Reject, Resize, Start, WakeMe
from engine.policy.policy import Policy
from engine.policy.views import Event, Job, Machine, State

__all__ = ["Decision", "Event", "Evict", "Job", "Machine", "Policy", "Reject", "Resize", "Start", "State", "WakeMe"]
