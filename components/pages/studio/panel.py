"""What panels are made of: pictures, and the sentences on them; the tables behind them are in `details`."""

from typing import Any

from dash import html


def create_panel(*parts: Any) -> html.Div:
    """What stands on a tab, one below the other: most have a picture, the sentence on it and its table."""
    return html.Div(list(parts))


def create_text(place: str) -> html.P:
    """The place for the sentence on a picture."""
    return html.P(id=place, className="picture-text")


def side_by_side(*pictures: html.Div) -> html.Div:
    """Pictures beside each other, where there is room."""
    return html.Div(list(pictures), className="two-pictures")
