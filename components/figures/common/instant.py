"""The line of the current instant in every picture over time; the player in the browser moves it."""

from typing import Any

from components.looks.theme import INK


def instant_line(time: float, scheme: str) -> dict[str, Any]:
    """A vertical line at *time*; it has to be shape 0 of its figure, since the player looks for it there."""
    return {
        "type": "line",
        "yref": "paper",
        "x0": time,
        "x1": time,
        "y0": 0,
        "y1": 1,
        "line": {"color": INK[scheme], "width": 2},
    }
