"""The course of a run: states on its way, kept so that a window of it is simulated from the last one before it."""

from itertools import accumulate
from typing import NamedTuple

import numpy as np

from engine.coscheduling.kernel.clock import go_on
from engine.coscheduling.kernel.packing import pack, unpack
from engine.coscheduling.kernel.part_of_run import just_before, with_account
from engine.coscheduling.kernel.records import records_of
from engine.coscheduling.kernel.state import State, first_state
from engine.coscheduling.kernel.tables import ROW
from engine.coscheduling.records import Records
from engine.coscheduling.replication import Model
from engine.coscheduling.system import MILLISECOND

MOST_STATES, MOST_BYTES = 128, 32_000_000
"""Of one run; of more, every second one is dropped. There are at least half as many, so that what has to be simulated
before a window begins is at most a 64th of the run."""

EVERY = 500_000
"""Events between two states, at least: they take about 0.1 s."""

MARGIN = 50 * MILLISECOND
"""How long before a window the simulation is at hand from which several logs of it are written."""


class Course(NamedTuple):
    """C states on the way, and the last one.

    Attributes
    ----------
    reach : int64 (C,), ns, ascending: a window that begins there or later can be simulated from the state
    packed : of each state, and of the one in which all jobs have ended
    """

    reach: np.ndarray
    packed: list[bytes]


def course_of(model: Model, every: int = EVERY, most: int = MOST_STATES) -> Course:
    """Simulate the whole run once; a state every so many events."""
    first = first_state(*model)
    state, log = with_account(first.copy()), np.zeros(0, dtype=ROW)
    reach: list[int] = []
    packed: list[bytes] = []
    while not go_on(state, log, pause_events=int(state.totals["events"][0]) + every):
        reach.append(state.reach)
        packed.append(pack(state, first))
        if len(packed) == most or sum(map(len, packed)) > MOST_BYTES:
            del reach[::2], packed[::2]
            every *= 2
    return Course(np.array(reach, dtype=np.int64), [*packed, pack(state, first)])


class Run:
    """A run that has ended, of which windows are simulated again.

    Attributes
    ----------
    model : what was simulated
    records : what came of it, without intervals and log
    """

    def __init__(self, model: Model, course: Course) -> None:
        self.model, self._course = model, course
        self.records: Records = records_of(model.jobs, unpack(course.packed[-1], first_state(*model)))

    def before(self, time: int) -> State:
        """A state from which a window that begins at *time* (ns) or later can be simulated."""
        first, n = first_state(*self.model), int(np.searchsorted(self._course.reach, time, side="right"))
        state = unpack(self._course.packed[n - 1], first) if n else with_account(first)
        return just_before(state, time, MARGIN)


def to_columns(course: Course) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The same as arrays of numbers: reach, int64 (C,); sizes, int64 (C + 1,); what is packed, uint8 (bytes,)."""
    size = np.array([len(one) for one in course.packed], dtype=np.int64)
    return course.reach, size, np.frombuffer(b"".join(course.packed), dtype=np.uint8)


def from_columns(reach: np.ndarray, size: np.ndarray, packed: np.ndarray) -> Course:
    """The course of these arrays. `ValueError` if they are none."""
    ends = list(accumulate(size.tolist()))
    if len(size) != len(reach) + 1 or size.min() < 0 or ends[-1] != len(packed):
        raise ValueError("these are no states of a run")
    text = packed.tobytes()
    return Course(reach, [text[end - long : end] for end, long in zip(ends, size.tolist(), strict=True)])
