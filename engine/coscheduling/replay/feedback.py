"""The feedback queues of one node: at which level each process is, and whether it runs, is ready or blocked."""

from typing import Any

import numpy as np

from engine.coscheduling.inputs.workload import SECOND
from engine.coscheduling.records import Happening, Log, Window
from engine.coscheduling.replay.detail import cut, most

LEAD = 1_000_000_000
"""Every second all processes go to the highest level, so that after a second every level is known; ns."""

STATE = {
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

STATES = ("running", "ready", "blocked", "in I/O")


def levels(log: Log, window: Window, node: int) -> dict[str, list[Any]]:
    """Pieces of time in which a process of *node* stays at its level and in its state; the log begins `LEAD` earlier.

    Returns
    -------
    dict
        Columns since, until (s), job, level, state ("running", "ready", "blocked", "in I/O").
    """
    found: dict[str, list[Any]] = {name: [] for name in ("since", "until", "job", "level", "state")}
    present: dict[int, tuple[int, int, str]] = {}

    def close(job: int, until: int) -> None:
        begun, level, state = present[job]
        if until > max(begun, window.since):
            row = (max(begun, window.since) / SECOND, until / SECOND, job, level, state)
            for name, value in zip(found, row, strict=True):
                found[name].append(value)

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


def levels_at_a_glance(found: dict[str, list[Any]], window: Window, spans: int) -> dict[str, list[Any]]:
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
