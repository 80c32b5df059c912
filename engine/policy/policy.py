"""The class that a policy in Python is derived from: two short methods decide, one is told of the beginning."""

from collections.abc import Iterable
from random import Random
from typing import Any

from engine.policy.decisions import Decision
from engine.policy.views import Job, State


class Policy:
    """A scheduling policy. Each replication gets a new one, so it may keep what it likes as attributes.

    The pattern is that of Kumar 2001, section 3.2.1: an abstract class with two methods, of which one says whether a
    job is taken and the other allocates processors to waiting and running jobs.

    Attributes
    ----------
    random
        The only source of random numbers with which a run is repeatable; of this replication, the same at all points.
    half_life
        After which what users have used counts half, s.
    """

    random: Random
    half_life: float = 604_800.0

    def begin(self, scenario: Any) -> None:
        """Be told of the scenario, with the values of this point, before anything happens."""

    def admits(self, job: Job, state: State) -> bool | str:
        """Whether an arriving job is taken; a sentence says why not. Asked for each, in order, before `decide`."""
        return True

    def decide(self, state: State) -> Iterable[Decision] | None:
        """Yield what is to be done now. Asked once per instant, after all its ends, machine events and arrivals."""
        raise NotImplementedError
