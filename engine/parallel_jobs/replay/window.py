"""A window of one replication, event by event: what a person plays, steps through and asks "why" about."""

from typing import NamedTuple, TypedDict

import numpy as np

from engine.parallel_jobs.model import Jobs, Machines, Rules
from engine.parallel_jobs.policies import TIME_SHARING, UPGRADING
from engine.parallel_jobs.records import Happening
from engine.parallel_jobs.replay.events import Event, Row
from engine.parallel_jobs.replay.states import State, StatePath
from engine.parallel_jobs.replay.tree import Regraded, Step
from engine.parallel_jobs.space_sharing.reference.decision import Candidate, Decision
from engine.parallel_jobs.space_sharing.reference.explanation import Explained
from engine.parallel_jobs.time_sharing.rules import Mapping, choose_delay_class, choose_migration_class

RESIZING = (Happening.START, Happening.RESIZE, Happening.MIGRATION, Happening.EVICTION, Happening.END)
"""Rows after which a job may have another number of machines."""


class OpenBar(TypedDict):
    """A job on a machine; see `tree.Bars`."""

    job: int
    machine: int
    slot: int
    start: float
    delay_class: int


class Bar(OpenBar):
    """The same, when it has ended."""

    end: float


class Weighed(NamedTuple):
    """What a job could have: machines available by delay class, of these by group, and by group what it got."""

    available: np.ndarray
    free: list[list[int]]
    given: list[int]


MOST_STEPS = 4_000
"""Events of a window. In overload its jobs wait for thousands of others, all of whose events are among them."""


