"""Factors of the hours of a day, drawn by hand or typed."""

from typing import Any

from dash import html

from components.controls.aria import aria
from components.controls.field import create_numbers
from components.pages.studio.families.synchronous_iterative.day_picture import top_of
from components.pages.studio.ids import PAGE
from components.pages.studio.sketch.meaning import picture_style, thumbnail_id
from components.words.inputs.fields import value_at

DAYS = ("background.by_hour", "choice.cost_by_hour")
"""Where a scenario has such factors; none at all mean that every hour is the same."""


def create_day(tree: dict[str, Any], path: str) -> list[Any]:
    """The picture to draw in, its hours, and the field that has the same numbers."""
    named: dict[str, Any] = {"data-day": path}
    return [
        html.Div(
            [
                html.Span(html.Span(style=picture_style(tree, path), id=thumbnail_id(path)), className="day-area"),
                html.Span(f"{top_of(value_at(tree, path)):g}", className="day-top"),
            ],
            className="day",
            **named,
            **aria(hidden="true"),
        ),
        html.Div(
            [html.Span(f"{hour}:00") for hour in (0, 6, 12, 18, 24)], className="day-hours", **aria(hidden="true")
        ),
        html.P("Draw over the hours, or type 24 factors; empty: every hour is the same.", className="hint"),
        create_numbers(PAGE, tree, path, value_at(tree, path)),
    ]


def without_blank_days(tree: dict[str, Any]) -> None:
    """A field that was emptied means no factors, in place."""
    for path in DAYS:
        part, _, name = path.partition(".")
        if isinstance(tree[part][name], str) and not tree[part][name].strip():
            tree[part][name] = []
