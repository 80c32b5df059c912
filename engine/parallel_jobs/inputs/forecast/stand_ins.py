"""Spares that stand in for machines of their group, as long as these are away for longer than a spare takes to come."""

from __future__ import annotations

from math import expm1
from typing import TYPE_CHECKING, NamedTuple

from engine.parallel_jobs.inputs.forecast.once import once_per_scenario
from engine.parallel_jobs.inputs.machine_changes import Shutdown, Spares

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario


class StandIns(NamedTuple):
    """Of a group: how many stand by, and how long the slowest of them takes to come, s."""

    number: int
    delay: float


@once_per_scenario
def stand_ins(scenario: ParallelJobsScenario, group: str, until: float) -> StandIns:
    """The spares of a *group* without those that have gone for good before an instant: both are its last machines."""
    own = [change for change in scenario.machine_events if change.group == group]
    gone = max((one.count for one in own if isinstance(one, Shutdown) and one.for_good and one.at < until), default=0)
    spares = [one for one in own if isinstance(one, Spares)]
    number = max(0, max((one.count for one in spares), default=0) - gone)
    return StandIns(number, max((one.delay for one in spares), default=0.0) if number else 0.0)


def missed(share: float, often: float, delay: float) -> float:
    """Share of the time in which neither the machine nor its stand-in is there, if there are enough of these.

    Parameters
    ----------
    share : of the time, that a machine is there itself
    often : how often a second it goes
    delay : how long its stand-in takes to come, s: by then it may have returned
    """
    away = 1 - share
    return -away * expm1(-often * delay / away) if away > 0 else 0.0
