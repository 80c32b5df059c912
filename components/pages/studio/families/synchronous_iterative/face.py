"""The face of synchronous iterative applications."""

from typing import Any

from components.pages.studio.face import RACE, Face
from components.pages.studio.families.synchronous_iterative import on_tabs
from components.pages.studio.families.synchronous_iterative.form import SYNCHRONOUS_ITERATIVE_FORM
from components.pages.studio.families.synchronous_iterative.openings import OPENINGS
from components.pages.studio.families.synchronous_iterative.overview import overview_of
from components.pages.studio.families.synchronous_iterative.part_words import PARTS, THUMBNAILS
from components.pages.studio.families.synchronous_iterative.pictures import PICTURES
from components.pages.studio.families.synchronous_iterative.race.told import RACE_TABLES, race_player
from components.pages.studio.families.synchronous_iterative.tables import BY_PROCESSORS, TABLES
from components.pages.studio.families.synchronous_iterative.tabs import TABS
from components.pages.studio.ids import Id

SHOWN_ITERATIONS = 3
"""The chosen one and those after it."""


def _window(tab: str, fields: dict[str, Any]) -> dict[str, float]:
    """Formulas or iterations: each tab asks for what it shows."""
    if tab in ("barrier", RACE.value):
        return {"analytic": 0, "first_iteration": (fields.get(Id.ITERATION) or 1) - 1, "iterations": SHOWN_ITERATIONS}
    return {"analytic": 0, "iterations": 0, "errors": 1} if tab == "errors" else {"iterations": 0}


SYNCHRONOUS_ITERATIVE = Face(
    form=SYNCHRONOUS_ITERATIVE_FORM,
    parts=PARTS,
    thumbnails=THUMBNAILS,
    tabs=TABS,
    pictures=PICTURES,
    tables=TABLES,
    downloads={BY_PROCESSORS: on_tabs.simulated_table},
    window=_window,
    overview=overview_of,
    race_bar=("overview", "iteration"),
    race_tables=RACE_TABLES,
    race_player=race_player,
    register=on_tabs.register,
    openings=OPENINGS,
)
