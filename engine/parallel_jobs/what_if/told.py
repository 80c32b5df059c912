"""What if one decision had been another? The undisturbed run beside one in which it is forced, on the same jobs."""

import numpy as np

from engine.contract.effect import Done, Effect, Moved, shown, sums
from engine.parallel_jobs.forced import Forced
from engine.parallel_jobs.inputs.large_clusters import check_pictured
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.sources.partitions import is_parted
from engine.parallel_jobs.inputs.workload import simulated_as
from engine.parallel_jobs.job_metrics.outcomes import earned
from engine.parallel_jobs.machine_events.as_far_as_needed import complete
from engine.parallel_jobs.machine_events.events import MachineEvents
from engine.parallel_jobs.policies import TIME_SHARING
from engine.parallel_jobs.records import Happening, Log, Reason, Records
from engine.parallel_jobs.replay.trace import MAXIMUM_JOBS
from engine.parallel_jobs.replication import Replication, replicate
from engine.parallel_jobs.space_sharing.reference import forcing as space_sharing
from engine.parallel_jobs.submitted import submitted_jobs
from engine.parallel_jobs.time_sharing.reference import forcing as time_sharing
from engine.parallel_jobs.what_if.alike import lines, parting
from engine.parallel_jobs.what_if.question import read_question

AFTER = 1_000
"""Jobs that come after the decision and are looked at: in a queue that grows its effect never ends."""

WHAT = {
    Happening.START: "starts",
    Happening.MIGRATION: "moves",
    Happening.REJECTION: "rejected",
    Happening.RESIZE: "shares",
}
"""What a row of the log says of a decision."""

SAME = 1e-9
"""Share of two ends up to which they are the same: what is left of sums taken in another order."""


def what_if(scenario: ParallelJobsScenario, policy: str, replication: int, text: str | bytes) -> Effect:
    """What comes of the decision of the question *text* (JSON), and goes on as *policy* decides.

    `ScenarioError` says what is wrong with the question, and `ValueError` why it cannot have been so.
    """
    check_pictured(scenario)
    if scenario.workload.jobs > MAXIMUM_JOBS:
        scenario = scenario.at({"workload.jobs": MAXIMUM_JOBS})
    if is_parted(scenario):
        raise ValueError("no other decision can be tried where partitions have queues of their own")
    forced = read_question(text, scenario, policy)
    before = replicate(scenario, policy, replication, submitted_jobs(scenario, policy, replication), with_log=True)
    _check(before.records, forced)
    arrival = before.records.arrival
    last = int(np.searchsorted(arrival, forced.time, side="right")) + AFTER
    horizon = float(arrival[last]) if last < len(arrival) else np.inf
    after, horizon = _forced(scenario, policy, replication, before, forced, horizon)
    names = [group.name for group in scenario.cluster.groups]
    did, instead = (done(one.log, forced, before.machines.group, names) for one in (before.records, after))
    if forced.share:
        if instead["what"] not in ("shares", "starts", "stays") or not before.records.end[forced.job] > forced.time:
            raise ValueError(f"job {forced.job + 1} gets no share of the machines at {forced.time:.10g} s")
    elif forced.starts != (instead["what"] in ("starts", "moves")):
        raise ValueError(
            f"job {forced.job + 1} cannot {'start' if forced.starts else 'wait'} at {forced.time:.10g} s: "
            "the machines or the rules do not allow it, or nothing is decided about it then"
        )
    if np.isinf(horizon) and (np.isinf(after.end) & np.isfinite(before.records.end)).any():
        raise ValueError(
            f"if job {forced.job + 1} does not start at {forced.time:.10g} s it never does: nothing happens afterwards "
            "at which anything would be decided"
        )
    return _effect(before, after, forced, horizon, (did, instead))


def _check(records: Records, forced: Forced) -> None:
    if forced.job >= len(records.arrival):
        raise ValueError(f"there is no job {forced.job + 1}; there are {len(records.arrival):,}")
    at = int(np.searchsorted(records.log.time, forced.time))
    if at == len(records.log.time) or records.log.time[at] != forced.time:
        raise ValueError(f"nothing happens at {forced.time:.17g} s, so that nothing is decided then")
    if not records.arrival[forced.job] <= forced.time <= records.end[forced.job]:
        raise ValueError(f"job {forced.job + 1} neither waits nor runs at {forced.time:.10g} s")


