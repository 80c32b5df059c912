"""Tiny pictures beside a field: the area under a curve, in the colors of the page."""

from collections.abc import Sequence
from typing import Any

from dash import html

from components.controls.aria import aria


def create_thumbnail(style: dict[str, str], **properties: Any) -> html.Span:
    """The picture that a *style* of `shape_of` draws; words beside it say the same."""
    return html.Span(html.Span(style=style, **properties), className="thumbnail", **aria(hidden="true"))


def shape_of(heights: Sequence[float]) -> dict[str, str]:
    """The style that cuts the area under *heights*, 0 to 1 and evenly spaced, out of a rectangle.

    Nothing is drawn without heights.
    """
    if len(heights) < 2:
        return {"clipPath": "inset(100%)"}
    points = [f"{100 * n / (len(heights) - 1):.1f}% {100 * (1 - h):.1f}%" for n, h in enumerate(heights)]
    return {"clipPath": f"polygon(0% 100%, {', '.join(points)}, 100% 100%)"}
