"""Tiny pictures beside a field: the area under a curve, in the accent color of the page."""

from collections.abc import Sequence
from typing import Any

from dash import html

from components.aria import aria


def create_thumbnail(heights: Sequence[float], **properties: Any) -> html.Span:
    """An area with these *heights*, 0 to 1, evenly spaced; words beside it say the same."""
    inside = html.Span(style=shape_of(heights), **properties)
    return html.Span(inside, className="thumbnail", **aria(hidden="true"))


def shape_of(heights: Sequence[float]) -> dict[str, str]:
    """The style that cuts the area out of a rectangle; nothing is drawn without heights."""
    if len(heights) < 2:
        return {"clipPath": "inset(100%)"}
    points = [f"{100 * n / (len(heights) - 1):.1f}% {100 * (1 - h):.1f}%" for n, h in enumerate(heights)]
    return {"clipPath": f"polygon(0% 100%, {', '.join(points)}, 100% 100%)"}