def _forced(
    scenario: ParallelJobsScenario,
    policy: str,
    replication: int,
    before: Replication,
    forced: Forced,
    horizon: float,
) -> tuple[Records, float]:
    code, rules = simulated_as(scenario, policy)

    reached = horizon

    def simulate(machine_events: MachineEvents) -> Records:
        nonlocal reached
        if code in TIME_SHARING:
            return time_sharing.run_forced(before.jobs, before.machines, rules, code, forced, horizon, machine_events)
        records, reached = space_sharing.run_forced(
            before.jobs, before.machines, rules, code, forced, before.records.log, horizon, machine_events
        )
        return records

    # those of the undisturbed run reach beyond any arrival
    with_all = np.isfinite(horizon) or not scenario.machine_events
    records = simulate(before.machine_events) if with_all else complete(scenario, replication, simulate)
    return records, reached


def done(log: Log, forced: Forced, group: np.ndarray, names: list[str]) -> Done:
    """What becomes of the job at the instant of the decision; *group* is that of each machine."""
    begin, end = (int(np.searchsorted(log.time, forced.time, side=side)) for side in ("left", "right"))
    found: Done = {"what": "waits", "machines": {}}
    runs = bool(((log.job[:begin] == forced.job) & (log.happening[:begin] == Happening.START)).any())
    if runs and forced.job not in _evicted(log, begin):
        found["what"] = "stays"
    for row in range(begin, end):
        happening = int(log.happening[row])
        if int(log.job[row]) != forced.job or happening not in WHAT:
            continue
        machines = log.machine[log.first_machine[row] : log.first_machine[row + 1]]
        counts = np.bincount(group[machines], minlength=len(names)).tolist() if len(machines) else []
        found["what"] = WHAT[Happening(happening)]
        found["machines"] = {name: count for name, count in zip(names, counts, strict=False) if count}
    return found


def _evicted(log: Log, until: int) -> set[int]:
    """Jobs that have lost their machines, and have not started again."""
    found: set[int] = set()
    for row in np.flatnonzero(np.isin(log.happening[:until], (Happening.EVICTION, Happening.START))).tolist():
        job = int(log.job[row])
        (found.add if log.happening[row] == Happening.EVICTION else found.discard)(job)
    return found


def _effect(before: Replication, after: Records, forced: Forced, horizon: float, decided: tuple[Done, Done]) -> Effect:
    records = before.records
    ends = records.end, after.end
    over = [np.isfinite(end) & (end <= horizon) for end in ends]
    counted = over[0] & over[1]
    taken = records.reason == Reason.NONE, after.reason == Reason.NONE
    both = counted & taken[0] & taken[1]
    d = np.where(both, np.where(both, ends[1], 0.0) - np.where(both, ends[0], 0.0), 0.0)
    d[abs(d) <= SAME * abs(np.where(both, ends[0], 0.0))] = 0.0
    brought = earned(records, before.jobs)
    # of whom nothing is known yet, nothing is said
    settled = after._replace(
        arrival=records.arrival,
        end=np.where(counted, ends[1], ends[0]),
        start=np.where(counted, after.start, records.start),
        reason=np.where(counted, after.reason, records.reason),
    )
    part, jobs = parting(lines(records.log, horizon), lines(after.log, horizon))
    is_over = part is not None and all(counted[list(jobs)])
    moved = np.flatnonzero((d != 0) | (counted & (taken[0] != taken[1])))
    return {
        "time": forced.time,
        "job": forced.job,
        "did": decided[0],
        "instead": decided[1],
        "own": float(d[forced.job]) if both[forced.job] else None,
        **sums(d, forced.job),
        "refused": int((counted & taken[0] & ~taken[1]).sum()),
        "accepted": int((counted & ~taken[0] & taken[1]).sum()),
        "profit": float((earned(settled, before.jobs) - brought)[counted].sum()),
        "jobs": len(records.arrival),
        "counted": int(counted.sum()),
        "horizon": horizon if np.isfinite(horizon) else None,
        "again": part if is_over else None,
        "moved": [_moved(job, records, after, taken) for job in shown(moved, d)],
    }


def _moved(job: int, records: Records, after: Records, taken: tuple[np.ndarray, np.ndarray]) -> Moved:
    came = float(records.arrival[job])
    before, then = (
        float(one.end[job]) - came if yes[job] else None for one, yes in zip((records, after), taken, strict=True)
    )
    return {"job": job, "before": before, "after": then}
