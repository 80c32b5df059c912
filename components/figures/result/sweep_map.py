"""A sweep over two fields as a map: the best policy of each point, or a metric of one policy."""

from math import ceil, floor, isnan, log10
from typing import Any

import plotly.graph_objects as go

from components.figures.common.wrapped import wrapped
from components.looks.theme import FAINT, GRID, INK, LOOKS, PAPER, template, tint
from components.words import wording
from components.words.policy_names import marked
from components.words.verdicts.gaps import POINTS, gap_shown, gap_unit
from components.words.verdicts.leaders import best_policy, most_often_first
from components.words.wording import capital
from engine.results.comparison import differences
from engine.results.result import Result

MAXIMUM_TEXTS = 240
"""Cells up to which each one says its value."""

BESIDE = 124
"""px right of a map for the scale of its colors, its numbers and its title."""

MOST_COLUMNS = 16
"""Up to which a cell has room for three digits; plotly would make them smaller than anybody can read."""

FEW = 0.1
"""Of the points: if less of them have a best policy, a map of those would say nothing."""

WIDE = 30
"""Ratio of the largest to the smallest value from which on colors go by the logarithm."""

UNCLEAR, UNSETTLED = "no policy is shown to be best", "no policy settles"


def draw_best(result: Result, metric: str, scheme: str) -> go.Figure:
    """The policy that is shown to be best at every point, with its lead over the second."""
    columns, rows = _axes(result)
    best = [best_policy(result, point, metric) for point in range(len(result.points))]
    settled = [name for name in best if name is not None]
    if settled and sum(map(bool, settled)) < FEW * len(settled):
        return _without_winners(result, metric, len(settled) - sum(map(bool, settled)), scheme)
    kinds = [*result.scenario.policies, "", None]
    colors = [tint(LOOKS[name].on(scheme), 0.4) for name in result.scenario.policies]
    colors += [GRID[scheme], PAPER[scheme]]
    texts = [_lead(result, point, metric, name) for point, name in enumerate(best)]
    hover = [_hover(result, point, metric) for point in range(len(best))]
    width = len(columns)
    figure = go.Figure(
        go.Heatmap(
            x=columns,
            y=rows,
            z=_rows([kinds.index(name) for name in best], width),
            zmin=-0.5,
            zmax=len(kinds) - 0.5,
            colorscale=[
                [edge / len(kinds), color] for n, color in enumerate(colors) for edge in (n, n + 1)
            ],  # steps, since policies have no order
            showscale=False,
            xgap=2,
            ygap=2,
            text=_rows(texts, width) if len(best) <= MAXIMUM_TEXTS else None,
            texttemplate="%{text}",
            customdata=_rows(hover, width),
            hovertemplate="%{customdata}<extra></extra>",
        )
    )
    for name, color in zip(kinds, colors, strict=True):
        if name in best:
            _legend(figure, name, color, scheme)
    return _finish(figure, result, scheme)


def _without_winners(result: Result, metric: str, unclear: int, scheme: str) -> go.Figure:
    """The values of the policy that is most often ahead, and that its lead is shown next to nowhere."""
    name = most_often_first(result, list(result.scenario.policies), metric)
    figure = draw_metric(result, metric, name, scheme)
    words = f"= at {unclear} of {len(result.points)} points {UNCLEAR}; values of {marked(name)}"
    place = {"x": 0, "y": 1, "xref": "paper", "yref": "paper", "xanchor": "left", "yanchor": "bottom", "yshift": 8}
    figure.add_annotation(text=wrapped(words, 38), align="left", showarrow=False, **place)
    return figure


