"""Why a policy did what it did where partitions have queues of their own: each of them is asked, and told as one."""

from bisect import bisect_right

import numpy as np

from engine.parallel_jobs.model import Jobs, Machines, Rules
from engine.parallel_jobs.records import Log
from engine.parallel_jobs.side_by_side import OF_ROWS, alone_in, jobs_in, machines_in
from engine.parallel_jobs.space_sharing.reference.decision import Decision, PlanLine
from engine.parallel_jobs.space_sharing.reference.explanation import Explained, explanation

Told = tuple[list[tuple[int, Decision]], dict[int, list[PlanLine]], int | None]
"""The decisions and plans of one partition by rows of the whole log, and from which row on it is not told why."""


def explained_side_by_side(
    jobs: Jobs, machines: Machines, rules: Rules, policy: int, rows: tuple[int, int], log: Log
) -> Explained:
    """As `explanation`, of jobs that stay in their partitions. A plan is that of all partitions."""
    numbers = [number for number in range(len(machines.speed_factor)) if len(jobs_in(jobs, number))]
    told = [_told(jobs, machines, rules, policy, rows, log, number) for number in numbers]
    decisions = sorted((one for decided, _, _ in told for one in decided), key=lambda one: one[0])
    untold = [row for _, _, row in told if row is not None]
    return Explained(
        [decision for _, decision in decisions],
        [row for row, _ in decisions],
        _together([plans for _, plans, _ in told]),
        min(untold) if untold else None,
    )


def _told(
    jobs: Jobs, machines: Machines, rules: Rules, policy: int, rows: tuple[int, int], log: Log, number: int
) -> Told:
    own = jobs_in(jobs, number)
    place = np.flatnonzero(jobs.partition[log.job] == number)
    first, last = np.searchsorted(place, rows).tolist()
    part = _part(log, place, own, int(np.flatnonzero(machines.group == number)[0]))
    found = explanation(alone_in(jobs, own), machines_in(machines, number), rules, policy, (first, last), part)

    def row_of(row: int) -> int:
        """Of all, what ends before this row of the partition's."""
        return int(place[row - 1]) + 1 if row else 0

    decisions: list[tuple[int, Decision]] = []
    for row, decision in found.by_row():
        decision["job"] = int(own[decision["job"]])
        decisions.append((row_of(row), decision))
    plans: dict[int, list[PlanLine]] = {}
    for row, plan in found.plans_by_row().items():
        for line in plan:
            line["job"] = int(own[line["job"]])
        plans[row_of(row)] = plan
    return decisions, plans, None if found.told_until is None else row_of(found.told_until)


def _part(log: Log, place: np.ndarray, own: np.ndarray, lowest: int) -> Log:
    """Some rows of the *log*, in which jobs and machines have the numbers that they have in their partition."""
    columns = {name: getattr(log, name)[place] for name in OF_ROWS}
    columns["job"] = np.searchsorted(own, columns["job"]).astype(np.int32)
    count = np.diff(log.first_machine)[place]
    first = np.concatenate([[0], np.cumsum(count)]).astype(log.first_machine.dtype)
    at = np.repeat(log.first_machine[place] - first[:-1], count) + np.arange(first[-1])
    return Log(**columns, first_machine=first, machine=log.machine[at] - lowest)


def _together(plans: list[dict[int, list[PlanLine]]]) -> dict[int, list[PlanLine]]:
    """After each event the last plan of every partition."""
    rows = [sorted(one) for one in plans]
    found: dict[int, list[PlanLine]] = {}
    for row in sorted({row for one in rows for row in one}):
        before = [bisect_right(known, row) for known in rows]
        last = [one[known[at - 1]] for one, known, at in zip(plans, rows, before, strict=True) if at]
        found[row] = [line for plan in last for line in plan]
    return found
