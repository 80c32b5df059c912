"""A metric over the swept parameter: a line per policy on its 95 % band, cut off where the queue does not settle."""

from collections.abc import Callable, Sequence
from functools import cache
from math import isnan

import plotly.graph_objects as go

from components.figures.result.curve_ends import End, XAxis, label_ends
from components.figures.result.published_marks import draw_marks, marks_of, sources_in_short
from components.looks.theme import BAND_OPACITY, GRID, LOOKS, template, tint
from components.words import wording
from components.words.gaps import gap_words
from components.words.wording import capital
from engine.papers.reproduction import Reproduction, reproductions
from engine.results.comparison import Difference, differences
from engine.results.result import Result
from engine.statistics.means import Estimate
from engine.statistics.steadiness import GROWTH

MAXIMUM_LABELS = 5
"""Up to so many lines are named at their ends; more need a legend."""

LONGEST_LABEL = 12
"""Characters of a name that has room beside the end of its line."""


HEADROOM = 1.08
"""Height of the picture over that of the highest band."""


def draw_curves(result: Result, metric: str, policies: list[str], scheme: str) -> go.Figure:
    """The curves of *metric* for the shown *policies*, all on their bands, and what papers print for them."""
    words = wording.metric_words(metric)

    def value(point: int, policy: str) -> Estimate:
        return result.estimate(point, policy, metric).times(words.scale)

    hover = _against_first(result, metric)
    published = [one for one in reproductions(result, metric) if one.published.policy in policies]
    return _draw(result, policies, value, words.axis, scheme, hover=hover, published=published)


def draw_speed_up(result: Result, policies: list[str], scheme: str) -> go.Figure:
    """How many times longer each other policy takes than the first one, paired on the same jobs (Schnor, figure 6)."""
    base = result.scenario.policies[0]

    def value(point: int, policy: str) -> Estimate:
        return result.speed_up(point, base, policy)

    others = [policy for policy in policies if policy != base]
    figure = _draw(result, others, value, f"response time relative to {base}", scheme, also=base)
    figure.add_hline(y=1, line={"color": GRID[scheme], "width": 2}, layer="below")
    return figure


def _against_first(result: Result, metric: str) -> Callable[[int, str], str]:
    """How the first policy differs from a policy, for the hover text: the number of the verdict, on the same base."""
    first = result.scenario.policies[0]

    @cache
    def at(point: int) -> dict[str, Difference]:
        return {found.other: found for found in differences(result, point, metric)}

    def words(point: int, policy: str) -> str:
        found = at(point).get(policy)
        if found is None or found.size.replications < 2:
            return ""
        if found.exactly_same:
            return f"; {first} does the same"
        side = "" if not found.shown else " below" if found.size.mean < 0 else " above"
        return f"; {first} {gap_words(found.size, metric, found.is_relative, not found.shown)}{side}"

    return words


def _draw(
    result: Result,
    policies: list[str],
    value: Callable[[int, str], Estimate],
    title: str,
    scheme: str,
    also: str | None = None,
    hover: Callable[[int, str], str] = lambda _point, _policy: "",
    published: Sequence[Reproduction] = (),
) -> go.Figure:
    vary = result.scenario.study.vary
    xs = list(vary.values) if vary else [0.0]
    axis = XAxis.of(xs)
    has_legend = len(policies) > MAXIMUM_LABELS or max(map(len, policies), default=0) > LONGEST_LABEL
    figure = go.Figure()
    marks = marks_of(list(published), vary.field if vary else None)
    highest = max((mark.y for mark in marks if not mark.transient), default=0.0)
    lines: list[tuple[str, list[tuple[float, float]], list[float]]] = []
    for policy in policies:
        shown, cut = [], []
        for point, x in enumerate(xs):
            found = value(point, policy)
            if found.replications == 0:
                continue
            if result.settles(point, policy) and (also is None or result.settles(point, also)):
                shown.append((x, found, hover(point, policy)))
                if result.growth(point, policy) <= GROWTH:  # else in doubt: such a point is not to fill the picture
                    highest = max(highest, found.mean if isnan(found.high) else found.high)
            else:
                cut.append(axis.place(x))
        _add_policy(figure, policy, shown, scheme, single=len(xs) == 1, has_legend=has_legend)
        if shown and len(xs) > 1:
            lines.append((policy, [(axis.place(x), found.mean) for x, found, _ in shown], cut))
    top = highest * HEADROOM
    ends = [end for line in lines for end in End.both(*line, top)]
    label_ends(figure, ends, axis, highest, scheme, brief=has_legend)
    inside = [mark for mark in marks if mark.y <= top]
    if inside:
        draw_marks(figure, inside, f"published, {sources_in_short(list(published))}", scheme, has_legend)
    figure.update_layout(
        template=template(scheme),
        xaxis_title=capital(wording.axis_of(result.scenario)),
        yaxis_title=capital(title),
        hovermode="x unified",
        showlegend=has_legend or bool(inside),
        legend_font_size=12,
        margin={"l": 72, "r": 24 if has_legend else 84, "t": 20, "b": 56},
    )
    figure.update_yaxes(rangemode="tozero", range=[0, top] if top > 0 else None)
    figure.update_yaxes(exponentformat="none", separatethousands=True)
    if len(xs) == 1:
        figure.update_xaxes(type="category")
    else:
        axis.apply(figure)
    return figure


def _add_policy(
    figure: go.Figure,
    policy: str,
    shown: list[tuple[float, Estimate, str]],
    scheme: str,
    single: bool,
    has_legend: bool,
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
        showlegend=has_legend,
        line={"color": color, "dash": look.dash, "width": 2.5},
        marker={"color": color, "symbol": look.symbol, "size": 9},
        customdata=[[wording.with_uncertainty(found), found.replications, more] for _, found, more in shown],
        hovertemplate="%{customdata[0]} (%{customdata[1]} replications%{customdata[2]})",
    )
