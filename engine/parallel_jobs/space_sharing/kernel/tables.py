"""The jobs and machines that the space-sharing kernel works on, laid out as tables.

For speed, machines are only counted, group by group with the fastest first; `rules/placement.py` says afterwards which
ones they were. With machine events every machine is a group of its own: the columns stand in the order in which
machines are chosen, those that are gone before all others, and move when that order changes.
"""

from typing import NamedTuple

import numpy as np

from engine.compiled.structure import by_reference, record
from engine.parallel_jobs.machine_events.checkpoints import progress_share
from engine.parallel_jobs.machine_events.events import MachineEventKind, MachineEvents, with_ends_of_notices
from engine.parallel_jobs.model import Jobs, Machines, Rules
from engine.parallel_jobs.policies import PolicyCode
from engine.parallel_jobs.records import LOG
from engine.parallel_jobs.space_sharing.kernel.waiting import NOBODY, Queue, empty_queue
from engine.parallel_jobs.space_sharing.rules.orders import ORDERS
from engine.parallel_jobs.space_sharing.rules.placement import groups_by_speed
from engine.parallel_jobs.space_sharing.rules.profit import CONTENDER
from engine.parallel_jobs.space_sharing.rules.requests import limits

FCFS, FF, EASY, CONSERVATIVE, UFF = (
    int(code) for code in (PolicyCode.FCFS, PolicyCode.FF, PolicyCode.EASY, PolicyCode.CONSERVATIVE, PolicyCode.UFF)
)
SIMPLE, SIMPLE_R, LAZY, LAZY_R = (
    int(code) for code in (PolicyCode.SIMPLE, PolicyCode.SIMPLE_R, PolicyCode.LAZY, PolicyCode.LAZY_R)
)
FOR_PROFIT = (SIMPLE, SIMPLE_R, LAZY, LAZY_R)
DEALT = (CONSERVATIVE, UFF, *FOR_PROFIT)
"""Policies that hand out shares or reservations; the other built-in ones look at jobs one after the other."""

OWN = int(PolicyCode.OWN)
NOT_INDEXED = (FCFS, CONSERVATIVE, *FOR_PROFIT, *ORDERS, OWN)
"""Policies whose waiting jobs are not in the tree."""

IN_LINE = (CONSERVATIVE, LAZY, LAZY_R, *(int(code) for code in ORDERS), OWN)
"""Policies under which everybody who waits is in `Site.queue`; under the others, who was evicted."""

N_RUNNING, N_ROWS, FREE, N_WAITING, N_STARTING, LOOKAHEAD, N_PROFILE, N_SEATS, PROCESSORS, N_ENTRIES = range(10)
MOST_EVER, N_REFUSED, N_LEAVING, N_RESERVED, DEPTH = range(10, 15)
"""Entries of `Site.tally`; PROCESSORS are those that are there, N_ENTRIES machine numbers of the log.

MOST_EVER: there are never more processors from now on; N_REFUSED: jobs that were refused for that in this instant;
N_LEAVING: machines that are only there until their jobs end. N_RESERVED: so many have reservations, from the head of
the queue on (conservative), at most DEPTH.
"""

SEAT = record(
    ("end", np.float64),  # expected
    ("expected_end", np.float64),  # as the user estimated it
    ("since", np.float64),  # instant from which it runs at `rate`
    ("remaining", np.float64),
    ("rate", np.float64),
    ("number", np.int64),  # processors now; a record has an attribute `size` of its own
    ("share", np.int64),  # processors in the allocation that is being made
    ("resizes", np.int64),
)
"""What changes while a job runs. A job has a seat as long as it runs, so that memory is only touched for the few."""

COLUMN = record(
    ("number", np.int64),
    ("users", np.int64),
    ("gone", np.bool_),
    ("leaving", np.bool_),
    ("until", np.float64),
    ("delay_class", np.int32),
)
"""A machine as a group of its own: its number outside, its users, whether it is away, and the class of a job on it.

Leaving: it is only there until its job ends or the notice does, *until* when.
"""

DISRUPTION = record(
    ("process", np.float64),  # time to transfer one process, s
    ("low", np.int64),  # the limits of a moldable job before it was given a size
    ("high", np.int64),
    ("floor", np.int64),  # what it cannot do without
    ("evicted", np.bool_),  # ever
    ("evicted_at", np.float64),  # when last, s; NaN for never
    ("runs", np.bool_),
    ("pause", np.float64),  # when it starts again, s
    ("began", np.float64),  # this and the next two: see `machine_events/checkpoints.py`
    ("changed", np.float64),
    ("kept", np.float64),
    ("upgrades", np.int32),
    ("migrations", np.int32),  # every one of them is an evacuation
    ("checkpoints", np.int32),
    ("failures", np.int32),
    ("lost", np.float64),
)
"""What only machine events ask for, job by job; without any, the table is empty."""

