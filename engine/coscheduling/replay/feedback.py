"""The feedback queues of one node: at which level each process is, and whether it runs, is ready or blocked."""

from typing import Literal

import numpy as np

from engine.coscheduling.inputs.workload import SECOND
from engine.coscheduling.records import Happening, Log, Window
from engine.coscheduling.replay.detail import cut, most, seconds
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

GONE, AS_BEFORE = len(STATES), -1

CODE = np.full(len(Happening), AS_BEFORE)
"""By happening: the number of the state, `GONE`, or `AS_BEFORE`."""

for _happening, _state in STATE.items():
    CODE[_happening] = GONE if _state == "ended" else STATES.index(_state) if _state else AS_BEFORE


def levels(log: Log, window: Window, node: int) -> Levels:
    """Pieces of time in which a process of *node* keeps its level and its state; the log begins `LEAD` earlier."""
    own = np.flatnonzero((log.node == node) & np.isin(log.happening, [int(one) for one in STATE]))
    own = own[np.argsort(log.job[own], kind="stable")]  # those of a process one after the other
    job, time, happening = log.job[own], log.time[own], log.happening[own]
    state = CODE[happening]
    level = np.where(happening == Happening.BOOSTED, BOOSTED_LEVEL, log.other[own])
    number = np.arange(len(own))
    comes = np.diff(job, prepend=-2) != 0
    comes[1:] |= state[:-1] == GONE
    known = state != AS_BEFORE
    state[comes & ~known] = STATES.index("ready")
    state = state[np.maximum.accumulate(np.where(comes | known, number, 0))]
    goes_on = np.append(~comes[1:], False)[: len(own)]
    following = np.minimum(number + 1, len(own) - 1)
    until = np.where(goes_on, time[following], window.until)
    # in the order in which they end; those that outlast the window in the order in which their processes came
    came = own[np.maximum.accumulate(np.where(comes, number, 0))]
    ends = np.where(goes_on, own[following], len(log.time) + came)
    since = np.maximum(time, window.since)
    real = np.flatnonzero((state != GONE) & (until > since))
    real = real[np.argsort(ends[real])]
    return {
        "since": seconds(since[real]),
        "until": seconds(until[real]),
        "job": job[real].tolist(),
        "level": level[real].tolist(),
        "state": [STATES[one] for one in state[real]],
    }


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
