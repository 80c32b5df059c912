"""The place of the schedules: which rows there are, and at which point. It is drawn when it is opened."""

from typing import Any

import dash_mantine_components as dmc
from dash import html

from components.pages.compare.ids import Id
from components.pages.compare.schedules import MOST, Studies, first_rows, places_of, rows_of


def create_schedules_box(studies: Studies) -> html.Details:
    """Closed until somebody wants to see it: a worker has to replay each row."""
    offer = Offer(studies)
    return html.Details(
        [
            html.Summary("Schedules of the same jobs", id=Id.SCHEDULES_OPENED),
            html.Div(
                [
                    dmc.MultiSelect(
                        id=Id.ROWS, label=f"Rows, up to {MOST}", maxValues=MOST, size="sm", miw=240, **offer.rows
                    ),
                    dmc.Select(id=Id.PLACE, label="Point", allowDeselect=False, size="sm", miw=240, **offer.places),
                ],
                className="picture-choice",
            ),
            html.Div(id=Id.SCHEDULES, className="compare-schedules"),
        ],
        id=Id.SCHEDULES_BOX,
        className=offer.box,
    )


class Offer:
    """What can be chosen from, as properties of the components."""

    def __init__(self, studies: Studies) -> None:
        rows, places = rows_of(studies), places_of(studies)
        self.box = "schedules-box" if rows else "hidden"
        self.rows: dict[str, Any] = {
            "data": [row.name for row in rows],
            "value": [row.name for row in first_rows(studies)],
        }
        self.places: dict[str, Any] = {
            "data": [{"value": str(n), "label": place.words} for n, place in enumerate(places)],
            "value": str(len(places) // 2) if places else None,
        }
