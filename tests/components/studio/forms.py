"""What a form holds, field by field."""

from typing import Any

from components.pages.studio.sketch.questions.sweep import sweep_options
from components.pages.studio.sketch.reshape import press
from tests.components.trees import fields_in

JOB = "workload.job_classes.0"
ARRIVALS = "workload.arrivals.process"
UNIONS = {
    "workload.arrivals": "process",
    f"{JOB}.demand": "distribution",
    f"{JOB}.min_size_spread": "spread",
    f"{JOB}.max_size_spread": "spread",
    f"{JOB}.speedup": "model",
    f"{JOB}.estimate": "estimate",
    f"{JOB}.deadline": "deadline",
    "measurement.warm_up": "method",
    "machine_events.0": "event",
}
"""Every part of a scenario that is one of several kinds, with the field that says which."""


def fields_of(children: Any) -> dict[str, Any]:
    """The values of all fields of a form, by path."""
    return {path: field.value for path, field in fields_in(children).items()}


def field_of(children: Any, path: str) -> Any:
    """The field at *path* of a form."""
    return fields_in(children).get(path)


def with_every_union(tree: dict[str, Any]) -> dict[str, Any]:
    """The *tree* with a machine event, so that each of `UNIONS` is in it."""
    return press(tree, "add-event")


def offered_sweeps(tree: dict[str, Any]) -> list[str]:
    """Values of all options of the choice of a sweep."""
    return [item["value"] for one in sweep_options(tree) for item in one.get("items", [one])]
