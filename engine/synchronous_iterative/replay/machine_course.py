"""Which machines a policy takes, as the course of each, so that two traces can be held side by side.

Machines are chosen once, before the first iteration: that is the only decision there is.
"""

from math import inf

from engine.contract.course import Change, Course
from engine.synchronous_iterative.replay.tree import Trace

TAKEN = "taken"
"""What becomes of a machine that is chosen."""


def course_of(trace: Trace) -> Course:
    """The course of every machine of the site, by its number there."""
    chosen = enumerate(trace["machines"]["chosen"])
    return Course(0.0, inf, 0, {machine: (Change(0.0, TAKEN),) if is_taken else () for machine, is_taken in chosen})
