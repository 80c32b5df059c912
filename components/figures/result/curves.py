"""A metric over the swept parameter: a line per policy on its 95 % band, cut off where the queue does not settle."""

from collections.abc import Callable, Sequence
from functools import cache
from math import isnan, log10

from components.figures.result.curve_ends import End, XAxis, YAxis, beside, cap_of, names_of
from components.figures.result.goal_marks import searched, with_goal
from components.figures.result.no_curves import words_instead
from components.figures.result.one_point import draw_one_point
from components.figures.result.policy_line import MANY, PALE, of_policy
from components.figures.result.published_marks import marks_of, sources_in_short, traces_of_marks
from components.figures.result.rail import Stop, rail_of
from components.figures.result.recorded_mark import recorded_traces
from components.figures.result.tree import Tree, template_tree
from components.looks.theme import GRID, MARGIN
from components.looks.tokens import TYPE
from components.words import wording
from components.words.as_recorded import is_at_any_load, recorded_value
from components.words.overload import Overload, overloads
from components.words.searches.saturation import lane_words
from components.words.verdicts.leaders import most_often_first
from components.words.wording import capital, number
from engine.metrics.catalogue import metric_of
from engine.papers.reproduction import Reproduction, reproductions
from engine.results.result import Result
from engine.results.saturation import Saturation
from engine.statistics.means import Estimate
from engine.statistics.steadiness import GROWTH

MAXIMUM_LABELS = 5
"""Up to so many lines are named at their ends; more need a legend."""

LONGEST_LABEL = 12
"""Characters of a name that has room beside the end of its line."""


HEADROOM = 1.08
"""Height of the picture over that of the highest band."""

LITTLE = 1.25
"""A point in doubt, which is not to fill the picture, may still be so many times as high as the others in it."""

WIDE = 30
"""Ratio of the largest to the smallest mean from which on times have a logarithmic axis."""

LOWEST = 240
"""Height of a plot at least, px: so far above it, as a part of it, a legend leaves room for the rail."""

DIGIT = 8.5
"""Width of a digit of the numbers at an axis, px."""

FAR = 3
"""Of what was recorded, and of the second best at a point in doubt: so many times as high as all else, it would leave
that no room; then words alone say it."""


def draw_curves(
    result: Result,
    metric: str,
    policies: list[str],
    scheme: str,
    told: Sequence[Saturation] | None = None,
) -> Tree:
    """The curves of *metric* for the shown *policies*, all on their bands, and what papers print for them.

    What is *told* of where policies saturate stands on the rail, in place of the point from which on they are cut.
    """
    words = wording.shown_metric(metric, result)

    def value(point: int, policy: str) -> Estimate:
        return result.estimate(point, policy, metric).times(words.scale)

    published = [one for one in reproductions(result, metric) if one.published.policy in policies]
    figure = _draw(
        result,
        policies,
        value,
        words.axis,
        scheme,
        metric,
        hover=lambda point, policy: searched(result, point, policy),
        published=published,
        scale=words.scale,
        recorded=recorded_value(result, metric),
        told=told or (),
    )
    return with_goal(figure, result, metric, words.scale, policies, scheme)


