"""A sweep over two fields as a map: the best policy of each point, or a metric of one policy."""

from math import isnan

import plotly.graph_objects as go

from components.looks.theme import FAINT, GRID, INK, LOOKS, PAPER, template, tint
from components.words import wording
from components.words.gaps import POINTS, gap_shown, gap_unit
from components.words.leaders import best_policy
from components.words.wording import capital
from engine.results.comparison import differences
from engine.results.result import Result

MAXIMUM_TEXTS = 240
"""Cells up to which each one says its value."""

UNCLEAR, UNSETTLED = "no policy is shown to be best", "no policy settles"


def draw_best(result: Result, metric: str, scheme: str) -> go.Figure:
    """The policy that is shown to be best at every point, with its lead over the second."""
    columns, rows = _axes(result)
    best = [best_policy(result, point, metric) for point in range(len(result.points))]
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


def draw_metric(result: Result, metric: str, policy: str, scheme: str) -> go.Figure:
    """A metric of one policy at every point where it settles."""
    words = wording.shown_metric(metric, result)
    columns, rows = _axes(result)
    found = [result.estimate(point, policy, metric) for point in range(len(result.points))]
    shown = [result.settles(point, policy) and one.replications > 0 for point, one in enumerate(found)]
    values = [one.mean * words.scale if there else None for one, there in zip(found, shown, strict=True)]
    texts = [
        wording.number(one.mean * words.scale, 3) if there else "–" for one, there in zip(found, shown, strict=True)
    ]
    width = len(columns)
    figure = go.Figure(
        go.Heatmap(
            x=columns,
            y=rows,
            z=_rows(values, width),
            colorscale="Cividis",
            colorbar={"title": {"text": capital(words.axis), "side": "right"}},
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
        lines.append(f"{LOOKS[name].glyph} {name}: {value}")
    return "<br>".join(lines)


def _legend(figure: go.Figure, name: str | None, color: str, scheme: str) -> None:
    text = {"": f"= {UNCLEAR}", None: f"– {UNSETTLED}"}.get(name) or f"{LOOKS[str(name)].glyph} {name} is best"
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
        margin={"l": 72, "r": 24, "t": 44, "b": 56},
    )
    figure.update_traces(textfont={"color": INK[scheme]} if figure.data[0].showscale is False else {}, selector=0)
    return figure
