"""What the figures of this family replay: a window of time and nodes of one replication; see `tree`.

The replication is simulated again from the last state before the window that was kept, and only the window is logged.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.coscheduling.inputs.workload import SECOND
from engine.coscheduling.kernel.part_of_run import log_in, sum_up_in
from engine.coscheduling.kernel.state import State
from engine.coscheduling.records import Activity, Happening, Log, Records, Seen, Window
from engine.coscheduling.replay import tree
from engine.coscheduling.replay.course import Run
from engine.coscheduling.replay.decisions import decisions
from engine.coscheduling.replay.detail import at_a_glance, in_io, rows_of, within
from engine.coscheduling.replay.feedback import LEAD, levels, levels_at_a_glance
from engine.coscheduling.replay.kept import run_of
from engine.coscheduling.replay.messages import messages
from engine.coscheduling.replay.tree import Intervals, Matrix
from engine.coscheduling.system import MILLISECOND, Jobs, System

# The Ousterhout matrix of gang scheduling, slot by slot.


def slots(log: Log, nodes: int, rows: int, since: int = 0) -> Matrix:
    """Each slot from the one on in which *since* (ns) lies: its instant, its row, and the job in each cell."""
    found: Matrix = {"since": [], "row": [], "rows": [], "copies": []}
    empty = np.full((rows, nodes), -1)
    cells, copies = empty.copy(), np.zeros((rows, nodes), dtype=bool)
    own = np.flatnonzero(np.isin(log.happening, (Happening.SLOT, Happening.PLACED)))
    log = Log(*(column[own] for column in log))
    time = np.unique(log.time[log.happening == Happening.SLOT])
    begins, ends = (np.searchsorted(log.time, time, side=side).tolist() for side in ("left", "right"))
    for instant, begin, end in zip(time.tolist(), begins, ends, strict=True):
        placed = begin + np.flatnonzero(log.happening[begin:end] == Happening.PLACED)
        if len(placed):
            cells, copies = empty.copy(), np.zeros((rows, nodes), dtype=bool)
            cells[log.value[placed], log.node[placed]] = log.job[placed]
            copies[log.value[placed], log.node[placed]] = log.other[placed] == 1
        slot = begin + int(np.flatnonzero(log.happening[begin:end] == Happening.SLOT)[0])
        found["since"].append(instant / SECOND)
        found["row"].append(int(log.value[slot]))
        found["rows"].append(cells.tolist())
        found["copies"].append(copies.astype(int).tolist())
    before = max(0, int(np.searchsorted(time, since, side="right")) - 1)
    return {
        "since": found["since"][before:],
        "row": found["row"][before:],
        "rows": found["rows"][before:],
        "copies": found["copies"][before:],
    }


# What is simulated again of a window: as much as its pictures need, and no log that is too long.

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


MOST_LEVELS = 3_000
"""Pieces of the feedback queues that are drawn one by one."""

NARROWEST = 10_000
"""Shortest window, ns."""

MESSAGES_WITHIN = 50_000_000
"""Longest window in which single messages can be told apart, ns."""


def trace(
    scenario: CoschedulingScenario, policy: str, replication: int, window: Mapping[str, float] | None = None
) -> tree.Trace:
    """A window of one replication.

    Parameters
    ----------
    window : `since`, `until` (s; the whole run if there is none), `first_node`, `nodes`, `node` (whose feedback queues
        are shown), `decisions` (1: those of the window are told, too)
    """
    asked = dict(window or {})
    run = run_of(scenario, policy, replication)
    records, jobs, system = run.records, run.model.jobs, run.model.system
    end = int(records.end.max())
    chosen = _window(asked, end, system.nodes)
    node = int(min(max(asked.get("node", chosen.first_node), 0), system.nodes - 1))
    gang = bool(run.model.scheme.gang)
    log = log_of(run, chosen, node)
    short = chosen.until - chosen.since <= MESSAGES_WITHIN
    pieces: tree.Levels = {} if log.queue is None else levels(log.queue, chosen, node)
    many_pieces = len(pieces.get("job", [])) > MOST_LEVELS
    found: tree.Trace = {
        "policy": policy,
        "replication": replication,
        "nodes": system.nodes,
        "slots": system.slots,
        "end": end / SECOND,
        "gang": gang,
        "window": _shown(chosen, node),
        "jobs": _jobs(records, jobs),
        "job_types": [kind.name for kind in scenario.workload.job_types],
        "profile": _profile(records, end),
        "detail": "intervals" if log.whole is None else "spans",
        "intervals": rows_of(log.inside.interval, chosen) if log.whole is None else log.whole,
        "io": in_io(log.everywhere.log, chosen) if log.whole is None else {},
        "messages": messages(log.everywhere, chosen, system.pattern, jobs.size) if short else {},
        "levels_detail": "spans" if many_pieces else "pieces",
        "levels": levels_at_a_glance(pieces, chosen, SPANS) if many_pieces else pieces,
        "matrix": slots(log.everywhere.log, system.nodes, system.slots, chosen.since) if gang else {},
        "boosts": _boosts(log.inside.log) if short else {},
    }
    if asked.get("decisions"):
        found["decisions"] = decisions(run, chosen)
    return found


def _window(asked: Mapping[str, float], end: int, nodes: int) -> Window:
    """What was asked for, put into the run: a window that would reach beyond its end is moved, not cut."""
    since = round(max(float(asked.get("since", 0.0)), 0.0) * SECOND)
    until = round(max(float(asked.get("until", end / SECOND)), 0.0) * SECOND)
    width = min(max(until - since, NARROWEST), end)
    since = min(since, end - width)
    first = int(min(max(asked.get("first_node", 0), 0), nodes - 1))
    last = int(min(max(first + asked.get("nodes", nodes), first + 1), nodes))
    return Window(since, since + width, first, last)


def _shown(window: Window, node: int) -> tree.Window:
    return {
        "since": window.since / SECOND,
        "until": window.until / SECOND,
        "first_node": window.first_node,
        "end_node": window.end_node,
        "node": node,
    }


def _jobs(records: Records, jobs: Jobs) -> tree.Jobs:
    return {
        "arrival": (records.arrival / SECOND).tolist(),
        "start": (records.start / SECOND).tolist(),
        "end": (records.end / SECOND).tolist(),
        "size": jobs.size.tolist(),
        "type": jobs.job_type.tolist(),
    }


def _profile(records: Records, end: int) -> tree.Profile:
    share = records.profile / end
    return {
        "computing": share[:, Activity.COMPUTING].tolist(),
        "spinning": share[:, Activity.SPINNING].tolist(),
        "switching": share[:, Activity.SWITCHING].tolist(),
        "overhead": share[:, Activity.OVERHEAD].tolist(),
        "idle": share[:, Activity.IDLE].tolist(),
    }


def _boosts(log: Log) -> tree.Boosts:
    own = np.isin(log.happening, (Happening.BOOSTED, Happening.WOKEN, Happening.IO_ENDED))
    words = {Happening.WOKEN: "wake-up", Happening.IO_ENDED: "end of I/O"}
    kinds = [
        words.get(Happening(int(h)), f"S{state}" if state else "interrupt")
        for h, state in zip(log.happening[own], log.other[own], strict=True)
    ]
    return {
        "time": (log.time[own] / SECOND).tolist(),
        "node": log.node[own].tolist(),
        "job": log.job[own].tolist(),
        "kind": kinds,
    }
