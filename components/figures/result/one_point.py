"""A metric of policies at a single point: from the best to the worst, a dot on its interval beside its number."""

from collections.abc import Callable
from math import isnan, log10

from components.figures.common.wrapped import wrapped
from components.figures.result.no_curves import words_instead
from components.figures.result.published_marks import Mark, sources_in_short, traces_of_marks
from components.figures.result.recorded_mark import recorded_traces
from components.figures.result.tree import Tree, template_tree
from components.looks.theme import LOOKS
from components.looks.tokens import TYPE
from components.words.policy_names import marked, policy_name
from components.words.wording import capital, number, with_uncertainty
from engine.papers.reproduction import Reproduction
from engine.results.result import Result
from engine.statistics.means import Estimate

WIDE = 10
"""Ratio of the largest to the smallest value from which on a linear axis would press the others together."""

AIR = 0.12
"""Of the axis, beside the first and the last value."""

FAR = 0.55
"""Of the axis: beyond it there is no room for a number behind an interval."""

BEFORE = 0.35
"""Of the axis: beyond it there is room for one before an interval."""

LONGEST = 14
"""Letters of a name in one line."""

RECORDED = "◇ as recorded"

LETTER = 7.6
"""Width of one, px."""


def draw_one_point(
    result: Result,
    policies: list[str],
    value: Callable[[int, str], Estimate],
    title: str,
    less_is_better: bool,
    scheme: str,
    marks: list[Mark],
    published: list[Reproduction],
    point: int = 0,
    recorded: float | None = None,
) -> Tree:
    """The dots of all *policies* that settle, the best one uppermost; *marks* are published values, by policy.

    What a log itself *recorded* has a row of its own below them all, without an interval: it is no policy.
    """
    found = {policy: value(point, policy) for policy in policies}
    there = [policy for policy in policies if found[policy].replications]
    known = [policy for policy in there if result.settles(point, policy) and not isnan(found[policy].mean)]
    known.sort(key=lambda policy: found[policy].mean, reverse=less_is_better)
    overloaded = [policy for policy in there if not result.settles(point, policy)]
    below = 0 if recorded is None else 1
    rows = {policy: below + n for n, policy in enumerate(overloaded + known)}
    names = {policy: wrapped(marked(policy), LONGEST) for policy in rows}
    longest = max(
        (len(line) for name in [*names.values(), *([RECORDED] if below else [])] for line in name.split("<br>")),
        default=0,
    )
    placed = [mark._replace(x=mark.y, y=rows[mark.policy]) for mark in marks if mark.policy in rows]
    traces = [trace for policy in known for trace in _of_policy(policy, found[policy], rows[policy], scheme)]
    if placed:
        traces += traces_of_marks(placed, f"published, {sources_in_short(published)}", scheme, in_groups=False)
    if recorded is not None:
        traces += recorded_traces(recorded, f"as recorded: {number(recorded, 3)}", (0.0, 0.0), 0.0, scheme)
        traces[-1] |= {"x": [recorded], "y": [0], "showlegend": False}
    values = [end for policy in known for end in _ends(found[policy])] + [float(mark.x) for mark in placed]
    values += [recorded] if recorded is not None and known else []
    axis, is_log = _axis(values, [found[policy].mean for policy in known])
    if known and not placed:
        axis = _with_room(axis, [found[policy] for policy in known], is_log)
    layout: Tree = {
        "template": template_tree(scheme),
        "xaxis": axis | {"title": {"text": f"{capital(title)}{', logarithmic' if is_log else ''}"}},
        "yaxis": {
            "range": [-0.6, below + len(rows) - 0.4],
            "tickvals": [*range(below), *rows.values()],
            "ticktext": [*([RECORDED] if below else []), *names.values()],
            "zeroline": False,
        },
        "hovermode": "closest",
        "showlegend": bool(placed),
        "legend": {"font": {"size": TYPE["xs"]}},
        "margin": {"l": 32 + round(LETTER * longest), "r": 28, "t": 52 if placed else 20, "b": 60},
        "annotations": [
            *([_own_number(recorded, axis, is_log)] if recorded is not None and known else []),
            *(_number(found[policy], rows[policy], axis, is_log, bool(placed)) for policy in known),
            *(_overloaded(policy, rows[policy], axis, scheme) for policy in overloaded),
        ],
        "meta": {"of": [title, ""], "units": [1.0, 1.0]},
    }
    if not known:
        layout |= words_instead(result)
    return {"data": traces, "layout": layout}


def _ends(found: Estimate) -> tuple[float, float]:
    return (found.mean, found.mean) if isnan(found.low) else (found.low, found.high)


