"""What a policy of one's own in Python is made of, by one name here and where Corral is installed.

The README of `engine.policy` has examples and every name.
"""

from engine.policy import (
    Decision,
    Event,
    Evict,
    Job,
    Machine,
    Policy,
    Reject,
    Resize,
    Start,
    State,
    WakeMe,
)

__all__ = ["Decision", "Event", "Evict", "Job", "Machine", "Policy", "Reject", "Resize", "Start", "State", "WakeMe"]
