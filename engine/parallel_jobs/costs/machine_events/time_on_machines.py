"""How long a job keeps its machines, all its attempts together, with what happens to these."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, expm1, log1p
from typing import TYPE_CHECKING

from engine.inputs.cluster import MachineGroup
from engine.parallel_jobs.costs.machine_events.hardship import hardship
from engine.parallel_jobs.costs.machine_events.machine_groups import groups_by_speed
from engine.parallel_jobs.inputs.demand_quantiles import quantile
from engine.parallel_jobs.inputs.forecast.disturbance import Disturbance, migration_pause, with_losses
from engine.parallel_jobs.inputs.forecast.once import once_per_scenario
from engine.parallel_jobs.inputs.forecast.typical import TypicalJob, mean_delay, pace, pace_of_fastest, speedup_on
from engine.parallel_jobs.inputs.machine_changes import Shutdown
from engine.parallel_jobs.machine_events.as_far_as_needed import first_horizon

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario

UNLUCKY = 9.0
"""exp of about this is how many times longer jobs take that are begun anew, at the most."""


def times_on(
    scenario: ParallelJobsScenario,
    job: TypicalJob,
    demands: Iterable[float],
    size: float,
    around: Disturbance,
    alone: bool,
    sed: bool,
) -> list[float]:
    """For each of the *demands*, on *size* machines; *alone*, at the end, on the fastest of those that are left."""
    delay = _delay(scenario, size, alone or sed) / speedup_on(job.kind.speedup, size)
    if not scenario.machine_events:
        return [demand * delay for demand in demands]
    found = hardship(scenario, size, sed, alone)
    lost, paused = found.struck, 0.0
    if found.announced:
        pause = migration_pause(scenario, job, size)
        in_time = pause <= around.notice
        lost, paused = lost + (0.0 if in_time else found.announced), found.announced * pause if in_time else 0.0
    longer = found.slower * exp(min(UNLUCKY, paused))
    times = [_longer(scenario, demand * delay * longer, lost) for demand in demands]
    missing = 1 - found.there
    if sed:  # users do not stop who has begun
        return [time + (1 + lost * time) * missing * found.until for time in times]
    # who comes after one of the same size waits only when a machine goes; the last one comes when it comes
    return [time / found.there + alone * missing * found.until for time in times]


def best_size(
    scenario: ParallelJobsScenario, job: TypicalJob, least: float, size: float, around: Disturbance, sed: bool
) -> float:
    """The size among some on which the mean job is done first."""
    mean = job.kind.demand.mean
    tried, there = [least, size], 0
    for group in sorted(scenario.cluster.groups, key=lambda one: one.speed_factor):
        there += group.count
        if least < there < size:
            tried.append(float(there))
    return min(tried, key=lambda one: times_on(scenario, job, [mean], one, around, True, sed))


def time_on_slowest(
    scenario: ParallelJobsScenario, job: TypicalJob, size: float, share: float, around: Disturbance
) -> float:
    """How long the longest of the jobs takes that the slowest machines are busy with when the queue is empty, s.

    One that is struck there goes on on the fastest, which are idle by then.
    """
    groups = lasting_groups(scenario, False)
    slowest = max(group.speed_factor for group in groups)
    beside = max(1.0, share * sum(group.count for group in groups if group.speed_factor == slowest) / size)
    demand = quantile(job.kind.demand, 1 / (1 + beside))
    of_slowest = [one for one in groups_by_speed(scenario, False) if one.factor == slowest]
    users = 1 + min(1.0, size * max((sum(one.visited) for one in of_slowest), default=0.0))
    delay = users * slowest / speedup_on(job.kind.speedup, size)
    struck = size * max((one.failures for one in of_slowest), default=0.0)
    time = demand * delay
    again = -expm1(-struck * time)
    there = again / struck if struck else time
    faster = times_on(scenario, job, [demand], size, around, True, False)[0]
    return min(_longer(scenario, time, struck), there + again * faster)


def _longer(scenario: ParallelJobsScenario, time: float, lost: float) -> float:
    """Who would be begun anew for ever is lucky earlier, on other machines."""
    interval, share = scenario.options.checkpoint_interval, 1.0
    if interval:
        share = interval / (interval + scenario.options.checkpoint_cost)
    time, period = time / share, interval / share if interval else float("inf")
    begun = lost * min(time, period)
    return with_losses(time, lost * min(1.0, (UNLUCKY + log1p(begun)) / max(begun, 1e-9)), period, float("inf"))


@once_per_scenario
def _delay(scenario: ParallelJobsScenario, size: float, alone: bool) -> float:
    """Of the slowest of the machines that a job gets."""
    groups = lasting_groups(scenario, alone)
    if alone:
        return 1 / pace_of_fastest(groups, size)
    # of few that have room side by side, one on slow machines keeps the others waiting
    few = min(1.0, size / sum(group.count for group in groups))
    return (1 - few) / pace(groups, size) + few * mean_delay(groups, size)


@once_per_scenario
def lasting_groups(scenario: ParallelJobsScenario, late: bool) -> tuple[MachineGroup, ...]:
    """The groups without the machines that go for good before half of the jobs have come, or *late*, all of them."""
    gone = first_horizon(scenario) / (1.0 if late else 2.5)
    total = {group.name: group.count for group in scenario.cluster.groups}
    counts = dict(total)
    for change in scenario.machine_events:
        if isinstance(change, Shutdown) and change.for_good and change.at < gone:
            counts[change.group] = min(counts[change.group], max(0, total[change.group] - change.count))
    left = tuple(g.model_copy(update={"count": counts[g.name]}) for g in scenario.cluster.groups if counts[g.name])
    return left or scenario.cluster.groups
