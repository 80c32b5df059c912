"""Why a space-sharing policy did what it did: its readable simulation, asked while it runs."""

from bisect import bisect_right

import numpy as np

from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEvents
from engine.parallel_jobs.model import Jobs, Machines, Rules
from engine.parallel_jobs.records import OPENING, Happening, Log
from engine.parallel_jobs.space_sharing.reference.decision import Decision, PlanLine
from engine.parallel_jobs.space_sharing.reference.following import following
from engine.parallel_jobs.space_sharing.reference.simulation import MODELS, model_of


class Explained:
    """The decisions and the plan of every event of a window; empty for a policy that shares machines in time.

    `told_until` is the row of the log from which on nobody is told why, since too many wait; None if everybody is.
    """

    def __init__(
        self,
        decisions: list[Decision],
        rows: list[int],
        plans: dict[int, list[PlanLine]],
        told_until: int | None = None,
    ) -> None:
        self._decisions, self._rows, self._plans = decisions, rows, plans
        self._told, self.told_until = 0, told_until

    def decisions(self, row: int) -> list[Decision]:
        """What was decided since this was last asked, up to the event that ends before *row* of the log."""
        before, self._told = self._told, bisect_right(self._rows, row)
        return self._decisions[before : self._told]

    def by_row(self) -> list[tuple[int, Decision]]:
        """All decisions, each with the row of the log at which its event is over."""
        return list(zip(self._rows, self._decisions, strict=True))

    def plans_by_row(self) -> dict[int, list[PlanLine]]:
        """All plans, each by the row of the log at which its event is over."""
        return self._plans

    def plan(self, row: int) -> list[PlanLine]:
        """What was to happen, as of the event that ends before *row*."""
        return self._plans.get(row, [])


def rows_of(log: Log, window: range) -> tuple[int, int]:
    """The rows of *log* from the arrival of the first job of *window* until all its jobs are done or rejected."""
    of_window = (log.job >= window.start) & (log.job < window.stop)
    arrivals = np.flatnonzero(of_window & (log.happening == Happening.ARRIVAL))
    over = np.flatnonzero(of_window & np.isin(log.happening, (Happening.END, Happening.REJECTION)))
    return int(arrivals[0]), int(over[-1]) + 1


def last_row(log: Log, first: int, last: int, most_events: int) -> int:
    """Where a window of the rows *first* to *last* ends if at most so many of its events are shown."""
    opening = np.flatnonzero(np.isin(log.happening, OPENING))
    event = int(np.searchsorted(opening, first)) + most_events
    return min(last, int(opening[event])) if event < len(opening) else last


def explanation(
    jobs: Jobs,
    machines: Machines,
    rules: Rules,
    policy: int,
    rows: tuple[int, int],
    log: Log,
    machine_events: MachineEvents = NO_EVENTS,
    most_looks: int | None = None,
) -> Explained:
    """The explanations of *policy* for the events with these rows of its *log*, as far as so many looks go.

    Without *most_looks*, as `following` says.
    """
    if policy not in MODELS:
        return Explained([], [], {})
    first, last = rows
    kind = following(model_of(policy, rules))
    model = kind(jobs, machines, rules, policy, explain_from=first, machine_events=machine_events)
    model.log = log
    if most_looks is not None:
        model.most_looks = most_looks
    model.run_until(last)
    return Explained(model.explanations, model.explained_rows, model.plans, model.told_until)
