"""The alternatives of a selection: who is left and when the others went; of two metrics, the front."""

from math import isnan, log10

from components.figures.result.tree import Tree, template_tree
from components.looks.theme import FAINT, LOOKS
from components.looks.tokens import TYPE
from components.words.searches.chosen_best import alternative_words, evidence_of, fate_words, ranked
from components.words.wording import capital, shown_metric, with_uncertainty
from engine.inputs.selection import Best
from engine.results.result import Result
from engine.results.selection import alternative
from engine.statistics.means import Estimate

SHOWN = 12
"""Rows at most; the table has all."""

PALE = 0.35

WIDE = 30
"""Ratio of the largest to the smallest mean from which on the axis is logarithmic."""


def draw_alternatives(result: Result, scheme: str) -> Tree:
    """A dot on its interval for each alternative, or a front."""
    selection = result.scenario.study.selection
    assert selection is not None
    if selection.and_by is not None:
        return _front(result, selection.by, selection.and_by, scheme)
    return _rows(result, selection.by, scheme)


def _rows(result: Result, by: Best, scheme: str) -> Tree:
    order, left = ranked(result)[:SHOWN][::-1], set(result.selected.left if result.selected else ())
    found = {n: evidence_of(result, by, n) for n in order}
    traces = [trace for row, n in enumerate(order) for trace in _dot(result, n, row, found[n], n in left, scheme)]
    words = shown_metric(by.metric, result)
    axis = _axis([one for one in found.values() if not isnan(one.mean)])
    layout: Tree = {
        "template": template_tree(scheme),
        "xaxis": axis | {"title": {"text": f"{capital(words.axis)}{', logarithmic' if 'type' in axis else ''}"}},
        "yaxis": {
            "range": [-0.5, len(order) - 0.1],
            "showticklabels": False,
            "ticks": "",
            "showgrid": False,
            "zeroline": False,
        },
        "hovermode": "closest",
        "showlegend": False,
        "margin": {"l": 16, "r": 16, "t": 12, "b": 60},
        "annotations": [note for row, n in enumerate(order) for note in _named(result, n, row)],
        "meta": {"of": [by.metric, ""], "units": [1.0, words.scale]},
    }
    return {"data": traces, "layout": layout}


def _named(result: Result, n: int, row: int) -> list[Tree]:
    """Above the dot, where a narrow page has room for it: which alternative it is, and what became of it."""
    note: Tree = {"xref": "paper", "y": row, "yanchor": "bottom", "yshift": 4, "showarrow": False}
    note |= {"font": {"size": TYPE["xs"]}}
    name = f"{_glyph(result, n)} {alternative_words(result, n)}"
    fate = {"x": 1, "xanchor": "right", "text": _short_fate(result, n), "name": "fate"}
    return [note | {"x": 0, "xanchor": "left", "text": name, "name": "alternative"}, note | fate]


def _axis(found: list[Estimate]) -> Tree:
    """From zero; logarithmic where one mean is so much longer that the others would stand on each other."""
    plain: Tree = {"exponentformat": "none", "separatethousands": True, "zeroline": False}
    means = [one.mean for one in found]
    if not means or min(means) < 0:
        return plain
    if max(means) > WIDE * min(means) > 0:
        return plain | {"type": "log", "range": [log10(min(means) / 1.3), log10(max(means) * 1.3)], "dtick": 1}
    return plain | {"range": [0, 1.08 * max(_end(one) for one in found)]}


def _front(result: Result, by: Best, and_by: Best, scheme: str) -> Tree:
    """Means in both metrics with their intervals; those left are joined by a line, the others are pale."""
    left = result.selected.left if result.selected else ()
    across, up = (shown_metric(one.metric, result) for one in (by, and_by))
    order = [n for n in ranked(result) if not isnan(evidence_of(result, by, n).mean)]
    at = {n: (evidence_of(result, by, n), evidence_of(result, and_by, n)) for n in order}
    joined = sorted((n for n in left if n in at), key=lambda n: at[n][0].mean)
    line: Tree = {
        "type": "scatter",
        "mode": "lines",
        "x": [at[n][0].mean for n in joined],
        "y": [at[n][1].mean for n in joined],
        "line": {"color": FAINT[scheme], "width": 2},
        "hoverinfo": "skip",
        "showlegend": False,
    }
    lost = {
        one.alternative
        for one in (result.selected.gone if result.selected else ())
        if one.by is None and not one.misses
    }
    # A mean that only says how long one looked would push all others together.
    dots = [_place(result, n, at[n], n in left, scheme) for n in order if n not in lost]
    layout: Tree = {
        "template": template_tree(scheme),
        "xaxis": {"title": {"text": capital(across.axis)}, "exponentformat": "none", "zeroline": False},
        "yaxis": {"title": {"text": capital(up.axis)}, "exponentformat": "none", "zeroline": False},
        "hovermode": "closest",
        "showlegend": False,
        "margin": {"l": 72, "r": 24, "t": 20, "b": 60},
        "meta": {"of": [by.metric, and_by.metric], "units": [across.scale, up.scale]},
    }
    return {"data": [line, *dots], "layout": layout}


def _place(result: Result, n: int, at: tuple[Estimate, Estimate], is_left: bool, scheme: str) -> Tree:
    look = LOOKS[result.scenario.policies[alternative(result, n).policy]]
    errors = {
        f"error_{axis}": {"type": "data", "array": [0 if isnan(one.low) else one.half_width], "thickness": 1.2}
        for axis, one in zip(("x", "y"), at, strict=True)
    }
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [at[0].mean],
        "y": [at[1].mean],
        "marker": {"color": look.on(scheme), "symbol": look.symbol, "size": 10},
        "opacity": 1 if is_left else PALE,
        "hovertemplate": f"{_hover(result, n, at[0])}<extra></extra>",
        "showlegend": False,
        **errors,
    }


def _dot(result: Result, n: int, row: int, found: Estimate, is_left: bool, scheme: str) -> list[Tree]:
    look = LOOKS[result.scenario.policies[alternative(result, n).policy]]
    low, high = (found.mean, found.mean) if isnan(found.low) else (found.low, found.high)
    same = {"type": "scatter", "showlegend": False, "opacity": 1 if is_left else PALE}
    return [
        same
        | {"x": [low, high], "y": [row, row], "mode": "lines", "hoverinfo": "skip", "meta": "interval"}
        | {"line": {"color": look.on(scheme), "width": 4}},
        same
        | {
            "x": [found.mean],
            "y": [row],
            "mode": "markers",
            "hovertemplate": f"{_hover(result, n, found)}<extra></extra>",
        }
        | {"marker": {"color": look.on(scheme), "symbol": look.symbol, "size": 10}},
    ]


def _hover(result: Result, n: int, found: Estimate) -> str:
    told = f"{with_uncertainty(found)} ({found.replications} replications)"
    return f"{alternative_words(result, n)}: {told}; {fate_words(result, n)}"


def _short_fate(result: Result, n: int) -> str:
    gone = {one.alternative: one for one in (result.selected.gone if result.selected else ())}
    if n not in gone:
        selection, found = result.scenario.study.selection, result.selected
        held = selection is None or not selection.constraints or (found is not None and n in found.holding)
        return "left" if held else "left, cannot be told"
    if gone[n].misses:
        return f"misses, out at {gone[n].replications}"
    return f"out at {gone[n].replications}" if gone[n].by is not None else "no value"


def _glyph(result: Result, n: int) -> str:
    return LOOKS[result.scenario.policies[alternative(result, n).policy]].glyph


def _end(found: Estimate) -> float:
    return found.mean if isnan(found.high) else found.high
