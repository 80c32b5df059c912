"""How many jobs of fixed sizes a cluster does while many wait: some hundred typical jobs are served in their order.

Each gets the fastest machines that are idle, and is as slow as the slowest of them; some that fit pass those that wait.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

from engine.parallel_jobs.costs.queues.coming import COMING, coming
from engine.parallel_jobs.inputs.forecast.disturbance import Disturbance, longer
from engine.parallel_jobs.inputs.forecast.once import once_per
from engine.parallel_jobs.inputs.forecast.typical import machines_at_work, machines_there, typical_jobs

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario

BESIDE = COMING / 4
"""Jobs that may run side by side, so that those served fill the cluster often; of a larger one a part is looked at."""

LOOKED_AT, PASSED = 50, 60
"""Jobs behind the first one that may pass it, and how often it lets one."""


def _parts(scenario: ParallelJobsScenario, around: Disturbance) -> tuple[object, ...]:
    """Points of a sweep over arrivals have them in common, and a page prices a sweep at each key."""
    options = scenario.options
    there = machines_there(scenario), machines_at_work(scenario)
    checkpoints = options.checkpoint_interval, options.checkpoint_cost
    return scenario.cluster, typical_jobs(scenario), there, checkpoints, around


@once_per(_parts)
def served(scenario: ParallelJobsScenario, around: Disturbance) -> float:
    """Jobs per second that are done while many wait."""
    there = machines_at_work(scenario) * around.there
    size = sum(job.share * job.requested for job in typical_jobs(scenario))
    part = max(1.0, there / size / BESIDE)
    groups = sorted(scenario.cluster.groups, key=lambda one: one.speed_factor)
    factors, free, total, given = [group.speed_factor for group in groups], [], 0.0, 0
    for group in groups:  # rounded so that all together are right
        total += group.count * there / scenario.cluster.machines / part
        free.append(max(0, round(total) - given))
        given += free[-1]
    if not given:  # hardly a machine is ever there; a job has one now and then
        free[0] = given = 1
    queue = coming(scenario, True, COMING)
    waiting, running = list(range(len(queue))), list[tuple[float, int, list[int]]]()
    needs = [min(one.high, given) for one in queue]  # of those that wait, in their order
    idle, now, passed = given, 0.0, 0
    spans: list[tuple[float, float, float]] = []
    while waiting:
        seen = needs[: LOOKED_AT if passed < PASSED else 1]
        if min(seen) > idle:
            now, _, back = heappop(running)
            free = [one + other for one, other in zip(free, back, strict=True)]
            idle += sum(back)
            continue
        place = next(x for x, need in enumerate(seen) if need <= idle)
        n, own = waiting.pop(place), needs.pop(place)
        one, passed, needed = queue[n], passed + 1 if place else 0, own
        slowest, got = 1.0, []
        for k, there_are in enumerate(free):
            got.append(min(there_are, needed))
            needed -= got[-1]
            if got[-1]:
                slowest = factors[k]
        free = [a - b for a, b in zip(free, got, strict=True)]
        idle -= own
        time = longer(scenario, one.demand * slowest / one.curve[own], own, own * around.failures, around)
        heappush(running, (now + time, n, got))
        spans.append((now, time, one.demand))
    last = spans[-1][0]
    wanted = sum(job.share * job.kind.demand.mean for job in typical_jobs(scenario))
    if not last:
        return part * sum(demand / time for _, time, demand in spans) / wanted
    return part * sum(demand * min(1.0, (last - start) / time) for start, time, demand in spans) / last / wanted
