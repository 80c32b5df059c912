"""The points that a search for the worst one has tried: over its fields, colored by what the search saw, and what was
verified on fresh seeds."""

from math import isnan, log10
from typing import Any

from components.figures.common.wrapped import wrapped
from components.figures.result.tree import Tree, template_tree
from components.looks.theme import FAINT, INK, PAPER
from components.words.searches.worst import times_words, tried_words
from components.words.wording import axis_words, capital, field_unit, number, point_words
from engine.inputs.breaking import Breaking
from engine.results.result import Result
from engine.results.worst import Verified, Worst, verified

SIZE = 9
GAP = 0.14
"""Between two panels, of the whole width."""

MARKS = tuple(
    float(f"{digit * 10.0**power:.12g}") for power in range(-3, 6) for digit in (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8)
)
MOST_MARKS = 9
"""On the bar of colors."""

FOUND, START, BESIDE = "star", "diamond", "circle-open"


def draw_points_tried(result: Result, scheme: str) -> Tree:
    """Of two fields a map, one against the other; else a panel for each field, with the ratio upwards."""
    breaking, found = result.scenario.study.searched, result.worst
    assert breaking is not None
    assert found is not None
    told = verified(result)
    fields = [one.field for one in breaking.ranges]
    is_map = len(fields) == 2
    panels = [(fields[0], fields[1])] if is_map else [(field, "") for field in fields]
    traces: list[Tree] = []
    layout: Tree = {
        "template": template_tree(scheme),
        "hovermode": "closest",
        "showlegend": True,
        "legend": {"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0},
        "margin": {"l": 72, "r": 24, "t": 56, "b": 60},
        "coloraxis": _colors(breaking, found) | {"showscale": is_map},  # else the ratio is upwards
    }
    for n, panel in enumerate(panels):
        traces += _panel(result, n, panel, told, scheme)
        layout |= _axes(result, n, len(panels), panel, breaking)
    return {"data": traces, "layout": layout}


def _colors(breaking: Breaking, found: Worst) -> Tree:
    """By the logarithm of the ratio: half as large is as far from 1 as twice as large."""
    ratios = [_shade(one.ratio) for one in found.tried.values() if one.outside is None] or [0.0]
    low, high = min(ratios) - 0.01, max(ratios) + 0.01
    marks = [one for one in MARKS if low <= log10(one) <= high] or [10**low, 10**high]
    every = -(-len(marks) // MOST_MARKS)
    return {
        "colorscale": "Cividis",
        "cmin": low,
        "cmax": high,
        "colorbar": {
            "title": {"text": f"{breaking.policy} over {breaking.against}", "side": "right"},
            "thickness": 12,
            "tickvals": [log10(one) for one in marks[::every]],
            "ticktext": [number(one, 3) for one in marks[::every]],
        },
    }


def _shade(ratio: float) -> float:
    return log10(max(ratio, MARKS[0]))


def _panel(result: Result, n: int, panel: tuple[str, str], told: list[Verified], scheme: str) -> list[Tree]:
    found = result.worst
    assert found is not None
    inside = {number: one.ratio for number, one in found.tried.items() if one.outside is None}
    outside = [number for number, one in found.tried.items() if one.outside is not None]
    # Without a ratio a point stands at the foot of a panel that has ratios upwards.
    foot = min([*inside.values(), *(one.ratio.low for one in told if not isnan(one.ratio.low))], default=1.0)
    traces = [
        _dots(result, n, panel, list(inside), list(inside.values()))
        | {
            "name": "tried",
            "marker": {
                "size": SIZE,
                "color": [_shade(ratio) for ratio in inside.values()],
                "coloraxis": "coloraxis",
                "line": {"color": FAINT[scheme], "width": 1},
            },
            "hovertext": [
                f"{_words(result, number)}: {tried_words(found.tried[number])} in the search" for number in inside
            ],
        }
    ]
    if outside:
        traces.append(
            _dots(result, n, panel, outside, [foot] * len(outside))
            | {
                "name": "outside the search",
                "marker": {"size": SIZE, "symbol": "x-thin", "line": {"color": FAINT[scheme], "width": 2}},
                "hovertext": [f"{_words(result, number)}: {tried_words(found.tried[number])}" for number in outside],
            }
        )
    return [*traces, *_verified(result, n, panel, told, scheme)]


def _verified(result: Result, n: int, panel: tuple[str, str], told: list[Verified], scheme: str) -> list[Tree]:
    breaking, found = result.scenario.study.searched, result.worst
    assert breaking is not None
    assert found is not None
    parts = {
        "one step beside, fresh seeds": (BESIDE, [one for one in told[1:] if one.number != breaking.start], 12),
        "start, fresh seeds": (START, [one for one in told if one.number == breaking.start != found.found], 13),
        "worst found, fresh seeds": (FOUND, told[:1], 18),
    }
    traces = []
    for name, (symbol, points, size) in parts.items():
        points = [one for one in points if not isnan(one.ratio.mean)]
        if not points:
            continue
        trace = _dots(result, n, panel, [one.number for one in points], [one.ratio.mean for one in points])
        line = {"color": INK[scheme], "width": 1.5}
        trace |= {
            "name": name,
            "marker": {"symbol": symbol, "size": size, "color": PAPER[scheme], "line": line},
            "hovertext": [f"{_words(result, one.number)}: {times_words(one.ratio)} on fresh seeds" for one in points],
        }
        if symbol == BESIDE:
            trace["marker"]["color"] = INK[scheme]
        if not panel[1]:
            trace["error_y"] = {
                "type": "data",
                "symmetric": False,
                "array": [0 if isnan(one.ratio.high) else one.ratio.high - one.ratio.mean for one in points],
                "arrayminus": [0 if isnan(one.ratio.low) else one.ratio.mean - one.ratio.low for one in points],
                "color": INK[scheme],
                "thickness": 1.5,
            }
        traces.append(trace)
    return traces


def _dots(result: Result, n: int, panel: tuple[str, str], numbers: list[int], ratios: list[float]) -> Tree:
    """Points by their numbers, at their value of the panel's field and their ratio or value of its second field."""
    places = [result.scenario.searched_point(number) for number in numbers]
    across, up = (field_unit(result.scenario, field).factor if field else 1.0 for field in panel)
    end = str(n + 1) if n else ""
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [place[panel[0]] * across for place in places],
        "y": [place[panel[1]] * up for place in places] if panel[1] else ratios,
        "xaxis": f"x{end}",
        "yaxis": f"y{end}",
        "hoverinfo": "text",
        "showlegend": n == 0,
    }


def _axes(result: Result, n: int, count: int, panel: tuple[str, str], breaking: Breaking) -> Tree:
    """Two panels beside each other, more in two rows."""
    columns = min(count, 2)
    rows = -(-count // columns)
    row, column = divmod(n, columns)
    width, height = (1 - GAP * (columns - 1)) / columns, (1 - 0.2 * (rows - 1)) / rows
    left, bottom = column * (width + GAP), 1 - row * (height + 0.2) - height
    end = str(n + 1) if n else ""
    plain: Tree = {"exponentformat": "none", "separatethousands": True, "zeroline": False}
    up: Any = axis_words(result.scenario, panel[1]) if panel[1] else f"{breaking.policy} over {breaking.against}"
    return {
        f"xaxis{end}": plain
        | {
            "nticks": 8 if count == 1 else 4,
            "tickangle": 0,
            "domain": [left, left + width],
            "anchor": f"y{end}",
            "title": {"text": wrapped(capital(axis_words(result.scenario, panel[0])), 60 if count == 1 else 18)},
        },
        f"yaxis{end}": plain
        | {
            "domain": [bottom, bottom + height],
            "anchor": f"x{end}",
            "title": {"text": (capital(up) if panel[1] else up) if column == 0 else ""},
        },
    }


def _words(result: Result, number: int) -> str:
    return point_words(result.scenario, result.scenario.searched_point(number))
