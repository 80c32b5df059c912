"""What the figures of this family replay: a window of time and nodes of one replication; see `tree`.

The replication is simulated again from the last state before the window that was kept, and only the window is logged.
"""

from collections.abc import Mapping

import numpy as np

from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.coscheduling.inputs.workload import SECOND
from engine.coscheduling.records import Activity, Happening, Log, Records, Window
from engine.coscheduling.replay import tree
from engine.coscheduling.replay.decisions import decisions
from engine.coscheduling.replay.detail import in_io, rows_of
from engine.coscheduling.replay.feedback import levels, levels_at_a_glance
from engine.coscheduling.replay.kept import run_of
from engine.coscheduling.replay.logged import SPANS, log_of
from engine.coscheduling.replay.matrix import slots
from engine.coscheduling.replay.messages import messages
from engine.coscheduling.system import Jobs

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
