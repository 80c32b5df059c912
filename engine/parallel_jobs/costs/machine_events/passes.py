"""How often a replication is repeated, each time with machine events that reach further, and how many those are."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, NamedTuple

from engine.parallel_jobs.inputs.bounds import LAST_HORIZON, MOST_EVENTS
from engine.parallel_jobs.inputs.forecast.disturbance import Disturbance, events_per_second
from engine.parallel_jobs.inputs.forecast.once import once_per_scenario
from engine.parallel_jobs.inputs.machine_changes import Failures, Shutdown, Spares
from engine.parallel_jobs.machine_events.as_far_as_needed import first_horizon

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario

UNCERTAIN = tuple(exp(0.5 * deviations) for deviations in (-1.28, -0.52, 0.0, 0.52, 1.28))
"""What a length that is expected may have to be multiplied by, each equally likely: one pass more is much dearer."""

SHRUNK = 0.87
"""Power of how many times longer than without machine events it takes: what is far too long is expected too long."""


class Passes(NamedTuple):
    """In the mean over what is uncertain.

    Attributes
    ----------
    passes : simulations
    events : machine events that happen in them
    drawn : machine events that are drawn for them
    reached : s, how far they are drawn, together
    """

    passes: float
    events: float
    drawn: float
    reached: float


def passes(scenario: ParallelJobsScenario, around: Disturbance, length: float) -> Passes:
    """Of a replication that takes about *length* seconds."""
    seen = around._replace(rate=min(around.rate, events_seen(scenario)))
    horizon = first_horizon(scenario)
    if length > horizon:
        length = horizon * (length / horizon) ** SHRUNK
    found = [_of(horizon, seen, min(LAST_HORIZON, length * factor)) for factor in UNCERTAIN]
    return Passes(*(sum(column) / len(found) for column in zip(*found, strict=True)))


def _of(horizon: float, around: Disturbance, span: float) -> Passes:
    passes, events, drawn, reached = 0, 0.0, 0.0, 0.0
    while True:
        passes += 1
        events += min(float(MOST_EVENTS), around.rate * min(horizon, span) + around.once)
        drawn += min(float(MOST_EVENTS), around.rate * horizon + around.once)
        reached += min(horizon, MOST_EVENTS / max(around.rate, 1e-30))
        if span <= horizon or around.rate * horizon >= MOST_EVENTS or horizon >= LAST_HORIZON:
            return Passes(passes, events, drawn, reached)
        horizon = min(4 * horizon, LAST_HORIZON)


@once_per_scenario
def events_seen(scenario: ParallelJobsScenario) -> float:
    """Machine events per second, without those of machines that stand by or that have gone for good."""
    found, horizon = 0.0, first_horizon(scenario)
    for group in scenario.cluster.groups:
        own = [change for change in scenario.machine_events if change.group == group.name]
        hidden = max((change.count for change in own if isinstance(change, Spares)), default=0.0)
        for change in own:
            if isinstance(change, Shutdown) and change.for_good:
                hidden = max(hidden, change.count * (1 - min(1.0, change.at / horizon)))
        for change in own:
            rate = events_per_second(change, group.count)
            if isinstance(change, Failures):
                rate *= max(0.0, 1 - hidden / group.count)
            elif isinstance(change, Shutdown):
                rate *= max(0.0, 1 - hidden / change.count)
            found += rate
    return found


@once_per_scenario
def touched_machines(scenario: ParallelJobsScenario) -> int:
    """Machines for which events are drawn, for each of the changes anew."""
    counts = {group.name: group.count for group in scenario.cluster.groups}
    return sum(getattr(change, "count", counts[change.group]) for change in scenario.machine_events)


@once_per_scenario
def falls_stood_in_for(scenario: ParallelJobsScenario) -> float:
    """How often a second a machine goes for which a spare is looked, also by those that are never seen to go."""
    if not any(isinstance(change, Spares) for change in scenario.machine_events):
        return 0.0
    counts = {group.name: group.count for group in scenario.cluster.groups}
    falling = [change for change in scenario.machine_events if isinstance(change, Failures | Shutdown)]
    return sum(events_per_second(change, counts[change.group]) / 2 for change in falling)
