"""A decision that somebody forces upon a policy, once."""

from typing import NamedTuple


class Forced(NamedTuple):
    """A task goes to a worker: ahead of others if the worker is the next, or to it if the task is; or is bound to it.

    Attributes
    ----------
    time : ticks from the beginning of the application
    iteration : from 0, in which that is
    task, worker : from 0
    """

    time: int
    iteration: int
    task: int
    worker: int


def choice(worker: int) -> str:
    """By which it is asked for that a *worker* (from 0) gets a task."""
    return f"worker {worker + 1}"
