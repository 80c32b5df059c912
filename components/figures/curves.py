"""A metric over the swept parameter: a line per policy on its 95 % band, cut off where the queue does not settle."""

from collections.abc import Callable
from functools import partial
from math import isnan
from typing import NamedTuple

import plotly.graph_objects as go

from components import wording
from components.theme import BAND_OPACITY, GRID, LOOKS, template, tint
from engine.result import Result
from engine.statistics import Estimate, estimate, relative
from engine.steadiness import GROWTH

MAXIMUM_LABELS = 5
"""Up to so many lines are named at their ends; more need a legend."""


HEADROOM = 1.08
"""Height of the picture over that of the highest band."""


class End(NamedTuple):
    """Where the line of a policy ends, whether it settles at every point, and whether it ends outside the picture."""

    policy: str
    x: float
    y: float
    settles: bool
    outside: bool = False

    def within(self, line: list[tuple[float, float]], top: float) -> "End":
        """The same, or where the line leaves the picture if its end lies above *top*."""
        if self.y <= top:
            return self
        n = next(n for n, (_, y) in enumerate(line) if y > top)
        if n == 0:
            return self._replace(x=line[0][0], y=top, outside=True)
        (x0, y0), (x1, y1) = line[n - 1 : n + 1]
        return self._replace(x=x0 + (x1 - x0) * (top - y0) / (y1 - y0), y=top, outside=True)


def draw_curves(result: Result, metric: str, policies: list[str], scheme: str) -> go.Figure:
    """The curves of *metric* for the shown *policies*, all on their bands."""
    words = wording.metric_words(metric)

    def value(point: int, policy: str) -> Estimate:
        return result.estimate(point, policy, metric).times(words.scale)

    return _draw(result, policies, value, words.axis, scheme, hover=partial(_against_first, result, metric))


def draw_speed_up(result: Result, policies: list[str], scheme: str) -> go.Figure:
    """How many times longer each other policy takes than the first one, paired on the same jobs (Schnor, figure 6)."""
    base = result.scenario.policies[0]

    def value(point: int, policy: str) -> Estimate:
        return result.speed_up(point, base, policy)

    others = [policy for policy in policies if policy != base]
    figure = _draw(result, others, value, f"response time relative to {base}", scheme, also=base)
    figure.add_hline(y=1, line={"color": GRID[scheme], "width": 2}, layer="below")
    return figure


def _against_first(result: Result, metric: str, point: int, policy: str) -> str:
    """How a policy differs from the first one, for the hover text."""
    first = result.scenario.policies[0]
    if policy == first or not result.settles(point, first):
        return ""
    found = estimate(relative(*(result.samples(point, name, metric) for name in (policy, first)))).times(100)
    return "" if found.replications < 2 else f"; against {first} {'+' if found.mean > 0 else ''}{_words(found)} %"


def _words(found: Estimate) -> str:
    return wording.with_uncertainty(found).replace("-", "\u2212")


