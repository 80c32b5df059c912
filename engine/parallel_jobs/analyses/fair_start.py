"""When jobs would have started if nobody had come after them, and how much later they did."""

from collections.abc import Callable
from enum import IntEnum
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from engine.inputs.draws import Draws
from engine.parallel_jobs import simulation
from engine.parallel_jobs.analyses.for_whom import groups_of, means, measured, served_of
from engine.parallel_jobs.costs.estimate import cost
from engine.parallel_jobs.inputs.jobs import drawn
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.scenario_checks import IN_A_QUEUE
from engine.parallel_jobs.inputs.site.fair_share import OF_USAGE
from engine.parallel_jobs.inputs.workload import DRAWN, simulated_as
from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEvents
from engine.parallel_jobs.model import Jobs, Machines, OwnRules, Rules
from engine.parallel_jobs.policies import POLICIES, PolicyCode
from engine.parallel_jobs.records import Reason, Records
from engine.parallel_jobs.replication import replicate
from engine.parallel_jobs.space_sharing.rules.orders import ORDERS, Order
from engine.parallel_jobs.space_sharing.rules.own_users import users_of
from engine.rules.folding import BY_ARRIVAL
from engine.rules.tree import Node, names_in

# How much of what was before a job has to be simulated to know what becomes of it: as little as the policy allows.


class Past(IntEnum):
    """What says all about it.

    PRESENT: who runs and who waits when the job comes. EMPTY: who has come since the cluster was last empty. ALL:
    whatever was, since users' usage counts, or machines come and go, or a site has queues, windows or predictions.
    """

    PRESENT = 0
    EMPTY = 1
    ALL = 2


OF_NO_TIME = frozenset(("estimate", "size", "area", "profit", "class", "queue", "smallest", "largest"))
"""Names of rules whose values neither clock nor arrivals change."""

_STILL = (
    *(Order.ARRIVAL, Order.SHORTEST, Order.LONGEST, Order.SMALLEST_AREA, Order.LARGEST_AREA),
    *(Order.SMALLEST, Order.LARGEST),
)
_SINCE_FIRST = (Order.F1, Order.F2, Order.F3, Order.F4)


def past_of(machines: Machines, rules: Rules, policy: int, machine_events: MachineEvents) -> Past:
    """What has to be simulated under a *policy*."""
    if len(machine_events.time) or rules.operation is not None or counts_users(rules):
        return Past.ALL
    if (machines.speed_factor != machines.speed_factor[0]).any():
        return Past.EMPTY  # who waits may get other machines than those that are named here as idle
    if rules.own is not None:
        own = rules.own
        still = own.admit is None and all(_is_of_no_time(order) for order in (own.order, own.backfill))
    else:
        in_order = (PolicyCode.FCFS, PolicyCode.FF, PolicyCode.EASY)
        still = policy in in_order or all(order in _STILL for order in ORDERS.get(policy, (None,)))
    return Past.PRESENT if still else Past.EMPTY


def _is_of_no_time(order: Node) -> bool:
    """Whether jobs go in the same order if all of them came only now: ties go to the lower number."""
    return order == BY_ARRIVAL or names_in(order) <= OF_NO_TIME


def counts_users(rules: Rules) -> bool:
    """Whether it matters what users have used, and how many there are."""
    return bool(_names(rules.own) & OF_USAGE)


def counts_from_first(rules: Rules, policy: int) -> bool:
    """Whether times are counted from the first arrival of all."""
    return "submit" in _names(rules.own) or any(order in _SINCE_FIRST for order in ORDERS.get(policy, ()))


def _names(own: OwnRules | None) -> set[str]:
    if own is None:
        return set()
    trees = (own.order, own.backfill, *([] if own.admit is None else [own.admit]))
    return set().union(*(names_in(tree) for tree in trees))


# The jobs that have to be simulated to know when one of them starts if nobody comes after it.

LATE = 1e13
"""s; when those come who are only there so that their users count. Everybody else is gone by then."""


class Schedule(NamedTuple):
    """What was simulated, J jobs by arrival, and what is looked up in it for each of them.

    Attributes
    ----------
    jobs, records : of the replication
    over : float64 (J,), when all of the jobs up to this one have ended, s
    ends : float64 (J,), all ends, ascending, s
    empty : int64 (J,), the last job up to this one that found nobody there
    newcomers : int64 (U,), the first job of each user, ascending; (0,) where users do not count
    """

    jobs: Jobs
    records: Records
    over: np.ndarray
    ends: np.ndarray
    empty: np.ndarray
    newcomers: np.ndarray


