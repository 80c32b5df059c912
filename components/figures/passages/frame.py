"""The drawing that every picture of a passage is in: its width, its heading, its words, and colors of jobs."""

from collections.abc import Iterable, Sequence
from html import escape

from components.figures.small.frame import word
from components.looks.theme import JOB_COLORS

WIDTH = 360
"""Units of the drawing; about as many pixels on a phone, so that its words are no smaller than others."""

TOP = 30
"""Room for the heading."""

LINE = 16
"""Height of a line of words."""

LETTER = 7.0
"""Width of a letter, about."""

ACTIVITIES = {"idle": "idle", "wait": "wait", "I/O": "io", "spin": "spin", "switch": "switch", "move": "switch"}
"""What is no job, by what it is called: the class of its look."""


def drawing(parts: Iterable[str], title: str, summary: str, height: float) -> str:
    """The whole picture below its *title*, named by its *summary* for whoever does not see it."""
    named = f'role="img" aria-label="{escape(summary)}"'
    head = word(0, 16, title, kind="title")
    inside = head + "".join(parts)
    return f'<svg class="passage-picture" viewBox="0 0 {WIDTH} {height:.0f}" {named}>{inside}</svg>'


def in_lines(text: str, room: float) -> list[str]:
    """The *text* in lines of at most about *room* units."""
    lines = [""]
    for one in text.split():
        if lines[-1] and LETTER * (len(lines[-1]) + 1 + len(one)) > room:
            lines.append("")
        lines[-1] = f"{lines[-1]} {one}".strip()
    return lines


def words_at(x: float, middle: float, lines: Sequence[str], anchor: str = "start", kind: str = "") -> str:
    """Lines of words around a height."""
    first = middle + 4.5 - LINE * (len(lines) - 1) / 2
    return "".join(word(x, first + n * LINE, line, anchor, kind) for n, line in enumerate(lines))


def look_of(name: str) -> str:
    """The attributes of what is drawn for a job, which has its color in all pictures, or for an activity."""
    if name in ACTIVITIES:
        return f'class="{ACTIVITIES[name]}"'
    return f'class="job" style="fill:{JOB_COLORS[(ord(name[0].upper()) - ord("A")) % len(JOB_COLORS)]}"'
