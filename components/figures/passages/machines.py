"""Machines as cells, group by group, each with the jobs that share it."""

from collections.abc import Mapping
from typing import NamedTuple

from components.figures.passages.frame import LINE, TOP, drawing, in_lines, look_of, words_at
from components.figures.small.frame import word

NAMES, GAP = 88, 3
SMALL, LARGE = (24, 10), (40, 6)
"""Width of a machine, and how many stand in a row: where there are many, and where there are few."""

FEW = 6


class Machines(NamedTuple):
    """So many machines, each shared by these jobs; idle without any."""

    number: int
    jobs: tuple[str, ...]


def draw_machines(title: str, groups: Mapping[str, tuple[Machines, ...]]) -> str:
    """The *groups* one below the other."""
    cell, across = LARGE if all(sum(some.number for some in group) <= FEW for group in groups.values()) else SMALL
    parts, top = [], float(TOP)
    for name, group in groups.items():
        each = [some.jobs for some in group for _ in range(some.number)]
        lines = in_lines(name, NAMES)
        parts.append(words_at(0, top + max(cell, LINE * len(lines)) / 2, lines))
        for n, who in enumerate(each):
            row, column = divmod(n, across)
            parts.append(_cell(NAMES + column * (cell + GAP), top + row * (cell + GAP), cell, who))
        rows = -(-len(each) // across)
        top += max(rows * (cell + GAP), LINE * len(lines)) + 10
    summary = f"{title}. " + " ".join(f"{name}: {_told(group)}." for name, group in groups.items())
    return drawing(parts, title, summary, top)


def _cell(x: float, y: float, cell: float, who: tuple[str, ...]) -> str:
    if not who:
        return f'<rect class="idle" x="{x}" y="{y}" width="{cell}" height="{cell}"/>'
    wide = cell / len(who)
    return "".join(
        f'<rect {look_of(job)} x="{x + n * wide:.1f}" y="{y}" width="{wide:.1f}" height="{cell}"/>'
        + word(x + (n + 0.5) * wide, y + cell / 2 + 4.5, job, "middle", "in-job")
        for n, job in enumerate(who)
    )


def _told(group: tuple[Machines, ...]) -> str:
    return ", ".join(f"{some.number} {' and '.join(some.jobs) if some.jobs else 'idle'}" for some in group)
