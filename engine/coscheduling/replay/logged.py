"""What is simulated again of a window: as much as its pictures need, and no log that is too long."""

from typing import NamedTuple

from engine.coscheduling.kernel.part_of_run import log_in, sum_up_in
from engine.coscheduling.kernel.state import State
from engine.coscheduling.records import Log, Records, Seen, Window
from engine.coscheduling.replay.course import Run
from engine.coscheduling.replay.detail import at_a_glance, within
from engine.coscheduling.replay.feedback import LEAD
from engine.coscheduling.replay.tree import Intervals
from engine.coscheduling.system import MILLISECOND, System

MOST_INTERVALS = 6_000
"""Drawn one by one; more are summed up in spans, so that a page stays fluid however much happens."""

SPANS = 400
"""Spans of the picture of the whole, of few nodes; of more, less, so that there are at most `MOST_INTERVALS`."""

MOST_ROWS = 1_500_000
"""Of a log; a window that has more is only summed up."""

ROWS_PER_MESSAGE, ROWS_PER_TICK = 12, 1

ROOM = 1.3
"""Rows that there is room for, for each that is expected; if they are too few, the window is simulated once more."""

FEW, MANY = 10_000, 4_000_000
"""Rows that there is room for, at least and at most."""


class Logged(NamedTuple):
    """What is known of a window.

    Attributes
    ----------
    everywhere : of all nodes, from a little before the window on; of a window that is only summed up, what there is
    inside : of that, what touches the window
    queue : the log in which the levels of the processes of a node are; None where there are none, or too much is logged
    whole : the intervals at a glance; None where they can be told apart
    """

    everywhere: Seen
    inside: Seen
    queue: Log | None
    whole: Intervals | None


def log_of(run: Run, window: Window, node: int) -> Logged:
    """The window, with what leads to the levels of *node*."""
    records, system = run.records, run.model.system
    gang, told = bool(run.model.scheme.gang), run.model.scheme.is_told
    spans = min(SPANS, MOST_INTERVALS // (window.end_node - window.first_node))
    # A log of all nodes: slots are told of the first one, and messages come from anywhere.
    begin = max(0, window.since - (system.gang_quantum + system.gang_switch if gang else LEAD))
    everywhere = Window(begin, window.until, 0, system.nodes)
    state = run.before(begin)
    if _rows(records, everywhere) > MOST_ROWS:
        seen, spent = sum_up_in(state, window, spans, _rows_of_slots(system, window) if gang else 0)
        of_node = Window(begin, window.until, node, node + 1)
        small = not told and _rows(records, of_node) <= MOST_ROWS
        queue = _log(state, records, of_node).log if small else None
        return Logged(seen, seen, queue, at_a_glance(spent, window))
    seen = _log(state, records, everywhere)
    inside = within(seen, window)
    whole = None
    if len(inside.interval.start) > MOST_INTERVALS:
        rows = _rows_of_slots(system, window) if gang else 0
        whole = at_a_glance(sum_up_in(state, window, spans, rows)[1], window)
    return Logged(seen, inside, None if told else seen.log, whole)


def _log(state: State, records: Records, window: Window) -> Seen:
    return log_in(state, window, _room(ROOM * _rows(records, window)))


def _rows(records: Records, window: Window) -> float:
    """About how many rows a log of the window has, if the run is much the same all the time."""
    end = int(records.end.max())
    share = (window.until - window.since) / end * (window.end_node - window.first_node) / len(records.profile)
    ticks = len(records.profile) * end / MILLISECOND
    return share * (ROWS_PER_MESSAGE * records.messages_delivered + ROWS_PER_TICK * ticks)


def _rows_of_slots(system: System, window: Window) -> int:
    """Rows of the matrix of gang scheduling: one for each slot of time, and one for each cell that is taken."""
    slots = (window.until - window.since) / system.gang_quantum
    return _room(slots * (1 + system.slots * (window.end_node - window.first_node)))


def _room(rows: float) -> int:
    return int(min(max(rows, FEW), MANY))
