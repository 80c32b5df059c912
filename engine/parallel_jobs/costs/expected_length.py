"""How long a replication with machine events takes, from formulas, over the sizes of jobs and not only their means.

A job that asks for nearly all machines waits until these are there at once, is struck whenever one of them is, and runs
at the pace of the slowest: the largest jobs say when a replication ends. What is refused is told by `expected_span.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from engine.inputs.cluster import MachineGroup
from engine.parallel_jobs.costs.disturbance import Disturbance, longer, strikes
from engine.parallel_jobs.costs.once import once_per_scenario
from engine.parallel_jobs.costs.span import ALIKE, FIXED
from engine.parallel_jobs.costs.typical import (
    TypicalJob,
    arrivals_end,
    machines_there,
    mean_delay,
    pace,
    pace_of_fastest,
    speedup_on,
    typical_jobs,
)
from engine.parallel_jobs.inputs.demand_quantiles import ladder
from engine.parallel_jobs.inputs.sizes import Same, largest, size_at
from engine.parallel_jobs.machine_events.as_far_as_needed import first_horizon
from engine.parallel_jobs.machine_events.changes import Sessions, Shutdown, lasting_machines

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario

ALMOST = 1 - 1e-9

SIZES = 8
"""Of a class whose sizes differ, evenly spread."""


class Length(NamedTuple):
    """How long many jobs run side by side, and then only the last ones, s."""

    main: float
    tail: float


def length(scenario: ParallelJobsScenario, policy: str, around: Disturbance) -> Length:
    """When the last job ends if nobody is sent away."""
    return _length(scenario, ALIKE.get(policy, policy), around)


@once_per_scenario
def _length(scenario: ParallelJobsScenario, policy: str, around: Disturbance) -> Length:
    machines = machines_there(scenario) * around.there
    jobs, end = scenario.workload.jobs, arrivals_end(scenario)
    used, longest = 0.0, 0.0
    sed = policy.startswith("SED")
    if sed:
        around = _unshared(scenario, around)
    for job in typical_jobs(scenario):
        steps = ladder(job.kind.demand, jobs)
        demands = [demand for _, demand in steps]
        for least, size, part_of in _sizes(job, policy, _left(scenario)):
            share = job.share * part_of
            chosen = size if least == size else _best(scenario, job, least, size, around)
            crowded = chosen if policy in FIXED or sed else least
            beside = 0.8 * machines if job.scatter else max(1.0, machines // crowded) * crowded
            times = _times(scenario, job, demands, crowded, around, sed)
            mean = sum(part * time for (part, _), time in zip(steps, times, strict=True))
            used += share * mean * crowded * machines / max(1e-9, min(machines, beside))
            if share * jobs >= 0.5:
                fitting = [demand for part, demand in steps if part * share * jobs >= 0.5] or [job.kind.demand.mean]
                longest = max(longest, *_times(scenario, job, fitting[-1:], chosen, around, True))
    return Length(max(end, jobs * used / max(machines, 1e-9)), longest)


def _unshared(scenario: ParallelJobsScenario, around: Disturbance) -> Disturbance:
    """SED shares a machine with its user only where that is no slower than the slowest machine; owners go home."""
    groups = {group.name: group for group in scenario.cluster.groups}
    slowest = max(group.speed_factor for group in groups.values())
    used = 0.0
    for change in scenario.machine_events:
        if isinstance(change, Sessions) and 2 * groups[change.group].speed_factor > slowest:
            share = change.mean_session / (change.mean_away + change.mean_session)
            used += groups[change.group].count * share / scenario.cluster.machines
    return around._replace(there=around.there * max(1e-3, 1 - used))


def _sizes(job: TypicalJob, policy: str, machines: int) -> list[tuple[float, float, float]]:
    """Least and largest sizes and their share of the class.

    The largest is there by itself, since the few jobs that have it can take as long as all others.
    """
    kind = job.kind
    low, high = (kind.min_size, kind.min_size_spread), (kind.max_size, kind.max_size_spread)
    if isinstance(low[1], Same) and isinstance(high[1], Same):
        sizes = [(float(low[0]), float(high[0]), 1.0)]
    else:  # the two are drawn independently
        steps = [((n + 0.5) / SIZES, (n * 5 % SIZES + 0.5) / SIZES, 1 / SIZES) for n in range(SIZES)]
        top = max(largest(*low) - low[0], largest(*high) - high[0])
        steps.append((ALMOST, ALMOST, 1 / (1 + top)))
        sizes = [(size_at(*low, one), size_at(*high, other), share) for one, other, share in steps]
    found: list[tuple[float, float, float]] = []
    for smallest, most, share in sizes:
        least, most = min(smallest, float(machines)), min(max(smallest, most), float(machines))
        if policy in FIXED or kind.kind == "rigid":
            least = most = least if kind.requested_size == "smallest" else most
        found.append((least, most, share))
    return found


def _best(scenario: ParallelJobsScenario, job: TypicalJob, least: float, size: float, around: Disturbance) -> float:
    """The size among some on which the mean job is done first."""
    mean = job.kind.demand.mean
    tried, there = [least, size], 0
    for group in sorted(scenario.cluster.groups, key=lambda one: one.speed_factor):
        there += group.count
        if least < there < size:
            tried.append(float(there))
    return min(tried, key=lambda one: _times(scenario, job, [mean], one, around, True))


def _times(
    scenario: ParallelJobsScenario,
    job: TypicalJob,
    demands: Iterable[float],
    size: float,
    around: Disturbance,
    alone: bool,
) -> list[float]:
    """For each of the *demands*, on *size* machines; *alone*, at the end, on the fastest of those that are left."""
    delay = _delay(scenario, size, alone) / speedup_on(job.kind.speedup, size)
    lost, wait = strikes(scenario, job, size, around, _left(scenario) if alone else machines_there(scenario))
    return [longer(scenario, demand * delay, size, lost, around) * wait for demand in demands]


@once_per_scenario
def _delay(scenario: ParallelJobsScenario, size: float, alone: bool) -> float:
    """Of the slowest of the machines that a job gets."""
    groups = _groups(scenario)
    if alone:
        return 1 / pace_of_fastest(groups, size)
    # of few that have room side by side, one on slow machines keeps the others waiting
    few = min(1.0, size / sum(group.count for group in groups))
    return (1 - few) / pace(groups, size) + few * mean_delay(groups, size)


@once_per_scenario
def _left(scenario: ParallelJobsScenario) -> int:
    """Machines that there are at the end."""
    return max(1, lasting_machines(scenario.machine_events, scenario.cluster, first_horizon(scenario)))


@once_per_scenario
def _groups(scenario: ParallelJobsScenario) -> tuple[MachineGroup, ...]:
    """The groups without the machines that go for good before half of the jobs have come."""
    counts = {group.name: group.count for group in scenario.cluster.groups}
    for change in scenario.machine_events:
        if isinstance(change, Shutdown) and change.for_good and change.at < first_horizon(scenario) / 2.5:
            counts[change.group] = max(0, counts[change.group] - change.count)
    left = tuple(g.model_copy(update={"count": counts[g.name]}) for g in scenario.cluster.groups if counts[g.name])
    return left or scenario.cluster.groups
