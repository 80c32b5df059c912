"""The switch between the units of people and those of papers."""

from dash import html

from components.controls.aria import data
from components.words.units import PAPER, PEOPLE, chosen

CALLED = {PEOPLE: "Units: min, h, per hour", PAPER: "Units: s, per 1000 s"}
"""What is told now; the button leads to the other."""


def create_units() -> html.Button:
    """The button; `units.js` hears it."""
    now, other = (PEOPLE, PAPER) if chosen() == PEOPLE else (PAPER, PEOPLE)
    return html.Button(
        CALLED[now],
        type="button",
        className="units",
        title=f"Switch to {CALLED[other].removeprefix('Units: ')}",
        **data(units=other),
    )
