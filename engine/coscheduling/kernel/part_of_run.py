"""A part of a run: from a state on its way to the end of a window, as if the whole had been simulated."""

import numpy as np

from engine.coscheduling.kernel.clock import go_on, go_on_in_window
from engine.coscheduling.kernel.records import seen_in
from engine.coscheduling.kernel.state import State
from engine.coscheduling.kernel.tables import ROW, look_at
from engine.coscheduling.records import Activity, Seen, Spans, Window

NOTHING = Window(0, 0, 0, 0)
"""Looked at, it keeps an account of what processors are doing, and writes no row."""


def with_account(state: State) -> State:
    """The same, keeping that account from now on: a window may begin in the middle of what a processor does."""
    look_at(state.totals, NOTHING)
    return state


def just_before(state: State, time: int, margin: int) -> State:
    """A state on the way from *state* to *time* (ns), which is about *margin* (ns) before it.

    What `log_in` and `sum_up_in` say of windows from *time* on is the same; *state* itself if nothing nearer is.
    """
    near = state.copy()
    over = go_on(near, np.zeros(0, dtype=ROW), pause_time=time - margin - int(state.rules["lookahead"][0]))
    return state if over or near.reach > time else near


def log_in(state: State, window: Window, rows: int) -> Seen:
    """Intervals and log of a window that begins at `state.reach` or later; about so many *rows*.

    The last intervals may end with the window, beyond which nothing is simulated.
    """
    return seen_in(_logged(state, window, rows, 0, 0))


def sum_up_in(state: State, window: Window, spans: int, rows: int) -> tuple[Seen, Spans]:
    """The same for a window with more in it than anybody can look at: what processors do is only summed up.

    The log has the matrix of gang scheduling, and nothing else.
    """
    sums = (window.end_node - window.first_node) * spans * int(Activity.IDLE)
    log = _logged(state, window, rows, spans, sums)
    shape = (-1, max(1, spans), int(Activity.IDLE))
    return seen_in(log[sums:]), Spans(*(log[name][:sums].reshape(shape).copy() for name in ("time", "job")))


def _logged(state: State, window: Window, rows: int, spans: int, sums: int) -> np.ndarray:
    """The rows of the log, the first *sums* of which are the spans."""
    while True:
        going, log = state.copy(), np.zeros(sums + rows, dtype=ROW)
        look_at(going.totals, window, spans, sums)
        go_on_in_window(going, log)
        written = int(going.totals["written"][0])
        if written <= len(log):
            return log[:written]
        rows = written - sums  # it counts on when there is no more room