def _draw(
    result: Result,
    policies: list[str],
    value: Callable[[int, str], Estimate],
    title: str,
    scheme: str,
    also: str | None = None,
    hover: Callable[[int, str], str] = lambda _point, _policy: "",
) -> go.Figure:
    vary = result.scenario.study.vary
    xs = list(vary.values) if vary else [0.0]
    figure = go.Figure()
    highest = 0.0
    ends: list[tuple[End, list[tuple[float, float]]]] = []
    for policy in policies:
        shown, cut = [], None
        for point, x in enumerate(xs):
            found = value(point, policy)
            if found.replications == 0:
                continue
            if result.settles(point, policy) and (also is None or result.settles(point, also)):
                shown.append((x, found, hover(point, policy)))
                if result.growth(point, policy) <= GROWTH:  # else in doubt: such a point is not to fill the picture
                    highest = max(highest, found.mean if isnan(found.high) else found.high)
            elif cut is None:
                cut = x
        _add_policy(figure, policy, shown, scheme, single=len(xs) == 1)
        if shown and len(xs) > 1:
            line = [(x, found.mean) for x, found, _ in shown]
            ends.append((End(policy, *line[-1], cut is None), line))
    top = highest * HEADROOM
    _label_ends(figure, [end.within(line, top) if top > 0 else end for end, line in ends], highest, scheme)
    figure.update_layout(
        template=template(scheme),
        xaxis_title=_capital(wording.axis_of(result.scenario)),
        yaxis_title=_capital(title),
        hovermode="x unified",
        showlegend=len(policies) > MAXIMUM_LABELS,
        margin={"l": 72, "r": 84, "t": 20, "b": 56},
    )
    figure.update_yaxes(rangemode="tozero", range=[0, top] if top > 0 else None)
    if len(xs) == 1:
        figure.update_xaxes(type="category")
    else:
        pad = 0.03 * (xs[-1] - xs[0])
        figure.update_xaxes(range=[0 if 0 <= xs[0] < 0.4 * xs[-1] else xs[0] - pad, xs[-1] + pad])
    return figure


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _add_policy(
    figure: go.Figure, policy: str, shown: list[tuple[float, Estimate, str]], scheme: str, single: bool
) -> None:
    look = LOOKS[policy]
    color = look.on(scheme)
    xs = [policy if single else x for x, *_ in shown]
    known = [(x, found) for (_, found, _), x in zip(shown, xs, strict=True) if not isnan(found.low)]
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
    error = [found.half_width if not isnan(found.low) else 0 for _, found, _ in shown] if single else None
    figure.add_scatter(
        x=xs,
        y=[found.mean for _, found, _ in shown],
        error_y={"type": "data", "array": error, "thickness": 2} if error else None,
        mode="markers" if single else "lines+markers",
        name=policy,
        legendgroup=policy,
        line={"color": color, "dash": look.dash, "width": 2.5},
        marker={"color": color, "symbol": look.symbol, "size": 9},
        customdata=[[wording.with_uncertainty(found), found.replications, more] for _, found, more in shown],
        hovertemplate="%{customdata[0]} (%{customdata[1]} replications%{customdata[2]})",
    )


def _label_ends(figure: go.Figure, ends: list[End], highest: float, scheme: str) -> None:
    """The name of each policy at the end of its line, one above the other where lines end at the same place."""
    right = max((end.x for end in ends), default=0.0)
    placed: list[End] = []
    for end in ends:
        same = sum(_collide(end, other, right, highest) for other in placed)
        _label_end(figure, end, same, scheme, not end.settles and end.x > 0.6 * right, end.y > 0.75 * highest)
        placed.append(end)


def _collide(one: End, other: End, right: float, highest: float) -> bool:
    """Whether the names of two ends would stand on each other; those that say why a line ends are longer."""
    width, height = (0.0, 0.05) if one.settles and other.settles else (0.25, 0.12)
    return abs(one.x - other.x) <= width * right and abs(one.y - other.y) < height * highest


def _label_end(figure: go.Figure, end: End, above: int, scheme: str, to_left: bool, is_high: bool) -> None:
    """Where the line is cut off, an arrow and the reason stand with the name, to the left or below if there is no room.

    *above* other names stand there already.
    """
    look = LOOKS[end.policy]
    name = f"{look.glyph} {end.policy}"
    if end.outside:
        figure.add_annotation(
            x=end.x,
            y=end.y,
            text=f"{name}<br>goes on above",
            showarrow=False,
            font={"size": 13, "color": look.on(scheme)},
            xanchor="right",
            yanchor="top",
            xshift=-8,
            yshift=-36 * above,
            align="right",
        )
        return
    figure.add_annotation(
        x=end.x,
        y=end.y,
        text=name if end.settles else f"{name} does not<br>settle beyond",
        showarrow=not end.settles,
        ax=(-14 if to_left else 14) * (2 if is_high else 1),
        ay=38 * above if is_high else -24 - 38 * above,
        yshift=18 * above if end.settles else 0,
        arrowside="start",
        arrowhead=2,
        arrowcolor=look.on(scheme),
        font={"size": 13, "color": look.on(scheme)},
        xanchor="right" if to_left else "left",
        xshift=8 if end.settles else 0,
        yanchor="middle" if end.settles or is_high else "bottom",
        align="right" if to_left else "left",
    )
