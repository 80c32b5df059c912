"""What happens to the machines of each group, in the mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.parallel_jobs.costs.once import once_per_scenario
from engine.parallel_jobs.machine_events.changes import Failures, Owners, Sessions, Shutdown, Spares

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario


class Group(NamedTuple):
    """Of a group of machines: how many can be used and their speed factor, and what happens to them in the mean.

    Attributes
    ----------
    failures, shutdowns : strikes per second and machine
    there : share of the time that a machine is not away
    changes, visits : how often a second a machine goes or returns, or a user comes or leaves
    visited : for each reason, share of the time that a user is there; *owned*, while owners are in, on a machine
    """

    machines: float
    factor: float
    failures: float
    shutdowns: float
    there: float
    changes: float
    visits: float
    visited: tuple[float, ...]
    owned: tuple[float, ...]


@once_per_scenario
def groups_by_speed(scenario: ParallelJobsScenario) -> tuple[Group, ...]:
    """The groups of *scenario*, the fastest machines first."""
    found = []
    for group in sorted(scenario.cluster.groups, key=lambda one: one.speed_factor):
        count, there, failures, shutdowns = float(group.count), 1.0, 0.0, 0.0
        changes, visits = 0.0, 0.0
        visited, owned = [], []
        for change in scenario.machine_events:
            if change.group != group.name:
                continue
            if isinstance(change, Owners):
                owned.append(change.presence)
            elif isinstance(change, Sessions):
                visits += 2 / (change.mean_away + change.mean_session)
                visited.append(change.mean_session / (change.mean_away + change.mean_session))
            elif isinstance(change, Failures):
                changes += 2 / (change.mean_between + change.mean_repair)
                failures += 1 / change.mean_between
                there *= change.mean_between / (change.mean_between + change.mean_repair)
            elif isinstance(change, Shutdown) and change.every:
                changes += 2 * change.count / group.count / change.every
                shutdowns += change.count / group.count / change.every
                there *= 1 - change.count / group.count * change.duration / change.every
            elif isinstance(change, Spares):
                count = min(count, max(0.0, group.count - change.count))
        found.append(
            Group(count, group.speed_factor, failures, shutdowns, there, changes, visits, tuple(visited), tuple(owned))
        )
    return tuple(found)
