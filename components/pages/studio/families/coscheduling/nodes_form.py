"""The part of the form that says which nodes there are, and what everything costs there."""

from typing import Any

from dash import html

from components.controls.field import create_number
from components.controls.parts import create_part
from components.looks.theme import ACCENT
from components.pages.studio.families.coscheduling.part_words import OWNERS, SEEN
from components.pages.studio.ids import PAGE
from components.pages.studio.sketch.board import Block, Board, create_board, handle
from components.pages.studio.sketch.meaning import create_disclosure, create_exact
from components.words.inputs.fields import names_in

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
