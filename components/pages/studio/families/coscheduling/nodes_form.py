"""The part of the form that says which nodes there are, and what everything costs there."""

from typing import Any

from dash import dcc, html

from components.controls.aria import aria
from components.controls.field import create_number
from components.controls.parts import create_part
from components.pages.studio.families.coscheduling.part_words import SEEN
from components.pages.studio.ids import PAGE, Id
from components.pages.studio.sketch.meaning import create_disclosure
from components.words.fields import names_in

SHORT = {"multiprogramming_level": "Per node"}


def create_nodes(tree: dict[str, Any]) -> list[Any]:
    """Picture, the numbers in it, and the costs."""
    picture = html.Div(
        dcc.Graph(
            id=Id.CLUSTER_PICTURE, config={"displayModeBar": False, "doubleClick": False}, style={"height": "150px"}
        ),
        role="figure",
        style={"minHeight": "150px"},  # the fields below stay where they are when it comes
        **aria(label="Nodes side by side, with a box for each process that they take. The fields below say the same."),
    )
    cluster = tree["cluster"]
    seen = [create_number(PAGE, tree, f"cluster.{name}", cluster[name], SHORT.get(name, "")) for name in SEEN]
    costs = [name for name in names_in(tree, "cluster") if name not in SEEN]
    fields = [one for name in costs for one in create_part(PAGE, tree, f"cluster.{name}")]
    return [
        picture,
        html.Div(seen, className="triple"),
        create_disclosure(tree, "cluster", "costs", [html.Div(fields, className="pair ends")]),
    ]