def draw_metric(result: Result, metric: str, policy: str, scheme: str) -> go.Figure:
    """A metric of one policy at every point where it settles."""
    words = wording.shown_metric(metric, result)
    columns, rows = _axes(result)
    found = [result.estimate(point, policy, metric) for point in range(len(result.points))]
    shown = [result.settles(point, policy) and one.replications > 0 for point, one in enumerate(found)]
    values = [one.mean * words.scale if there else None for one, there in zip(found, shown, strict=True)]
    known = [one for one in values if one is not None]
    is_log = bool(known) and min(known) > 0 and max(known) > WIDE * min(known)
    width = len(columns)
    digits = 3 if width <= MOST_COLUMNS else 2
    texts = [
        wording.number(one.mean * words.scale, digits) if there else "–"
        for one, there in zip(found, shown, strict=True)
    ]
    figure = go.Figure(
        go.Heatmap(
            x=columns,
            y=rows,
            z=_rows([one and log10(one) for one in values] if is_log else values, width),
            colorscale="Cividis",
            colorbar={"x": 1, "xpad": 16, "title": {"text": capital(words.axis), "side": "right"}}
            | (_log_ticks(known) if is_log else {}),
            xgap=2,
            ygap=2,
            text=_rows(texts, width) if len(values) <= MAXIMUM_TEXTS else None,
            texttemplate="%{text}",
            customdata=_rows([_hover(result, point, metric) for point in range(len(found))], width),
            hovertemplate="%{customdata}<extra></extra>",
            hoverongaps=False,
        )
    )
    return _finish(figure, result, scheme)


def _log_ticks(values: list[float]) -> dict[str, Any]:
    """Ticks of a color bar for the logarithm of *values*."""
    steps = [10.0**n for n in range(floor(log10(min(values))), ceil(log10(max(values))) + 1)]
    return {"tickvals": [log10(step) for step in steps], "ticktext": [wording.number(step, 6) for step in steps]}


def _axes(result: Result) -> tuple[list[str], list[str]]:
    across, up = (
        [wording.number(value * wording.field_unit(result.scenario, vary.field).factor, 6) for value in vary.values]
        for vary in result.scenario.study.sweep
    )
    return across, up


def _rows(values: list, width: int) -> list[list]:
    """Point by point into rows: the first swept field changes faster."""
    return [values[n : n + width] for n in range(0, len(values), width)]


def _lead(result: Result, point: int, metric: str, name: str | None) -> str:
    """Marker of the policy and its lead over the second best."""
    if name is None:
        return "–"
    if not name:
        return "="
    leads = differences(result, point, metric, name)
    glyph = LOOKS[name].glyph
    if not leads:
        return glyph
    least = min(leads, key=lambda one: abs(one.size.mean))
    size = gap_shown(least.size, metric, least.is_relative)
    unit = gap_unit(metric, least.is_relative).replace(POINTS, "pp")
    return f"{glyph}<br>{wording.number(abs(size.mean), 2)} {unit}".rstrip()


def _hover(result: Result, point: int, metric: str) -> str:
    words = wording.shown_metric(metric, result)
    lines = [wording.point_words(result.scenario, result.points[point])]
    for name in result.scenario.policies:
        found = result.estimate(point, name, metric)
        if found.replications == 0 or isnan(found.mean):
            continue
        value = wording.with_uncertainty(found, words.scale) if result.settles(point, name) else "does not settle"
        lines.append(f"{marked(name)}: {value}")
    return "<br>".join(lines)


def _legend(figure: go.Figure, name: str | None, color: str, scheme: str) -> None:
    text = {"": f"= {UNCLEAR}", None: f"– {UNSETTLED}"}.get(name) or f"{marked(str(name))} is best"
    line = {"color": FAINT[scheme], "width": 1}
    marker = {"symbol": "square", "size": 14, "color": color, "line": line}
    figure.add_scatter(x=[None], y=[None], mode="markers", marker=marker, name=text, showlegend=True)


def _finish(figure: go.Figure, result: Result, scheme: str) -> go.Figure:
    across, up = result.scenario.study.sweep
    figure.update_layout(
        template=template(scheme),
        xaxis={
            "type": "category",
            "showgrid": False,
            "title": capital(wording.axis_words(result.scenario, across.field)),
        },
        yaxis={
            "type": "category",
            "showgrid": False,
            "title": capital(wording.axis_words(result.scenario, up.field)),
        },
        margin={"l": 80, "r": 24 if figure.data[0].showscale is False else BESIDE, "t": 52, "b": 60},
    )
    figure.update_traces(textfont={"color": INK[scheme]} if figure.data[0].showscale is False else {}, selector=0)
    return figure
