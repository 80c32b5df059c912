"""The curves of up to four studies in one picture: hue and marker say the policy, filled is A, hollow and dashed is B,
dotted is C, dashed and dotted is D."""

from collections.abc import Iterator, Mapping
from itertools import groupby, pairwise
from math import isnan
from typing import Any, NamedTuple

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.figures.result.beside import LineEnd, labels_beside, room_beside
from components.figures.result.panels import Panel, panels, xs_of
from components.looks.theme import INK, LOOKS, template, tint
from components.words.policy_names import policy_name
from components.words.wording import capital, shown_metric, with_uncertainty
from engine.results.result import Result
from engine.statistics.means import Estimate
from engine.statistics.steadiness import GROWTH

Point = tuple[float, Estimate]
"""Where on the axis, and the value there."""


class SettledLine(NamedTuple):
    """A policy along an axis.

    Attributes
    ----------
    stretches : neighbouring points where it settles
    cuts : the points of them beside one where it does not
    highest : the highest end of an interval, of points that are not in doubt
    """

    policy: str
    stretches: list[list[Point]]
    cuts: list[Point]
    highest: float

    @property
    def points(self) -> list[Point]:
        """All points where it settles."""
        return [point for stretch in self.stretches for point in stretch]


def settled_lines(result: Result, xs: dict[int, float], metric: str, scale: float) -> Iterator[SettledLine]:
    """The lines of all policies that settle anywhere; *xs* is {number of a point: its place on the axis}."""
    for policy in result.scenario.policies:
        values = {n: result.estimate(n, policy, metric).times(scale) for n in xs}
        known = sorted((n for n in xs if values[n].replications > 0), key=lambda n: xs[n])
        there = {n: (xs[n], values[n]) for n in known}
        settles = {n: result.settles(n, policy) for n in known}
        runs = [list(run) for good, run in groupby(known, settles.__getitem__) if good]
        cuts = [n for pair in pairwise(known) for n in pair if settles[n] and not all(settles[one] for one in pair)]
        # Of points in doubt the interval alone would fill the picture.
        sure = [values[n] for run in runs for n in run if result.growth(n, policy) <= GROWTH]
        highest = max((value.mean if isnan(value.high) else value.high for value in sure), default=0.0)
        if runs:
            yield SettledLine(policy, [[there[n] for n in run] for run in runs], [there[n] for n in cuts], highest)


HEADROOM = 1.08
"""Height of the picture over that of the highest interval."""

MOST_LABELS = 9
"""Up to so many lines are named at their ends; more need a legend."""

NOT_SETTLED = "does not settle beyond"


class Stroke(NamedTuple):
    """How the lines of one side are drawn; *end* completes the name of a policy's plotly symbol."""

    end: str
    dash: str
    band: float


STROKES = {
    "A": Stroke("", "solid", 0.18),
    "B": Stroke("-open", "dash", 0.07),
    "C": Stroke("-dot", "dot", 0.07),
    "D": Stroke("-open-dot", "dashdot", 0.07),
}


def draw_overlay(
    results: Mapping[str, Result],
    metric: str,
    scheme: str,
    slices: dict[str, float] | None = None,
    is_common: bool = False,
) -> go.Figure:
    """The *metric* of all policies of up to four studies, with 95 % intervals; lines end where a queue does not settle.

    The axes are as far as everything that is drawn, or *is_common* as what all studies have: a study that goes on for
    twice as long does not squeeze the others.
    """
    words = shown_metric(metric, *results.values())
    shared = panels({side: result.scenario for side, result in results.items()})
    figure = make_subplots(rows=1, cols=len(shared), shared_yaxes=True, horizontal_spacing=0.04)
    highest, has_cuts = 0.0, False
    ends: list[LineEnd] = []
    for column, panel in enumerate(shared, start=1):
        places = {side: xs_of(results[side].scenario, path, slices, panel.factor) for side, path in panel.paths.items()}
        span = common_span(places) if is_common and panel.has_sweep else None
        for side, xs in places.items():
            for line in settled_lines(results[side], _within(xs, span), metric, words.scale):
                highest = max(highest, line.highest)
            for line in settled_lines(results[side], xs, metric, words.scale):
                _add_line(figure, line, side, panel, column, scheme)
                has_cuts = has_cuts or bool(line.cuts)
                ends.append(
                    LineEnd(f"{side} {policy_name(line.policy)}", line.policy, [(x, y.mean) for x, y in line.points])
                )
        _finish_axis(figure, panel, column, len(shared) > 1, span)
    if has_cuts:
        marker = _cap(INK[scheme])
        shown = {"marker": marker, "name": NOT_SETTLED, "showlegend": True}
        figure.add_scatter(x=[None], y=[None], mode="markers", row=1, col=1, **shown)
    is_labeled = len(shared) == 1 and shared[0].has_sweep and len(ends) <= MOST_LABELS and highest > 0
    figure.update_layout(
        template=template(scheme),
        hovermode="x unified",
        # A beside B where policies stand on the axis; on a scale it would move the points.
        scattermode="overlay" if any(panel.has_sweep for panel in shared) else "group",
        scattergap=0.6,
        legend_itemwidth=44,
        margin={"l": 72, "r": room_beside(ends) if is_labeled else 24, "t": 20 if is_labeled else 52, "b": 60},
    )
    figure.update_yaxes(exponentformat="none", separatethousands=True)
    figure.update_yaxes(rangemode="tozero", range=[0, highest * HEADROOM] if highest > 0 else None)
    figure.update_yaxes(title=capital(words.axis), col=1)
    if is_labeled:
        figure.for_each_trace(lambda trace: trace.update(showlegend=trace.name == NOT_SETTLED))
        figure.update_layout(showlegend=has_cuts)
        for label in labels_beside(ends, figure.layout.xaxis.range, highest * HEADROOM, scheme):
            figure.add_annotation(label)
    return figure


