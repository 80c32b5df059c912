"""The part of the form that says which cases a cell has: none beside the application, or every combination of lists."""

from typing import Any

import dash_mantine_components as dmc
from dash import html

from components.controls.field import field_id
from components.controls.parts import create_part
from components.pages.studio.actions import create_button
from components.pages.studio.ids import PAGE
from components.words.inputs.fields import describe
from engine.master_worker.inputs.population import Population
from engine.master_worker.inputs.scenario import MasterWorkerScenario
from engine.master_worker.policies import SCHEMES, Dispatch

FLAGS = {
    "0-0": "0-0: both equal",
    "0-1": "0-1: largest equal, others differ",
    "1-0": "1-0: largest differ, others equal",
    "1-1": "1-1: both differ",
}
"""Which of the largest and of the other tasks differ in size."""

ADD, REMOVE = "add-population", "remove-population"
"""What the buttons are called."""

MAY_BE_EMPTY = ("workload_factors", "variations")


def create_population(tree: dict[str, Any]) -> list[Any]:
    """The lists, or a button that brings them."""
    if tree["population"] is None:
        return [
            html.P("Many cases in one cell, each against LPTF on the same tasks, as in table 1.", className="hint"),
            create_button("+ population of cases", ADD),
        ]
    path = "population"
    lists = [
        one for name in ("tasks", "iterations", *MAY_BE_EMPTY) for one in create_part(PAGE, tree, f"{path}.{name}")
    ]
    flags = dmc.MultiSelect(
        id=field_id(PAGE, f"{path}.similarities"),
        label="Similarities",
        description=describe(tree, f"{path}.similarities").help,
        data=[{"value": flag, "label": words} for flag, words in FLAGS.items()],
        value=tree[path]["similarities"],
        size="xs",
    )
    return [html.Div(lists, className="pair"), flags, create_button("✕ just the application", REMOVE)]


def with_population(tree: dict[str, Any]) -> dict[str, Any]:
    """The tree with a population: every number of equal, dedicated workers, and orders of tasks only."""
    plain = MasterWorkerScenario.read({"family": tree["family"], "policies": ["LPTF"]}).model_dump(mode="json")
    orders = [name for name in tree["policies"] if SCHEMES[name].dispatch is Dispatch.NEXT_TASK]
    return tree | {
        "population": Population(tasks=(30,)).model_dump(mode="json"),
        "workers": plain["workers"],
        "master": plain["master"],
        "policies": orders or ["Random"],
    }


def without_population(tree: dict[str, Any]) -> dict[str, Any]:
    """The tree with the application alone."""
    return tree | {"population": None}


def without_blanks(tree: dict[str, Any]) -> None:
    """A list that may be empty and was typed empty is one; in place."""
    for name in MAY_BE_EMPTY if isinstance(tree["population"], dict) else ():
        typed = tree["population"][name]
        if isinstance(typed, str) and not typed.strip():
            tree["population"][name] = []
