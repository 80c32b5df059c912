"""A metric over the swept parameter: a line per policy on its 95 % band, cut off where the queue does not settle."""

from collections.abc import Callable
from math import isnan
from typing import NamedTuple

import plotly.graph_objects as go

from components import wording
from components.theme import BAND_OPACITY, GRID, LOOKS, template, tint
from engine.result import Result
from engine.statistics import Estimate

MAXIMUM_LABELS = 5
"""Up to so many lines are named at their ends; more need a legend."""


class End(NamedTuple):
    """Where the line of a policy ends, and whether it settles at every point."""

    policy: str
    x: float
    y: float
    settles: bool


def draw_curves(result: Result, metric: str, policies: list[str], scheme: str) -> go.Figure:
    """The curves of *metric* for the shown *policies*, all on their bands."""
    words = wording.metric_words(metric)

    def value(point: int, policy: str) -> Estimate:
        return _scaled(result.estimate(point, policy, metric), words.scale)

    return _draw(result, policies, value, words.axis, scheme)


def draw_speed_up(result: Result, policies: list[str], scheme: str) -> go.Figure:
    """How many times longer each other policy takes than the first one, paired on the same jobs (Schnor, figure 6)."""
    base = result.scenario.policies[0]

    def value(point: int, policy: str) -> Estimate:
        return result.speed_up(point, base, policy)

    others = [policy for policy in policies if policy != base]
    figure = _draw(result, others, value, f"response time relative to {base}", scheme, also=base)
    figure.add_hline(y=1, line={"color": GRID[scheme], "width": 2}, layer="below")
    return figure


def _scaled(found: Estimate, scale: float) -> Estimate:
    return Estimate(found.mean * scale, found.low * scale, found.high * scale, found.replications)


def _draw(
    result: Result,
    policies: list[str],
    value: Callable[[int, str], Estimate],
    title: str,
    scheme: str,
    also: str | None = None,
) -> go.Figure:
    vary = result.scenario.study.vary
    xs = list(vary.values) if vary else [0.0]
    figure = go.Figure()
    highest = 0.0
    ends: list[End] = []
    for policy in policies:
        shown, cut = [], None
        for point, x in enumerate(xs):
            found = value(point, policy)
            if found.replications == 0:
                continue
            if result.settles(point, policy) and (also is None or result.settles(point, also)):
                shown.append((x, found))
                highest = max(highest, found.mean if isnan(found.high) else found.high)
            elif cut is None:
                cut = x
        _add_policy(figure, policy, shown, scheme, single=len(xs) == 1)
        if shown and len(xs) > 1:
            ends.append(End(policy, shown[-1][0], shown[-1][1].mean, cut is None))
    _label_ends(figure, ends, highest, scheme)
    figure.update_layout(
        template=template(scheme),
        xaxis_title=_capital(wording.axis_of(result.scenario)),
        yaxis_title=_capital(title),
        hovermode="x unified",
        showlegend=len(policies) > MAXIMUM_LABELS,
        margin={"l": 72, "r": 84, "t": 20, "b": 56},
    )
    figure.update_yaxes(rangemode="tozero", range=[0, highest * 1.08] if highest > 0 else None)
    if len(xs) == 1:
        figure.update_xaxes(type="category")
    else:
        pad = 0.03 * (xs[-1] - xs[0])
        figure.update_xaxes(range=[0 if 0 <= xs[0] < 0.4 * xs[-1] else xs[0] - pad, xs[-1] + pad])
    return figure


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _add_policy(figure: go.Figure, policy: str, shown: list[tuple[float, Estimate]], scheme: str, single: bool) -> None:
    look = LOOKS[policy]
    color = look.on(scheme)
    xs = [policy if single else x for x, _ in shown]
    known = [(x, found) for (_, found), x in zip(shown, xs, strict=True) if not isnan(found.low)]
    if known and not single:
        outline = [x for x, _ in known] + [x for x, _ in reversed(known)]
        edge = [found.high for _, found in known] + [found.low for _, found in reversed(known)]
        figure.add_scatter(
            x=outline,
            y=edge,
            fill="toself",
            fillcolor=tint(color, BAND_OPACITY),
            mode="lines",
            line={"width": 0},
            hoverinfo="skip",
            showlegend=False,
            legendgroup=policy,
            name=f"{policy} band",
        )
    error = [found.half_width if not isnan(found.low) else 0 for _, found in shown] if single else None
    figure.add_scatter(
        x=xs,
        y=[found.mean for _, found in shown],
        error_y={"type": "data", "array": error, "thickness": 2} if error else None,
        mode="markers" if single else "lines+markers",
        name=policy,
        legendgroup=policy,
        line={"color": color, "dash": look.dash, "width": 2.5},
        marker={"color": color, "symbol": look.symbol, "size": 9},
        customdata=[[wording.with_uncertainty(found), found.replications] for _, found in shown],
        hovertemplate="%{customdata[0]} (%{customdata[1]} replications)",
    )


def _label_ends(figure: go.Figure, ends: list[End], highest: float, scheme: str) -> None:
    """The name of each policy at the end of its line, one above the other where lines end at the same place."""
    placed: list[End] = []
    for end in ends:
        same = sum(end.x == other.x and abs(end.y - other.y) < 0.05 * highest for other in placed)
        _label_end(figure, end, same, scheme, to_left=not end.settles and end.x > 0.6 * max(other.x for other in ends))
        placed.append(end)


def _label_end(figure: go.Figure, end: End, above: int, scheme: str, to_left: bool) -> None:
    """Where the line is cut off, an arrow and the reason stand with the name, to the left if there is no room."""
    look = LOOKS[end.policy]
    name = f"{look.glyph} {end.policy}"
    figure.add_annotation(
        x=end.x,
        y=end.y,
        text=name if end.settles else f"{name} does not<br>settle beyond",
        showarrow=not end.settles,
        ax=-14 if to_left else 14,
        ay=-24 - 38 * above,
        yshift=18 * above if end.settles else 0,
        arrowside="start",
        arrowhead=2,
        arrowcolor=look.on(scheme),
        font={"size": 13, "color": look.on(scheme)},
        xanchor="right" if to_left else "left",
        xshift=8 if end.settles else 0,
        yanchor="middle" if end.settles else "bottom",
        align="right" if to_left else "left",
    )