def draw_speed_up(result: Result, policies: list[str], scheme: str) -> Tree:
    """How many times longer each other policy takes than the first one, paired on the same jobs (Schnor, figure 6)."""
    base = result.scenario.policies[0]

    def value(point: int, policy: str) -> Estimate:
        return result.speed_up(point, base, policy)

    others = [policy for policy in policies if policy != base]
    figure = _draw(result, others, value, f"response time relative to {base}", scheme, "speed_up", also=base)
    across = {"type": "line", "x0": 0, "x1": 1, "xref": "x domain", "y0": 1, "y1": 1, "yref": "y"}
    even = {**across, "line": {"color": GRID[scheme], "width": 2}, "layer": "below"}
    figure["layout"]["shapes"] = [*figure["layout"].get("shapes", []), even]
    return figure


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
    recorded: float | None = None,
    told: Sequence[Saturation] = (),
) -> Tree:
    value = cache(value)  # each is looked at four times
    vary = result.scenario.study.vary
    unit = wording.field_unit(result.scenario, vary.field) if vary else None
    xs = [x * unit.factor for x in vary.values] if vary and unit else [0.0]
    axis = XAxis.of(xs)
    has_legend = len(policies) > MAXIMUM_LABELS or max(map(len, policies), default=0) > LONGEST_LABEL
    focus = most_often_first(result, policies, of) if len(policies) > MANY else None
    traces: list[Tree] = []
    marks = marks_of(list(published), vary.field if vary else None, unit.factor if unit else 1.0, scale)
    in_time = of in result.names and (metric_of(of).unit == "s" or "slowdown" in of)
    if vary is None:
        less = of not in result.names or metric_of(of).less_is_better is not False
        recorded = None if recorded is None else recorded * scale
        return draw_one_point(result, policies, value, title, less, scheme, marks, list(published), recorded=recorded)
    highest = max((mark.y for mark in marks if not mark.transient), default=0.0)
    lines: list[tuple[str, list[tuple[float, float]], list[float]]] = []

    def settles(point: int, policy: str) -> bool:
        return result.settles(point, policy) and (also is None or result.settles(point, also))

    sure = [  # a point in doubt is not to fill the picture
        one
        for policy in policies
        for point in range(len(xs))
        if (one := value(point, policy)).replications and settles(point, policy)
        if result.growth(point, policy) <= GROWTH and not isnan(one.mean)
    ]
    highest = max([highest, *(one.mean if isnan(one.high) else one.high for one in sure)])
    drawn = [value(point, policy).mean for policy in policies for point in range(len(xs)) if settles(point, policy)]
    highest = max([highest, *(mean for mean in drawn if mean <= LITTLE * highest)])
    held = [
        sorted(means)[1]  # the second best, which the verdict may hold against the best
        for point in range(len(xs))
        if len(means := [value(point, one).mean for one in policies if settles(point, one)]) > 1
    ]
    highest = max([highest, *(mean for mean in held if mean <= FAR * highest)])
    line = None if recorded is None else recorded * scale
    if line is not None and line <= FAR * highest:
        highest = max(highest, line)
    upright = _upright(sure, [mark.y for mark in marks], highest * HEADROOM, in_time)
    for policy in policies:
        shown, cut = [], []
        for point, x in enumerate(xs):
            found = value(point, policy)
            if found.replications == 0:
                continue
            if settles(point, policy):
                shown.append((x, _above(found, upright), hover(point, policy)))
            else:
                cut.append(x)
        traces += of_policy(policy, shown, scheme, has_legend, focus)
        if shown:
            lines.append((policy, [(x, found.mean) for x, found, _ in shown], cut))
    top = upright.high
    ends = [end for line in lines for end in End.both(*line, top)]
    caps = [cap_of(end, axis, upright, scheme) for end in ends if end.is_cut and end.outside is None]
    traces += [cap if focus in (None, cap["legendgroup"]) else cap | {"opacity": PALE} for cap in caps]
    inside = [mark for mark in marks if upright.low <= mark.y <= top]
    if inside:
        traces += traces_of_marks(inside, f"published, {sources_in_short(list(published))}", scheme, has_legend)
    is_inside = line is not None and upright.low <= line <= top
    if line is not None and is_inside:
        at = None if is_at_any_load(result) or unit is None else unit.factor
        traces += recorded_traces(line, f"as recorded: {number(line, 3)}", (xs[0], xs[-1]), at, scheme)
    is_swept = vary is not None and len(xs) == len(result.points)
    limits = overloads(result, policies, settles) if is_swept else []
    stops = [Stop(one.policy, xs[one.point], one.words, _between(xs, one)) for one in limits]
    sought = {one.policy: one for one in told if one.policy in policies and not isnan(one.at)}
    factor = unit.factor if unit else 1.0
    stops = [stop for stop in stops if stop.policy not in sought]
    stops += [_saturates(one, factor) for one in sought.values()]
    overloaded = {stop.policy for stop in stops}
    stops += [
        Stop(end.policy, end.outside, "off the scale")
        for end in ends
        if end.outside is not None and end.policy not in overloaded
    ]
    rail = rail_of(stops, axis, scheme)
    is_keyed = has_legend or bool(inside) or is_inside
    keys = (44 if rail.height else 32) if is_keyed else 0  # px above all else
    layout: Tree = {
        "template": template_tree(scheme),
        "xaxis": {
            "title": {"text": capital(wording.axis_words(result.scenario, vary.field) if vary else "")},
            **axis.layout(),
        },
        "yaxis": _vertical(upright, capital(title)),
        "hovermode": "x unified",
        "showlegend": is_keyed,
        "legend": {"font": {"size": TYPE["xs"]}} | ({"y": 1.02 + rail.height / LOWEST} if rail.height else {}),
        # `before.js` puts another answer behind this one, which may be told in other units.
        "meta": {"of": [of, vary.field if vary else ""], "units": [unit.factor if unit else 1.0, scale]}
        | {"focus": focus, "rail": rail.height},
        "margin": {
            "l": _left(upright),
            "r": 24 if has_legend else beside(policies),
            "t": 20 + rail.height + keys,
            "b": 60,
        },
    }
    if notes := rail.annotations + ([] if has_legend else names_of(ends, axis, upright, scheme)):
        layout |= {"shapes": rail.shapes, "annotations": notes}
    if not any(len(trace["x"]) for trace in traces):
        layout |= words_instead(result)
    return {"data": traces, "layout": layout}


