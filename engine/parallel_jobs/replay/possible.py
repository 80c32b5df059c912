"""The possible mapping states, from the rules alone: what could happen, whatever the times are.

Only for one class of jobs with fixed size limits: with several, the order of the queue multiplies the cases. Transfers
are taken to be short: a job that has migrated may migrate again at the next event.
"""

from collections.abc import Iterator
from copy import deepcopy

from engine.parallel_jobs.model import Machines
from engine.parallel_jobs.policies import MIGRATING, UPGRADING
from engine.parallel_jobs.records import Happening
from engine.parallel_jobs.replay.events import Event, Row
from engine.parallel_jobs.replay.states import State, StatePath, Transition
from engine.parallel_jobs.time_sharing.rules import Mapping, faster_machines, machines_for, next_migrant

MAXIMUM_SITUATIONS = 400
"""Beyond this many situations the enumeration gives up: nobody could read the diagram."""

MAXIMUM_MACHINES_SEEN = 12_000
"""The same for situations times machines, which is what the enumeration costs; about half a second."""


class Situation:
    """Who runs where, without a clock; the number of waiting jobs is left open."""

    def __init__(self, mapping: Mapping, policy: int, min_size: int, max_size: int) -> None:
        self.mapping, self.policy = mapping, policy
        self.min_size, self.max_size = min_size, max_size

    def key(self) -> tuple[object, ...]:
        """Equal for situations that differ only in the numbers of the jobs, not in their order, which breaks ties.

        Machines keep their numbers, since those break ties as well.
        """
        rank = {job: n for n, job in enumerate(sorted(self.mapping.running))}
        return (
            tuple(self.mapping.delay_class(job) for job in rank),
            *(tuple(sorted(rank[job] for job in there)) for there in self.mapping.jobs_on),
        )

    def copy(self) -> "Situation":
        """An independent copy."""
        twin = Mapping(self.mapping.machines)
        twin.running = deepcopy(self.mapping.running)
        twin.jobs_on = [set(there) for there in self.mapping.jobs_on]
        return Situation(twin, self.policy, self.min_size, self.max_size)

    def room(self) -> list[int]:
        """Machines on which the next job would start, or none."""
        return machines_for(self.mapping, self.policy, self.min_size, self.max_size)

    def after_arrival(self) -> tuple["Situation", list[Row]] | None:
        """What an arrival leads to, if the job need not wait."""
        return self.copy()._map(1) if self.room() else None

    def after_end(self, job: int, waiting: int) -> tuple["Situation", list[Row], int]:
        """What the end of *job* leads to while *waiting* others wait; also how many still wait afterwards."""
        then = self.copy()
        then.mapping.remove(job)
        rows = then._upgrade() if self.policy in UPGRADING else []
        _, started = then._map(waiting)
        rows += started
        if self.policy in MIGRATING and len(started) == waiting:
            rows += then._migrate()
        return then, rows, waiting - len(started)

    def _map(self, waiting: int) -> tuple["Situation", list[Row]]:
        rows: list[Row] = []
        while len(rows) < waiting and (chosen := self.room()):
            job = max(self.mapping.running, default=-1) + 1
            placement = self.mapping.place(job, chosen)
            rows.append(Row(Happening.START, job, placement.delay_class, chosen))
        return self, rows

    def _upgrade(self) -> list[Row]:
        jobs = self.mapping.upgradable()
        for job in jobs:
            self.mapping.upgrade(job)
        return [Row(Happening.UPGRADE, job, self.mapping.delay_class(job), []) for job in jobs]

    def _migrate(self) -> list[Row]:
        rows: list[Row] = []
        tried: set[int] = set()
        while (job := next_migrant(self.mapping, tried, lambda _: True)) is not None:
            tried.add(job)
            if chosen := faster_machines(self.mapping, job):
                self.mapping.move(job, chosen, hold=False)
                rows.append(Row(Happening.MIGRATION, job, self.mapping.delay_class(job), chosen))
                rows += self._upgrade() if self.policy in UPGRADING else []
        return rows


def possible(
    machines: Machines, policy: int, min_size: int, max_size: int
) -> tuple[set[State], set[Transition]] | None:
    """Every mapping state and transition that the rules allow from the idle system on; None if there are too many."""
    start = Situation(Mapping(machines), policy, min_size, max_size)
    most = min(MAXIMUM_SITUATIONS, MAXIMUM_MACHINES_SEEN // len(machines.group))
    known, todo = {start.key()}, [start]
    states: set[State] = {()}
    transitions: set[Transition] = set()
    while todo:
        for then, transition in _successors(todo.pop()):
            transitions.add(transition)
            states.add(transition.target)
            if then.key() not in known:
                if len(known) >= most:
                    return None
                known.add(then.key())
                todo.append(then)
    return states, transitions


def _successors(now: Situation) -> Iterator[tuple[Situation, Transition]]:
    arrived = now.after_arrival()
    if arrived is not None:
        yield arrived[0], _transition(now, 0, [Row(Happening.ARRIVAL, -1, -1, []), *arrived[1]])
    else:
        yield now, _transition(now, 1, [Row(Happening.ARRIVAL, -1, -1, [])])
    for job in list(now.mapping.running):
        waiting = left = 0
        while left == 0:  # jobs wait only where the next one would not fit, so more of them are tried until one is left
            then, rows, left = now.after_end(job, waiting)
            yield then, _transition(now, waiting, [Row(Happening.END, job, -1, []), *rows])
            waiting += 1
            if arrived is not None:
                break


def _transition(now: Situation, waiting: int, rows: list[Row]) -> Transition:
    path = StatePath(now.mapping.n_classes)
    path.running = {job: (placement.delay_class, placement.size) for job, placement in now.mapping.running.items()}
    path.state = tuple(sorted(path.running.values()))
    path.queue = waiting
    return path.step(Event(0.0, rows))
