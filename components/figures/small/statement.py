"""A claim or a printed table beside what is measured: a column for each check or value, on a scale of its own.

What is claimed is a dashed box, what is printed a hollow marker on the band of what counts as near, what is measured a
filled marker on its interval. A sign below a column says that it fails or is open.
"""

from collections.abc import Iterator
from math import isinf, isnan
from typing import NamedTuple

from components.figures.small.frame import WIDTH, drawing, of_policy, word
from components.words.wording import metric_words, number
from engine.papers.catalogue import Statement
from engine.papers.claims import Checked
from engine.papers.finding import Outcome
from engine.papers.reproduction import Reproduction

HEIGHT = 124

MOST = 48
"""Columns that can be told apart."""

FEW = 4
"""Columns that have room for what is measured in figures."""

TOP, BOTTOM, SIDE = 8, 28, 8
"""Room around the columns."""

THINNEST = 6
"""Height of a box at least."""

AROUND = 0.3
"""How far above and below a printed value a column reaches, as a part of it."""

BEYOND = 0.5
"""Likewise of the border of a claim that has only one; two borders stand a third from the ends of the column."""

SIGNS = {Outcome.HOLDS: "", Outcome.FAILS: "✕", Outcome.OPEN: "?"}


class Column(NamedTuple):
    """One check or value; heights from 0 to 1.

    Attributes
    ----------
    low, high : the box of what is claimed, or of what is near
    printed : the height of what is printed; None for a claim
    mean, least, most : what is measured, and its interval
    said : the same in figures
    """

    policy: str
    low: float
    high: float
    printed: float | None
    mean: float
    least: float
    most: float
    outcome: Outcome
    said: str


def draw_statement(one: Statement, summary: str) -> str:
    """The columns of all checks, or of the values of a table; evenly chosen ones where there are too many."""
    columns = [*map(_of_check, one.checks), *map(_of_value, one.values)]
    known = [column for column in columns if not isnan(column.mean)]
    some = [known[n * len(known) // MOST] for n in range(MOST)] if len(known) > MOST else known
    step = (WIDTH - 2 * SIDE) / max(4, len(some))
    first = (WIDTH - step * len(some)) / 2
    if len(known) <= FEW:
        some = [one._replace(said=f"{SIGNS[one.outcome]} {one.said}".strip()) for one in known]
    parts = [part for n, column in enumerate(some) for part in _draw(column, first + (n + 0.5) * step, step)]
    if not known:
        parts.append(word(WIDTH / 2, HEIGHT / 2, "no interval yet: the policies do not settle", "middle"))
    elif len(some) < len(columns):
        parts.append(word(WIDTH - SIDE, HEIGHT - 4, f"{len(some)} of {len(columns)} shown", "end", "title"))
    return drawing(parts, summary, HEIGHT)


def _of_check(one: Checked) -> Column:
    low, high, measured = one.check.low, one.check.high, one.held
    if isinf(low) or isinf(high):
        border = high if isinf(low) else low
        scale = BEYOND * abs(border) or 1.0

        def place(value: float) -> float:
            return _inside(0.5 + 0.5 * (value - border) / scale)

        box = (0.0, 0.5) if isinf(low) else (0.5, 1.0)
    else:
        width = (high - low) or abs(low) or 1.0

        def place(value: float) -> float:
            return _inside(1 / 3 + (value - low) / width / 3)

        box = (place(low), place(high))
    least, most = _ends(measured.mean, measured.low, measured.high)
    return Column(
        one.check.policy, *box, None, place(measured.mean), place(least), place(most), one.outcome, _said(one)
    )


def _of_value(one: Reproduction) -> Column:
    value, measured = one.published.value, one.held
    size = abs(value) or 1.0

    def place(number: float) -> float:
        return _inside(0.5 + 0.5 * (number - value) / (AROUND * size))

    least, most = _ends(measured.mean, measured.low, measured.high)
    low, high = one.near
    return Column(
        one.published.policy,
        place(low),
        place(high),
        0.5,
        place(measured.mean),
        place(least),
        place(most),
        one.outcome,
        number(measured.mean * metric_words(one.published.metric).scale, 3),
    )


def _said(one: Checked) -> str:
    scale = 1.0 if one.check.over is not None else metric_words(one.check.metric).scale
    return number(one.measured.mean * scale, 3)


def _ends(mean: float, low: float, high: float) -> tuple[float, float]:
    return (mean, mean) if isnan(low) else (low, high)


def _inside(height: float) -> float:
    return height if isnan(height) else max(0.0, min(1.0, height))


def _draw(column: Column, x: float, step: float) -> Iterator[str]:
    down = HEIGHT - TOP - BOTTOM
    low, high, mean, least, most = (
        TOP + down * (1 - height) for height in (column.low, column.high, column.mean, column.least, column.most)
    )
    thin = max(0.0, THINNEST - (low - high)) / 2  # of a claim of one exact value
    low, high = low + thin, high - thin
    wide, radius = 0.8 * min(step, 28), max(2.0, min(5.0, 0.32 * step))
    yield f'<rect class="claimed" x="{x - wide / 2:.1f}" y="{high:.1f}" width="{wide:.1f}" height="{low - high:.1f}"/>'
    printed = ""
    if column.printed is not None:
        y = TOP + down * (1 - column.printed)
        printed = f'<circle class="printed" cx="{x:.1f}" cy="{y:.1f}" r="{radius + 2:.1f}"/>'
    whisker = f'<path class="measured" d="M{x:.1f} {least:.1f}V{most:.1f}"/>'
    dot = f'<circle cx="{x:.1f}" cy="{mean:.1f}" r="{radius:.1f}"/>'
    yield of_policy(column.policy, [whisker, printed, dot])
    below = column.said if step > (WIDTH - 2 * SIDE) / (FEW + 1) else SIGNS[column.outcome]
    if below:
        yield word(x, HEIGHT - BOTTOM + 18, below, "middle")
