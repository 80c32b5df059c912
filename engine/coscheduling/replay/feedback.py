"""The feedback queues of one node: at which level each process is, and whether it runs, is ready or blocked."""

from typing import Literal

import numpy as np

from engine.coscheduling.inputs.workload import SECOND
from engine.coscheduling.records import Happening, Log, Window
from engine.coscheduling.replay.detail import cut, most
from engine.coscheduling.replay.tree import Levels, State

LEAD = 1_000_000_000
"""Every second all processes go to the highest level, so that after a second every level is known; ns."""

STATE: dict[Happening, State | Literal["", "ended"]] = {
    Happening.ADMITTED: "ready",
    Happening.DISPATCHED: "running",
    Happening.READY: "ready",
    Happening.BLOCKED_IO: "in I/O",
    Happening.BLOCKED_MESSAGE: "blocked",
    Happening.IO_ENDED: "ready",
    Happening.WOKEN: "ready",
    Happening.LEVEL: "",
    Happening.YIELDED: "",
    Happening.BOOSTED: "",
    Happening.ENDED: "ended",
}
"""What a process does from such a row on; "" leaves it as it was."""

BOOSTED_LEVEL = 59

STATES: tuple[State, ...] = ("running", "ready", "blocked", "in I/O")


def levels(log: Log, window: Window, node: int) -> Levels:
    """Pieces of time in which a process of *node* keeps its level and its state; the log begins `LEAD` earlier."""
    found: Levels = {"since": [], "until": [], "job": [], "level": [], "state": []}
    present: dict[int, tuple[int, int, State]] = {}

    def close(job: int, until: int) -> None:
        begun, level, state = present[job]
        if until > max(begun, window.since):
            found["since"].append(max(begun, window.since) / SECOND)
            found["until"].append(until / SECOND)
            found["job"].append(job)
            found["level"].append(level)
            found["state"].append(state)

    own = np.flatnonzero((log.node == node) & np.isin(log.happening, [int(one) for one in STATE]))
    for n in own:
        happening, job, time = Happening(int(log.happening[n])), int(log.job[n]), int(log.time[n])
        before = present.get(job)
        level = BOOSTED_LEVEL if happening == Happening.BOOSTED else int(log.other[n])
        state = STATE[happening] or (before[2] if before else "ready")
        if before is not None:
            close(job, time)
        if state == "ended":
            del present[job]
        else:
            present[job] = (time, level, state)
    for job in list(present):
        close(job, window.until)
    return found


def levels_at_a_glance(found: Levels, window: Window, spans: int) -> Levels:
    """The same in equal spans: the level and the state that take most of each span of a process."""
    columns = {name: np.array(found[name]) for name in ("since", "until", "job", "level")}
    state = np.array([STATES.index(name) for name in found["state"]])
    pieces = cut(columns["since"] * SECOND, columns["until"] * SECOND, window, spans)
    kinds = (BOOSTED_LEVEL + 1) * len(STATES)
    place = columns["job"][pieces.row] * spans + pieces.span
    which = columns["level"][pieces.row] * len(STATES) + state[pieces.row]
    place, which, _ = most(place, which, pieces.inside, kinds)
    since = (window.since + place % spans * (window.until - window.since) / spans) / SECOND
    return {
        "since": since.tolist(),
        "until": (since + (window.until - window.since) / spans / SECOND).tolist(),
        "job": (place // spans).tolist(),
        "level": (which // len(STATES)).tolist(),
        "state": [STATES[n] for n in which % len(STATES)],
    }
