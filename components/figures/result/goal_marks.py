"""What a goal adds to curves: its line, and for each policy where the search has found that it turns."""

from math import log10, nan
from typing import Any

from components.figures.result.curve_ends import XAxis
from components.figures.result.tree import Tree
from components.looks.theme import INK, LOOKS
from components.looks.tokens import TYPE
from components.words.searches.goals import bound_words, ordinal, standing_in_short
from components.words.wording import field_unit, number
from engine.results.result import Result
from engine.results.sought import Kind, Sought

ROOM = 2.2
"""How many times the value of the goal the picture is high at most: what is far beyond it only has to be outside."""

MOST_ORDERS = 3
"""Policies up to which the order of their searches stands at the points."""

APART = 0.05
"""Of width and height: numbers that would be nearer touch."""

STEP = 17
"""From the name of one turn to the next, px."""


def with_goal(figure: Tree, result: Result, metric: str, scale: float, policies: list[str], scheme: str) -> Tree:
    """The *figure* of *metric* with the lines of its criteria and the turns; as it is if the goal speaks of others."""
    goal = result.scenario.study.goal
    asked = [one for one in goal.criteria if one.metric == metric] if goal else []
    if goal is None or (goal.criteria and not asked) or not figure["layout"].get("xaxis"):
        return figure
    layout = figure["layout"]
    shapes: list[Any] = [*layout.get("shapes", ())]
    notes: list[Any] = [*layout.get("annotations", ())]
    is_log = layout["yaxis"].get("type") == "log"
    for one in asked:
        y = one.value * scale
        line = {"color": INK[scheme], "width": 1.5, "dash": "dash"}
        shapes.append(
            {"type": "line", "xref": "x domain", "x0": 0, "x1": 1, "y0": y, "y1": y, "line": line, "name": "goal"}
        )
        place = {"xref": "x domain", "x": 0.01, "xanchor": "left", "y": _log(y) if is_log else y, "yanchor": "bottom"}
        notes.append(
            place | {"text": bound_words(one, result), "showarrow": False, "name": "goal", "font": {"size": TYPE["xs"]}}
        )
    told = field_unit(result.scenario, goal.field)
    axis = XAxis.of([point[goal.field] * told.factor for point in result.points])
    turned = [search for search in result.searches if search.policy in policies and search.turn.meets is not None]
    turned = [search for search in turned if search.kind in (Kind.FOUND, Kind.BETWEEN)]
    for n, search in enumerate(sorted(turned, key=lambda one: one.turn.meets or 0)):
        look, x = LOOKS[search.policy], search.values[search.turn.meets or 0] * told.factor
        shapes.append(
            {"type": "line", "x0": x, "x1": x, "yref": "y domain", "y0": 0, "y1": 1, "name": "goal", "layer": "below"}
            | {"line": {"color": look.on(scheme), "width": 1.5, "dash": "dot"}}
        )
        to_left = axis.share(axis.place(x)) > 0.5
        sign = "≥" if search.turn.ascending else "≤"
        notes.append(
            {
                "x": axis.place(x),
                "yref": "y domain",
                "y": 0,
                "yanchor": "bottom",
                "yshift": 4 + STEP * n,
                "name": "goal",
            }
            | {
                "text": f"{look.glyph} {sign} {number(x)}",
                "showarrow": False,
                "xanchor": "right" if to_left else "left",
            }
            | {"font": {"size": TYPE["xs"], "color": look.on(scheme)}}
        )
    if asked and not is_log:
        _zoom(layout["yaxis"], max(one.value * scale for one in asked))
    notes += _orders(result, metric, scale, policies, scheme, axis, layout["yaxis"])
    layout |= {"shapes": shapes, "annotations": notes}
    return figure


def _orders(
    result: Result, metric: str, scale: float, policies: list[str], scheme: str, axis: XAxis, upright: Tree
) -> list[Any]:
    """Above each tested point which one it was in the search of its policy; where two would touch, the earlier one."""
    goal, is_log = result.scenario.study.goal, upright.get("type") == "log"
    if goal is None or len(policies) > MOST_ORDERS:
        return []
    xs = [point[goal.field] * field_unit(result.scenario, goal.field).factor for point in result.points]
    notes, taken = [], list[tuple[float, float]]()
    for search in (one for one in result.searches if one.policy in policies):
        for order, n in enumerate(search.decisions, 1):
            if search.values[n] not in (values := [point[goal.field] for point in result.points]):
                continue
            point = values.index(search.values[n])
            mean = result.estimate(point, search.policy, metric).mean * scale if metric in result.names else nan
            share = axis.share(axis.place(xs[point]))
            low, high = upright.get("range", (0.0, 0.0))
            at = _log(mean) if is_log else mean
            up = (at - low) / (high - low) if high > low else 0.0
            if not search.decisions[n].steady or not 0 <= up <= 1:
                continue
            if any(abs(share - x) < APART and abs(up - y) < APART for x, y in taken):
                continue
            taken.append((share, up))
            look = LOOKS[search.policy]
            place = {"x": axis.place(xs[point]), "y": at, "yanchor": "bottom", "yshift": 6, "showarrow": False}
            font = {"size": TYPE["xs"], "color": look.on(scheme)}
            told = f"{search.policy}: {ordinal(order)} tested"
            notes.append(place | {"text": str(order), "name": "order", "font": font, "hovertext": told})
    return notes


def _zoom(upright: Tree, highest: float) -> None:
    low, high = upright.get("range", [0, highest])
    if highest > 0:
        upright["range"] = [low, max(highest * 1.15, min(high, highest * ROOM))]


def _log(y: float) -> float:
    return log10(y) if y > 0 else 0.0


def searched(result: Result, point: int, policy: str) -> str:
    """For the tooltip: when this value was tested for the policy, and what came of it."""
    search = next((one for one in result.searches if one.policy == policy), None)
    goal = result.scenario.study.goal
    if search is None or goal is None:
        return ""
    number_of = search.values.index(result.points[point][goal.field])
    if number_of not in search.decisions:
        return ""
    return f"<br>{_order(search, number_of)} tested: {standing_in_short(search.decisions[number_of])}"


def _order(search: Sought, n: int) -> str:
    return ordinal(list(search.decisions).index(n) + 1)
