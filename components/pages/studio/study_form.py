"""The part of the form that says what is computed: what is varied, how precise, and how it is measured."""

from typing import Any

import dash_mantine_components as dmc
from dash import html

from components.controls.field import create_number, field_id
from components.controls.metric import metric_choices
from components.controls.values import format_values
from components.fields import describe
from components.pages.studio.ids import PAGE
from engine.paths import leaves
from engine.registry import FAMILIES

NOT_SWEPT = ("version", "study.")

STOP = "study.stop"
"""Not a field of a scenario: whether it has a precision."""

WARM_UPS = {
    "none": "none: every job counts",
    "fixed": "a fixed number of jobs",
    "mser-5": "found in each replication (MSER-5)",
}


def sweep_options(tree: dict[str, Any]) -> list[dict[str, str]]:
    """Everything that can be varied, by title: the ready axes first, then every number."""
    options = [{"value": "", "label": "nothing"}]
    family = FAMILIES[tree["family"]].scenario
    if tree["workload"]["arrivals"]["process"] != "batch":
        options += [{"value": name, "label": axis.title} for name, axis in family.AXES.items()]
    for path, value in leaves(tree):
        if isinstance(value, bool) or not isinstance(value, int | float) or path.startswith(NOT_SWEPT):
            continue
        options.append({"value": path, "label": describe(tree, path).label})
    return options


def create_study(tree: dict[str, Any]) -> list[Any]:
    """Sweeps, precision, seed."""
    return [
        *_vary(tree, "vary", "Vary"),
        *(_vary(tree, "and_vary", "And vary (a map of both)") if tree["study"].get("vary") else []),
        *_precision(tree),
    ]


def _vary(tree: dict[str, Any], name: str, label: str) -> list[Any]:
    vary = tree["study"].get(name)
    values = vary["values"] if vary else []
    return [
        dmc.Select(
            id=field_id(PAGE, f"study.{name}.field"),
            label=label,
            data=sweep_options(tree),
            value=vary["field"] if vary else "",
            allowDeselect=False,
            searchable=True,
            size="xs",
        ),
        dmc.Textarea(
            id=field_id(PAGE, f"study.{name}.values"),
            label="Values",
            description="Numbers with commas, or “0.2 to 1.8 step 0.2”",
            value=values if isinstance(values, str) else format_values(values),
            debounce=300,
            autosize=True,
            size="xs",
            display="block" if vary else "none",
            inputProps={} if name == "vary" else {"aria-label": "Values of the second field"},
        ),
    ]


def _precision(tree: dict[str, Any]) -> list[Any]:
    precision = tree["study"].get("precision")
    stop = dmc.Select(
        id=field_id(PAGE, STOP),
        label="Replicate",
        data=[
            {"value": "replications", "label": "a given number of times"},
            {"value": "precision", "label": "until precise enough"},
        ],
        value="precision" if precision else "replications",
        allowDeselect=False,
        size="xs",
    )
    seed = create_number(PAGE, tree, "study.seed", tree["study"]["seed"])
    replications = create_number(
        PAGE,
        tree,
        "study.replications",
        tree["study"]["replications"],
        "First replications" if precision else "Replications",
    )
    if not precision:
        return [stop, html.Div([replications, seed], className="pair")]
    metric = dmc.Select(
        id=field_id(PAGE, "study.precision.metric"),
        label="Of",
        data=metric_choices(FAMILIES[tree["family"]].metrics),
        value=precision["metric"],
        allowDeselect=False,
        size="xs",
    )
    numbers = {
        "half_width_percent": "Precision, ± %",
        "maximum_replications": "At most",
        "maximum_seconds": "At most (s)",
    }
    fields = {
        name: create_number(PAGE, tree, f"study.precision.{name}", precision[name], label)
        for name, label in numbers.items()
    }
    return [
        stop,
        html.Div(
            [
                fields["half_width_percent"],
                metric,
                replications,
                fields["maximum_replications"],
                fields["maximum_seconds"],
                seed,
            ],
            className="pair",
        ),
        html.P("The 95 % interval at every point, for every policy that settles.", className="hint"),
    ]


def create_measurement(tree: dict[str, Any]) -> list[Any]:
    """Warm-up and the threshold of the bounded slowdown."""
    measurement = tree["measurement"]
    method = measurement["warm_up"]["method"]
    return [
        dmc.Select(
            id=field_id(PAGE, "measurement.warm_up.method"),
            label="Warm-up: first jobs left out",
            data=[{"value": name, "label": label} for name, label in WARM_UPS.items()],
            value=method,
            allowDeselect=False,
            size="xs",
        ),
        create_number(PAGE, tree, "measurement.warm_up.jobs", measurement["warm_up"]["jobs"])
        if method == "fixed"
        else None,
        create_number(PAGE, tree, "measurement.slowdown_threshold", measurement["slowdown_threshold"]),
    ]
