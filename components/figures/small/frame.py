"""The drawing that every small picture is in: its size, its words, and colors that follow the page."""

from collections.abc import Iterable
from html import escape

from components.looks.theme import LOOKS
from components.words.wording import capital

WIDTH, HEIGHT = 320, 184
"""Units of the drawing; a card is about as many pixels wide, so that its words are as large as others of the page."""

LEFT, RIGHT, TOP, BOTTOM = 54, 92, 26, 38
"""Room for words around what is drawn."""

LONGEST_HEADING = 42
"""Letters."""

ACROSS, DOWN = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM


def drawing(parts: Iterable[str], summary: str, height: int = HEIGHT) -> str:
    """The whole picture, *height* units high, named by its *summary* for whoever does not see it."""
    inside = "".join(parts)
    named = f'role="img" aria-label="{escape(summary)}"'
    return f'<svg class="small-picture" viewBox="0 0 {WIDTH} {height}" {named}>{inside}</svg>'


def word(x: float, y: float, text: str, anchor: str = "start", kind: str = "") -> str:
    """A *text* whose baseline begins, ends or has its middle at x."""
    named = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{named}>{escape(text)}</text>'


def heading(axis: str, title: str) -> str:
    """What the numbers are, above the drawing: without their unit where both are too long."""
    return word(0, 14, capital(axis if len(axis) <= LONGEST_HEADING else title), kind="title")


def of_policy(policy: str, parts: Iterable[str]) -> str:
    """What is drawn in the color of a *policy*: in its other one on a dark page."""
    look = LOOKS[policy]
    return f'<g class="of-policy" style="--light:{look.color};--dark:{look.dark}">{"".join(parts)}</g>'
