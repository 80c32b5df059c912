"""The form of the family of coscheduling."""

from copy import deepcopy
from typing import Any

import plotly.graph_objects as go
from dash import html

from components.controls.field import create_choice, create_number, create_switch
from components.controls.parts import choices_of, create_part
from components.figures.coscheduling.nodes_picture import draw_nodes
from components.looks.theme import ACCENT
from components.pages.studio.families.coscheduling.job_list import JOBS, read_jobs
from components.pages.studio.families.coscheduling.job_types_form import SIZES, TYPES, create_job_stream
from components.pages.studio.families.coscheduling.listed import (
    follow_arrivals,
    follow_types,
    largest_size,
)
from components.pages.studio.families.coscheduling.part_words import OWNERS, SEEN
from components.pages.studio.ids import PAGE
from components.pages.studio.sketch.board import Block, Board, create_board, handle
from components.pages.studio.sketch.family_form import Entries, FamilyForm, new_name
from components.pages.studio.sketch.meaning import create_disclosure, create_exact
from components.words.inputs.fields import describe, kind_of, names_in
from engine.coscheduling.inputs.options import READINGS

SHORT = {"multiprogramming_level": "Per node"}


def create_nodes(tree: dict[str, Any]) -> list[Any]:
    """Picture, the numbers in it, and the costs."""
    cluster = tree["cluster"]
    seen = [create_number(PAGE, tree, f"cluster.{name}", cluster[name], SHORT.get(name, "")) for name in SEEN]
    owners = [create_number(PAGE, tree, f"cluster.{name}", cluster[name]) for name in OWNERS]
    costs = [name for name in names_in(tree, "cluster") if name not in (*SEEN, *OWNERS)]
    fields = [one for name in costs for one in create_part(PAGE, tree, f"cluster.{name}")]
    return [
        create_board(tree, board_of(tree)),
        create_exact(
            tree, "cluster", "nodes", [html.Div(seen, className="triple"), html.Div(owners, className="pair ends")]
        ),
        create_disclosure(tree, "cluster", "costs", [html.Div(fields, className="pair ends")]),
    ]


def board_of(tree: dict[str, Any]) -> Board:
    """A column for each node, a box for each process that it takes; filled is a job of the largest size."""
    nodes = Block(
        title="nodes",
        name=None,
        color=ACCENT,
        width=handle(tree, "cluster.nodes"),
        height=handle(tree, "cluster.multiprogramming_level"),
        fill=handle(tree, "cluster.background_load"),
        striped="cluster.loaded_nodes",
    )
    sizes = range(len(tree["workload"].get("size_classes", ())))
    return Board(
        label="Nodes side by side, with a box for each process that they take. Arrow keys change an edge.",
        unit="nodes",
        height="processes",
        scale="rows",
        blocks=[nodes],
        entries="",
        parts="cluster.partitions",
        job=tuple(f"workload.size_classes.{n}.largest" for n in sizes),
    )


def _job_type(tree: dict[str, Any]) -> dict[str, Any]:
    types = tree["workload"]["job_types"]
    return {**deepcopy(types[-1]), "name": new_name("type", types)}


def _size_class(tree: dict[str, Any]) -> dict[str, Any]:
    return dict(tree["workload"]["size_classes"][-1])


def _draw(tree: dict[str, Any], scheme: str) -> go.Figure:
    return draw_nodes(tree["cluster"], largest_size(tree), scheme)


def create_readings(tree: dict[str, Any]) -> list[Any]:
    """Every reading of the paper with what it means below it."""
    return [_create_option(tree, name) for name in READINGS]


def create_admission(tree: dict[str, Any]) -> list[Any]:
    """Who may take a free slot: of the policies, and no reading of the paper."""
    return [create_disclosure(tree, "options", "admission", [_create_option(tree, "admission")])]


def create_measured(tree: dict[str, Any]) -> list[Any]:
    """What is measured if somebody asks for it."""
    return [_create_option(tree, "lost_capacity")]


def _create_option(tree: dict[str, Any], name: str) -> Any:
    path, value = f"options.{name}", tree["options"][name]
    if kind_of(tree, path) == "switch":
        return create_switch(PAGE, tree, path, value)
    return create_choice(PAGE, tree, path, value, choices_of(tree, path), description=describe(tree, path).help)


COSCHEDULING_FORM = FamilyForm(
    cluster=create_nodes,
    workload=create_job_stream,
    options=create_readings,
    own=create_admission,
    measured=create_measured,
    draw_cluster=_draw,
    board=board_of,
    entries={"type": Entries(TYPES, _job_type), "size": Entries(SIZES, _size_class)},
    settle=follow_types,
    chosen=follow_arrivals,
    texts={JOBS: read_jobs},
)
