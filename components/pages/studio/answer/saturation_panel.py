"""Below curves over the load: the button that has it found where policies saturate, or what was found."""

from typing import Any

import dash_mantine_components as dmc
from dash import dcc, html

from components.controls.aria import aria
from components.controls.data_table import DataTable, create_table
from components.pages.studio.details import create_details
from components.pages.studio.ids import Id
from components.words.searches.saturation import HEADS, HOW, saturation_lines, saturation_rows
from components.words.wording import axis_words, capital, field_unit, number
from engine.inputs.scenario import Scenario
from engine.results.saturation import Saturation
from engine.study.budget import budget

EVERY = 1000
"""Milliseconds from one look at the search to the next."""

ON_RAIL = (
    "On the rail a bar is the interval of where a policy saturates, and an open ring the formula, where there is one."
)


def create_saturation(
    scenario: Scenario, search: Scenario | None, told: list[Saturation], refusal: str = ""
) -> list[Any]:
    """What belongs to the curves of *scenario* with this *search*: sentences and a table of what is *told*, in the unit
    of the curves, or the button; without a search its *refusal*, if there is one."""
    if search is None:
        why = [html.P(f"Where each policy saturates is not sought: {refusal}.", className="picture-text unsought")]
        return [_button(hidden=True), *(why if refusal else [])]
    if not told:
        return [_button(title=f"A search of its own, of {number(budget(search).cells, 2)} cells and more.")]
    goal = search.study.goal
    assert goal is not None
    lines = " ".join(saturation_lines(scenario, told, goal.field))
    table = create_table(table_of_saturation(scenario, told))
    return [
        _button(hidden=True),
        html.P(f"{lines} {ON_RAIL}", className="picture-text"),
        create_details("saturation", table, of="where policies saturate"),
    ]


def create_search(looks: bool) -> list[Any]:
    """What follows a search that runs, and *looks* once whether somebody has had it run before."""
    return [
        html.Span(id=Id.SATURATION_TEXT, role="status"),
        dmc.Button("Cancel", id=Id.SATURATION_CANCEL, size="compact-sm", variant="default", className="hidden"),
        dcc.Store(id=Id.SATURATED),
        dcc.Interval(id=Id.SATURATION_CLOCK, interval=EVERY, disabled=not looks),
    ]


def table_of_saturation(scenario: Scenario, told: list[Saturation]) -> DataTable:
    """A row for each policy, in the unit of the axis of the curves of *scenario*."""
    (vary,) = scenario.study.sweep
    words = capital(axis_words(scenario, vary.field))
    rows = saturation_rows(told, field_unit(scenario, vary.field).factor)
    return DataTable(f"{words} at which each policy saturates. {HOW}", list(HEADS), rows)


def _button(hidden: bool = False, title: str = "") -> dmc.Button:
    return dmc.Button(
        "Find where each policy saturates",
        **aria(description=title),
        id=Id.FIND_SATURATION,
        size="compact-sm",
        variant="default",
        className="hidden" if hidden else "",
    )
