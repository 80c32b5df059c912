"""How long a replication with machine events takes, from formulas, over the sizes of jobs and not only their means.

A job that asks for nearly all machines waits until these are there at once, is struck whenever one of them is, and runs
at the pace of the slowest: the largest jobs say when a replication ends. What is refused is told by `span.py`.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, NamedTuple

from engine.parallel_jobs.costs.machine_events.time_on_machines import (
    best_size,
    lasting_groups,
    time_on_slowest,
    times_on,
)
from engine.parallel_jobs.costs.sizes_asked_for import share_begun, sizes_of, too_few_from
from engine.parallel_jobs.inputs.demand_quantiles import ladder
from engine.parallel_jobs.inputs.forecast.additions import first_enough
from engine.parallel_jobs.inputs.forecast.disturbance import Disturbance, migration_pause
from engine.parallel_jobs.inputs.forecast.once import once_per_scenario
from engine.parallel_jobs.inputs.forecast.span import ALIKE, FIXED
from engine.parallel_jobs.inputs.forecast.stand_ins import first_stand_in
from engine.parallel_jobs.inputs.forecast.typical import arrivals_end, machines_there, typical_jobs

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario

MIGRATING = frozenset({"SED", "SED-NU"})
"""Policies under which nobody stays on slow machines while faster ones are idle."""

LAST = 0.7
"""Of the time of a job on the slowest machines, that is left in the mean when the queue is empty."""


AS_LONG = {name: other for name, other in ALIKE.items() if name != "SED-NM"}
"""Policies under which a replication takes as long as under another one: without migrations it may take longer."""


COMES = 0.1
"""Jobs, in the mean, from which on one is reckoned with."""


class Length(NamedTuple):
    """How long many jobs run side by side, and then only the last ones, s; and what all of that would take at once."""

    main: float
    tail: float
    busy: float = 0.0


def length(scenario: ParallelJobsScenario, policy: str, around: Disturbance) -> Length:
    """When the last job ends if nobody is sent away."""
    return _length(scenario, AS_LONG.get(policy, policy), around)


@once_per_scenario
def _length(scenario: ParallelJobsScenario, policy: str, around: Disturbance) -> Length:
    machines = machines_there(scenario) * around.there
    jobs, end = scenario.workload.jobs, arrivals_end(scenario)
    used = longest = until_there = moved = 0.0
    until_gone: dict[float, float] = {}
    sed = policy.startswith("SED")
    is_moved = policy in MIGRATING and _moves_at_any_price(scenario)
    crowd_on_slowest = policy not in MIGRATING and _reaches_the_slowest(scenario)
    for job in typical_jobs(scenario):
        steps = ladder(job.kind.demand, jobs)
        demands = [demand for _, demand in steps]
        for least, size, part_of, floor in sizes_of(job, policy, machines_there(scenario)):
            share, gone = job.share * part_of * share_begun(scenario, floor), too_few_from(scenario, floor)
            if policy in FIXED:
                until_there = max(until_there, first_stand_in(scenario, size))
            if share * jobs >= COMES:
                until_there = max(until_there, first_enough(scenario, least))
            chosen = size if least == size else best_size(scenario, job, least, size, around, sed)
            crowded = chosen if policy in FIXED or sed else least
            beside = 0.8 * machines if job.scatter else max(1.0, machines // crowded) * crowded
            times = times_on(scenario, job, demands, crowded, around, False, sed)
            mean = sum(part * time for (part, _), time in zip(steps, times, strict=True))
            taken = share * mean * crowded * machines / max(1e-9, min(machines, beside))
            until_gone[gone] = until_gone.get(gone, 0.0) + taken
            if gone == inf and share * jobs >= 0.5:
                fitting = [demand for part, demand in steps if part * share * jobs >= 0.5] or [job.kind.demand.mean]
                longest = max(longest, *times_on(scenario, job, fitting[-1:], chosen, around, True, sed))
            if is_moved:
                moved = max(moved, migration_pause(scenario, job, chosen))
            if gone == inf and crowd_on_slowest:
                longest = max(longest, LAST * time_on_slowest(scenario, job, crowded, share, around))
    for gone, taken in until_gone.items():  # who waits for machines that go for good does so until then
        used += min(taken, gone * machines / jobs)
    busy = jobs * used / max(machines, 1e-9)
    return Length(max(end, until_there, busy), longest + moved, max(busy, until_there))


def _moves_at_any_price(scenario: ParallelJobsScenario) -> bool:
    """Whether a job is moved to faster machines even if that takes longer than it does."""
    groups = lasting_groups(scenario, False)
    return not scenario.options.migrate_only_if_it_pays and len({group.speed_factor for group in groups}) > 1


def _reaches_the_slowest(scenario: ParallelJobsScenario) -> bool:
    """Whether more comes than the faster machines can do: those that are idle are taken, the fastest first."""
    groups, end = lasting_groups(scenario, False), arrivals_end(scenario)
    slowest = max(group.speed_factor for group in groups)
    faster = sum(group.count / group.speed_factor for group in groups if group.speed_factor < slowest)
    work = scenario.workload.jobs * sum(job.share * job.kind.demand.mean for job in typical_jobs(scenario))
    return not end or work > 0.9 * end * faster
