"""The face of synchronous iterative applications."""

from typing import Any

from components.pages.studio.face import CHOICE, RACE, SKETCHED, Face, Opening, Tab
from components.pages.studio.families.synchronous_iterative import on_tabs, panels
from components.pages.studio.families.synchronous_iterative.form import SYNCHRONOUS_ITERATIVE_FORM
from components.pages.studio.families.synchronous_iterative.part_words import PARTS, THUMBNAILS
from components.pages.studio.families.synchronous_iterative.pictures import PICTURES
from components.pages.studio.families.synchronous_iterative.race import RACE_TABLES, race_player
from components.pages.studio.families.synchronous_iterative.tables import BY_PROCESSORS, TABLES
from components.pages.studio.ids import Id
from components.pages.studio.replay.overview import Overview
from engine.synchronous_iterative.replay.tree import Trace

TABS = (
    Tab("processors", "Processors", SKETCHED, panel=panels.create_processors),
    Tab("parts", "Where η comes from", SKETCHED, panel=panels.create_parts),
    Tab("staircase", "Staircase", SKETCHED, panel=panels.create_staircase),
    Tab("costs", "Costs", SKETCHED, panel=panels.create_costs),
    Tab("barrier", "Iterations", (*CHOICE, "overview", "iteration"), panel=panels.create_iterations),
    RACE,
    Tab("errors", "Formula and simulation", ("policy", "point"), panel=panels.create_errors),
)
"""Between the curves and the data, in the order of the page."""


def overview_of(trace: Trace) -> Overview | None:
    """Along the iterations; None where the trace has none of them."""
    line = trace["timeline"]
    if line is None:
        return None
    first = line["first_iteration"]
    return Overview.of_iterations(line["lengths"], line["iterations_in_all"], first, first + len(line["number"]))


OPENINGS = {
    "peterson-other-laws": Opening("formula_error", "errors"),
    "where-the-model-breaks": Opening("formula_error", "errors"),
    "peterson-figure-4-lengths": Opening("formula_error"),
    "office-hours": Opening("total_cost"),
    "mixed-laboratory": Opening("total_cost"),
    "finish-in-time": Opening("machine_cost"),
}


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
