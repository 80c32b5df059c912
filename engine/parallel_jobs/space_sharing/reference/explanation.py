"""Why a space-sharing policy did what it did: its readable simulation, asked while it runs."""

from bisect import bisect_right

import numpy as np

from engine.parallel_jobs.inputs.workload import Jobs, Machines, Rules
from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEvents
from engine.parallel_jobs.records import Happening, Log
from engine.parallel_jobs.replay.decision import Decision, PlanLine
from engine.parallel_jobs.space_sharing.reference.simulation import MODELS, model_of


class Explained:
    """The decisions and the plan of every event of a window; empty for a policy that shares machines in time."""

    def __init__(self, decisions: list[Decision], rows: list[int], plans: dict[int, list[PlanLine]]) -> None:
        self._decisions, self._rows, self._plans = decisions, rows, plans
        self._told = 0

    def decisions(self, row: int) -> list[Decision]:
        """What was decided since this was last asked, up to the event that ends before *row* of the log."""
        before, self._told = self._told, bisect_right(self._rows, row)
        return self._decisions[before : self._told]

    def plan(self, row: int) -> list[PlanLine]:
        """What was to happen, as of the event that ends before *row*."""
        return self._plans.get(row, [])


def rows_of(log: Log, window: range) -> tuple[int, int]:
    """The rows of *log* from the arrival of the first job of *window* until all its jobs are done or rejected."""
    of_window = (log.job >= window.start) & (log.job < window.stop)
    arrivals = np.flatnonzero(of_window & (log.happening == Happening.ARRIVAL))
    over = np.flatnonzero(of_window & np.isin(log.happening, (Happening.END, Happening.REJECTION)))
    return int(arrivals[0]), int(over[-1]) + 1


def explanation(
    jobs: Jobs,
    machines: Machines,
    rules: Rules,
    policy: int,
    rows: tuple[int, int],
    machine_events: MachineEvents = NO_EVENTS,
) -> Explained:
    """The explanations of *policy* for the events with these rows of the log."""
    if policy not in MODELS:
        return Explained([], [], {})
    first, last = rows
    model = model_of(policy, rules)(jobs, machines, rules, policy, explain_from=first, machine_events=machine_events)
    model.run_until(last)
    return Explained(model.explanations, model.explained_rows, model.plans)
