"""One replication with machine events, which are drawn as far as it reaches."""

from collections.abc import Callable

from engine.compiled.elementary import total
from engine.parallel_jobs.inputs.bounds import LAST_HORIZON, MOST_EVENTS
from engine.parallel_jobs.inputs.forecast.typical import arrivals_end
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.machine_events.draws import draw_machine_events
from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEvents
from engine.parallel_jobs.records import Records

MOST = 50_000
"""Events up to which they are kept: more take megabytes, and longer to simulate than to draw."""

_last: tuple[ParallelJobsScenario | None, int, float, MachineEvents] = (None, 0, 0.0, NO_EVENTS)


def _drawn(scenario: ParallelJobsScenario, replication: int, horizon: float) -> MachineEvents:
    """The events before *horizon*, which nobody changes; once for all policies that are simulated one after the other.

    The *scenario* is told by its identity: it never changes.
    """
    global _last
    of, number, reach, found = _last
    if of is not scenario or number != replication or reach != horizon:
        found = draw_machine_events(scenario, replication, horizon)
        if len(found.time) <= MOST:
            _last = scenario, replication, horizon, found  # at once: threads ask too
    return found


def complete(scenario: ParallelJobsScenario, replication: int, simulate: Callable[[MachineEvents], Records]) -> Records:
    """The records of a replication whose machine events go on until its last job has ended.

    *simulate* runs it with the events given. How long it will take is not known before, so this is repeated with a
    horizon that is four times as far until it is beyond the last end, or there are no more events.
    """
    if not scenario.machine_events:
        return simulate(NO_EVENTS)
    horizon = first_horizon(scenario)
    while True:
        machine_events = _drawn(scenario, replication, horizon)
        records = simulate(machine_events)
        if records.end.max() <= horizon or len(machine_events.time) >= MOST_EVENTS or horizon >= LAST_HORIZON:
            return records
        horizon = min(4 * horizon, LAST_HORIZON)


def first_horizon(scenario: ParallelJobsScenario) -> float:
    """About how long a replication without machine events takes, and a quarter more, s."""
    workload, groups = scenario.workload, scenario.cluster.groups
    coming = arrivals_end(scenario)
    weight = total(kind.weight for kind in workload.job_classes)
    demand = total(kind.weight * kind.demand.mean for kind in workload.job_classes) / weight
    capacity = total(group.count / group.speed_factor for group in groups)
    return min(LAST_HORIZON, 1.25 * max(coming, workload.jobs * demand / capacity))
