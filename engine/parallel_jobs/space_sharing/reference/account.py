"""What is written down of a simulation: a row for whatever happens, why it was decided, and what is planned."""

from typing import Literal, Unpack

import numpy as np

from engine.parallel_jobs.model import Jobs, Machines
from engine.parallel_jobs.occurrence import ExactClock
from engine.parallel_jobs.records import Happening, Log, Records, log_of_rows
from engine.parallel_jobs.space_sharing.reference.decision import Decision, Facts, PlanLine
from engine.parallel_jobs.space_sharing.reference.running import Running


def finite(time: float) -> float | None:
    """*time*, or None where it is infinite: JSON has no infinity."""
    return time if np.isfinite(time) else None


class Account:
    """The log of a simulation, and for whoever asks reasons and plans from some row on."""

    env: ExactClock
    jobs: Jobs
    machines: Machines
    records: Records
    running: list[Running]
    busy: list[float]
    explain_from: int | None
    rows: list[tuple[float, int, int, int]]
    allocated: list[list[int]]
    explanations: list[Decision]
    explained_rows: list[int]

    @property
    def is_shown(self) -> bool:
        """Whether this is in the window."""
        return self.explain_from is not None and len(self.rows) > self.explain_from

    @property
    def explains(self) -> bool:
        """Whether somebody will ask why."""
        return self.is_shown

    def plan(self) -> list[PlanLine]:
        """What is to happen as far as the policy knows: jobs that run or wait, from when to when, by when."""
        return [
            self.planned(running.job, "running", float(self.records.start[running.job]), running.end, running.size)
            for running in self.running
        ]

    def planned(
        self, job: int, state: Literal["running", "waiting"], since: float | None, until: float | None, size: int
    ) -> PlanLine:
        """One line of the plan; instants in s, None where they are open."""
        deadline = finite(float(self.records.arrival[job] + self.jobs.deadline[job]))
        return {"job": job, "state": state, "since": since, "until": until, "size": size, "deadline": deadline}

    def explain(self, job: int, outcome: str, **facts: Unpack[Facts]) -> None:
        """Remember why something was decided, for those who ask."""
        if self.explains:
            self.explanations.append({"job": job, "outcome": outcome, **facts})
            self.explained_rows.append(len(self.rows))

    def _busy(self) -> np.ndarray:
        """Busy time of each machine; machines of one group count as equally busy."""
        count = np.bincount(self.machines.group, minlength=len(self.busy))
        each: np.ndarray = np.array(self.busy) / count
        return each[self.machines.group]

    def note(self, happening: Happening, job: int, machines: list[int], delay_class: int = -1) -> None:
        """Write a row of the log."""
        self.rows.append((self.env.now, int(happening), job, delay_class))
        self.allocated.append(machines)

    def _log(self) -> Log:
        return log_of_rows(self.rows, self.allocated)
