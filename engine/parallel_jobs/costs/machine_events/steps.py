"""How often the kernels do what only machine events ask for, counted from formulas."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.parallel_jobs.costs.machine_events.expected_length import Length, length
from engine.parallel_jobs.costs.machine_events.passes import falls_stood_in_for, passes, touched_machines
from engine.parallel_jobs.costs.queues.crowd import FOR_PROFIT
from engine.parallel_jobs.costs.queues.taken import taken
from engine.parallel_jobs.costs.sizes_asked_for import share_that_begins
from engine.parallel_jobs.inputs.forecast.disturbance import Disturbance
from engine.parallel_jobs.inputs.forecast.span import FIXED
from engine.parallel_jobs.inputs.forecast.typical import arrivals_end

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
    later : share of the machine events that come when few jobs are left, and nobody waits
    steps : the steps that are the same under all policies
    """

    jobs: float
    events: float
    happened: float
    running: float
    later: float
    steps: dict[str, float]


def disrupted_steps(scenario: ParallelJobsScenario, policy: str, around: Disturbance, running: float) -> Disrupted:
    """Steps of a replication under *policy*, if so many jobs are *running* while many do."""
    coming, machines = float(scenario.workload.jobs), scenario.cluster.machines
    starts, lasting = coming * share_that_begins(scenario), length(scenario, policy, around)
    if policy in FOR_PROFIT:
        of_them = taken(scenario, policy in FIXED, around)
        starts, running, lasting = coming * of_them.share, of_them.running, Length(of_them.length, 0.0)
    found = passes(scenario, around, lasting.main + lasting.tail)
    repeated, events = found.passes, found.events
    starts, coming = starts * repeated, coming * repeated
    arriving = coming if arrivals_end(scenario) else 0
    happened = arriving + starts + events
    tail = lasting.tail / max(1e-9, lasting.main + lasting.tail)
    later = running * (1 - tail) + min(running, 1.0) * tail  # of the machine events, many come when few jobs are left
    mean = ((arriving + starts) * running + events * later) / max(1.0, happened)
    return Disrupted(
        starts,
        events,
        happened,
        mean,
        tail,
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
            "pass": repeated,
            "place": repeated * machines**2,
            "drawn": touched_machines(scenario) * repeated,
            "event drawn": found.drawn,
            "stood in for": falls_stood_in_for(scenario) * found.reached,
        },
    )
