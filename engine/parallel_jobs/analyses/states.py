"""What is in the queue and on the machines, step by step through a replication: of what episodes are told."""

from collections import Counter
from collections.abc import Iterator
from math import inf, isclose
from typing import Any, NamedTuple

from engine.contract.entries import Item, Progress, Step
from engine.parallel_jobs.machine_events.checkpoints import kept_work, progress_share
from engine.parallel_jobs.machine_events.events import MachineEventKind, MachineEvents, with_ends_of_notices, with_users
from engine.parallel_jobs.model import Jobs, Rules
from engine.parallel_jobs.records import Happening, Log
from engine.parallel_jobs.replication import Replication

# Following a replication, row by row: who waits, who is on which machines, and what is left of each job.
#
# Machines of one group are alike: a machine is a place of its group with the jobs on it.

WAITS = "waits"
"""The place of those that wait."""

SAME = 1e-9
"""Share of the demand of a job up to which nothing may be left of it as it ends: else its work is not understood."""

NOBODY = frozenset[int]()


class Follower:
    """Who is where, row by row of a log, as long as nothing happens to machines."""

    def __init__(self, done: Replication, rules: Rules, is_shared: bool) -> None:
        self.is_shared = is_shared
        self.jobs: Jobs = done.jobs
        self.rules = rules
        self._group = done.machines.group.tolist()
        self._delay = done.machines.classes.delay.tolist()
        self._share = progress_share(rules.checkpoint_interval, rules.checkpoint_cost)
        self._on: dict[int, frozenset[int]] = {}  # machine: jobs; one that is still held is its negative, less 1
        self.machines: dict[int, list[int]] = {}
        self._held: dict[int, list[int]] = {}
        self.progress: dict[int, Progress] = {}
        self.is_exact = True

    def steps(self, log: Log) -> Iterator[Step]:
        """A step for each row that changes the state."""
        columns = (log.time.tolist(), log.happening.tolist(), log.job.tolist(), log.delay_class.tolist())
        first, machine = log.first_machine.tolist(), log.machine.tolist()
        for row, (time, happening, job, delay_class) in enumerate(zip(*columns, strict=True)):
            found = self.step(time, happening, job, delay_class, machine[first[row] : first[row + 1]])
            if found is not None:
                yield found

    def step(self, time: float, happening: int, job: int, delay_class: int, chosen: list[int]) -> Step | None:
        """What a row changes."""
        items = tuple(self.items(happening, job, chosen))
        if happening in (Happening.ARRIVAL, Happening.REJECTION):
            return Step(time, job, items, {})
        if happening == Happening.END:
            self._check(self.progress.pop(job), time)
            return Step(time, job, items, {job: None})
        if happening != Happening.RELEASE:
            self.progress[job] = self.proceed(happening, time, job, delay_class)
        return Step(time, job, items, {job: self.progress[job]})

    def items(self, happening: int, job: int, chosen: list[int]) -> Iterator[tuple[Item, int]]:
        """What there is one more (1) or one less (-1) of."""
        waiting: Item = WAITS, frozenset({job})
        if happening == Happening.ARRIVAL:
            yield waiting, 1
        elif happening == Happening.REJECTION:
            yield waiting, -1
        elif happening == Happening.START:
            yield waiting, -1
            yield from self.move(job, chosen, [])
        elif happening == Happening.RESIZE:
            yield from self.move(job, chosen, self._held.get(job, []))
        elif happening == Happening.MIGRATION:
            self._moved = len(set(chosen) - set(self.machines[job]))
            left = [machine for machine in self.machines[job] if machine not in chosen]
            yield from self.move(job, chosen, left if self.rules.hold_old_machines and self.is_shared else [])
        elif happening == Happening.RELEASE:
            yield from self.move(job, self.machines[job], [])
        elif happening == Happening.END:
            yield from self.move(job, [], [])

    def move(self, job: int, machines: list[int], held: list[int]) -> Iterator[tuple[Item, int]]:
        """Put a job on these machines and no others, where it still holds those that are *held*."""
        left = self.machines.get(job, [])
        affected = {*left, *self._held.get(job, [])}
        self.machines[job], self._held[job] = machines, held
        if self.is_shared:
            yield from self._beside(job, affected)
            return
        # Each has its machines to itself, which may be many: they are counted.
        more = Counter(self._group[machine] for machine in machines)
        more.subtract(Counter(self._group[machine] for machine in left))
        alone = frozenset({job})
        for group, count in more.items():
            if count:
                yield ((group, NOBODY), alone), count

    def _beside(self, job: int, affected: set[int]) -> Iterator[tuple[Item, int]]:
        """The same where others may be on the machines: each is a place of its own."""
        machines, held = set(self.machines[job]), set(self._held[job])
        kinds: dict[tuple[int, frozenset[int], frozenset[int]], list[Any]] = {}
        marks = frozenset({job}), frozenset({-job - 1})
        for machine in affected | machines | held:
            # Most machines of a job have the same jobs on them, of which one is looked at.
            mark = marks[0] if machine in machines else marks[1] if machine in held else NOBODY
            key = self._group[machine], self._on.get(machine, NOBODY), mark
            kind = kinds.get(key)
            if kind is None:
                kind = kinds[key] = [(key[1] - {job, -job - 1}) | mark, 0]
            kind[1] += 1
            self._on[machine] = kind[0]
        for (group, old, _), (new, count) in kinds.items():
            if new != old:
                yield from ((self._item(group, now), sign * count) for now, sign in ((old, -1), (new, 1)) if now)

    def _item(self, group: int, marks: frozenset[int]) -> Item:
        held = frozenset(-mark - 1 for mark in marks if mark < 0)
        return (group, held), frozenset(mark if mark >= 0 else -mark - 1 for mark in marks)

    def rate(self, job: int, delay_class: int) -> float:
        """How much work of a job is done in a second."""
        size = len(self.machines[job])
        return float(self.jobs.speedup[self.jobs.curve[job], size]) * self._share / self._delay[delay_class]

    def proceed(self, happening: int, time: float, job: int, delay_class: int) -> Progress:
        """How a job gets on from now on."""
        rate, demand, before = self.rate(job, delay_class), float(self.jobs.demand[job]), self.progress.get(job)
        if before is None:
            return Progress(demand, time, rate, demand)
        left, since = max(0.0, before.left_at(time)), max(time, before.since)
        if happening == Happening.MIGRATION:
            each = self.rules.latency + self.rules.transfer_per_kb * float(self.jobs.process_size[job])
            since = time + self.rules.checkpoint + self._moved * each
        elif happening == Happening.RESIZE:
            since += self.rules.resize_cost
        return Progress(left, since, rate, demand)

    def _check(self, last: Progress, time: float) -> None:
        slack = SAME * (last.demand + last.rate * time)
        self.is_exact = self.is_exact and isclose(last.left_at(time), 0.0, abs_tol=slack)


