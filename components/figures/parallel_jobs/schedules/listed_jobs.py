"""The schedule of the jobs of a list under each policy, one below the other: who runs where, and above, who waits."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from components.figures.parallel_jobs.schedules.rectangles import Corners
from components.looks.theme import JOB_COLORS, LOOKS
from components.looks.tokens import TYPE
from components.words.policy_names import with_policy_names
from components.words.units import Unit, unit_for
from components.words.wording import number
from engine.parallel_jobs.replay.schedules import Schedule

Place = tuple[int, float, float, float, float]
"""A job from one instant to another (s), from its upper edge to its lower one, counted in machines."""

Stay = tuple[float, float, int]
"""From when to when (s) which job is there."""

MOST = 20_000
"""Machines of all blocks together up to which strips are told; with more of them none could be seen."""


def places_of(schedule: Schedule) -> list[Place]:
    """Each run of machines of each block; where another job is on one of them at the same time, each machine alone."""
    runs = [
        (job, since, until, first, count) for job, since, until, all_ in schedule["blocks"] for first, count in all_
    ]
    if sum(count for *_, count in runs) > MOST:
        return [(job, since, until, first, first + count) for job, since, until, first, count in runs]
    on = defaultdict[int, list[Stay]](list)
    for job, since, until, first, count in runs:
        for machine in range(first, first + count):
            on[machine].append((since, until, job))
    shared = {machine: _strips(stays) for machine, stays in on.items() if _is_shared(stays)}
    found: list[Place] = []
    for job, since, until, first, count in runs:
        machines = range(first, first + count)
        if shared.keys().isdisjoint(machines):
            found.append((job, since, until, first, first + count))
            continue
        for machine in machines:
            strip, most = shared.get(machine, {}).get((since, until, job), (0, 1))
            found.append((job, since, until, machine + strip / most, machine + (strip + 1) / most))
    return found


def _is_shared(stays: list[Stay]) -> bool:
    return any(later[0] < earlier[1] for earlier, later in pairwise(sorted(stays)))


def _strips(stays: list[Stay]) -> dict[Stay, tuple[int, int]]:
    strips = strips_of(sorted(stays))
    return dict(zip(sorted(stays), ((strip, 1 + max(strips)) for strip in strips), strict=True))


def strips_of(stays: Sequence[Stay]) -> list[int]:
    """For each of what is given in the order of its beginning the first strip that is free then."""
    ends, found = list[float](), list[int]()
    for since, until, _ in stays:
        free = next((n for n, end in enumerate(ends) if end <= since), len(ends))
        ends[free : free + 1] = [until]
        found.append(free)
    return found


WAITING, MACHINES = (0.14, 0.3), (0.34, 0.98)
"""Where in the row of a policy, which is 1 high, those that wait are, and its machines."""

NUMBERED = 0.025
"""Share of the axis from which on a block has room for the number of its job."""

LEAST = 0.1
"""The same of the machines."""

FEWEST = 4
"""Lines for which the lane of those that wait has room, however few they are."""


def draw_listed(schedules: Sequence[Schedule], arrivals: Sequence[float], machines: int, scheme: str) -> dict[str, Any]:
    """Rows of equal height; *arrivals* in s, of each job; blocks on the same machines at once share their height.

    As plotly has a figure, for `plain_picture`: it would take plotly longer to check it than to draw it.
    """
    end = max([1e-9, *arrivals, *(one["makespan"] for one in schedules)])
    unit = unit_for("s", end)
    data, names = list[dict[str, Any]](), list[dict[str, Any]]()
    for row, schedule in enumerate(schedules):
        places = places_of(schedule)
        data += [
            _job([one for one in places if one[0] == job], row, machines) for job in sorted({job for job, *_ in places})
        ]
        data += _waiting(schedule, arrivals, row)
        names += [_name(schedule, row, unit, scheme), *_numbers(places, row, machines, end)]
    for one in data:
        one["x"] = [None if x is None else unit.factor * x for x in one["x"]]
    rows = [-n for n in range(len(schedules) + 1)]
    return {
        "data": data,
        "layout": {
            "margin": {"l": 16, "r": 16, "t": 8, "b": 56},
            "xaxis": {"title": {"text": f"Time ({unit.name})"}, "range": [0, unit.factor * end]},
            "yaxis": {"range": [rows[-1], 0], "tickvals": rows, "ticktext": [""] * len(rows)},
            "annotations": [one | ({} if "xref" in one else {"x": unit.factor * one["x"]}) for one in names],
        },
    }


def _height(row: int, lane: tuple[float, float], share: float) -> float:
    return -(row + lane[0] + (lane[1] - lane[0]) * share)


def _job(places: list[Place], row: int, machines: int) -> dict[str, Any]:
    corners = Corners([], [])
    for _, since, until, top, bottom in places:
        corners.add(since, until, *(_height(row, MACHINES, edge / machines) for edge in (top, bottom)))
    filled = {"fill": "toself", "fillcolor": _color(places[0][0]), "mode": "lines", "line": {"width": 0}}
    return {"x": corners.x, "y": corners.y, **filled}


def _waiting(schedule: Schedule, arrivals: Sequence[float], row: int) -> Iterator[dict[str, Any]]:
    waits = sorted(
        (arrived, start, job)
        for job, (arrived, start) in enumerate(zip(arrivals, schedule["start"], strict=True))
        if start is not None and start > arrived
    )
    strips = strips_of(waits)
    most = 1 + max(strips, default=0)
    for (arrived, start, job), strip in zip(waits, strips, strict=True):
        y = _height(row, WAITING, 1 - (strip + 0.5) / max(most, FEWEST))
        yield {"x": [arrived, start], "y": [y, y], "mode": "lines", "line": {"color": _color(job), "width": 2}}


def _name(schedule: Schedule, row: int, unit: Unit, scheme: str) -> dict[str, Any]:
    """Who decides, and what it comes to."""
    policy, response = schedule["policy"], schedule["response"]
    mean = "" if response is None else f" · mean response {number(unit.factor * response, 3)} {unit.name}"
    place = {"x": 0, "xref": "paper", "y": -(row + 0.01), "xanchor": "left", "yanchor": "top", "showarrow": False}
    text = f"{LOOKS[policy].glyph} {with_policy_names(policy)}{mean}"
    return {**place, "text": text, "font": {"color": LOOKS[policy].on(scheme), "size": TYPE["sm"]}}


def _numbers(places: list[Place], row: int, machines: int, end: float) -> Iterator[dict[str, Any]]:
    """The number of each job in its block, where there is room."""
    for job, since, until, top, bottom in places:
        if until - since > NUMBERED * end and bottom - top >= LEAST * machines:
            y = _height(row, MACHINES, (top + bottom) / 2 / machines)
            yield {"x": (since + until) / 2, "y": y, "text": str(job + 1), "showarrow": False, "font": _ink(job)}


def _color(job: int) -> str:
    return JOB_COLORS[job % len(JOB_COLORS)]


def _ink(job: int) -> dict[str, Any]:
    """Black or white, whichever can be read on the color of the *job*."""
    parts = [int(_color(job)[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    is_light = 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18
    return {"color": "#111111" if is_light else "#ffffff", "size": TYPE["xs"]}
