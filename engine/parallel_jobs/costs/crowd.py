"""How many jobs run and wait side by side, about: as in an M/G/c queue, and in a fluid where more comes than is done.

Nothing is drawn. How near that is depends on the load: `estimate.is_told` says where it is believed.
"""

from __future__ import annotations

from math import inf, sqrt
from typing import TYPE_CHECKING, NamedTuple

from engine.inputs.estimates import Exact
from engine.parallel_jobs.inputs.demand_quantiles import variation
from engine.parallel_jobs.inputs.forecast.typical import TypicalJob, arrivals_end, pace, speedup_on, typical_jobs
from engine.parallel_jobs.policies import POLICIES, SHARING, TIME_SHARING

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario

IN_LINE = frozenset({"FCFS"})
"""Policies under which the first who waits is passed by nobody."""

FOR_PROFIT = frozenset({"Simple", "Simple-R", "Lazy", "Lazy-R"})

LOST = 0.5
"""Of the place of a job, that is left idle behind the first who waits; where small ones pass, a fifth of it."""


class Crowd(NamedTuple):
    """What a policy has to deal with.

    Attributes
    ----------
    size : machines of a job
    running, waiting : jobs, in the mean over the events of a replication
    load : work that comes over what the machines do; infinite if all come at once
    early : share of the jobs that end earlier than the backfilling policies are told
    """

    size: float
    running: float
    waiting: float
    load: float
    early: float


def crowd(scenario: ParallelJobsScenario, policy: str) -> Crowd:
    """How many jobs run and wait under *policy*, if nothing happens to the machines."""
    kinds, jobs, machines = typical_jobs(scenario), scenario.workload.jobs, float(scenario.cluster.machines)
    code = POLICIES[policy].code
    chosen = code in SHARING or code in TIME_SHARING
    found = [(job, *_alone(scenario, job, code in TIME_SHARING, chosen)) for job in kinds]
    size = sum(job.share * own for job, own, _ in found)
    time = sum(job.share * took for job, _, took in found)
    area = sum(job.share * own * took for job, own, took in found)
    square = sum(job.share * own**2 * (1 + (0.0 if chosen else job.scatter)) for job, own, _ in found)
    squares = sum(job.share * (own * took) ** 2 * (1 + variation(job.kind.demand)) for job, own, took in found)
    lost = 0.0 if chosen else LOST if policy in IN_LINE else LOST / 5
    usable = machines * max(0.4, 1 - lost * square / size / machines)
    end = arrivals_end(scenario)
    load = jobs / end * area / usable if end else inf
    beside = max(1.0, usable * time / area)
    early = sum(job.share for job in kinds if not isinstance(job.kind.estimate, Exact) or _may_be_fast(scenario))
    most = beside
    if code in TIME_SHARING:  # some machines have several
        most = 1.5 * beside + 1
    elif chosen:  # when many come, they get few machines each
        most = max(beside, machines / sum(job.share * job.least for job in kinds))
    near = min(load, 0.9999)
    queue = min(squares / area**2 / 2 * near ** sqrt(2 * (beside + 1)) / (1 - near), 0.6 * sqrt(jobs * squares) / area)
    queue += jobs * (0.5 if not end else max(0.0, 1 - 1 / load) / 2)
    if policy in FOR_PROFIT:  # who cannot be served in time is refused
        queue = min(queue, beside)
    there = min(jobs, min(load, 1.0) * beside + queue)
    running = min(there, most)
    waiting = there - running
    if end and policy not in IN_LINE and not chosen:  # small ones pass: the same work waits in fewer, larger ones
        waiting *= size**2 / square
    return Crowd(size, running, waiting, load, early)


def _may_be_fast(scenario: ParallelJobsScenario) -> bool:
    """Whether a job may end before its estimate, which is of the slowest machines."""
    return len({group.speed_factor for group in scenario.cluster.groups}) > 1


def _alone(scenario: ParallelJobsScenario, job: TypicalJob, shared: bool, chosen: bool) -> tuple[float, float]:
    """Machines and run time (s) of a job that nobody disturbs."""
    groups, size = scenario.cluster.groups, job.most if chosen else job.requested
    if shared:  # as many of the fastest as are the quickest
        size, there, best = job.most, 0, inf
        for group in sorted(groups, key=lambda one: one.speed_factor):
            there += group.count
            own = min(float(there), job.most)
            if group.speed_factor / own < best:
                size, best = own, group.speed_factor / own
    return size, job.kind.demand.mean / speedup_on(job.kind.speedup, size) / pace(groups, size)
