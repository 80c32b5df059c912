"""How many machines of each group are busy in a window, from its blocks."""

from collections import defaultdict
from itertools import groupby

from engine.parallel_jobs.replay.tree import Trace


def busy_over_time(trace: Trace) -> dict[str, tuple[list[float], list[float]]]:
    """By name of the group: instants (s), and from each of them on the share of its machines that is busy, 0 to 1."""
    begin, end = trace["steps"][0]["time"], trace["steps"][-1]["time"]
    changes: dict[int, list[tuple[float, int]]] = defaultdict(list)
    for machine, pieces in _pieces(trace).items():
        for since, until in pieces:
            changes[trace["machine_group"][machine]] += [(max(since, begin), 1), (min(until, end), -1)]
    found = {}
    for number, group in enumerate(trace["groups"]):
        machines, busy = trace["machine_group"].count(number), 0
        times, shares = [begin], [0.0]
        for time, rows in groupby(sorted(changes[number]), key=lambda row: row[0]):
            busy += sum(change for _, change in rows)
            if time == times[-1]:
                shares[-1] = busy / machines
            else:
                times.append(time)
                shares.append(busy / machines)
        found[group["name"]] = ([*times, end], [*shares, shares[-1]])
    return found


def _pieces(trace: Trace) -> dict[int, list[tuple[float, float]]]:
    """When each machine is busy, without overlaps: it can carry several jobs."""
    bars = trace["bars"]
    rows = sorted(zip(bars.get("machine", []), bars.get("start", []), bars.get("end", []), strict=True))
    found: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for machine, start, end in rows:
        pieces = found[machine]
        if pieces and start <= pieces[-1][1]:
            pieces[-1] = (pieces[-1][0], max(end, pieces[-1][1]))
        else:
            pieces.append((start, end))
    return found