class Replay:
    """Follows the events of a replication and notes, inside the window, what the figures show.

    The window begins with the arrival of the first job of *window* and ends when all of them are done or rejected. The
    decisions of a space-sharing policy are those that its reference has *explained*; SED's are worked out here.
    """

    def __init__(
        self, jobs: Jobs, machines: Machines, rules: Rules, policy: int, window: range, explained: Explained
    ) -> None:
        self.jobs, self.policy, self.hold = jobs, policy, rules.hold_old_machines
        self.window, self.explained = window, explained
        self.row = 0
        self.mapping = Mapping(machines)
        self.path = StatePath(self.mapping.n_classes)
        self.waiting: list[int] = []
        self.open_bars: dict[int, list[OpenBar]] = {}
        self.slots: dict[tuple[int, int], int] = {}
        self.steps: list[Step] = []
        self.untold_from: int | None = None
        self.bars: list[Bar] = []
        self.states: list[State] = []
        self.sizes: list[tuple[float, int, int]] = []
        self.left = len(self.window)

    @property
    def over(self) -> bool:
        """Whether every job of the window has ended, or as many events have been noted as a page takes."""
        return self.left == 0 or len(self.steps) >= MOST_STEPS

    def follow(self, event: Event) -> None:
        """Apply one event and, inside the window, note it."""
        is_first = event.cause.happening == Happening.ARRIVAL and event.cause.job == self.window.start
        if is_first:
            self.sizes = [(event.time, job, placed.size) for job, placed in sorted(self.mapping.running.items())]
        inside = bool(self.steps) or is_first
        works_out = inside and self.policy in TIME_SHARING
        decisions: list[Decision] = []
        regraded: list[Regraded] = []
        for row in event.rows:
            if works_out and row.happening in (Happening.START, Happening.MIGRATION):
                decisions.append(self._decision(row.job, row))
            if inside and row.happening in (Happening.UPGRADE, Happening.DOWNGRADE):
                before = self.mapping.delay_class(row.job)
                regraded.append({"job": row.job, "before": before, "after": row.delay_class})
            self._apply(event.time, row)
        if works_out and self.waiting:
            decisions.append(self._decision(self.waiting[0], None))
        self.row += len(event.rows)
        if self.policy not in TIME_SHARING:
            decisions = self.explained.decisions(self.row)
            told_until = self.explained.told_until
            if inside and self.untold_from is None and told_until is not None and self.row > told_until:
                self.untold_from = len(self.steps)
        transition = self.path.step(event)
        if inside:
            self.states.append(transition.target)
            self.steps.append(
                {
                    "time": event.time,
                    "job": event.cause.job,
                    "trigger": transition.trigger,
                    "kind": transition.kind,
                    "waiting": len(self.waiting),
                    "running": len(self.mapping.running),
                    "idle": sum(
                        not self.mapping.gone[machine] and self.mapping.processes(machine) == 0
                        for machine in range(self.mapping.n_machines)
                    ),
                    "available": self.mapping.availability().tolist(),
                    "decisions": decisions,
                    "plan": self.explained.plan(self.row),
                }
            )
            if regraded:
                self.steps[-1]["regraded"] = regraded
            if works_out and self.policy not in UPGRADING and (left := self.mapping.upgradable()):
                self.steps[-1]["not_upgraded"] = left

    # what happens -----------------------------------------------------------------------------------------------------

    def _apply(self, time: float, row: Row) -> None:
        if row.happening == Happening.MACHINE:
            self.mapping.happens(row.job, row.machines[0])
        elif row.happening == Happening.ARRIVAL:
            self.waiting.append(row.job)
        elif row.happening == Happening.START:
            self.waiting.remove(row.job)
            self.mapping.place(row.job, row.machines)
            self._draw(time, row.job)
        elif row.happening == Happening.REJECTION:
            self.waiting.remove(row.job)
            self.left -= row.job in self.window
        elif row.happening in (Happening.END, Happening.EVICTION):
            self._close(time, row.job)
            self.mapping.remove(row.job)
            if row.happening == Happening.END:
                self.left -= row.job in self.window
            else:
                self.waiting.insert(0, row.job)
        else:
            self._close(time, row.job)
            if row.happening in (Happening.UPGRADE, Happening.DOWNGRADE):
                self.mapping.upgrade(row.job)
            elif row.happening in (Happening.MIGRATION, Happening.RESIZE):
                self.mapping.move(row.job, row.machines, self.hold and row.happening == Happening.MIGRATION)
            else:
                self.mapping.release(row.job)
            self._draw(time, row.job)
        if self.sizes or self.steps or row.job == self.window.start:
            placed = self.mapping.running.get(row.job)
            if row.happening in RESIZING:
                self.sizes.append((time, row.job, placed.size if placed else 0))

    def _draw(self, time: float, job: int) -> None:
        """Open a bar of the schedule on each machine; jobs that share a machine get slots above each other.

        Machines that a migration still holds have a bar as well, since nobody else can use that place.
        """
        placement = self.mapping.running[job]
        self.open_bars[job] = []
        for machine in placement.machines + placement.held:
            others = self.mapping.jobs_on[machine] | self.mapping.held_on[machine]
            taken = {self.slots[machine, other] for other in others if (machine, other) in self.slots}
            slot = self.slots.setdefault((machine, job), next(n for n in range(len(taken) + 1) if n not in taken))
            bar: OpenBar = {
                "job": job,
                "machine": machine,
                "slot": slot,
                "start": time,
                "delay_class": placement.delay_class,
            }
            self.open_bars[job].append(bar)

    def _close(self, time: float, job: int) -> None:
        inside = bool(self.steps) or job >= self.window.start
        for bar in self.open_bars.pop(job, []):
            if inside and time > bar["start"]:
                self.bars.append({**bar, "end": time})
        placement = self.mapping.running[job]
        for machine in placement.machines + placement.held:
            self.slots.pop((machine, job), None)

    def close_all(self, time: float) -> None:
        """End the bars of jobs that run on beyond the window."""
        for job in list(self.open_bars):
            self._close(time, job)

    # why it happens ---------------------------------------------------------------------------------------------------

    def _decision(self, job: int, row: Row | None) -> Decision:
        """The candidates that the policy had for *job*, their scores, and what became of it."""
        smallest, largest = int(self.jobs.min_size[job]), int(self.jobs.max_size[job])
        outcome = "waits" if row is None else "migrates" if row.happening == Happening.MIGRATION else "starts"
        decision: Decision = {"job": job, "outcome": outcome, "smallest": smallest, "largest": largest}
        migrant = self.mapping.running.get(job)
        weighed = self._weighed(job if migrant else -1, row)
        if migrant:
            return {**decision, "from_class": migrant.delay_class, "candidates": self._for_migrant(weighed, job)}
        return {**decision, "candidates": self._for_start(weighed, smallest, largest)}

    def _weighed(self, but: int, row: Row | None) -> Weighed:
        """What is available to a job, and what it got if it got anything."""
        group = self.mapping.machines.group
        n_groups = len(self.mapping.machines.speed_factor)
        exact = np.array(self.mapping.classes_of_machines(but))
        free = [np.bincount(group[exact <= k], minlength=n_groups).tolist() for k in range(self.mapping.n_classes)]
        given = np.bincount(group[row.machines], minlength=n_groups).tolist() if row else []
        available = np.array([sum(of_class) for of_class in free], dtype=np.int64)
        return Weighed(available, free, given)

    def _for_start(self, weighed: Weighed, smallest: int, largest: int) -> list[Candidate]:
        available = weighed.available
        chosen = choose_delay_class(available, self.mapping.machines.classes.scaled, smallest, largest)
        return [
            self._candidate(weighed, k, min(int(a), largest), int(a) >= smallest, chosen == k)
            for k, a in enumerate(available)
        ]

    def _for_migrant(self, weighed: Weighed, job: int) -> list[Candidate]:
        placement, available = self.mapping.running[job], weighed.available
        faster = range(placement.delay_class)
        chosen = choose_migration_class(available, placement.delay_class, placement.size)
        return [
            self._candidate(weighed, k, placement.size, bool(available[k] >= placement.size), chosen == k)
            for k in faster
        ]

    def _candidate(self, weighed: Weighed, k: int, size: int, feasible: bool, chosen: bool) -> Candidate:
        delay = float(self.mapping.machines.classes.delay[k])
        return {
            "delay_class": k,
            "available": int(weighed.available[k]),
            "free": weighed.free[k],
            "given": weighed.given if chosen else [],
            "size": size,
            "expected_delay": delay / size if feasible and size else None,
            "chosen": chosen,
        }