CHANGE = record(("time", np.float64), ("machine", np.int64), ("kind", np.int8), ("notice", np.float64))
"""A machine event; the notice of a failure is -inf."""


@by_reference
class Site(NamedTuple):
    """J jobs and P processors in G groups.

    Attributes
    ----------
    arrival, start, end : float64 (J,), s, as they come true
    at_start, resizes : int32 (J,)
    gap, demand, estimate, expected, moldable, curve : (J,), as in `Jobs`; curve is the row of *speedup*
    work : float64 (J,), ahead of a job when it starts (again)
    low, high : int64 (J,), sizes between which a job may be, whatever its deadline
    booked, booked_end : float64 (J,), reservation of a waiting job (conservative); the first, priorities (ordered)
    contender : records (J,), see `profit.CONTENDER` (Simple and Lazy)
    reason : int32 (J,), why the job was sent away (the same, and with machine events)
    seat : records (P + 1,), see `SEAT`
    held : int64 (P + 1, G), processors of each seat
    free_seats : int64 (P + 1,), a stack of seats that nobody has
    alpha, free, busy, busy_since, used : (G,), speed factor (users counted), idle processors, busy processor-seconds
        until the instant of the last change, that instant, processors in use
    fastest : the least speed factor of all, without users
    run, crew : uint32 (P + 1,), seats and jobs in the order of their starts, then those that are about to start
    queue : int64 (J,), the waiting jobs in order of arrival (conservative), or of acceptance (Lazy); evicted jobs
    waiting : the waiting jobs in order of arrival, see `waiting.py` (First Fit, EASY, Uniform First Fit)
    instant, idle : the profile of conservative backfilling; the second, jobs to be sorted (ordered)
    tally : int64, see above
    rows, held_rows : the log, with as many rows as there is room
    speedup : float64 (C, P + 1), pauses for checkpoints allowed for
    resize_cost : s
    checkpoint, period : s to write a checkpoint, and from one to the next (0 without any)
    disrupted : empty if there are no machine events. For speed a tuple, whose length is part of its type: the kernel is
        compiled once without all that they ask for, and once with it. Of own policies an array: it is compiled once
    column : records (P,), see `COLUMN`
    disruption : records (J,), see `DISRUPTION`
    class_of : int32 (P, U + 1), class of a job on a machine with so many users, by its number outside
    delay : float64 (K,), of each class
    entry : int32, machine numbers of the log

    Arrays of policies other than the present one have one entry; the last five are empty without machine events.
    """

    arrival: np.ndarray
    start: np.ndarray
    end: np.ndarray
    at_start: np.ndarray
    resizes: np.ndarray
    gap: np.ndarray
    work: np.ndarray
    demand: np.ndarray
    estimate: np.ndarray
    expected: np.ndarray
    due: np.ndarray
    moldable: np.ndarray
    curve: np.ndarray
    low: np.ndarray
    high: np.ndarray
    booked: np.ndarray
    booked_end: np.ndarray
    contender: np.ndarray
    reason: np.ndarray
    seat: np.ndarray
    held: np.ndarray
    free_seats: np.ndarray
    alpha: np.ndarray
    free: np.ndarray
    busy: np.ndarray
    busy_since: np.ndarray
    used: np.ndarray
    fastest: float
    run: np.ndarray
    crew: np.ndarray
    queue: np.ndarray
    waiting: Queue
    instant: np.ndarray
    idle: np.ndarray
    tally: np.ndarray
    rows: np.ndarray
    held_rows: np.ndarray
    speedup: np.ndarray
    resize_cost: float
    checkpoint: float
    period: float
    disrupted: tuple[int, ...] | np.ndarray
    column: np.ndarray
    disruption: np.ndarray
    class_of: np.ndarray
    delay: np.ndarray
    entry: np.ndarray


