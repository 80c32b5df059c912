"""How often the kernels do what only machine events ask for, counted from formulas."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.parallel_jobs.costs.crowd import FOR_PROFIT
from engine.parallel_jobs.costs.disturbance import DAY, Disturbance
from engine.parallel_jobs.costs.expected_length import Length, length
from engine.parallel_jobs.costs.once import once_per_scenario
from engine.parallel_jobs.costs.span import FIXED
from engine.parallel_jobs.costs.taken import taken
from engine.parallel_jobs.costs.typical import arrivals_end
from engine.parallel_jobs.inputs.bounds import LAST_HORIZON, MOST_EVENTS
from engine.parallel_jobs.machine_events.as_far_as_needed import first_horizon

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario


class Disrupted(NamedTuple):
    """What all passes come to: a replication is repeated until its machine events reach far enough.

    Attributes
    ----------
    jobs : that start
    events : machine events
    happened : instants at which the policy decides
    running : jobs, in the mean over these
    steps : the steps that are the same under all policies
    """

    jobs: float
    events: float
    happened: float
    running: float
    steps: dict[str, float]


def disrupted_steps(scenario: ParallelJobsScenario, policy: str, around: Disturbance, running: float) -> Disrupted:
    """Steps of a replication under *policy*, if so many jobs are *running* while many do."""
    coming, machines = scenario.workload.jobs, scenario.cluster.machines
    starts, lasting = float(coming), length(scenario, policy, around)
    if policy in FOR_PROFIT:
        found = taken(scenario, policy in FIXED, around)
        starts, running, lasting = coming * found.share, found.running, Length(found.length, 0.0)
    span = min(LAST_HORIZON, sum(lasting))
    passes, events, drawn, reached = _passes(scenario, around, span)
    starts, coming = starts * passes, coming * passes
    arriving = coming if arrivals_end(scenario) else 0
    happened = arriving + starts + events
    tail = lasting.tail / max(1e-9, sum(lasting))
    later = running * (1 - tail) + min(running, 1.0) * tail  # of the machine events, many come when few jobs are left
    mean = ((arriving + starts) * running + events * later) / max(1.0, happened)
    touched, owned = _touched(scenario)
    return Disrupted(
        starts,
        events,
        happened,
        mean,
        {
            "coming": coming,
            "job": starts,
            "job group": starts * len(scenario.cluster.groups),
            "job running": (coming + starts) * running,
            "job machine": starts * machines,
            "job machine running": (arriving + starts) * machines * running,
            "event": events,
            "event machine": events * machines,
            "event running": events * later,
            "event machine running": events * machines * later,
            "happened": happened,
            "place": passes * machines**2,
            "drawn": touched * passes,
            "event drawn": drawn,
            "owner day": owned * reached / DAY,
        },
    )


def _passes(scenario: ParallelJobsScenario, around: Disturbance, span: float) -> tuple[int, float, float, float]:
    """Passes, machine events that happen in them and that are drawn for them, and how far they reach together, s."""
    horizon, passes, events, drawn, reached = first_horizon(scenario), 0, 0.0, 0.0, 0.0
    while True:
        passes += 1
        events += min(float(MOST_EVENTS), around.rate * min(horizon, span) + around.once)
        drawn += min(float(MOST_EVENTS), around.rate * horizon + around.once)
        reached += horizon
        if span <= horizon or around.rate * horizon >= MOST_EVENTS or horizon >= LAST_HORIZON:
            return passes, events, drawn, reached
        horizon = min(4 * horizon, LAST_HORIZON)


@once_per_scenario
def _touched(scenario: ParallelJobsScenario) -> tuple[int, int]:
    """Machines for which events are drawn, for each of the changes anew; those among them that have owners."""
    counts = {group.name: group.count for group in scenario.cluster.groups}
    touched = [(getattr(change, "count", counts[change.group]), change.event) for change in scenario.machine_events]
    return sum(count for count, _ in touched), sum(count for count, event in touched if event == "owners")