class Stream(NamedTuple):
    """Jobs, the last of which, job *number*, is the one that is asked about."""

    jobs: Jobs
    number: int


def schedule_of(jobs: Jobs, records: Records, users_count: bool) -> Schedule:
    """What is looked up, prepared once."""
    over = np.maximum.accumulate(records.end)
    found_nobody = np.concatenate([[True], over[:-1] <= records.arrival[1:]])
    newcomers = np.zeros(0, dtype=np.int64)
    if users_count:
        newcomers = np.sort(np.unique(users_of(jobs)[0], return_index=True)[1])
    return Schedule(
        jobs,
        records,
        over=over,
        ends=np.sort(records.end),
        empty=np.maximum.accumulate(np.where(found_nobody, np.arange(len(over)), 0)),
        newcomers=newcomers,
    )


def lengths(schedule: Schedule, which: np.ndarray, past: Past) -> np.ndarray:
    """How many jobs would be simulated for each of these; int64, as *which*."""
    if past == Past.PRESENT:
        ended = np.searchsorted(schedule.ends, schedule.records.arrival[which], side="right")
        present: np.ndarray = np.maximum(which - ended, 0) + 1
        return present
    if past == Past.EMPTY:
        since: np.ndarray = which - schedule.empty[which] + 1
        return since
    later = len(schedule.newcomers) - np.searchsorted(schedule.newcomers, which, side="right")
    everybody: np.ndarray = which + 1 + later
    return everybody


def stream_of(schedule: Schedule, number: int, past: Past, from_first: bool) -> Stream:
    """What to simulate for one job; with the first of all, if times are counted *from_first*.

    Where the clock would not come to the very instants of the schedule by adding up, it is everything from the start.
    """
    if past == Past.PRESENT:
        found = _present(schedule, number)
    elif past == Past.EMPTY:
        found = _since_empty(schedule, number, from_first)
    else:
        found = None
    return found or _all(schedule, number)


def _present(schedule: Schedule, number: int) -> Stream | None:
    """Whoever runs comes when he started, so he starts at once; then all that wait come and the job, at its instant."""
    records, now = schedule.records, schedule.records.arrival[number]
    first = min(int(np.searchsorted(schedule.over, now, side="right")), number)
    before = np.arange(first, number)
    start = records.start[first:number]
    there = (records.reason[first:number] == Reason.NONE) & (records.end[first:number] > now)
    running, waiting = before[there & (start < now)], before[there & (start >= now)]
    running = running[np.argsort(records.start[running], kind="stable")]
    which = np.concatenate([running, waiting, [number]])
    time = np.concatenate([records.start[running], np.full(len(waiting) + 1, now)])
    return _arriving(schedule.jobs, which, time)


def _since_empty(schedule: Schedule, number: int, from_first: bool) -> Stream | None:
    """It is empty again at their first arrival, of which all else follows."""
    which = np.arange(schedule.empty[number], number + 1)
    partition = schedule.jobs.partition
    first = int(np.argmax(partition == partition[number])) if len(partition) else 0
    if from_first and which[0] > first:
        which = np.concatenate([[first], which])
    return _arriving(schedule.jobs, which, schedule.records.arrival[which])


def _arriving(jobs: Jobs, which: np.ndarray, time: np.ndarray) -> Stream | None:
    """Some of the *jobs*, arriving at these times; None if no gaps add up to them exactly."""
    gap = np.diff(time, prepend=0.0)
    return Stream(_some(jobs, which, gap), len(which) - 1) if (np.cumsum(gap) == time).all() else None


def _all(schedule: Schedule, number: int) -> Stream:
    """Everybody up to the job; and of users who have not come yet one job each, when all is over."""
    jobs = schedule.jobs
    later = schedule.newcomers[np.searchsorted(schedule.newcomers, number, side="right") :]
    which = np.concatenate([np.arange(number + 1), later])
    gap = np.concatenate([jobs.gap[: number + 1], np.zeros(len(later))])
    gap[number + 1 : number + 2] = LATE
    return Stream(_some(jobs, which, gap), number)


