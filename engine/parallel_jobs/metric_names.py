"""Which metrics a cell of this family measures; `measures` and `outcomes` measure them."""

from __future__ import annotations  # a scenario is read without what measures it

from typing import TYPE_CHECKING

from engine.logs.caveats import COUNTS
from engine.metrics.job_metrics import JOB_METRICS

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario

OUTCOMES = (
    "response_time_submitted",
    "accepted_jobs",
    "rejected_too_few",
    "rejected_no_profit",
    "rejected_at_lookahead",
    "dropped_jobs",
    "late_jobs",
    "profit",
    "profit_lost_rejected",
    "profit_lost_late",
)
"""Of all submitted jobs."""

OF_LOGS = (
    "wait_time_p50",
    "wait_time_p95",
    "wait_time_p99",
    "largest_wait",
    "waited_jobs",
    "processor_slowdown",
    "area_wait",
    "capacity_lost",
)
"""What those measure who publish on logs, of jobs that are those of a log."""


OF_PRICES = ("cost_per_hour", "cost_per_job")
"""What is told of clusters whose machines have a price."""


SHAKEN = ("response_time", "wait_time", "slowdown", "bounded_slowdown", "processor_slowdown", "area_wait")
"""Metrics that are told of shaken logs, too."""

FOLLOWING = "following_jobs"
"""What is told where jobs come after others have ended."""

OF_RESAMPLED_LOGS = tuple(f"resampled[{name}]" for name in SHAKEN)
"""The same metrics, as the mean over logs that are made of one by resampling."""

OF_SHAKEN_LOGS = tuple(f"{kind}[{name}]" for kind in ("shaken", "shaking") for name in SHAKEN)
"""Their means over the shaken logs, and their standard deviations."""


AS_RECORDED = tuple(
    f"recorded[{name}]"
    for name in (*SHAKEN, "waited_jobs", "largest_wait", "utilization")  # as `engine.logs.recorded.MEANS`
)
"""What the machine's own scheduler did, of logs that tell waits: the same of every policy, block and load."""


OF_THE_CLEANING = tuple(f"cleaning[{name}]" for name in COUNTS)
"""What was left out of a log, and which estimates are assumed: the same of every policy, block and load."""


def metrics_of(scenario: ParallelJobsScenario) -> tuple[str, ...]:
    """The metrics that only some scenarios have."""
    logged, priced = scenario.workload.logged, OF_PRICES if scenario.cluster.price_per_hour else ()
    if logged is None:
        return priced
    if logged.resampling != "no":
        return (*OF_LOGS, *OF_RESAMPLED_LOGS, *priced, *OF_THE_CLEANING)
    names = (*OF_LOGS, *OF_SHAKEN_LOGS, *priced) if logged.shaken else (*OF_LOGS, *priced)
    names = (*names, *OF_THE_CLEANING)
    names = (*names, FOLLOWING) if logged.user_feedback != "no" else names
    return (*names, *AS_RECORDED) if logged.may_tell_waits else names


METRICS = (
    *JOB_METRICS,
    "computing_time",
    "jobs_in_system",
    "utilization",
    "throughput",
    "makespan",
    "upgraded_jobs",
    "upgraded_processes",
    "migrated_jobs",
    "migrated_processes",
    "resizes",
    "evacuations",
    "checkpoints",
    "failures",
    "lost_work",
    *OUTCOMES,
)