# The states of a replication in which machines fail, come and go, or have other users, or jobs preempt others.
#
# What happens to machines is the same under every policy. But it happens to this machine and not to another one of its
# group, so here the place of a job is the machines that it has, by their numbers. Who has lost its machines waits with
# the work that is left of it, and with what it will do first when it starts again; among those the order of the queue
# is not that of arrival.
#
# Whether an eviction had its checkpoint is not in the log: the notice of the shutdown says it, held against what a
# checkpoint takes, as both implementations decide it. That this was understood is seen as a job ends: nothing may be
# left of it then. Who is preempted always has one. Where nothing happens to machines, those of a group are alike.

AGAIN, AHEAD = "waits again", "ahead of"
"""The place of those that have lost their machines, and that of one before another one of them."""

GOES = (MachineEventKind.FAILURE, MachineEventKind.SHUTDOWN)
"""What takes a machine away."""

WITHOUT_ROW = (MachineEventKind.LIMIT, MachineEventKind.NOTICE_ENDS)
"""Events that the log may not tell."""


class _Kept(NamedTuple):
    """What a failure leaves of a running job, see `machine_events.checkpoints`; s, and work in s."""

    began: float
    changed: float
    work: float


class DisturbedFollower(Follower):
    """Who is where, and what is left of those that have lost their machines; *is_appended* where they wait behind
    others of their kind."""

    def __init__(self, done: Replication, rules: Rules, is_shared: bool, is_appended: bool) -> None:
        super().__init__(done, rules, is_shared)
        self._delay = with_users(done.machines, done.machine_events).classes.delay.tolist()
        self._period = rules.checkpoint_interval + rules.checkpoint_cost if rules.checkpoint_interval > 0 else 0.0
        self._is_appended = is_appended
        self._notices = _Notices(done.machine_events)
        self._is_placed = len(done.machine_events.time) > 0
        self._preempts = rules.operation is not None and rules.operation.preempts
        self._event = (
            -inf,
            -inf,
            -1,
        )  # instant of what happened to a machine last, its notice, and the machine if it goes
        self._places: dict[int, Item] = {}
        self._kept: dict[int, _Kept] = {}
        self._pause: dict[int, float] = {}  # of those that wait again, before they compute
        self._ahead: list[tuple[int, int]] = []  # of two of them: who is ahead of whom
        self._struck: list[int] = []  # by what happened last

    def step(self, time: float, happening: int, job: int, delay_class: int, chosen: list[int]) -> Step | None:
        """What a row changes; of a machine, nothing as long as no job leaves it."""
        if happening == Happening.MACHINE:
            self._event = time, self._notices.of(time, job, chosen[0]), chosen[0] if job in GOES else -1
            self._struck = []
            return None
        if happening == Happening.EVICTION:
            return self._evict(time, job)
        if happening == Happening.REJECTION and job in self._pause:
            items = tuple(self._leave(job))
            del self.progress[job], self._pause[job]
            return Step(time, job, items, {job: None})
        return super().step(time, happening, job, delay_class, chosen)

    def items(self, happening: int, job: int, chosen: list[int]) -> Iterator[tuple[Item, int]]:
        """What there is one more or one less of."""
        if happening == Happening.START and job in self._pause:
            yield from self._leave(job)
            yield from self.move(job, chosen, [])
        else:
            yield from super().items(happening, job, chosen)

    def move(self, job: int, machines: list[int], held: list[int]) -> Iterator[tuple[Item, int]]:
        """Put a job on these machines and no others, where it still holds those that are *held*."""
        if not self._is_placed:
            yield from super().move(job, machines, held)
            return
        before = self._places.pop(job, None)
        self.machines[job] = machines
        if machines:
            self._places[job] = (tuple(sorted(machines)), tuple(sorted(held))), frozenset({job})
        after = self._places.get(job)
        if before != after:
            yield from ((item, count) for item, count in ((before, -1), (after, 1)) if item)

    def proceed(self, happening: int, time: float, job: int, delay_class: int) -> Progress:
        """How a job gets on from now on."""
        before = self.progress.get(job)
        if happening == Happening.START:
            begins = time + self._pause.pop(job, 0.0)
            left = before.left if before else float(self.jobs.demand[job])
            self._kept[job] = _Kept(begins, time, left)
            rate, demand = self.rate(job, delay_class), float(self.jobs.demand[job])
            return Progress(left, begins, rate, demand)
        self._kept[job] = self._kept[job]._replace(work=self._left_of_failure(job, time), changed=time)
        found = super().proceed(happening, time, job, delay_class)
        if happening == Happening.MIGRATION and before and not self.is_shared:
            return found._replace(since=found.since + max(0.0, before.since - time))  # what is paused for goes first
        return found

    def _left_of_failure(self, job: int, time: float) -> float:
        own, now = self._kept[job], self.progress[job]
        work = kept_work(time, own.began, self._period, own.changed, own.work, now.since, now.left, now.rate)
        return float(work)

    def _evict(self, time: float, job: int) -> Step:
        """Let a job wait again, with a checkpoint if there was time for one."""
        each = self.rules.latency + self.rules.transfer_per_kb * float(self.jobs.process_size[job])
        cost = self.rules.checkpoint + len(self.machines[job]) * each
        before, notice = self.progress[job], self._notice(job, time)
        in_time = cost <= notice
        left = max(0.0, before.left_at(time)) if in_time else self._left_of_failure(job, time)
        self.progress[job] = Progress(left, time, 0.0, before.demand)
        items = [*self.move(job, [], []), *self._wait_again(job, cost if in_time else 0.0)]
        return Step(time, job, tuple(items), {job: self.progress[job]})

    def _notice(self, job: int, time: float) -> float:
        """How long a job that is evicted has had for a checkpoint (s): without end unless its machine goes away."""
        instant, notice, machine = self._event
        if instant != time:
            return inf
        if not self._preempts:
            return notice
        now = self.progress[job]
        may_stay = time + notice >= max(time, now.since) + now.left_at(time) / now.rate
        return notice if machine in self.machines[job] and not may_stay else inf

    def _wait_again(self, job: int, pause: float) -> Iterator[tuple[Item, int]]:
        for other in self._pause:
            # Where jobs share machines, those that one event has struck wait by their numbers.
            is_behind = self._is_appended or (self.is_shared and other in self._struck and other < job)
            pair = (other, job) if is_behind else (job, other)
            self._ahead.append(pair)
            yield _ahead(pair), 1
        self._struck.append(job)
        self._pause[job] = pause
        yield _again(job, pause), 1

    def _leave(self, job: int) -> Iterator[tuple[Item, int]]:
        """Take a job out of those that wait again; its pause is still needed where it starts."""
        yield _again(job, self._pause[job]), -1
        for pair in [one for one in self._ahead if job in one]:
            self._ahead.remove(pair)
            yield _ahead(pair), -1


