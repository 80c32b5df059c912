"""What if one more job came? What a policy would do with it at an instant of a replication, and to the others."""

from collections.abc import Iterator

import numpy as np

from engine.parallel_jobs.analyses.new_job import Answer, Others, Question, Resized, read_question
from engine.parallel_jobs.inputs.large_clusters import check_pictured
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.sources.partitions import is_parted
from engine.parallel_jobs.inputs.workload import DRAWN, simulated_as
from engine.parallel_jobs.job_metrics.outcomes import earned
from engine.parallel_jobs.model import Jobs
from engine.parallel_jobs.records import Happening, Reason
from engine.parallel_jobs.replay.events import Event, events
from engine.parallel_jobs.replay.trace import MAXIMUM_JOBS
from engine.parallel_jobs.replay.window import Replay
from engine.parallel_jobs.replication import Replication, replicate, submitted_jobs
from engine.parallel_jobs.space_sharing.reference.decision import Decision
from engine.parallel_jobs.space_sharing.reference.explanation import explanation, rows_of

SHOWN_OTHERS = 30
"""Other jobs that an answer lists, the most affected first; all of them count in its sums."""

SAME = 1e-6
"""s; an end that moves by less has not moved: the times between arrivals are cut in two, which rounds."""


def ask(scenario: ParallelJobsScenario, policy: str, replication: int, text: str | bytes) -> Answer:
    """What *policy* does with the job of the question *text* (JSON), and to the others."""
    check_pictured(scenario)
    if scenario.workload.jobs > MAXIMUM_JOBS:
        scenario = scenario.at({"workload.jobs": MAXIMUM_JOBS})
    if is_parted(scenario):
        raise ValueError("one more job is not asked about where partitions have queues of their own")
    question = read_question(text, scenario)
    jobs = submitted_jobs(scenario, policy, replication)
    before = replicate(scenario, policy, replication, jobs)
    arrival = before.records.arrival
    number = int(np.searchsorted(arrival, question.time, side="right"))
    after = replicate(scenario, policy, replication, with_job(jobs, arrival, number, question, scenario), with_log=True)
    records = after.records
    taken = records.reason[number] == Reason.NONE
    start = float(records.start[number])
    return {
        "job": number,
        "reason": int(records.reason[number]),
        "start": start if taken else None,
        "end": float(records.end[number]) if taken else None,
        "at_once": bool(taken and start <= question.time + SAME),
        "earned": float(earned(records, after.jobs)[number]),
        "machines": _machines_at_start(after, number, scenario),
        "resized": list(_resized(after, number)),
        "decisions": _decisions(after, number, scenario, policy),
        **_others(before, after, number),
    }


def with_job(jobs: Jobs, arrival: np.ndarray, number: int, question: Question, scenario: ParallelJobsScenario) -> Jobs:
    """The jobs with the one asked about as job *number*."""
    names = scenario.workload.class_names
    job_class = names.index(question.job_class) if question.job_class else 0
    low = question.max_size if question.kind == "rigid" else question.min_size
    new = {
        "demand": question.demand,
        "process_size": _process_size(scenario, job_class),
        "estimate": 1.0,
        "expected": 0.0,
        "deadline": np.inf if question.deadline is None else question.deadline,
        "profit": question.profit,
        "min_size": min(low, scenario.cluster.machines),
        "max_size": question.max_size,
        "requested": question.max_size,
        "moldable": question.kind == "moldable",
    }
    columns = {name: np.insert(getattr(jobs, name), number, new[name]) for name in DRAWN}
    times = np.insert(arrival, number, question.time)
    gap = np.insert(jobs.gap, number, 0.0)
    gap[number : number + 2] = np.diff(times, prepend=0.0)[number : number + 2]
    classes = np.insert(jobs.job_class, number, job_class)
    return Jobs(gap=gap, job_class=classes, speedup=jobs.speedup, **columns)


def _process_size(scenario: ParallelJobsScenario, job_class: int) -> float:
    """Of jobs of a class, KB; those of a log are all alike, by whatever they are told apart."""
    kinds = scenario.workload.job_classes
    return kinds[0 if scenario.is_logged else job_class].process_size_kb


def _event_of(after: Replication, number: int, happening: Happening) -> Event | None:
    """The event in which something happens to job *number* for the first time."""
    for event in events(after.records.log):
        if any(row.happening == happening and row.job == number for row in event.rows):
            return event
    return None


def _machines_at_start(after: Replication, number: int, scenario: ParallelJobsScenario) -> dict[str, int]:
    event = _event_of(after, number, Happening.START)
    if event is None:
        return {}
    machines = next(row.machines for row in event.rows if row.happening == Happening.START and row.job == number)
    counts = np.bincount(after.machines.group[machines], minlength=len(scenario.cluster.groups)).tolist()
    names = (group.name for group in scenario.cluster.groups)
    return {name: count for name, count in zip(names, counts, strict=True) if count}


def _resized(after: Replication, number: int) -> Iterator[Resized]:
    """Whose machines it gets when it starts."""
    sizes: dict[int, int] = {}
    for event in events(after.records.log):
        is_start = any(row.happening == Happening.START and row.job == number for row in event.rows)
        for row in event.rows:
            if is_start and row.happening == Happening.RESIZE:
                job = row.job - (row.job > number)
                yield {"job": job, "before": sizes[row.job], "after": len(row.machines)}
            if row.machines and row.happening != Happening.MACHINE:
                sizes[row.job] = len(row.machines)
        if is_start:
            return


def _decisions(after: Replication, number: int, scenario: ParallelJobsScenario, policy: str) -> list[Decision]:
    """Why: what the policy weighed when the job came."""
    code, rules = simulated_as(scenario, policy)
    window, log = range(number, number + 1), after.records.log
    first, last = rows_of(log, window)
    rows = first, min(last, int(np.searchsorted(log.time, log.time[first], side="right")))  # of its arrival alone
    explained = explanation(after.jobs, after.machines, rules, code, rows, log, after.machine_events)
    replay = Replay(after.jobs, after.machines, rules, code, window, explained)
    found: list[Decision] = []
    for event in events(after.records.log):
        if replay.steps and event.time > replay.steps[0]["time"]:
            break  # others may come at the same instant; the decision is after all of them
        before = len(replay.steps)
        replay.follow(event)
        for step in replay.steps[before:]:
            found += step["decisions"]
    return found


def _others(before: Replication, after: Replication, number: int) -> Others:
    keep = np.arange(len(after.records.end)) != number
    ends = before.records.end, after.records.end[keep]
    taken = before.records.reason == Reason.NONE, after.records.reason[keep] == Reason.NONE
    profits = earned(before.records, before.jobs), earned(after.records, after.jobs)[keep]
    moved = (np.abs(ends[1] - ends[0]) > SAME) | (taken[0] != taken[1])
    both = taken[0] & taken[1]
    order = np.argsort(-np.abs(ends[1] - ends[0]), kind="stable")
    order = order[moved[order]]
    return {
        "affected": int(moved.sum()),
        "response_time_change": float((ends[1] - ends[0])[both & moved].sum()),
        "profit_change": float((profits[1] - profits[0])[moved].sum()),
        "others": [
            {
                "job": n,
                "taken_before": bool(taken[0][n]),
                "taken_after": bool(taken[1][n]),
                "end_before": float(ends[0][n]),
                "end_after": float(ends[1][n]),
                "profit_before": float(profits[0][n]),
                "profit_after": float(profits[1][n]),
            }
            for n in order[:SHOWN_OTHERS].tolist()
        ],
    }
