"""The tables of the kernel as the records that the reference gives."""

import numpy as np

from engine.coscheduling.kernel.state import State
from engine.coscheduling.kernel.tables import INTERVAL, ROW
from engine.coscheduling.records import Activity, Interval, Log, Records, Seen
from engine.coscheduling.system import Jobs

SPENT = ("computing", "spinning", "switching", "overhead")
"""By `Activity`, what nodes and jobs keep an account of."""


def records_of(jobs: Jobs, state: State) -> Records:
    """The records of one replication whose jobs have ended, without intervals and log."""
    nodes, total = state.nodes, state.totals[0]
    profile = np.zeros((len(nodes), len(Activity)), dtype=np.int64)
    for activity, name in enumerate(SPENT):
        profile[:, activity] = nodes[name]
    profile[:, Activity.IDLE] = int(total["last_end"]) - profile.sum(axis=1)
    nothing = seen_in(np.zeros(0, dtype=ROW))
    return Records(
        arrival=jobs.arrival.astype(np.int64),
        start=np.ascontiguousarray(state.job["start"]),
        end=np.ascontiguousarray(state.job["end"]),
        profile=profile,
        spent=np.stack([state.job[name] for name in SPENT], axis=1),
        messages_sent=int(total["sent"]),
        messages_delivered=int(total["delivered"]),
        interrupts=int(total["interrupts"]),
        boosts_by_state=state.boosts[:3].copy(),
        boosts_by_position=state.boosts[3:].copy(),
        last_admission=int(total["last_admission"]),
        work_at_last_admission=int(total["work_at_last_admission"]),
        interval=nothing.interval,
        log=nothing.log,
    )


def seen_in(rows: np.ndarray) -> Seen:
    """What was logged, ROW (rows,), in order."""
    own = rows["happening"] == INTERVAL
    return Seen(_intervals(rows, np.flatnonzero(own)), _log(rows, np.flatnonzero(~own)))


def _intervals(rows: np.ndarray, own: np.ndarray) -> Interval:
    node = rows["node"][own]
    # Those of a node are written in order, and a stable sort of short numbers takes no comparisons.
    order = own[np.argsort(node.astype(np.int16), kind="stable")]
    return Interval(
        start=rows["time"][order],
        end=rows["until"][order],
        node=rows["node"][order],
        activity=rows["value"][order].astype(np.int8),
        job=rows["job"][order],
        task=rows["task"][order],
    )


def _log(rows: np.ndarray, own: np.ndarray) -> Log:
    time, node = rows["time"][own], rows["node"][own]
    # One key, since rows are almost in order of time, which a stable sort makes use of: what was first stays first.
    order = own[np.argsort(time * (int(node.max(initial=0)) + 1) + node, kind="stable")]
    return Log(
        time=rows["time"][order],
        node=rows["node"][order],
        happening=rows["happening"][order].astype(np.int8),
        **{name: rows[name][order] for name in ("job", "task", "value", "other")},
    )
