"""What the figures of this family replay: a window of time and nodes of one replication, as a JSON tree.

Nothing is kept: the replication is simulated again from its seed, and only the window is logged.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import orjson

from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.coscheduling.inputs.workload import SECOND
from engine.coscheduling.measures import PROFILE
from engine.coscheduling.policies import SCHEMES
from engine.coscheduling.records import Activity, Happening, Records, Window
from engine.coscheduling.replay.detail import at_a_glance, in_io, messages, rows_of, within
from engine.coscheduling.replay.feedback import LEAD, levels, levels_at_a_glance
from engine.coscheduling.replay.matrix import slots
from engine.coscheduling.replication import Replication, replicate, replicate_in_spans
from engine.coscheduling.system import MILLISECOND

MOST_INTERVALS = 6_000
"""Drawn one by one; more are summed up in spans, so that a page stays fluid however much happens."""

SPANS = 400
"""Spans of the picture of the whole, of few nodes; of more, less, so that there are at most `MOST_INTERVALS`."""

MOST_LEVELS = 3_000
"""Pieces of the feedback queues that are drawn one by one."""

MOST_ROWS = 1_500_000
"""Of a log; a window that has more is only summed up."""

ROWS_PER_MESSAGE, ROWS_PER_TICK = 12, 1

NARROWEST = 10_000
"""Shortest window, ns."""

MESSAGES_WITHIN = 50_000_000
"""Longest window in which single messages can be told apart, ns."""


def trace(
    scenario: CoschedulingScenario, policy: str, replication: int, window: Mapping[str, float] | None = None
) -> dict[str, Any]:
    """A window of one replication.

    Parameters
    ----------
    window : `since`, `until` (s; the whole run if there is none), `first_node`, `nodes`, `node` (whose feedback queues
        are shown)

    Returns
    -------
    dict
        `policy`, `replication`, `nodes`, `slots`, `end` (s, of the run), `gang`;
        `window`: since, until, first_node, end_node, node, as they came out;
        `jobs`: arrival, start, end (s), size, type of each job of the first partition; `job_types`: names;
        `profile`: by activity, share of the time of each node over the whole run;
        `detail`: "intervals" or "spans"; `intervals`: columns start, end (s), node, activity (name), job, task (-1 for
        none), and for spans `share` of the most frequent activity in it;
        `io`: columns start, end (s), node, slot, job, task of the processes in I/O, if single intervals are told apart;
        `messages`: columns sent, delivered, received (s, None outside the window), job, from_task, to_task, from_node,
        to_node, waited_for (words: what the node of the receiver did between delivery and receipt), empty if the window
        is longer than 50 ms;
        `levels_detail`: "pieces" or "spans"; `levels`: the feedback queues of `node`: columns since, until (s), job,
        level, state; empty under gang scheduling;
        `matrix`: under gang scheduling the slots in the window, and the one in which it begins: columns since (s),
        row, and `rows`, for each slot a row of jobs by node (-1 for none), `copies` likewise whether it is a copy;
        `boosts`: columns time (s), node, job, kind; empty if the window is longer than 50 ms.
    """
    asked = dict(window or {})
    done = _without_log(scenario, policy, replication)
    records, system = done.parts[0].records, done.system
    end = int(records.end.max())
    chosen = _window(asked, end, system.nodes)
    node = int(min(max(asked.get("node", chosen.first_node), 0), system.nodes - 1))
    spans = min(SPANS, MOST_INTERVALS // (chosen.end_node - chosen.first_node))
    gang = bool(SCHEMES[policy].gang)
    # A log of all nodes: slots are told of the first one, and messages come from anywhere.
    begin = max(0, chosen.since - (system.gang_quantum + system.gang_switch if gang else LEAD))
    everywhere = Window(begin, chosen.until, 0, system.nodes)
    is_long = _rows(records, everywhere, end) > MOST_ROWS
    whole = None
    if is_long:
        logged, spent = replicate_in_spans(scenario, policy, replication, chosen, spans)
        whole, inside = at_a_glance(spent, chosen), logged
        of_node = Window(begin, chosen.until, node, node + 1)
        small = not gang and _rows(records, of_node, end) <= MOST_ROWS
        queue = replicate(scenario, policy, replication, of_node).parts[0].records.log if small else None
    else:
        logged = replicate(scenario, policy, replication, everywhere).parts[0].records
        inside = within(logged, chosen)
        queue = None if gang else logged.log
        if len(inside.interval.start) > MOST_INTERVALS:
            whole = at_a_glance(replicate_in_spans(scenario, policy, replication, chosen, spans)[1], chosen)
    short = chosen.until - chosen.since <= MESSAGES_WITHIN
    pieces = {} if queue is None else levels(queue, chosen, node)
    many_pieces = len(pieces.get("job", [])) > MOST_LEVELS
    return {
        "policy": policy,
        "replication": replication,
        "nodes": system.nodes,
        "slots": system.slots,
        "end": end / SECOND,
        "gang": gang,
        "window": {
            "since": chosen.since / SECOND,
            "until": chosen.until / SECOND,
            "first_node": chosen.first_node,
            "end_node": chosen.end_node,
            "node": node,
        },
        "jobs": _jobs(records, done.jobs.size[done.parts[0].number], done.jobs.job_type[done.parts[0].number]),
        "job_types": [kind.name for kind in scenario.workload.job_types],
        "profile": {PROFILE[a].removesuffix("_share"): (records.profile[:, a] / end).tolist() for a in Activity},
        "detail": "intervals" if whole is None else "spans",
        "intervals": rows_of(inside.interval, chosen) if whole is None else whole,
        "io": in_io(logged.log, chosen) if whole is None else {},
        "messages": messages(logged, chosen, system.pattern, done.jobs.size[done.parts[0].number]) if short else {},
        "levels_detail": "spans" if many_pieces else "pieces",
        "levels": levels_at_a_glance(pieces, chosen, SPANS) if many_pieces else pieces,
        "matrix": slots(logged.log, system.nodes, system.slots, chosen.since) if gang else {},
        "boosts": _boosts(inside) if short else {},
    }


def _without_log(scenario: CoschedulingScenario, policy: str, replication: int) -> Replication:
    """The whole run, which is the same for every window of it."""
    return _known_runs(scenario.canonical(), policy, replication)


@lru_cache(maxsize=8)
def _known_runs(text: bytes, policy: str, replication: int) -> Replication:
    return replicate(CoschedulingScenario.read(orjson.loads(text)), policy, replication)


def _window(asked: Mapping[str, float], end: int, nodes: int) -> Window:
    """What was asked for, put into the run: a window that would reach beyond its end is moved, not cut."""
    since = round(max(float(asked.get("since", 0.0)), 0.0) * SECOND)
    until = round(max(float(asked.get("until", end / SECOND)), 0.0) * SECOND)
    width = min(max(until - since, NARROWEST), end)
    since = min(since, end - width)
    first = int(min(max(asked.get("first_node", 0), 0), nodes - 1))
    last = int(min(max(first + asked.get("nodes", nodes), first + 1), nodes))
    return Window(since, since + width, first, last)


def _rows(records: Records, window: Window, end: int) -> float:
    """About how many rows a log of the window has, if the run is much the same all the time."""
    share = (window.until - window.since) / end * (window.end_node - window.first_node) / len(records.profile)
    ticks = len(records.profile) * end / MILLISECOND
    return share * (ROWS_PER_MESSAGE * records.messages_delivered + ROWS_PER_TICK * ticks)


def _jobs(records: Records, size: np.ndarray, job_type: np.ndarray) -> dict[str, list[Any]]:
    times = {name: (getattr(records, name) / SECOND).tolist() for name in ("arrival", "start", "end")}
    return {**times, "size": size.tolist(), "type": job_type.tolist()}


def _boosts(records: Records) -> dict[str, list[Any]]:
    log = records.log
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
