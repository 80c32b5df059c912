"""The whole schedule of each policy for a list of jobs, as it is drawn below the hand that draws the jobs."""

from typing import TypedDict

import numpy as np

from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.parallel_jobs.job_metrics.outcomes import earned
from engine.parallel_jobs.records import Happening, Log, Reason
from engine.parallel_jobs.replication import replicate
from engine.parallel_jobs.rows import OUTCOMES

MOST_BLOCKS = 4_000
"""Blocks of one schedule: more cannot be told apart, and 200 malleable jobs can have far more."""

MOVES = (Happening.START, Happening.RESIZE, Happening.MIGRATION)
LEAVES = (Happening.END, Happening.EVICTION)

Block = tuple[int, float, float, list[tuple[int, int]]]
"""A job from one instant to another (s) on runs of machines, each by its first and how many."""


class Schedule(TypedDict):
    """What one policy makes of the jobs.

    Attributes
    ----------
    policy : its name
    start, end : s, of each job; None if it was not taken
    size : machines at the start
    outcome : in words, of each job that was not taken: "rejected: no profit"; else nothing
    wait, response : means over those that were taken, s; None if none was
    makespan : when the last job ends, s
    profit : what all jobs brought, $; None where none has a deadline, so that nothing can be lost late
    blocks : see `Block`
    cut : whether there are more blocks than these
    """

    policy: str
    start: list[float | None]
    end: list[float | None]
    size: list[int]
    outcome: list[str]
    wait: float | None
    response: float | None
    makespan: float
    profit: float | None
    blocks: list[Block]
    cut: bool


def schedules(scenario: ParallelJobsScenario) -> list[Schedule]:
    """The schedule of every policy of a *scenario* of one point whose jobs are listed; `ValueError` for any other."""
    if scenario.workload.listed is None:
        raise ValueError("only of a list of jobs there are whole schedules")
    return [schedule(scenario, policy) for policy in scenario.policies]


def schedule(scenario: ParallelJobsScenario, policy: str) -> Schedule:
    """The schedule of one policy."""
    jobs = draw_jobs(scenario, 0)
    records = replicate(scenario, policy, 0, jobs, with_log=True).records
    taken = (records.reason == Reason.NONE) & np.isfinite(records.end)
    wait, response = (records.start - records.arrival)[taken], (records.end - records.arrival)[taken]
    blocks = _blocks(records.log)
    return {
        "policy": policy,
        "start": _where(taken, records.start),
        "end": _where(taken, records.end),
        "size": records.size.tolist(),
        "outcome": ["" if there else OUTCOMES[Reason(n)] for there, n in zip(taken, records.reason, strict=True)],
        "wait": float(wait.mean()) if taken.any() else None,
        "response": float(response.mean()) if taken.any() else None,
        "makespan": float(records.end[taken].max()) if taken.any() else 0.0,
        "profit": float(earned(records, jobs).sum()) if np.isfinite(jobs.deadline).any() else None,
        "blocks": blocks[:MOST_BLOCKS],
        "cut": len(blocks) > MOST_BLOCKS,
    }


def _where(taken: np.ndarray, values: np.ndarray) -> list[float | None]:
    return [float(value) if there else None for there, value in zip(taken, values, strict=True)]


def _blocks(log: Log) -> list[Block]:
    found: list[Block] = []
    on: dict[int, tuple[float, list[tuple[int, int]]]] = {}
    for n, (time, happening, job) in enumerate(
        zip(log.time.tolist(), log.happening.tolist(), log.job.tolist(), strict=True)
    ):
        if happening not in MOVES and happening not in LEAVES:
            continue
        if job in on:
            since, runs = on.pop(job)
            if time > since:
                found.append((job, since, time, runs))
        if happening in MOVES:
            on[job] = time, _runs(log.machine[log.first_machine[n] : log.first_machine[n + 1]])
    return found


def _runs(machines: np.ndarray) -> list[tuple[int, int]]:
    """Machines that follow one another, together: first and how many."""
    numbers = np.sort(machines)
    begins = np.flatnonzero(np.diff(numbers, prepend=-2) != 1)
    return [(int(numbers[b]), int(e - b)) for b, e in zip(begins, [*begins[1:], len(numbers)], strict=True)]