def _some(jobs: Jobs, which: np.ndarray, gap: np.ndarray) -> Jobs:
    names = [*DRAWN, "job_class", *(name for name in ("user", "queue", "partition") if len(getattr(jobs, name)))]
    return jobs._replace(gap=gap, **{name: getattr(jobs, name)[which] for name in names})


# Fair start times: when each job would have started under the same policy if nobody had come after it.
#
# After Sabin, Kochhar & Sadayappan, ICPP 2004, and Sabin & Sadayappan, JSSPP 2005; the definition is that of the
# specification, which was not compared with theirs word by word.

Run = Callable[..., Records]
"""A kernel, or the reference: what `simulation.run` is."""


def fair_starts(
    schedule: Schedule,
    which: np.ndarray,
    machines: Machines,
    rules: Rules,
    policy: int,
    machine_events: MachineEvents = NO_EVENTS,
    past: Past | None = None,
    run: Run = simulation.run,
) -> np.ndarray:
    """Of these jobs of the *schedule*; float64, as *which*, s. Infinite if it never starts, as machines are gone.

    The same machine events happen. *past* is what is simulated, if it is not to be as little as the policy allows.
    """
    if past is None:
        past = past_of(machines, rules, policy, machine_events)
    from_first = counts_from_first(rules, policy)
    found = np.empty(len(which))
    for place, number in enumerate(which.tolist()):
        jobs, last = stream_of(schedule, number, past, from_first)
        found[place] = run(jobs, machines, rules, policy, machine_events=machine_events).start[last]
    return found


def prepared(jobs: Jobs, records: Records, rules: Rules) -> Schedule:
    """The schedule of a replication, to be asked for fair starts."""
    return schedule_of(jobs, records, counts_users(rules))


# Which jobs are asked about: all of them if that can be afforded, else some that are drawn, the same each time.

EVERY, SAMPLE = 5_000, 2_000
"""Up to so many jobs all are asked about, of more so many."""

FEWEST = 30
"""Fewer drawn jobs say nothing."""

SECONDS = 2.0
"""What all of it may take for a policy, by the formulas of `costs`."""

CALL = 1e-4
"""s; of any simulation, however few jobs it has."""

MACHINE = 2e-8
"""s; of any simulation for each machine, and for what each job class gains by it."""


class Chosen(NamedTuple):
    """The places of the jobs that are asked about, ascending; int64 (n,). None of them if *refused* says why."""

    places: np.ndarray
    refused: str = ""


def choose(scenario: ParallelJobsScenario, policy: str, replication: int, length: np.ndarray) -> Chosen:
    """Some of N jobs, for each of which so many would be simulated; *length* is int64 (N,).

    Drawn without replacement from a stream of their own: which jobs are asked about depends on the seed and the
    replication, and a larger number of them has the smaller one in it.
    """
    count = len(length)
    if not count:
        return Chosen(np.zeros(0, dtype=np.int64), "no job is measured")
    wanted = count if count <= EVERY else SAMPLE
    mean = float((fixed_seconds(scenario) + job_seconds(scenario, policy) * length).mean())
    affordable = int(SECONDS / mean)
    if affordable < min(wanted, FEWEST):
        return Chosen(
            np.zeros(0, dtype=np.int64),
            f"it would take {mean:.2g} s for each of {count:,} jobs; for at least {FEWEST} of them, at most "
            f"{SECONDS:g} s in all are allowed: fewer jobs are quicker",
        )
    order = np.argsort(Draws(scenario.study.seed, replication).stream("fair start").random(count), kind="stable")
    return Chosen(np.sort(order[: min(wanted, affordable)]))


def fixed_seconds(scenario: ParallelJobsScenario) -> float:
    """Of a simulation, whatever its jobs."""
    return CALL + MACHINE * scenario.cluster.machines * (1 + len(scenario.workload.job_classes))


def job_seconds(scenario: ParallelJobsScenario, policy: str) -> float:
    """Of each job in it."""
    return cost(scenario, policy).seconds / max(1, scenario.workload.jobs)


# How much later than their fair starts jobs have started: means, of a sample with their standard errors, and whose.


class Estimated(NamedTuple):
    """A mean over N jobs, and its standard error where only some of them are known; 0 where all are."""

    mean: float
    error: float


