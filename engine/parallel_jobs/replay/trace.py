"""What the figures of this family replay: one replication of one policy at one point; see `tree`."""

from collections.abc import Mapping

import numpy as np

from engine.parallel_jobs.inputs.large_clusters import check_pictured
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import machines_of, simulated_as
from engine.parallel_jobs.job_metrics.outcomes import earned, profit_over_time
from engine.parallel_jobs.machine_events.events import with_users
from engine.parallel_jobs.model import Jobs
from engine.parallel_jobs.policies import TIME_SHARING, PolicyCode
from engine.parallel_jobs.records import Reason, Records
from engine.parallel_jobs.replay.by_day import by_day, has_day
from engine.parallel_jobs.replay.events import events
from engine.parallel_jobs.replay.possible import possible
from engine.parallel_jobs.replay.presence import away_of, waits_of
from engine.parallel_jobs.replay.side_by_side import explained_side_by_side
from engine.parallel_jobs.replay.states import State, StateStatistics, Transition
from engine.parallel_jobs.replay.timeline import timeline
from engine.parallel_jobs.replay.tree import Bars, Present, Sizes, Submitted, Trace
from engine.parallel_jobs.replay.window import MOST_STEPS, Bar, Replay
from engine.parallel_jobs.replication import replicate, submitted_jobs
from engine.parallel_jobs.space_sharing.reference.explanation import explanation, last_row, rows_of
from engine.rules.parts import parts_of, text_of
from engine.statistics.equal_parts import means_of_parts

WINDOW_JOBS = 60
"""Jobs of a window: enough to see the pattern, few enough to tell the bars apart."""

SHOWN_JOBS = 2_000
"""Jobs in the picture of who was taken; more would hide each other."""

MAXIMUM_JOBS = 20_000
"""A longer replication is followed over its first jobs only."""


def trace(
    scenario: ParallelJobsScenario, policy: str, replication: int, window: Mapping[str, float] | None = None
) -> Trace:
    """Everything about one replication that a picture shows; the *window* begins with the job number `first_job`."""
    check_pictured(scenario)
    if scenario.workload.jobs > MAXIMUM_JOBS:
        scenario = scenario.at({"workload.jobs": MAXIMUM_JOBS})
    code, rules = simulated_as(scenario, policy)
    done = replicate(scenario, policy, replication, submitted_jobs(scenario, policy, replication), with_log=True)
    jobs, records = done.jobs, done.records
    machines = with_users(done.machines, done.machine_events)
    path = list(events(records.log))
    first = max(0, min(int((window or {}).get("first_job", 0)), len(jobs.gap) - 1))
    shown = range(first, min(first + WINDOW_JOBS, len(jobs.gap)))
    begins, ends = rows_of(records.log, shown)
    rows = begins, last_row(records.log, begins, ends, MOST_STEPS)
    if len(jobs.partition):
        explained = explained_side_by_side(jobs, machines, rules, code, rows, records.log)
    else:
        explained = explanation(jobs, machines, rules, code, rows, records.log, done.machine_events)
    statistics = StateStatistics(len(machines.classes.delay), machines.group)
    # Second 0 of a log is a Monday, when nothing has begun.
    since = 0.0 if scenario.workload.logged is None else float(records.arrival.min())
    statistics.follow(path, since)
    found = _possible(scenario, code)
    replay = Replay(jobs, machines, rules, code, shown, explained)
    for event in path:
        replay.follow(event)
        if replay.over:
            break
    begin, end = replay.steps[0]["time"], replay.steps[-1]["time"]
    replay.close_all(end)
    waits = waits_of(path, begin, end)
    here = {*replay.window, *(bar["job"] for bar in replay.bars), *waits["job"]}
    states, edges = found or ((), ())
    number = {state: n for n, state in enumerate(statistics.order(states))}
    names = [group.name for group in scenario.cluster.groups]
    return {
        "policy": policy,
        "replication": replication,
        "jobs": len(jobs.gap),
        "first_job": replay.window.start,
        "enumerated": found is not None,
        "classes": machines.classes.delay.tolist(),
        "groups": [{"name": group.name, "speed_factor": group.speed_factor} for group in scenario.cluster.groups],
        "machine_group": machines.group.tolist(),
        **statistics.tree(states, edges),
        "steps": replay.steps,
        "parts_of_rule": [text_of(part) for part in parts_of(rules.own.order)] if rules.own else [],
        "untold_from": replay.untold_from,
        "step_state": [number[state] for state in replay.states],
        "bars": _bars(replay.bars),
        "sizes": _sizes(replay.sizes),
        "kinds": scenario.workload.class_names,
        "present": _present(jobs, records, sorted(here)),
        "waits": waits,
        "away": away_of(scenario, path, begin, end),
        "met": _met(records),
        "submitted": _submitted(jobs, records),
        "profit": profit_over_time(records, jobs, since),
        "timeline": timeline(records, path, machines.group, names, since),
        "by_day": by_day(records, path, machines.group, names, since) if has_day(scenario) else None,
    }