def has_common_span(results: Mapping[str, Result], slices: dict[str, float] | None = None) -> bool:
    """Whether the studies go differently far, so that there is something to choose."""
    shared = panels({side: result.scenario for side, result in results.items()})
    found = []
    for panel in shared:
        places = {side: xs_of(results[side].scenario, path, slices, panel.factor) for side, path in panel.paths.items()}
        every = [x for xs in places.values() for x in xs.values()]
        found.append(panel.has_sweep and common_span(places) not in (None, (min(every), max(every))))
    return any(found)


def common_span(places: Mapping[str, Mapping[int, float]]) -> tuple[float, float] | None:
    """From where to where all sides have points; None where that is nowhere, or nobody varies anything."""
    spans = [(min(xs.values()), max(xs.values())) for xs in places.values() if len(set(xs.values())) > 1]
    low, high = max((one[0] for one in spans), default=0.0), min((one[1] for one in spans), default=0.0)
    return (low, high) if low < high else None


def _within(xs: dict[int, float], span: tuple[float, float] | None) -> dict[int, float]:
    return {n: x for n, x in xs.items() if span is None or span[0] <= x <= span[1]}


def _add_line(figure: go.Figure, line: SettledLine, side: str, panel: Panel, column: int, scheme: str) -> None:
    look, stroke = LOOKS[line.policy], STROKES[side]
    color = look.on(scheme)
    is_single = len(line.points) == 1
    drawn: list[Point | None] = [point for stretch in line.stretches for point in (*stretch, None)][:-1]
    place: dict[str, Any] = {"name": f"{side}  {policy_name(line.policy)}", "legendgroup": f"{side} {line.policy}"}
    place |= {"row": 1, "col": column}
    for stretch in line.stretches:
        if not is_single:
            _add_band(figure, stretch, tint(color, stroke.band), place)
    figure.add_scatter(
        x=[point and (point[0] if panel.has_sweep else policy_name(line.policy)) for point in drawn],
        y=[point and point[1].mean for point in drawn],
        error_y=_error_bars(line.points) if is_single else None,
        mode="markers" if is_single else "lines+markers",
        line={"color": color, "dash": stroke.dash, "width": 2.5},
        marker={
            "color": color,
            "symbol": _symbol(look.symbol, stroke.end),
            "size": 10,
            "line": {"width": 2 if stroke.end else 0, "color": color},
        },
        offsetgroup=None if panel.has_sweep else side,
        customdata=[[with_uncertainty(point[1])] if point else [] for point in drawn],
        hovertemplate="%{customdata[0]}",
        **place,
    )
    if line.cuts:
        figure.add_scatter(
            x=[point[0] for point in line.cuts],
            y=[point[1].mean for point in line.cuts],
            mode="markers",
            marker=_cap(color),
            hoverinfo="skip",
            showlegend=False,
            **(place | {"name": f"{place['name']} ends"}),
        )


def _symbol(symbol: str, end: str) -> str:
    """The marker of a policy as it is on a side; one that is hollow anyway gets a dot there."""
    return f"{symbol}-dot" if symbol.endswith("-open") and end else f"{symbol}{end}"


def _error_bars(points: list[Point]) -> dict[str, Any]:
    halves = [0 if isnan(value.low) else value.half_width for _, value in points]
    return {"type": "data", "array": halves, "thickness": 2, "width": 5}


def _add_band(figure: go.Figure, stretch: list[Point], color: str, place: dict[str, Any]) -> None:
    known = [(x, value) for x, value in stretch if not isnan(value.low)]
    figure.add_scatter(
        x=[x for x, _ in known] + [x for x, _ in reversed(known)],
        y=[value.high for _, value in known] + [value.low for _, value in reversed(known)],
        fill="toself",
        fillcolor=color,
        mode="lines",
        line={"width": 0},
        hoverinfo="skip",
        showlegend=False,
        **(place | {"name": f"{place['name']} band"}),
    )


def _cap(color: str) -> dict[str, Any]:
    """The bar across a line that ends because a queue does not settle."""
    return {"symbol": "line-ns-open", "size": 22, "color": color, "line": {"color": color, "width": 2.5}}


def _finish_axis(
    figure: go.Figure, panel: Panel, column: int, has_neighbor: bool, span: tuple[float, float] | None
) -> None:
    side = next(iter(panel.paths)) if has_neighbor else ""
    figure.update_xaxes(title=": ".join(filter(None, (side, panel.title))), col=column)
    if not panel.has_sweep:
        figure.update_xaxes(type="category", col=column)
        return
    xs = list(span or ()) or [x for trace in figure.select_traces(col=column) for x in trace.x if x is not None]
    if xs:
        pad = 0.03 * (max(xs) - min(xs))
        low = 0 if 0 <= min(xs) < 0.4 * max(xs) else min(xs) - pad
        figure.update_xaxes(range=[low, max(xs) + pad], col=column)
