"""Curves as plotly's objects, which refuse what plotly.js does not know."""

from typing import Any

import plotly.graph_objects as go

from components.figures.result import curves


def draw_curves(*given: Any) -> go.Figure:
    """The same, checked."""
    return go.Figure(curves.draw_curves(*given))


def draw_speed_up(*given: Any) -> go.Figure:
    """The same, checked."""
    return go.Figure(curves.draw_speed_up(*given))
