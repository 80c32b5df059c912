"""What if one decision had been another? The undisturbed run beside one in which it is forced, on the same jobs."""

from collections import Counter
from typing import NamedTuple

import numpy as np
from pydantic import Field, ValidationError

from engine.contract.effect import Done, Effect, Moved, shown, sums
from engine.inputs.quantity import Strict, quantity
from engine.inputs.rejection import Reason as Rejected
from engine.inputs.rejection import ScenarioError, rejections
from engine.parallel_jobs.forced import Forced
from engine.parallel_jobs.inputs.large_clusters import check_pictured
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.sources.partitions import is_parted
from engine.parallel_jobs.inputs.workload import machines_of, simulated_as
from engine.parallel_jobs.job_metrics.outcomes import earned
from engine.parallel_jobs.machine_events.as_far_as_needed import complete
from engine.parallel_jobs.machine_events.events import MachineEvents
from engine.parallel_jobs.policies import TIME_SHARING, PolicyCode
from engine.parallel_jobs.records import Happening, Log, Reason, Records
from engine.parallel_jobs.replay.trace import MAXIMUM_JOBS
from engine.parallel_jobs.replication import Replication, replicate, submitted_jobs
from engine.parallel_jobs.space_sharing.reference import forcing as space_sharing
from engine.parallel_jobs.space_sharing.reference.decision import Decision
from engine.parallel_jobs.time_sharing.reference import forcing as time_sharing

# What a decision could have been: the candidates of "why" that can be forced.

START, WAIT = "start", "wait"

STARTS = ("starts", "backfills", "preempts")
"""Outcomes after which a job runs."""


class Choice(NamedTuple):
    """A candidate: `START`, `WAIT`, "class 2" (counted from 1, the fastest) or "share 5"; whether it was chosen."""

    name: str
    is_chosen: bool


def of_class(delay_class: int) -> str:
    """The name of the choice of a delay class (from 0)."""
    return f"class {delay_class + 1}"


SHARE = "share"


def of_share(machines: int) -> str:
    """The name of the choice of so many machines, where they are shared out."""
    return f"{SHARE} {machines}"


def choices(decision: Decision, arrives: bool) -> list[Choice]:
    """What could have become of the job of a *decision*; nothing where there was but one way.

    *arrives* says whether it came at this instant: for profit, jobs are asked then only.
    """
    if "candidates" in decision:
        # a slower class without any more machines is the same machines
        lots = {one["available"]: one for one in reversed(decision["candidates"]) if one["expected_delay"] is not None}
        lots |= {one["available"]: one for one in decision["candidates"] if one["chosen"]}
        there = sorted(lots.values(), key=lambda one: one["delay_class"])
        if not there:
            return []
        found = [Choice(of_class(one["delay_class"]), one["chosen"]) for one in there]
        return [*found, Choice(WAIT, not any(one.is_chosen for one in found))]
    if "before" in decision:
        # less leaves more for the others; what is more than an even share may not be there
        after, least = decision["after"], decision["least"]
        less = sorted({least, after - 1}) if after > least else []
        return [*(Choice(of_share(one), False) for one in less), Choice(of_share(after), True)] if less else []
    if decision["outcome"] in STARTS:
        return [Choice(START, True), Choice(WAIT, False)] if arrives or "brings" not in decision else []
    if "brings" in decision:
        # of those for whom too few machines can be freed, nothing can be forced
        return [Choice(START, False), Choice(WAIT, True)] if arrives and decision["outcome"] == "no profit" else []
    asked = decision.get("needed", decision.get("size"))
    if decision["outcome"] in ("waits", "reserved", "held") and asked is not None and asked <= decision.get("idle", 0):
        return [Choice(START, False), Choice(WAIT, True)]
    return []


# Which decision somebody wants to have been another.


class Question(Strict):
    """At an instant, another decision on a job."""

    time: float = quantity("At", "s", 0, 1e12, "The instant of the decision, as the replay tells it.")
    job: int = Field(ge=0, le=2_000_000, title="Job", description="Number of the job, from 0.")
    choice: str = Field(
        pattern=r"^(start|wait|class [1-9][0-9]{0,3}|share [1-9][0-9]{0,6})$",
        title="Decision",
        description='"start" or "wait" (not now); under time sharing "class 2", from the fastest, 1; or "share 5".',
    )


def read_question(text: str | bytes, scenario: ParallelJobsScenario, policy: str) -> Forced:
    """What is to be forced; `ScenarioError` says what is wrong."""
    try:
        asked = Question.model_validate_json(text)
    except ValidationError as error:
        raise ScenarioError(rejections(error)) from None
    code = simulated_as(scenario, policy)[0]
    shares_time = code in TIME_SHARING
    if asked.choice.startswith(SHARE) and code == PolicyCode.UFF:
        return Forced(asked.time, asked.job, True, share=int(asked.choice.split()[1]))
    is_class = asked.choice not in (START, WAIT)
    if asked.choice != WAIT and is_class != shares_time:
        allowed = f'"{WAIT}" or a class, such as "class 1"' if shares_time else f'"{START}" or "{WAIT}"'
        allowed += ', or a share, such as "share 1"' if code == PolicyCode.UFF else ""
        raise ScenarioError(
            [Rejected("choice", f'"{asked.choice}" is nothing that {policy} decides; allowed is {allowed}')]
        )
    if asked.choice in (START, WAIT):
        return Forced(asked.time, asked.job, asked.choice == START)
    number, classes = int(asked.choice.split()[1]), len(machines_of(scenario).classes.delay)
    if number > classes:
        raise ScenarioError([Rejected("choice", f"there are {classes} delay classes; {number} is none of them")])
    return Forced(asked.time, asked.job, True, number - 1)


# From when on two runs go alike, told from their logs.

DIGITS = 10
"""Significant digits of the times of two rows that are the same: sums are taken in another order."""

Line = tuple[float, int, int, int, tuple[int, ...]]


def lines(log: Log, horizon: float) -> list[Line]:
    """The rows up to *horizon* (s), in an order that does not depend on which of those at one instant came first."""
    until = int(np.searchsorted(log.time, horizon, side="right"))
    first, machine = log.first_machine.tolist(), log.machine.tolist()
    return sorted(
        (
            float(f"{log.time[n]:.{DIGITS}g}"),
            int(log.happening[n]),
            int(log.job[n]),
            int(log.delay_class[n]),
            tuple(machine[first[n] : first[n + 1]]),
        )
        for n in range(until)
    )


def parting(one: list[Line], other: list[Line]) -> tuple[float | None, set[int]]:
    """The instant of the last row that only one of them has (None if there is none), and the jobs of all such rows."""
    counted = Counter(one)
    counted.subtract(other)
    only = [line for line, times in counted.items() if times]
    jobs = {job for _, happening, job, *_ in only if happening != Happening.MACHINE}
    return max((line[0] for line in only), default=None), jobs


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