class ByWhom(NamedTuple):
    """U users or groups, as given; each array is (U,).

    Attributes
    ----------
    number : int64, of the user or group
    jobs, missed : int64, jobs that were asked about, and those that started later than they would have
    mean, largest : float64, misses, s
    share : float64, of the sum of all misses; 0 if nobody missed
    """

    number: np.ndarray
    jobs: np.ndarray
    missed: np.ndarray
    mean: np.ndarray
    largest: np.ndarray
    share: np.ndarray


def misses_of(start: np.ndarray, fair: np.ndarray) -> np.ndarray:
    """max(0, start - fair start), s; float64, as both."""
    found: np.ndarray = np.maximum(0.0, start - fair)
    return found


def estimated(values: np.ndarray, count: int) -> Estimated:
    """The mean over *count* jobs, of which these were drawn without replacement."""
    known = len(values)
    if known == count or known < 2:
        return Estimated(float(values.mean()), 0.0 if known == count else float("nan"))
    return Estimated(float(values.mean()), float(values.std(ddof=1)) * sqrt((1 - known / count) / known))


def by_whom(miss: np.ndarray, whose: np.ndarray) -> ByWhom:
    """The misses of each user, or group; whoever has lost most comes first, equal ones by number."""
    number, place = np.unique(whose, return_inverse=True)
    jobs = np.bincount(place, minlength=len(number))
    lost = np.bincount(place, weights=miss, minlength=len(number))
    largest = np.zeros(len(number))
    np.maximum.at(largest, place, miss)
    order = np.lexsort((number, -lost))
    whole = lost.sum()
    return ByWhom(
        number[order],
        jobs[order],
        np.bincount(place, weights=miss > 0, minlength=len(number)).astype(np.int64)[order],
        means(lost, jobs)[order],
        largest[order],
        (lost / whole if whole else lost)[order],
    )


# The fair-start misses of one policy at one point in one replication, as a JSON tree for the page.

USERS = 200
"""Those who have lost most are told one by one."""

HAVE_A_QUEUE = (*IN_A_QUEUE, PolicyCode.UFF)
"""Policies that are asked. Under the others a job is taken at once or not at all, or shares machines with others."""


def fair_start(scenario: ParallelJobsScenario, policy: str, replication: int) -> dict[str, Any]:
    """How much later jobs start than they would if nobody came after them; of the jobs that are measured.

    "refused" says why there is nothing to tell, and nothing else is there then. "measured" counts the jobs of which it
    is told, "asked" those that were simulated for that; errors are standard errors, 0 if these are the same. A warm-up
    that has to be found is that of this policy.
    """
    if POLICIES[policy].code not in HAVE_A_QUEUE:
        return {"refused": "it is told of policies under which jobs wait in a queue, and this is none of them"}
    if scenario.has_feedback:
        return {"refused": "it is not told where jobs follow others: who comes after a job depends on when it ends"}
    there = drawn(scenario, replication)
    jobs, machines, machine_events, records = replicate(scenario, policy, replication, there.jobs)
    code, rules = simulated_as(scenario, policy)
    groups = groups_of(scenario, replication, jobs)
    served, number = served_of(records, there, groups.number)
    since, until, _ = measured(scenario, replication, there, served)
    inside = (served.arrival >= since) & (served.arrival < until) & np.isfinite(served.wait)
    number, served = number[inside], served.some(inside)
    schedule, past = prepared(jobs, records, rules), past_of(machines, rules, code, machine_events)
    chosen = choose(scenario, policy, replication, lengths(schedule, number, past))
    if chosen.refused:
        return {"refused": chosen.refused}
    number, asked = number[chosen.places], served.some(chosen.places)
    miss = misses_of(records.start[number], fair_starts(schedule, number, machines, rules, code, machine_events))
    count = len(served.wait)
    users, of_groups = by_whom(miss, asked.user), by_whom(miss, asked.group)
    return {
        "refused": "",
        "measured": count,
        "asked": len(miss),
        "miss": estimated(miss, count)._asdict(),
        "missed": estimated((miss > 0).astype(np.float64), count)._asdict(),
        "largest": float(miss.max()),
        "users": {name: column[:USERS] for name, column in users._asdict().items()},
        "groups": {name: column[:USERS] for name, column in of_groups._asdict().items()}
        | {"name": [groups.name(one) for one in of_groups.number[:USERS].tolist()]},
    }
