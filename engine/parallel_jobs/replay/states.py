"""Mapping states: how long the system is in each, and which event leads where (Schnor et al. 1996, section 4.2)."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Literal, NamedTuple

import numpy as np

from engine.parallel_jobs.machine_events.events import MachineEventKind
from engine.parallel_jobs.records import Happening
from engine.parallel_jobs.replay.events import Event
from engine.parallel_jobs.replay.tree import StateTree, Used

MOST_USED = 60
"""States of which the machines are told, the most visited ones: no picture shows more."""

State = tuple[tuple[int, int], ...]
"""The running jobs as (delay class, size), sorted; the identity of the jobs does not matter."""

EMPTY: State = ()

MACHINE_WORDS = {
    MachineEventKind.USER_ARRIVES: "owner arrives",
    MachineEventKind.USER_LEAVES: "owner leaves",
    MachineEventKind.SHUTDOWN: "shutdown",
    MachineEventKind.FAILURE: "failure",
    MachineEventKind.RETURN: "return",
}
"""What a machine event is called where it is the trigger of a transition."""

CONSEQUENCES = {
    Happening.EVICTION: "eviction",
    Happening.DOWNGRADE: "downgrade",
    Happening.UPGRADE: "upgrade",
    Happening.MIGRATION: "migration",
}
"""What a trigger says about what followed, if it did."""

Kind = Literal["arrival", "end", "upgrade", "migration", "machine"]
"""Of an event, by which it is colored."""


class Transition(NamedTuple):
    """What leads from one state to another."""

    source: State
    target: State
    trigger: str
    kind: Kind


class StatePath:
    """The path through the mapping states, event by event."""

    def __init__(self, n_classes: int) -> None:
        self.n_classes = n_classes
        self.running: dict[int, tuple[int, int]] = {}
        self.machines: dict[int, list[int]] = {}  # of jobs that were seen to start
        self.state: State = EMPTY
        self.queue = 0

    def step(self, event: Event) -> Transition:
        """Follow one event."""
        before, cause = self.state, event.cause
        ended = self.running.pop(cause.job) if cause.happening == Happening.END else None
        if ended is not None:
            self.machines.pop(cause.job, None)
        waiting = self.queue > 0
        for row in event.rows:
            if row.happening == Happening.ARRIVAL:
                self.queue += 1
            elif row.happening == Happening.START:
                self.queue -= 1
                self.running[row.job] = (row.delay_class, len(row.machines))
                self.machines[row.job] = row.machines
            elif row.happening in (Happening.UPGRADE, Happening.DOWNGRADE, Happening.MIGRATION):
                self.running[row.job] = (row.delay_class, self.running[row.job][1])
                if row.happening == Happening.MIGRATION:
                    self.machines[row.job] = row.machines
            elif row.happening == Happening.RESIZE:
                self.running[row.job] = (row.delay_class, len(row.machines))
                self.machines[row.job] = row.machines
            elif row.happening == Happening.EVICTION:
                del self.running[row.job]
                self.machines.pop(row.job, None)
                self.queue += 1
            elif row.happening == Happening.REJECTION:
                self.queue -= 1
        self.state = tuple(sorted(self.running.values()))
        return Transition(before, self.state, _trigger(event, ended, waiting, self.n_classes), _kind(event))


def _kind(event: Event) -> Kind:
    if event.cause.happening == Happening.MACHINE:
        return "machine"
    if event.count(Happening.MIGRATION):
        return "migration"
    if event.count(Happening.UPGRADE):
        return "upgrade"
    return "arrival" if event.cause.happening == Happening.ARRIVAL else "end"


def _trigger(event: Event, ended: tuple[int, int] | None, waiting: bool, n_classes: int) -> str:
    """What set the event off, in words; the delay classes in it are 1 for the fastest, as in the tuple."""
    if event.cause.happening == Happening.ARRIVAL:
        return _arrival(event)
    if event.cause.happening == Happening.MACHINE:
        text = MACHINE_WORDS[MachineEventKind(event.cause.job)]
    elif ended is None:
        text = "old machines of a migration are freed"
    else:
        delay_class, size = ended
        where = f" in class {delay_class + 1}" if n_classes > 1 else ""
        text = f"end of the job on {size}{where}"
    text += ", others waiting" if waiting else ", nobody waiting"
    for happening, word in CONSEQUENCES.items():
        if event.count(happening):
            text += f", {word}"
    return text


def _arrival(event: Event) -> str:
    """What became of the job that has arrived; with it, jobs that waited may start as well.

    Among possible events, who arrives has no number yet.
    """
    job = event.cause.job
    for row in event.rows:
        if row.happening == Happening.START and (row.job == job or job < 0):
            return "arrival"
        if row.happening == Happening.REJECTION and row.job == job:
            return "arrival that is rejected"
    return "arrival that waits"


def label(state: State, n_classes: int) -> str:
    """The tuple of section 4.2: allocated machines per class, jobs of one class written apart, "(10+10, 0, 0, 10)"."""
    sizes: list[list[int]] = [[] for _ in range(n_classes)]
    for delay_class, size in state:
        sizes[delay_class].append(size)
    return "(" + ", ".join("+".join(map(str, sorted(of_class, reverse=True))) or "0" for of_class in sizes) + ")"


class StateStatistics:
    """Time shares of the states and counts of the transitions along a whole replication."""

    def __init__(self, n_classes: int, group: np.ndarray) -> None:
        self.n_classes, self.group = n_classes, group
        self.used = {EMPTY: self._used(StatePath(n_classes))}
        self.seconds: Counter[State] = Counter()
        self.transitions: Counter[Transition] = Counter()

    def follow(self, path: Iterable[Event], since: float) -> None:
        """Add the events of one replication, which begins at *since* (s)."""
        walk, now = StatePath(self.n_classes), since
        for event in path:
            self.seconds[walk.state] += max(0.0, event.time - now)  # type: ignore[assignment]  # seconds are no whole numbers
            now = max(now, event.time)
            self.transitions[walk.step(event)] += 1
            if walk.state not in self.used:
                self.used[walk.state] = self._used(walk)

    def _used(self, walk: StatePath) -> list[list[Used]]:
        """Which jobs are together on how many machines of each group."""
        running = walk.running
        order = sorted(walk.machines, key=lambda job: (running[job][0], -running[job][1], job))
        carried: dict[int, list[int]] = defaultdict(list)
        for place, job in enumerate(order):
            for machine in walk.machines[job]:
                carried[machine].append(place)
        found: list[Counter[tuple[int, ...]]] = [Counter() for _ in range(int(self.group.max()) + 1)]
        for machine, jobs in carried.items():
            found[self.group[machine]][tuple(jobs)] += 1
        return [
            [{"jobs": list(jobs), "machines": count} for jobs, count in sorted(of_group.items())] for of_group in found
        ]

    def order(self, possible: Iterable[State]) -> list[State]:
        """Every state: the visited ones by their share of time, then those that are only possible."""
        visited = [state for state, _ in self.seconds.most_common()]
        return visited + sorted(set(possible) - set(visited), key=lambda state: (len(state), state))

    def tree(self, possible: Iterable[State], edges: Iterable[Transition]) -> StateTree:
        """States and transitions as JSON; possible ones that were never seen have share or count 0."""
        number = {state: n for n, state in enumerate(self.order(possible))}
        total = sum(self.seconds.values()) or 1.0
        leaving: Counter[State] = Counter()
        for transition, times in self.transitions.items():
            leaving[transition.source] += times
        seen = dict(self.transitions)
        for edge in edges:
            seen.setdefault(edge, 0)
        return {
            "states": [
                {
                    "label": label(state, self.n_classes),
                    "jobs": len(state),
                    "share": self.seconds[state] / total,
                    "used": self.used.get(state) if n < MOST_USED else None,
                }
                for state, n in number.items()
            ],
            "transitions": [
                {
                    "source": number[t.source],
                    "target": number[t.target],
                    "trigger": t.trigger,
                    "kind": t.kind,
                    "count": times,
                    "probability": times / leaving[t.source] if leaving[t.source] else 0.0,
                }
                for t, times in sorted(seen.items(), key=lambda item: (-item[1], item[0]))
            ],
        }
