"""Following a replication, row by row: who waits, who is on which machines, and what is left of each job.

Machines of one group are alike: a machine is a place of its group with the jobs on it.
"""

from collections import Counter
from collections.abc import Iterator
from math import isclose
from typing import Any

from engine.contract.entries import Item, Progress, Step
from engine.parallel_jobs.inputs.workload import Jobs, Rules
from engine.parallel_jobs.machine_events.checkpoints import progress_share
from engine.parallel_jobs.records import Happening, Log
from engine.parallel_jobs.replication import Replication

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
