"""Which metrics a cell of this family measures; `measures` and `outcomes` measure them."""

from engine.metrics.job_metrics import JOB_METRICS

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
