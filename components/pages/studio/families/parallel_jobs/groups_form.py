"""The part of the form that says which machines there are."""

from typing import Any

from dash import dcc, html

from components.controls.aria import aria
from components.controls.field import create_number, create_text
from components.pages.studio.actions import create_button
from components.pages.studio.families.parallel_jobs.machine_events_form import EVENTS, create_machine_events
from components.pages.studio.ids import PAGE, Id
from components.pages.studio.sketch.meaning import create_disclosure


def create_groups(tree: dict[str, Any]) -> list[Any]:
    """Picture, machine groups, and what happens to them."""
    groups = tree["cluster"]["groups"]
    rows = []
    for n, group in enumerate(groups):
        path = f"cluster.groups.{n}"
        rows.append(
            html.Div(
                [
                    create_text(PAGE, f"{path}.name", group["name"], "Group"),
                    create_number(PAGE, tree, f"{path}.count", group["count"], "Machines"),
                    create_number(PAGE, tree, f"{path}.speed_factor", group["speed_factor"], "Speed factor"),
                    create_button("✕", "remove-group", n, f"Remove machine group {group['name']}")
                    if len(groups) > 1
                    else None,
                ],
                className="group-row",
            )
        )
    picture = html.Div(
        dcc.Graph(
            id=Id.CLUSTER_PICTURE,
            config={"displayModeBar": False, "edits": {"shapePosition": True}, "doubleClick": False},
            style={"height": "170px"},
        ),
        role="figure",
        style={"minHeight": "170px"},  # the fields below stay where they are when it comes
        **aria(label="Machine groups: width is machines, height is speed. The table below has the same numbers."),
    )
    hint = html.P("Drag the top of a bar to change a speed, or type below.", className="hint")
    events = create_disclosure(tree, "", "machine events", create_machine_events(tree)) if EVENTS in tree else None
    return [picture, hint, *rows, create_button("+ machine group", "add-group"), events]
