"""Who is where and when: a row for each machine or worker, a bar for each time of a job or of something else."""

from collections.abc import Mapping
from typing import NamedTuple

from components.figures.passages.frame import ACTIVITIES, LETTER, TOP, WIDTH, drawing, in_lines, look_of, words_at
from components.figures.small.frame import word
from components.figures.small.lines import round_step
from components.words.wording import number

NAMES, RIGHT, ROW, GAP, BOTTOM = 88, 12, 34, 6, 24


class Span(NamedTuple):
    """A bar: whose, or what it is, from when to when."""

    name: str
    start: float
    end: float


def draw_schedule(title: str, rows: Mapping[str, tuple[Span, ...]], unit: str, until: float) -> str:
    """The *rows* from above over a time axis that goes to *until* at least, in *unit*."""
    spans = [one for row in rows.values() for one in row]
    end = max([until, *(one.end for one in spans)]) or 1.0
    scale = (WIDTH - NAMES - RIGHT) / end
    parts = []
    for n, (name, row) in enumerate(rows.items()):
        top = TOP + n * (ROW + GAP)
        parts.append(words_at(0, top + ROW / 2, in_lines(name, NAMES)))
        for one in row:
            left, wide = NAMES + scale * one.start, scale * (one.end - one.start)
            parts.append(f'<rect {look_of(one.name)} x="{left:.1f}" y="{top}" width="{wide:.1f}" height="{ROW}"/>')
            if wide > LETTER * len(one.name):
                kind = "in-job" if one.name not in ACTIVITIES else ""
                parts.append(word(left + wide / 2, top + ROW / 2 + 4.5, one.name, "middle", kind))
    bottom = TOP + len(rows) * (ROW + GAP)
    parts.append(_axis(end, scale, bottom, unit))
    summary = f"{title}. " + " ".join(f"{name}: {_told(row, unit)}." for name, row in rows.items())
    return drawing(parts, title, summary, bottom + BOTTOM)


def _axis(end: float, scale: float, bottom: float, unit: str) -> str:
    step = round_step(end / 5)
    ticks = [n * step for n in range(int(end / step + 1e-9) + 1)]
    marks = "".join(f"M{NAMES + scale * tick:.1f} {bottom}v4" for tick in ticks)
    words = [word(NAMES - 12, bottom + 18, unit, "end")]
    words += [word(NAMES + scale * tick, bottom + 18, number(tick), "middle") for tick in ticks]
    return f'<path class="axis" d="M{NAMES} {bottom}H{WIDTH - RIGHT}{marks}"/>{"".join(words)}'


def _told(row: tuple[Span, ...], unit: str) -> str:
    return ", ".join(f"{one.name} from {number(one.start)} to {number(one.end)} {unit}" for one in row) or "nothing"
