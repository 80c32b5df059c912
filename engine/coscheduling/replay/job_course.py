"""What becomes of each job in a window of a trace, change by change, so that two traces can be held side by side.

Start and end of every job are known of the whole run. Where the window tells every interval, it is also known which of
its processes have a processor: who gets one, and who loses it, is what the schemes of this family decide.
"""

from collections import defaultdict
from math import inf
from typing import NamedTuple

from engine.contract.course import Change, Course
from engine.coscheduling.replay.tree import Trace


class On(NamedTuple):
    """Which processes of a job have the processor of their node: (task, node)."""

    processes: frozenset[tuple[int, int]]


STARTED, ENDED = "started", "ended"
"""What else becomes of a job: its processes have come to their nodes, or all have ended."""

Piece = tuple[float, float, int, int, int]
"""From when to when (s) a node is with a process: start, end, node, job, task."""


def tells_processors(trace: Trace) -> bool:
    """Whether the window is so short that every interval is told."""
    return trace["detail"] == "intervals"


def course_of(trace: Trace) -> Course:
    """The course of every job."""
    begin, end = trace["window"]["since"], trace["window"]["until"]
    # Behind the end of a run nothing happens any more.
    horizon = inf if end >= trace["end"] else end
    jobs = trace["jobs"]
    found = {job: [Change(start, STARTED)] for job, start in enumerate(jobs["start"])}
    if tells_processors(trace):
        for job, changes in processors_of(trace).items():
            # Who has one as the window begins got it before it, though nobody has noted when.
            found[job] += [one._replace(time=jobs["start"][job]) if one.time <= begin else one for one in changes]
    for job, ended in enumerate(jobs["end"]):
        found[job].append(Change(ended, ENDED))
    return Course(begin, horizon, 0, {job: tuple(changes) for job, changes in found.items()})


def processors_of(trace: Trace) -> dict[int, list[Change]]:
    """From when on (s) each job has which processes on processors, as long as it runs; a change less where it ends."""
    begun, ended = (
        defaultdict[int, dict[float, set[tuple[int, int]]]](dict),
        defaultdict[int, dict[float, set[tuple[int, int]]]](dict),
    )
    for start, end, node, job, task in pieces_of(trace):
        begun[job].setdefault(start, set()).add((task, node))
        ended[job].setdefault(end, set()).add((task, node))
    found: dict[int, list[Change]] = {}
    last = trace["window"]["until"]
    for job in begun:
        there: set[tuple[int, int]] = set()
        until = min(trace["jobs"]["end"][job], last)
        for time in sorted(begun[job].keys() | ended[job].keys()):
            if time >= until:
                break
            now = (there - ended[job].get(time, set())) | begun[job].get(time, set())
            if now != there:
                found.setdefault(job, []).append(Change(time, On(frozenset(now))))
            there = now
    return found


def pieces_of(trace: Trace) -> list[Piece]:
    """The times in which a node is with a process, in their order on each node.

    Kernel work in between leaves the process where it is.
    """
    columns, nodes = trace["intervals"], defaultdict[int, list[int]](list)
    for n, node in enumerate(columns["node"]):
        nodes[node].append(n)
    found: list[Piece] = []
    for node, rows in sorted(nodes.items()):
        reach, latest = -inf, -1  # how far the node is busy without a gap since the latest piece of `found`
        for n in sorted(rows, key=lambda n: columns["start"][n]):
            start, end, job = columns["start"][n], columns["end"][n], columns["job"][n]
            is_there = start <= reach
            reach = end if is_there or job >= 0 else -inf
            if job < 0:
                continue
            if is_there and found[latest][3:] == (job, columns["task"][n]):
                found[latest] = (found[latest][0], end, *found[latest][2:])
                continue
            found.append((start, end, node, job, columns["task"][n]))
            latest = len(found) - 1
    return found
