"""The parts of the page that callbacks build anew."""

from typing import Any

import dash_mantine_components as dmc
from dash import html

from components.controls.data_table import create_table
from components.figures.result.overlay import has_common_span
from components.pages.compare.ids import SIDES, slice_id
from components.pages.compare.inputs import describe_inputs, table_of_inputs
from components.pages.compare.sentences import unbroken
from components.pages.compare.sides import told_apart
from components.pages.compare.view import Several, View, first_slices, slice_values
from components.words.wording import field_words, number
from engine.inputs.scenario import Scenario
from engine.results.matching import paths_of
from engine.results.result import Result

BEFORE_CURVES = 2
"""Sentences that stand above the curves of a narrow page; `compare.css` hides the others."""


def difference_class(pairs: list[View]) -> str:
    """The picture of the differences is hidden where there are none; the sentences above say why."""
    return "" if any(view.contrasts for view in pairs) else "hidden"


def range_class(shown: Several) -> str:
    """The choice of the range is there where studies go differently far."""
    return "" if has_common_span(shown.results, shown.slices) else "hidden"


def create_head(chosen: dict[str, dict[str, str]]) -> list[Any]:
    """What is compared."""
    titles = told_apart(chosen)
    return [
        html.Span([html.B(side), f" {titles[side]}"], className=f"side-name side-{side.lower()}")
        for side in SIDES
        if side in chosen
    ]


def create_sentences(sentences: list[str]) -> list[html.P]:
    """A line each."""
    return [html.P(unbroken(sentence)) for sentence in sentences]


def folded(found: list[str], notes: list[str]) -> list[str]:
    """Of sentences and notes, what a narrow page has behind "More", so that the curves are on its first screen."""
    return [*found[BEFORE_CURVES:], *notes]


def create_slices(*scenarios: Scenario, shown: dict[str, float] | None = None) -> list[dmc.Select]:
    """A choice for every second varied field: which of its values the pictures show; those *shown*, or the usual."""
    first = first_slices(*scenarios) | (shown or {})
    found = []
    for name, values in slice_values(*scenarios).items():
        scenario = next(one for one in scenarios if name in paths_of(one))
        words = field_words(scenario, paths_of(scenario)[name])
        found.append(
            dmc.Select(
                id=slice_id(name),
                label=f"At {words}",
                data=[{"value": repr(value), "label": number(value, 12)} for value in values],
                value=repr(first[name]),
                allowDeselect=False,
                size="sm",
                w=240,
            )
        )
    return found


def create_fingerprints(results: dict[str, Result]) -> str:
    """The fingerprint of each result that there is."""
    parts = [
        f"{side} {result.fingerprint()}{'' if result.complete else ' (of what is there so far)'}"
        for side, result in results.items()
        if result.cells_done
    ]
    return f"Result fingerprints: {', '.join(parts)}" if parts else ""


def create_all_inputs(scenarios: dict[str, Scenario]) -> list[Any]:
    """The same for each pair of A and another one."""
    others = ((side, scenario) for side, scenario in scenarios.items() if side != "A")
    return [part for side, scenario in others for part in create_inputs(scenarios["A"], scenario, side)]


def create_inputs(a: Scenario, b: Scenario, other: str = "B") -> list[Any]:
    """The sentence, and the table if there is anything in it."""
    table = table_of_inputs(a, b, other)
    return [html.P(describe_inputs(a, b, other), className="hint"), *([create_table(table)] if table.body else [])]
