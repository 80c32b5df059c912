"""What was decided in a window, and among whom: of a queue in its passes, of nodes and the matrix at each instant."""

import numpy as np

from engine.coscheduling.forced import BOOST, NOBODY, RUN, SLOT, choice
from engine.coscheduling.inputs.workload import SECOND
from engine.coscheduling.kernel.part_of_run import log_in
from engine.coscheduling.records import Happening, Records, Window
from engine.coscheduling.replay import tree
from engine.coscheduling.replay.course import Run
from engine.coscheduling.replay.deciding import Deciding, Taken
from engine.coscheduling.replay.instant import through, up_to
from engine.coscheduling.replay.passes import passes
from engine.coscheduling.system import MILLISECOND

MOST = 80
"""Decisions that are told: each takes some milliseconds, since its instant is simulated once more."""

LONGEST = 50 * MILLISECOND
"""How far into a window nodes are asked: there are thousands of decisions in a second."""

NARROWEST = MILLISECOND
"""Of which there is always something to tell."""

ROWS = 20_000
"""Rows of their log that there is room for at first."""

TELLS = (Happening.DISPATCHED, Happening.BOOSTED, Happening.SLOT)


def decisions(run: Run, window: Window) -> tree.Decisions:
    """Those of the window in which there was a choice, in their order; of nodes those of the nodes that it shows."""
    asked, is_queue = window, bool(run.model.scheme.queue)
    if not run.model.scheme.is_told:
        since = max(window.since, min(_two_on_nodes(run.records, window.since), window.until - NARROWEST))
        asked = window._replace(since=since, until=min(window.until, since + LONGEST))
    found = passes(run.model, run.records, asked, MOST + 1) if is_queue else _of_instants(run, asked)
    until = round(found[MOST]["time"] * SECOND) if len(found) > MOST else asked.until
    return {
        "taken": found[:MOST],
        "more": until < window.until,
        "since": asked.since / SECOND,
        "until": until / SECOND,
    }


def _two_on_nodes(records: Records, since: int) -> int:
    """The first instant from *since* on at which there are two jobs on the nodes; before it nobody has a choice."""
    starts = np.sort(records.start)
    there = np.maximum(starts, since)
    running = np.searchsorted(starts, there, side="right") - np.searchsorted(np.sort(records.end), there, side="right")
    found = there[(running > 1) & (starts >= 0)]
    return int(found.min()) if len(found) else since


def _of_instants(run: Run, asked: Window) -> list[tree.Decision]:
    gang, window = bool(run.model.scheme.gang), asked
    if gang:  # slots are told of the first node
        asked = asked._replace(first_node=0, end_node=1)
    state = run.before(asked.since)
    log = log_in(state, asked, ROWS).log
    times = np.unique(log.time[np.isin(log.happening, TELLS)]).tolist()
    going, found = state.copy(), list[tree.Decision]()
    for time in times:
        if len(found) > MOST:
            break
        deciding = Deciding()
        up_to(going, time)
        through(going, time, deciding)
        there = [one for one in deciding.taken if gang or window.first_node <= one.node < window.end_node]
        found += [told(one, time) for one in sorted(there, key=lambda one: one.node) if _is_choice(one)]
    return found


def _is_choice(one: Taken) -> bool:
    return len(one.candidates) > 1 or (one.kind not in (RUN, SLOT) and one.chosen is not None)


def told(one: Taken, time: int) -> tree.Decision:
    """A decision with its candidates; who waits in vain cannot be boosted, and has no choice."""
    kind = one.kind if one.kind in (RUN, SLOT) else BOOST
    rows: list[tree.Candidate] = []
    for number, seen in enumerate(one.candidates):
        place = seen.level if kind == SLOT else one.node
        passed = time - seen.admitted
        rows.append(
            {
                "job": seen.job,
                "task": seen.task,
                "level": seen.level,
                "state": seen.state,
                "share": seen.used / passed if passed > 0 and kind != SLOT else None,
                "choice": choice(kind, place) if seen.state or kind != BOOST else "",
                "chosen": number == one.chosen,
            }
        )
    nobody = kind == BOOST and one.chosen is not None
    return {
        "time": time / SECOND,
        "kind": one.kind,
        "node": one.node,
        "candidates": rows,
        "nobody": choice(NOBODY, one.node) if nobody else "",
    }