def _axis(values: list[float], means: list[float]) -> tuple[Tree, bool]:
    """The x axis: from zero if that is not far below, and logarithmic where values differ by more than `WIDE`."""
    plain: Tree = {"exponentformat": "none", "separatethousands": True, "zeroline": False}
    if not values:
        return plain, False
    low, high = min(values), max(values)
    if min(means) > 0 and max(means) > WIDE * min(means):
        low = low if low > 0 else min(means) / 2
        room = AIR * (log10(high) - log10(low))
        ticks = [factor * 10.0**n for n in range(-6, 10) for factor in (1, 2, 5) if low <= factor * 10.0**n <= high]
        texts = [f"{tick:,.6g}".replace(",", "\u2009") for tick in ticks]
        range_ = [log10(low) - room, log10(high) + 2 * room]
        return plain | {"type": "log", "range": range_, "tickvals": ticks, "ticktext": texts}, True
    low = 0.0 if 0 <= low < 0.6 * high else low
    room = AIR * (high - low) or 1.0
    return plain | {"range": [low - (room if low else 0), high + 3 * room]}, False


def _of_policy(policy: str, found: Estimate, row: int, scheme: str) -> list[Tree]:
    look = LOOKS[policy]
    low, high = _ends(found)
    whisker: Tree = {
        "type": "scatter",
        "x": [low, high],
        "y": [row, row],
        "mode": "lines",
        "name": f"{policy} interval",
        "legendgroup": policy,
        "showlegend": False,
        "hoverinfo": "skip",
        "meta": "interval",
        "line": {"color": look.on(scheme), "width": 4},
        "opacity": 0.5,
    }
    dot: Tree = {
        "type": "scatter",
        "x": [found.mean],
        "y": [row],
        "mode": "markers",
        "name": policy_name(policy),
        "legendgroup": policy,
        "showlegend": False,
        "marker": {"color": look.on(scheme), "symbol": look.symbol, "size": 11},
        "customdata": [[with_uncertainty(found), found.replications]],
        "hovertemplate": f"{policy_name(policy)}: %{{customdata[0]}} (%{{customdata[1]}} replications)<extra></extra>",
    }
    return [whisker, dot]


def _place(found: Estimate, axis: Tree, is_log: bool) -> tuple[str, float]:
    """Whether a number stands "behind" its interval, "before" it or "above" it, and at which end."""
    first, last = axis.get("range", [0.0, 1.0])
    low, at = _ends(found)
    if is_log:
        low, at = log10(low) if low > 0 else first, log10(at)
    if at <= first + FAR * (last - first):
        return "behind", at
    return ("before", low) if low > first + BEFORE * (last - first) else ("above", at)


def _with_room(axis: Tree, all_found: list[Estimate], is_log: bool) -> Tree:
    """The axis, longer where a number would stand above its interval, on that of the row above."""
    if all(_place(found, axis, is_log)[0] != "above" for found in all_found):
        return axis
    first, _ = axis["range"]
    last = max(_ends(found)[1] for found in all_found)  # of them all: longer, the axis has less room before one, too
    longer = 1.0001 * ((log10(last) if is_log else last) - first) / FAR  # and a hair, for what is rounded
    return axis | {"range": [first, first + longer]}


SHIFTS: dict[str, Tree] = {
    "behind": {"xanchor": "left", "yanchor": "middle", "xshift": 8, "yshift": 0},
    "before": {"xanchor": "right", "yanchor": "middle", "xshift": -8, "yshift": 0},
    "above": {"xanchor": "right", "yanchor": "bottom", "xshift": 4, "yshift": 8},
}


def _number(found: Estimate, row: int, axis: Tree, is_log: bool, has_marks: bool) -> Tree:
    """The mean with its uncertainty beside the interval; above it where marks may stand beside it."""
    place, at = _place(found, axis, is_log)
    if has_marks:
        place, at = "above", log10(_ends(found)[1]) if is_log else _ends(found)[1]
    text = {"text": with_uncertainty(found), "showarrow": False, "font": {"size": TYPE["xs"]}}
    return {"x": at, "y": row, **text, **SHIFTS[place]}


def _own_number(recorded: float, axis: Tree, is_log: bool) -> Tree:
    """Of what was recorded: the value alone, which has no uncertainty."""
    plain = Estimate(recorded, recorded, recorded, 1)
    return _number(plain, 0, axis, is_log, False) | {"text": number(recorded, 4), "xshift": 12}


def _overloaded(policy: str, row: int, axis: Tree, scheme: str) -> Tree:
    """What stands in the row of a policy that does not settle."""
    return {
        "x": axis.get("range", [0.0])[0],
        "y": row,
        "text": "overloaded",
        "showarrow": False,
        "xanchor": "left",
        "xshift": 8,
        "font": {"size": TYPE["xs"], "color": LOOKS[policy].on(scheme)},
    }
