"""What the figures of this family replay: one replication of one policy at one point, as a JSON tree."""

from typing import Any

from engine.parallel_jobs import kernel
from engine.parallel_jobs.events import events
from engine.parallel_jobs.policies import POLICIES
from engine.parallel_jobs.possible import possible
from engine.parallel_jobs.replay import Replay
from engine.parallel_jobs.scenario import ParallelJobsScenario
from engine.parallel_jobs.states import StateStatistics
from engine.parallel_jobs.timeline import timeline
from engine.parallel_jobs.workload import draw_jobs, machines_of, rules_of

WINDOW_JOBS = 60
"""Jobs of a window: enough to see the pattern, few enough to tell the bars apart."""

MAXIMUM_JOBS = 20_000
"""A longer replication is followed over its first jobs only."""


def trace(scenario: ParallelJobsScenario, policy: str, replication: int, first_job: int = 0) -> dict[str, Any]:
    """Everything about one replication that a picture shows.

    Returns
    -------
    dict
        `classes` (delay of each class), `groups`, `machine_group`; `states` and `transitions` (see `states`);
        `steps`, `bars` of the window that begins with *first_job* (see `replay`), `step_state` the state after each
        step; `timeline` (see `timeline`); `jobs` followed, and `enumerated`, whether the possible states are known.
    """
    if scenario.workload.jobs > MAXIMUM_JOBS:
        scenario = scenario.at({"workload.jobs": MAXIMUM_JOBS})
    jobs, machines, rules = draw_jobs(scenario, replication), machines_of(scenario), rules_of(scenario)
    code = POLICIES[policy].code
    records = kernel.run(jobs, machines, rules, code, with_log=True)
    path = list(events(records.log))
    statistics = StateStatistics(len(machines.classes.delay))
    statistics.follow(path)
    found = _possible(scenario, code)
    replay = Replay(jobs, machines, rules, code, max(0, min(first_job, len(jobs.gap) - 1)), WINDOW_JOBS)
    for event in path:
        replay.follow(event)
        if replay.over:
            break
    replay.close_all(replay.steps[-1]["time"])
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
        "step_state": [number[state] for state in replay.states],
        "bars": _columns(replay.bars),
        "timeline": timeline(records, path, machines.group, names),
    }


def _possible(scenario: ParallelJobsScenario, code: int) -> Any:
    kinds = {(kind.min_size, kind.max_size) for kind in scenario.workload.job_classes}
    options = scenario.options
    # With any option on, more is possible than the enumeration knows: what happens depends on queue or clock as well.
    if len(kinds) > 1 or (
        options.upgrade_only_when_queue_empty or options.migrate_only_if_it_pays or options.hold_old_machines
    ):
        return None
    return possible(machines_of(scenario), code, *kinds.pop())


def _columns(rows: list[dict[str, Any]]) -> dict[str, list[Any]]:
    return {name: [row[name] for row in rows] for name in rows[0]} if rows else {}
