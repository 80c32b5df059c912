"""What became of every job of a replication, a row for each."""

import numpy as np

from engine.contract.row import Column
from engine.metrics.job_metrics import JobTimes
from engine.parallel_jobs.counted import NO_BLOCK, block_of_replication, counted
from engine.parallel_jobs.inputs.jobs import alone
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.model import Jobs
from engine.parallel_jobs.records import Reason, Records
from engine.parallel_jobs.replication import Replication, coming_as, order_of, replicate, submitted

OUTCOMES = {
    Reason.NONE: "done",
    Reason.TOO_FEW_PROCESSORS: "rejected: too few processors",
    Reason.NO_PROFIT: "rejected: no profit",
    Reason.NOT_AT_LOOKAHEAD: "rejected: not at the lookahead",
    Reason.DROPPED: "dropped",
    Reason.BY_RULE: "rejected: by the policy's own rule",
    Reason.BY_QUEUE: "refused: beyond what its queue allows",
}
"""What became of a job, by the reason for which it was not taken."""


def rows(scenario: ParallelJobsScenario, policy: str, replication: int) -> list[Column]:
    """The jobs of one replication in order of arrival, warm-up included; of one that was not taken, no times.

    `counted` are those of which means and percentiles over jobs are, `counted_submitted` those of which shares and sums
    over all submitted jobs are; of a log, `block` is which of its blocks, from 1, and 0 none.

    Whose it is and what was asked for stand behind all others, where somebody says them.
    """
    drawn, coming = submitted(scenario, policy, replication)
    done = replicate(scenario, policy, replication, coming_as(drawn, coming))
    return rows_of(scenario, done, replication, drawn, None if coming is None else order_of(coming))


def rows_of(
    scenario: ParallelJobsScenario,
    replicated: Replication,
    replication: int,
    drawn: Jobs,
    order: np.ndarray | None = None,
) -> list[Column]:
    """The same of what was simulated of the jobs *drawn*, which arrived in another *order*, int64 (J,), if any."""
    jobs, machines, _, records = replicated
    taken = records.reason == Reason.NONE
    names = scenario.workload.class_names
    by_itself = alone(scenario, jobs, machines)
    block = block_of_replication(scenario, drawn, replication)
    if block is not None and order is not None:
        block = block[order]
    times = JobTimes(records.arrival, records.start, records.end, by_itself, jobs.job_class)
    inside = np.ones(len(taken), dtype=bool) if block is None else block != NO_BLOCK
    counts = counted(scenario, times, taken) if block is None else inside & taken

    def of_taken(values: np.ndarray) -> np.ndarray:
        return np.where(taken, values, np.nan)

    return [
        Column("class", "", [names[number] for number in jobs.job_class]),
        Column("arrival", "s", records.arrival),
        Column("start", "s", of_taken(records.start)),
        Column("end", "s", of_taken(records.end)),
        Column("alone", "s", by_itself),
        Column("demand", "s", jobs.demand),
        Column("size", "machines", of_taken(records.size)),
        Column("outcome", "", [OUTCOMES[Reason(number)] for number in records.reason]),
        *(
            Column(name, "", getattr(records, name))
            for name in ("upgrades", "migrations", "resizes", "evacuations", "checkpoints", "failures")
        ),
        Column("lost_work", "s", records.lost),
        Column("counted", "", counts),
        Column("counted_submitted", "", inside),
        *([] if block is None else [Column("block", "", block + 1)]),
        *([Column("user", "", jobs.user)] if len(jobs.user) else []),
        *([Column("estimate", "s", estimates_of(jobs, records))] if _has_estimates(jobs) else []),
    ]


def estimates_of(jobs: Jobs, records: Records) -> np.ndarray:
    """What was asked for, float64 (J,), s: as listed, or so many times the run time; of jobs that were not taken
    missing where only the latter is known.
    """
    taken = records.reason == Reason.NONE
    by_factor = np.where(taken, (records.end - records.start) * jobs.estimate, np.nan)
    return np.where(jobs.expected > 0, jobs.expected / np.maximum(jobs.requested, 1), by_factor)


def _has_estimates(jobs: Jobs) -> bool:
    """Whether anybody asks for another time than the job takes; else nothing is to be told."""
    return bool((jobs.expected > 0).any() or (jobs.estimate != 1.0).any())
