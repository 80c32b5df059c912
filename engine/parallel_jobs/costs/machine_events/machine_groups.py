"""What happens to the machines of each group, in the mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.parallel_jobs.costs.machine_events.enough import Block
from engine.parallel_jobs.inputs.forecast.once import once_per_scenario
from engine.parallel_jobs.inputs.forecast.stand_ins import stand_ins
from engine.parallel_jobs.inputs.machine_changes import Failures, Owners, Sessions, Shutdown, Spares
from engine.parallel_jobs.machine_events.as_far_as_needed import first_horizon

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario


class Group(NamedTuple):
    """Of a group of machines: how many can be used and their speed factor, and what happens to them in the mean.

    Attributes
    ----------
    failures, shutdowns : strikes per second and machine
    there : share of the time that a machine is not away, but for those that are shut down together
    spares, delay : machines that stand in for those that are away, and how long it takes until one does, s
    blocks : of machines that are shut down together
    changes, visits : how often a second a machine fails or returns, or a user comes or leaves
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
    spares: int
    delay: float
    blocks: tuple[Block, ...]


@once_per_scenario
def groups_by_speed(scenario: ParallelJobsScenario, late: bool) -> tuple[Group, ...]:
    """The groups of *scenario*, the fastest first, without the machines that are gone for good half-way, or *late*."""
    found = []
    gone = first_horizon(scenario) / (1.0 if late else 2.5)
    for group in sorted(scenario.cluster.groups, key=lambda one: one.speed_factor):
        hidden = _hidden(scenario, group.name, gone)
        count, there, failures, shutdowns = float(max(0, group.count - hidden)), 1.0, 0.0, 0.0
        changes, visits = 0.0, 0.0
        visited, owned, blocks = [], [], []
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
            elif isinstance(change, Shutdown) and change.every and count:
                shutdowns += max(0, change.count - hidden) / count / change.every
                blocks.append(Block(max(0, change.count - hidden), change.duration / change.every, 1 / change.every))
        spares, delay = stand_ins(scenario, group.name, gone)
        happens = failures, shutdowns, there, changes, visits, tuple(visited), tuple(owned)
        found.append(Group(count, group.speed_factor, *happens, spares, delay, tuple(blocks)))
    return tuple(found)


def _hidden(scenario: ParallelJobsScenario, group: str, until: float) -> int:
    """Machines of a group that stand by or have gone for good by then: always its last ones, so that they overlap."""
    return max(
        (
            change.count
            for change in scenario.machine_events
            if change.group == group
            and (isinstance(change, Spares) or (isinstance(change, Shutdown) and change.for_good and change.at < until))
        ),
        default=0,
    )
