"""Means over a swept field, a line for each policy with its name at the end."""

from collections.abc import Iterator
from math import isnan, log10
from typing import NamedTuple

from components.figures.result.curve_ends import XAxis
from components.figures.small.frame import ACROSS, DOWN, LEFT, TOP, drawing, heading, of_policy, word
from components.looks.theme import LOOKS
from components.words.wording import axis_words, capital, field_unit, number, shown_metric
from engine.results.result import Result
from engine.statistics.steadiness import GROWTH

HEADROOM = 1.08
LINE = 15
"""Height of a name at the end of a line."""

LONGEST = 13
"""Letters of a name that has room there in one line."""

DASHES = {"dash": "5 3", "dot": "2 2", "longdash": "8 3", "dashdot": "6 2 2 2", "longdashdot": "9 2 2 2"}

Places = list[tuple[float, float]]
"""In units of the drawing, from its left and its upper edge."""


class Point(NamedTuple):
    """A mean with its interval at a point of the sweep."""

    number: int
    x: float
    mean: float
    low: float
    high: float


def draw_lines(result: Result, metric: str, policies: tuple[str, ...], summary: str) -> str:
    """The curves of *metric* for these *policies* on their 95 % bands; a line ends where its queue does not settle."""
    words, vary = shown_metric(metric, result), result.scenario.study.vary
    assert vary is not None
    factor = field_unit(result.scenario, vary.field).factor
    axis = XAxis.of([x * factor for x in vary.values])
    found = {policy: list(_points(result, policy, metric, words.scale, factor)) for policy in policies}
    # Points in doubt may be ten times as high: they are not to fill the picture.
    drawn = [(policy, one) for policy in policies for one in found[policy]]
    sure = [one.mean for policy, one in drawn if result.growth(one.number, policy) <= GROWTH]
    top = HEADROOM * max(sure or [one.mean for _, one in drawn], default=1.0)

    def places(points: list[Point], part: str) -> Places:
        return [(ACROSS * axis.share(axis.place(one.x)), DOWN * (1 - getattr(one, part) / top)) for one in points]

    parts = [_frame(axis, top), heading(words.axis, words.title)]
    parts.append(
        word(LEFT + ACROSS / 2, TOP + DOWN + 32, capital(axis_words(result.scenario, vary.field)), "middle", "title")
    )
    # What leaves the drawing at its top is cut off there, as everything in an inner drawing is.
    parts.append(f'<svg x="{LEFT}" y="{TOP}" width="{ACROSS}" height="{DOWN}">')
    for policy, points in found.items():
        known = [one for one in points if not isnan(one.low)]
        band = _text(places(known, "high") + places(known, "low")[::-1])
        parts.append(of_policy(policy, [f'<polygon points="{band}"/>', _line(policy, places(points, "mean"))]))
    parts.append("</svg>")
    ends = {policy: max(0.0, places(points, "mean")[-1][1]) for policy, points in found.items() if points}
    parts += [of_policy(policy, [_name(policy, y)]) for policy, y in _apart(ends).items()]
    return drawing(parts, summary)


def _points(result: Result, policy: str, metric: str, scale: float, factor: float) -> Iterator[Point]:
    """Wherever the policy settles; means times *scale* over values times *factor*."""
    vary = result.scenario.study.vary
    assert vary is not None
    for n, x in enumerate(vary.values):
        one = result.estimate(n, policy, metric).times(scale)
        if result.settles(n, policy) and not isnan(one.mean):
            yield Point(n, x * factor, one.mean, one.low, one.high)


def _line(policy: str, places: Places) -> str:
    dash = DASHES.get(LOOKS[policy].dash, "none")
    return f'<polyline points="{_text(places)}" stroke-dasharray="{dash}"/>'


def _text(places: Places) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)


def _name(policy: str, y: float) -> str:
    """The name, a long one in two lines."""
    x, lines = LEFT + ACROSS + 6, _lines(policy)
    return "".join(word(x, TOP + y + 4 + n * LINE, text, kind="name") for n, text in enumerate(lines))


def _lines(policy: str) -> list[str]:
    if len(policy) <= LONGEST:
        return [policy]
    first, _, rest = policy.rpartition(" ")
    return [first, rest]


def _apart(ends: dict[str, float]) -> dict[str, float]:
    """The heights of the names at the ends, moved until none stands on another, from the top downwards."""
    found: dict[str, float] = {}
    lowest = 0.0
    for policy, y in sorted(ends.items(), key=lambda one: one[1]):
        found[policy] = max(y, lowest)
        lowest = found[policy] + LINE * len(_lines(policy))
    over = max(0.0, lowest - LINE - DOWN)
    return {policy: y - over for policy, y in found.items()}


def _frame(axis: XAxis, top: float) -> str:
    bottom, right = TOP + DOWN, LEFT + ACROSS
    step = round_step(top / 4)
    ups = [n * step for n in range(int(top / step) + 1)]
    grid = "".join(f"M{LEFT} {bottom - DOWN * up / top:.1f}H{right}" for up in ups[1:])
    texts = [word(LEFT - 6, bottom - DOWN * up / top + 4, number(up), "end") for up in ups]
    for x in _some(axis):
        texts.append(word(LEFT + ACROSS * axis.share(axis.place(x)), bottom + 16, number(x), "middle"))
    return f'<path class="grid" d="{grid}"/><path class="axis" d="M{LEFT} {TOP}V{bottom}H{right}"/>{"".join(texts)}'


def _some(axis: XAxis) -> list[float]:
    if axis.is_log:
        return [axis.ticks[0], axis.ticks[len(axis.ticks) // 2], axis.ticks[-1]]
    step = round_step((axis.high - axis.low) / 3)
    first = -int(-axis.low // step) if axis.low > 0 else 0
    return [n * step for n in range(first, int(axis.high / step) + 1) if n * step >= axis.low]


def round_step(least: float) -> float:
    """The first of 1, 2, 5, 10, ... times a power of ten that is no smaller."""
    base = 10.0 ** int(log10(least) // 1)
    return next(factor * base for factor in (1, 2, 5, 10) if factor * base >= least * 0.999)
