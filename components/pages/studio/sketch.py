"""The form on the left, built from a scenario tree that need not be valid: every field where the model has it."""

from typing import Any

import dash_mantine_components as dmc
from dash import dcc, html

from components.aria import aria
from components.controls.field import create_choice, create_number, create_switch, create_text, field_id
from components.fields import describe
from components.pages.studio.ids import PAGE, Id, action_id
from components.pages.studio.study_form import create_measurement, create_study
from components.theme import LOOKS
from engine.measurement import Measurement
from engine.registry import FAMILIES

DISTRIBUTIONS = {
    "constant": {"mean": 6000.0},
    "exponential": {"mean": 6000.0},
    "uniform": {"low": 3000.0, "high": 9000.0},
    "log-normal": {"mean": 6000.0, "coefficient_of_variation": 2.0},
    "hyperexponential": {"mean": 6000.0, "coefficient_of_variation": 2.0},
}
"""Distributions of demand and what their fields begin with."""

PROCESSES = {"poisson": {"rate_per_1000_s": 1.0}, "batch": {}}


AS_USUAL = Measurement().model_dump(mode="json")


def create_sketch(tree: dict[str, Any]) -> list[Any]:
    """The sections of the form."""
    return [
        create_text(PAGE, "title", tree.get("title", ""), "Title", inputProps={"maxLength": 120}),
        _section("Cluster", _cluster(tree)),
        _section("Workload", _workload(tree)),
        _section("Policies", _policies(tree)),
        _section("Study", create_study(tree)),
        _more("Measurement: warm-up, threshold", create_measurement(tree), tree["measurement"] != AS_USUAL),
        _more("Options and migration cost", _options(tree)),
    ]


def _section(title: str, children: list[Any]) -> html.Section:
    return html.Section([html.H2(title), *children], className="sketch-section")


def _more(title: str, children: list[Any], is_open: bool = False) -> html.Details:
    inside = html.Div(children, className="stack")
    return html.Details([html.Summary(title), inside], className="sketch-section", open=is_open)


def _button(label: str, action: str, number: int = 0, name: str | None = None) -> dmc.Button:
    return dmc.Button(
        label,
        id=action_id(action, number),
        size="compact-xs",
        variant="default",
        **(aria(label=name) if name else {}),
    )


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
                    _button("✕", "remove-group", n, f"Remove machine group {group['name']}")
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
    return [picture, hint, *rows, _button("+ machine group", "add-group")]


def _workload(tree: dict[str, Any]) -> list[Any]:
    workload = tree["workload"]
    arrivals = workload["arrivals"]
    process = arrivals["process"]
    children: list[Any] = [
        html.Div(
            [
                dmc.Select(
                    id=field_id(PAGE, "workload.arrivals.process"),
                    label="Arrivals",
                    data=[
                        {"value": "poisson", "label": "at random (Poisson)"},
                        {"value": "batch", "label": "all at time 0"},
                    ],
                    value=process,
                    allowDeselect=False,
                    size="xs",
                ),
                create_number(
                    PAGE, tree, "workload.arrivals.rate_per_1000_s", arrivals["rate_per_1000_s"], "Jobs per 1000 s"
                )
                if process == "poisson"
                else None,
                create_number(PAGE, tree, "workload.jobs", workload["jobs"], "Jobs to simulate"),
            ],
            className="pair",
        )
    ]
    for n, kind in enumerate(workload["job_classes"]):
        children.append(_job_class(tree, n, kind))
    children.append(_button("+ job class", "add-class"))
    return children


def _job_class(tree: dict[str, Any], n: int, kind: dict[str, Any]) -> html.Fieldset:
    path = f"workload.job_classes.{n}"
    several = len(tree["workload"]["job_classes"]) > 1
    demand = [
        create_number(
            PAGE, tree, f"{path}.demand.{name}", kind["demand"][name], describe_short(tree, f"{path}.demand.{name}")
        )
        for name in DISTRIBUTIONS[kind["demand"]["distribution"]]
    ]
    return html.Fieldset(
        [
            html.Legend(kind["name"] or "job class"),
            html.Div(
                [
                    create_text(PAGE, f"{path}.name", kind["name"], "Name"),
                    create_choice(
                        PAGE, tree, f"{path}.demand.distribution", kind["demand"]["distribution"], list(DISTRIBUTIONS)
                    ),
                    *demand,
                    create_number(PAGE, tree, f"{path}.min_size", kind["min_size"], "Smallest size"),
                    create_number(PAGE, tree, f"{path}.max_size", kind["max_size"], "Largest size"),
                    create_number(PAGE, tree, f"{path}.process_size_kb", kind["process_size_kb"], "Process (KB)"),
                    create_number(PAGE, tree, f"{path}.weight", kind["weight"], "Weight") if several else None,
                ],
                className="pair",
            ),
            _button("✕ remove", "remove-class", n, f"Remove job class {kind['name']}") if several else None,
        ]
    )


def describe_short(tree: dict[str, Any], path: str) -> str:
    """Title with unit, without the owner's name."""
    words = describe(tree, path)
    title = words.title.split(" of “")[0]
    return f"{title} ({words.unit})" if words.unit not in ("", "1") else title


def _policies(tree: dict[str, Any]) -> list[Any]:
    policies = FAMILIES[tree["family"]].policies
    chips = [
        dmc.Chip(
            f"{LOOKS[name].glyph} {name}",
            value=name,
            size="sm",
            variant="outline",
            wrapperProps={"title": f"{policy.title}. {policy.description}"},
        )
        for name, policy in policies.items()
    ]
    return [
        html.Div(
            dmc.ChipGroup(
                dmc.Group(chips, gap="xs"), id=field_id(PAGE, "policies"), multiple=True, value=tree["policies"]
            ),
            role="group",
            **aria(label="Policies to compare"),
        ),
        html.P("The first one is what the others are compared with.", className="hint"),
    ]


def _options(tree: dict[str, Any]) -> list[Any]:
    options = tree["options"]
    switches = [
        create_switch(PAGE, tree, f"options.{name}", options[name])
        for name in ("upgrade_only_when_queue_empty", "migrate_only_if_it_pays", "hold_old_machines")
    ]
    costs = [
        create_number(PAGE, tree, f"options.migration.{name}", options["migration"][name])
        for name in ("checkpoint", "latency", "transfer_per_kb")
    ]
    return [*switches, *costs]
