"""The form on the left, built from a scenario tree that need not be valid: every field where the model has it."""

from typing import Any

from dash import dcc, html

from components.aria import aria
from components.controls.field import create_long_text, create_number, create_text
from components.controls.parts import create_part
from components.pages.studio.actions import create_button
from components.pages.studio.ids import PAGE, Id
from components.pages.studio.machine_events_form import EVENTS, create_machine_events
from components.pages.studio.meaning import create_disclosure
from components.pages.studio.policies_form import create_policies
from components.pages.studio.study_form import create_measurement, create_study
from components.pages.studio.workload_form import create_workload

NOTES = "They travel with the scenario."


def create_sketch(tree: dict[str, Any]) -> list[Any]:
    """The sections of the form."""
    return [
        create_text(PAGE, "title", tree.get("title", ""), "Title", inputProps={"maxLength": 120}),
        create_long_text(
            PAGE, "notes", tree.get("notes", ""), "Notes", maxRows=4, placeholder=NOTES, inputProps={"maxLength": 2000}
        ),
        _section("Cluster", _cluster(tree)),
        _section("Workload", create_workload(tree)),
        _section("Policies", create_policies(tree)),
        _section("Study", create_study(tree)),
        _more(create_disclosure(tree, "measurement", "measurement", create_measurement(tree))),
        _more(create_disclosure(tree, "options", "options", create_part(PAGE, tree, "options"))),
    ]


def _section(title: str, children: list[Any]) -> html.Section:
    return html.Section([html.H2(title), *children], className="sketch-section")


def _more(disclosure: html.Details) -> html.Div:
    return html.Div(disclosure, className="sketch-section")


def _cluster(tree: dict[str, Any]) -> list[Any]:
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
        **aria(label="Machine groups: width is machines, height is speed. The table below has the same numbers."),
    )
    hint = html.P("Drag the top of a bar to change a speed, or type below.", className="hint")
    events = create_disclosure(tree, "", "machine events", create_machine_events(tree)) if EVENTS in tree else None
    return [picture, hint, *rows, create_button("+ machine group", "add-group"), events]
