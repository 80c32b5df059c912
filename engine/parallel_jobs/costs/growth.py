"""How many wait since more comes than is done, where machines come later or go for good: as of a fluid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.parallel_jobs.costs.queues.backlog import who_waits
from engine.parallel_jobs.costs.sizes_asked_for import sizes_of
from engine.parallel_jobs.inputs.forecast.span import FIXED
from engine.parallel_jobs.inputs.forecast.typical import arrivals_end, capacity_by_time, machines_there, typical_jobs

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario


def share_left_waiting(scenario: ParallelJobsScenario, policy: str, load: float) -> float:
    """Of all jobs, in the mean over those that come and start; for a job with too few machines nothing is done."""
    end, steps = arrivals_end(scenario), capacity_by_time(scenario)
    if not end:
        return 0.5
    if len(steps) == 1:
        return who_waits(load, end, [(0.0, 1.0)]).mean
    shares: dict[tuple[tuple[float, float], ...], float] = {}
    for job in typical_jobs(scenario):
        for one in sizes_of(job, policy, machines_there(scenario)):
            needs = one.largest if policy in FIXED else one.least
            seen = tuple((step.since, step.able * (step.machines >= needs)) for step in steps)
            shares[seen] = shares.get(seen, 0.0) + job.share * one.share
    found = 0.0
    for seen, share in shares.items():  # others come and start, too, while these wait
        waits = who_waits(load, end, seen)
        found += share * (share * waits.mean + (1 - share) * waits.coming)
    return found