def _between(xs: list[float], one: Overload) -> tuple[float, float] | None:
    """The values between which a policy begins to be overloaded, along the axis."""
    return None if one.settled is None else (min(xs[one.settled], xs[one.point]), max(xs[one.settled], xs[one.point]))


def _saturates(one: Saturation, factor: float) -> Stop:
    """What the rail says of a policy of which it was sought where it saturates."""
    low, high, formula = (part * factor for part in (one.low, one.high, one.formula))
    return Stop(one.policy, one.at * factor, lane_words(one, factor), (low, high), None if isnan(formula) else formula)


def _upright(sure: list[Estimate], published: list[float], top: float, in_time: bool) -> YAxis:
    """From zero to *top*; logarithmic for times of which some are so much longer that the others would be flat."""
    means = [one.mean for one in sure]
    if not in_time or not means or min(means) <= 0 or max(means) <= WIDE * min(means):
        return YAxis(0, top)
    least = min(means)
    lows = [one.low for one in sure if one.low > least / 2] + [y for y in published if least / 2 < y]
    return YAxis(min([least, *lows]) / HEADROOM, top, True)


def _above(found: Estimate, upright: YAxis) -> Estimate:
    """The same with an interval that a logarithmic axis can have."""
    return found._replace(low=max(found.low, upright.low / 10)) if upright.is_log else found


def _left(upright: YAxis) -> int:
    """px for the numbers of the axis and its title: three digits have room anyway."""
    return MARGIN["l"] + round(DIGIT * max(0, len(f"{upright.high:.0f}") - 3))


def _vertical(upright: YAxis, title: str) -> Tree:
    axis: Tree = {"title": {"text": title}, "exponentformat": "none", "separatethousands": True}
    if upright.is_log:
        ends = [log10(upright.low), log10(upright.high)]
        # Within two decades 2 and 5 have room beside 1.
        ticks = {"type": "log", "range": ends, "dtick": "D2" if ends[1] - ends[0] < 2 else 1}
        return axis | ticks | {"title": {"text": f"{title}, logarithmic"}}
    return axis | {"rangemode": "tozero"} | ({"range": [0, upright.high]} if upright.high > 0 else {})
