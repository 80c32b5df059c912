"""A metric over the swept parameter: a line per policy on its 95 % band, cut off where the queue does not settle."""

from collections.abc import Callable, Sequence
from functools import cache
from math import isnan

from components.figures.common.policy_band import policy_band
from components.figures.result.curve_ends import End, XAxis, labels_of
from components.figures.result.no_curves import words_instead
from components.figures.result.published_marks import marks_of, sources_in_short, traces_of_marks
from components.figures.result.tree import Tree, template_tree
from components.looks.theme import GRID, LOOKS
from components.looks.tokens import TYPE
from components.words import wording
from components.words.gaps import gap_words
from components.words.leaders import from_leader
from components.words.wording import capital
from engine.papers.reproduction import Reproduction, reproductions
from engine.results.comparison import Difference
from engine.results.result import Result
from engine.statistics.means import Estimate
from engine.statistics.steadiness import GROWTH

MAXIMUM_LABELS = 5
"""Up to so many lines are named at their ends; more need a legend."""

LONGEST_LABEL = 12
"""Characters of a name that has room beside the end of its line."""


HEADROOM = 1.08
"""Height of the picture over that of the highest band."""


def draw_curves(result: Result, metric: str, policies: list[str], scheme: str) -> Tree:
    """The curves of *metric* for the shown *policies*, all on their bands, and what papers print for them."""
    words = wording.shown_metric(metric, result)

    def value(point: int, policy: str) -> Estimate:
        return result.estimate(point, policy, metric).times(words.scale)

    hover = _against_leader(result, metric)
    published = [one for one in reproductions(result, metric) if one.published.policy in policies]
    return _draw(
        result, policies, value, words.axis, scheme, metric, hover=hover, published=published, scale=words.scale
    )


def draw_speed_up(result: Result, policies: list[str], scheme: str) -> Tree:
    """How many times longer each other policy takes than the first one, paired on the same jobs (Schnor, figure 6)."""
    base = result.scenario.policies[0]

    def value(point: int, policy: str) -> Estimate:
        return result.speed_up(point, base, policy)

    others = [policy for policy in policies if policy != base]
    figure = _draw(result, others, value, f"response time relative to {base}", scheme, "speed_up", also=base)
    across = {"type": "line", "x0": 0, "x1": 1, "xref": "x domain", "y0": 1, "y1": 1, "yref": "y"}
    figure["layout"]["shapes"] = [{**across, "line": {"color": GRID[scheme], "width": 2}, "layer": "below"}]
    return figure


def _against_leader(result: Result, metric: str) -> Callable[[int, str], str]:
    """How the best policy differs from a policy, for the hover text: the number of the verdict, on the same base."""

    @cache
    def at(point: int) -> dict[str, Difference]:
        return {found.other: found for found in from_leader(result, point, metric)}

    def words(point: int, policy: str) -> str:
        found = at(point).get(policy)
        if found is None or found.size.replications < 2:
            return ""
        if found.exactly_same:
            return f"; {found.policy} does the same"
        side = "" if not found.shown else " below" if found.size.mean < 0 else " above"
        return f"; {found.policy} {gap_words(found.size, metric, found.is_relative, not found.shown)}{side}"

    return words


def _draw(
    result: Result,
    policies: list[str],
    value: Callable[[int, str], Estimate],
    title: str,
    scheme: str,
    of: str,
    also: str | None = None,
    hover: Callable[[int, str], str] = lambda _point, _policy: "",
    published: Sequence[Reproduction] = (),
    scale: float = 1.0,
) -> Tree:
    vary = result.scenario.study.vary
    told = wording.field_unit(result.scenario, vary.field) if vary else None
    xs = [x * told.factor for x in vary.values] if vary and told else [0.0]
    axis = XAxis.of(xs)
    has_legend = len(policies) > MAXIMUM_LABELS or max(map(len, policies), default=0) > LONGEST_LABEL
    traces: list[Tree] = []
    marks = marks_of(list(published), vary.field if vary else None, told.factor if told else 1.0, scale)
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
        traces += _of_policy(policy, shown, scheme, single=len(xs) == 1, has_legend=has_legend)
        if shown and len(xs) > 1:
            lines.append((policy, [(axis.place(x), found.mean) for x, found, _ in shown], cut))
    top = highest * HEADROOM
    ends = [end for line in lines for end in End.both(*line, top)]
    inside = [mark for mark in marks if mark.y <= top]
    if inside:
        traces += traces_of_marks(inside, f"published, {sources_in_short(list(published))}", scheme, has_legend)
    vertical = {"title": {"text": capital(title)}, "rangemode": "tozero", "exponentformat": "none"}
    layout: Tree = {
        "template": template_tree(scheme),
        "xaxis": {
            "title": {"text": capital(wording.axis_words(result.scenario, vary.field) if vary else "")},
            **({"type": "category"} if len(xs) == 1 else axis.layout()),
        },
        "yaxis": vertical | {"separatethousands": True} | ({"range": [0, top]} if top > 0 else {}),
        "hovermode": "x unified",
        "showlegend": has_legend or bool(inside),
        "legend": {"font": {"size": TYPE["xs"]}},
        # `before.js` puts another answer behind this one, which may be told in other units.
        "meta": {"of": [of, vary.field if vary else ""], "units": [told.factor if told else 1.0, scale]},
        "margin": {"l": 72, "r": 24 if has_legend else 84, "t": 20, "b": 56},
    }
    if labels := labels_of(ends, axis, highest, scheme, brief=has_legend):
        layout["annotations"] = labels
    if not any(len(trace["x"]) for trace in traces):
        layout |= words_instead(result)
    return {"data": traces, "layout": layout}


def _of_policy(
    policy: str,
    shown: list[tuple[float, Estimate, str]],
    scheme: str,
    single: bool,
    has_legend: bool,
) -> list[Tree]:
    look = LOOKS[policy]
    color = look.on(scheme)
    xs = [policy if single else x for x, *_ in shown]
    known = [(x, found) for (_, found, _), x in zip(shown, xs, strict=True) if not isnan(found.low)]
    traces: list[Tree] = []
    if known and not single:
        outline = [x for x, _ in known] + [x for x, _ in reversed(known)]
        edge = [found.high for _, found in known] + [found.low for _, found in reversed(known)]
        traces.append(policy_band(policy, outline, edge, color))
    line: Tree = {
        "type": "scatter",
        "x": xs,
        "y": [found.mean for _, found, _ in shown],
        "mode": "markers" if single else "lines+markers",
        "name": policy,
        "legendgroup": policy,
        "showlegend": has_legend,
        "line": {"color": color, "dash": look.dash, "width": 2.5},
        "marker": {"color": color, "symbol": look.symbol, "size": 9},
        "customdata": [[wording.with_uncertainty(found), found.replications, more] for _, found, more in shown],
        "hovertemplate": "%{customdata[0]} (%{customdata[1]} replications%{customdata[2]})",
    }
    if single and shown:
        error = [found.half_width if not isnan(found.low) else 0 for _, found, _ in shown]
        line["error_y"] = {"type": "data", "array": error, "thickness": 2}
    return [*traces, line]