def empty_site(
    jobs: Jobs, machines: Machines, rules: Rules, policy: int, disrupted: bool, n_rows: int = 0, n_entries: int = 0
) -> Site:
    """A site to which no job has come, with room for so many rows and machine numbers in the log.

    *disrupted*, *machines* are those of `placement.as_counted`, each a group of its own.
    """
    n_jobs, processors = len(jobs.gap), len(machines.group)
    order = groups_by_speed(machines)
    groups = len(order)
    bounds = limits(jobs, processors, policy)
    profile = 4 * n_jobs + 4 if policy == CONSERVATIVE else n_jobs + 1 if policy in ORDERS else 1
    idle = np.zeros(profile, dtype=np.int64)
    idle[0] = processors
    tally = np.zeros(15, dtype=np.int64)
    tally[DEPTH] = rules.reservation_depth or n_jobs
    tally[FREE] = tally[PROCESSORS] = tally[MOST_EVER] = processors
    tally[LOOKAHEAD], tally[N_PROFILE], tally[N_SEATS] = NOBODY, 1, processors + 1
    of_profit = n_jobs if policy in FOR_PROFIT else 1
    contender = np.zeros(of_profit, dtype=CONTENDER)
    if policy in FOR_PROFIT:
        contender["deadline"], contender["profit"], contender["curve"] = jobs.deadline, jobs.profit, jobs.curve
    return Site(
        arrival=np.zeros(n_jobs),
        start=np.full(n_jobs, np.inf) if disrupted else np.zeros(n_jobs),  # for speed: without events all jobs end
        end=np.full(n_jobs, np.inf) if disrupted else np.zeros(n_jobs),
        at_start=np.zeros(n_jobs, dtype=np.int32),
        resizes=np.zeros(n_jobs, dtype=np.int32),
        gap=jobs.gap,
        work=jobs.demand.copy() if disrupted else jobs.demand,
        demand=jobs.demand,
        estimate=jobs.estimate,
        expected=jobs.expected,
        due=jobs.deadline,
        moldable=jobs.moldable,
        curve=jobs.curve,
        low=bounds.least,
        high=bounds.most,
        booked=np.zeros(n_jobs if policy == CONSERVATIVE or policy in ORDERS else 1),
        booked_end=np.zeros(n_jobs if policy == CONSERVATIVE else 1),
        contender=contender,
        reason=np.zeros(n_jobs if disrupted or policy == OWN else of_profit, dtype=np.int32),
        seat=np.zeros(processors + 1, dtype=SEAT),
        held=np.zeros((processors + 1, groups), dtype=np.int64),
        free_seats=np.arange(processors + 1, dtype=np.int64),
        alpha=machines.speed_factor[order].astype(np.float64),
        free=np.bincount(machines.group, minlength=groups)[order].astype(np.int64),
        busy=np.zeros(groups),
        busy_since=np.zeros(groups),
        used=np.zeros(groups, dtype=np.int64),
        fastest=float(machines.speed_factor.min()),
        run=np.zeros(processors + 1, dtype=np.uint32),
        crew=np.zeros(processors + 1, dtype=np.uint32),
        queue=np.zeros(n_jobs if disrupted or policy in IN_LINE else 1, dtype=np.int64),
        waiting=empty_queue(1 if policy in NOT_INDEXED else n_jobs),
        instant=np.zeros(profile),
        idle=idle,
        tally=tally,
        rows=np.zeros(n_rows, dtype=LOG),
        held_rows=np.zeros((0 if disrupted else n_rows, groups), dtype=np.int64),
        speedup=jobs.speedup * progress_share(float(rules.checkpoint_interval), float(rules.checkpoint_cost)),
        resize_cost=float(rules.resize_cost),
        checkpoint=float(rules.checkpoint),
        period=float(rules.checkpoint_interval + rules.checkpoint_cost) if rules.checkpoint_interval > 0 else 0.0,
        disrupted=np.zeros(int(disrupted)) if policy == OWN else (1,) if disrupted else (),
        column=_columns(machines, order) if disrupted else np.zeros(0, dtype=COLUMN),
        disruption=_disruption(jobs, rules, processors, bounds.least, bounds.most)
        if disrupted
        else np.zeros(0, dtype=DISRUPTION),
        class_of=machines.classes.of_load[:, 1:].astype(np.int32),
        delay=machines.classes.delay,
        entry=np.zeros(n_entries, dtype=np.int32),
    )


def _columns(machines: Machines, order: np.ndarray) -> np.ndarray:
    column = np.zeros(len(order), dtype=COLUMN)
    column["number"], column["delay_class"] = order, machines.classes.of_load[order, 1]
    return column


def _disruption(jobs: Jobs, rules: Rules, processors: int, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    disruption = np.zeros(len(jobs.gap), dtype=DISRUPTION)
    disruption["process"] = rules.latency + rules.transfer_per_kb * jobs.process_size
    disruption["low"], disruption["high"] = low, high
    disruption["evicted_at"] = np.nan
    disruption["floor"] = np.minimum(jobs.min_size, processors)
    return disruption


def change_table(machine_events: MachineEvents) -> np.ndarray:
    """The machine events as the kernel takes them."""
    table = np.zeros(len(machine_events.time), dtype=CHANGE)
    if len(table) == 0:
        return table
    machine_events = with_ends_of_notices(machine_events)
    table = np.zeros(len(machine_events.time), dtype=CHANGE)
    table["time"], table["machine"], table["kind"] = machine_events[:3]
    announced = np.isin(machine_events.kind, (MachineEventKind.SHUTDOWN, MachineEventKind.NOTICE_ENDS))
    table["notice"] = np.where(announced, machine_events.notice, -np.inf)
    return table