def _met(records: Records) -> list[float]:
    """How many jobs wait or run when a job arrives; of jobs that arrive together, the first ones are there already."""
    stays = records.end > records.arrival  # those that are rejected at once are never there
    came: np.ndarray = np.cumsum(stays) - stays
    gone = np.searchsorted(np.sort(records.end[stays]), records.arrival, side="right")
    return means_of_parts(came - gone)


def _present(jobs: Jobs, records: Records, numbers: list[int]) -> Present:
    """What there is to say of the jobs with these *numbers*."""
    taken = [bool(records.reason[n] == Reason.NONE) for n in numbers]
    deadlines = (records.arrival + jobs.deadline)[numbers].tolist()
    return {
        "job": numbers,
        "kind": jobs.job_class[numbers].tolist(),
        "arrival": records.arrival[numbers].tolist(),
        "start": [float(records.start[n]) if yes else None for n, yes in zip(numbers, taken, strict=True)],
        "end": [float(records.end[n]) if yes else None for n, yes in zip(numbers, taken, strict=True)],
        "size": [int(records.size[n]) if yes else 0 for n, yes in zip(numbers, taken, strict=True)],
        "deadline": [time if np.isfinite(time) else None for time in deadlines],
    }


def _submitted(jobs: Jobs, records: Records) -> Submitted:
    """What the first jobs asked for and what became of them."""
    deadline = [time if np.isfinite(time) else None for time in jobs.deadline[:SHOWN_JOBS].tolist()]
    taken = (records.reason[:SHOWN_JOBS] == Reason.NONE).tolist()
    start, end = records.start[:SHOWN_JOBS].tolist(), records.end[:SHOWN_JOBS].tolist()
    return {
        "demand": jobs.demand[:SHOWN_JOBS].tolist(),
        "deadline": deadline,
        "profit": jobs.profit[:SHOWN_JOBS].tolist(),
        "earned": earned(records, jobs)[:SHOWN_JOBS].tolist(),
        "reason": records.reason[:SHOWN_JOBS].tolist(),
        "start": [time if yes else None for time, yes in zip(start, taken, strict=True)],
        "end": [time if yes else None for time, yes in zip(end, taken, strict=True)],
    }


def _possible(scenario: ParallelJobsScenario, code: int) -> tuple[set[State], set[Transition]] | None:
    classes = scenario.workload.job_classes
    kinds = {(kind.min_size, kind.max_size) for kind in classes}
    if code == PolicyCode.FCFS:
        sizes = {kind.max_size if kind.requested_size == "largest" else kind.min_size for kind in classes}
        kinds = {(size, size) for size in sizes}
    one_size = all(
        kind.kind != "rigid" and kind.largest_min_size == kind.min_size and kind.largest_max_size == kind.max_size
        for kind in classes
    )
    options = scenario.options
    # With any option on, more is possible than the enumeration knows: what happens depends on queue or clock as well.
    if (
        len(kinds) > 1
        or not one_size
        or code not in (*TIME_SHARING, PolicyCode.FCFS)
        or scenario.machine_events
        or (options.upgrade_only_when_queue_empty or options.migrate_only_if_it_pays or options.hold_old_machines)
    ):
        return None
    return possible(machines_of(scenario), code, *kinds.pop())


def _bars(rows: list[Bar]) -> Bars:
    if not rows:
        return {}
    return {
        "job": [row["job"] for row in rows],
        "machine": [row["machine"] for row in rows],
        "slot": [row["slot"] for row in rows],
        "start": [row["start"] for row in rows],
        "delay_class": [row["delay_class"] for row in rows],
        "end": [row["end"] for row in rows],
    }


def _sizes(rows: list[tuple[float, int, int]]) -> Sizes:
    if not rows:
        return {}
    return {
        "time": [time for time, _, _ in rows],
        "job": [job for _, job, _ in rows],
        "size": [size for _, _, size in rows],
    }