def _again(job: int, pause: float) -> Item:
    return (AGAIN, pause), frozenset({job})


def _ahead(pair: tuple[int, int]) -> Item:
    return (AHEAD, pair[1]), frozenset({pair[0]})


class _Notices:
    """The notice of each shutdown, in the order of the log, which has a row for all that happens to machines but for
    what changes nothing."""

    def __init__(self, machine_events: MachineEvents) -> None:
        events = with_ends_of_notices(machine_events)
        self._rows = list(zip(*(column.tolist() for column in events), strict=True))
        self._next = 0

    def of(self, time: float, kind: int, machine: int) -> float:
        """Time that is left to those on the machine (s): of a failure, and of what is no shutdown, -inf."""
        while self._next < len(self._rows):
            when, where, what, notice = self._rows[self._next]
            told = MachineEventKind.SHUTDOWN if what == MachineEventKind.NOTICE_ENDS else what
            self._next += 1
            if (where, told) == (machine, kind) and isclose(when, time, rel_tol=SAME, abs_tol=SAME):
                if kind != MachineEventKind.SHUTDOWN:
                    return -inf
                return float(notice) if what == MachineEventKind.SHUTDOWN else 0.0
            if what not in WITHOUT_ROW:
                break
        raise NotFollowedError(f"the log has a row of machine {machine} at {time} s that no event explains")


class NotFollowedError(Exception):
    """A log that is not understood."""


# The states of a replication, step by step, whether or not anything happens to its machines, or jobs preempt others.
#
# What queues with limits and advance reservations allow follows from the time and from who runs: they have no state.

MOST_PLACES = 2_000_000
"""Machines in all rows of a log where each is a place of its own, as far as they are followed."""


def states_of(done: Replication, rules: Rules, is_shared: bool, is_appended: bool = False) -> list[Step] | None:
    """The steps of a replication with its log, of a policy under which machines *are shared* or not; those that have
    lost their machines wait before all others, or *are appended* to each other.

    None where it has anything in it that is not followed.
    """
    log = done.records.log
    nothing_happens = not len(done.machine_events.time)
    preempts = rules.operation is not None and rules.operation.preempts
    if nothing_happens and not preempts:
        follower = Follower(done, rules, is_shared)
    elif nothing_happens or len(log.machine) <= MOST_PLACES:
        follower = DisturbedFollower(done, rules, is_shared, is_appended)
    else:
        return None
    try:
        found = list(follower.steps(log))
    except NotFollowedError:
        return None
    return found if follower.is_exact else None
