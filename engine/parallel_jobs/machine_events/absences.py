"""When machines are not there, for whatever reasons, and the events that this gives."""

from typing import NamedTuple, Self

import numpy as np

from engine.parallel_jobs.machine_events.events import MachineEventKind, MachineEvents, happening_to


class Absences(NamedTuple):
    """N times in which one machine is not there; they may overlap.

    Attributes
    ----------
    begin, end : float64 (N,), s; the end may be infinite
    kind : int8 (N,), SHUTDOWN or FAILURE
    notice : float64 (N,), s
    """

    begin: np.ndarray
    end: np.ndarray
    kind: np.ndarray
    notice: np.ndarray

    @classmethod
    def of(cls, times: np.ndarray, kind: MachineEventKind, notice: float = 0.0) -> Self:
        """Absences of one kind from their (begin, end), float64 (N, 2)."""
        n = len(times)
        return cls(times[:, 0], times[:, 1], np.full(n, kind, dtype=np.int8), np.full(n, notice))


def gone(machine: int, absences: list[Absences]) -> MachineEvents:
    """Absences as events: where several overlap, the first is how the machine goes, and the last is when it returns."""
    every = Absences(*(np.concatenate(columns) for columns in zip(*absences, strict=True)))
    order = np.lexsort((every.kind, every.end, every.begin))
    order = order[every.begin[order] < every.end[order]]
    begin, end, kind, notice = (column[order] for column in every)
    until = np.maximum.accumulate(end)
    first = np.concatenate([[True], begin[1:] > until[:-1]])[: len(begin)]
    last = np.concatenate([first[1:], [True]])[: len(begin)]
    times = np.column_stack([begin[first], until[last]])
    kinds = np.column_stack([kind[first], np.full(len(times), MachineEventKind.RETURN)])
    notices = np.column_stack([notice[first], np.zeros(len(times))])
    return happening_to(machine, times.ravel(), kinds.ravel(), notices.ravel())
