"""The part of the form that says which jobs come whose processes communicate: arrivals, types, sizes."""

from typing import Any

from dash import html

from components.controls.field import create_long_text, create_number, create_text
from components.controls.parts import create_part, create_union
from components.pages.studio.actions import create_button, named_after
from components.pages.studio.families.coscheduling.job_list import JOBS, format_jobs
from components.pages.studio.families.coscheduling.listed import is_listed
from components.pages.studio.families.coscheduling.part_words import SHARES
from components.pages.studio.ids import PAGE
from components.pages.studio.sketch.board import create_mix
from components.pages.studio.sketch.meaning import create_disclosure, create_exact, create_picture
from components.words.inputs.fields import describe, value_at

TYPES, SIZES = "workload.job_types", "workload.size_classes"

LABELS = {"rate_per_1000_s": "Jobs per 1000 s", "variation": "Variation of gaps", "load_factor": "Load factor"}


def create_job_stream(tree: dict[str, Any]) -> list[Any]:
    """Arrivals, number of jobs, whom they talk to, types, sizes; or the list in the place of number and sizes."""
    arrivals, listed = "workload.arrivals", is_listed(tree)
    kind, *_ = create_union(PAGE, tree, arrivals)
    numbers = [name for name in LABELS if name in tree["workload"]["arrivals"]]
    stream = [
        kind,
        *(one for name in numbers for one in create_part(PAGE, tree, f"{arrivals}.{name}", LABELS[name])),
        *([] if listed else create_part(PAGE, tree, "workload.jobs", "Jobs to simulate")),
        *create_part(PAGE, tree, "workload.pattern"),
        *create_part(PAGE, tree, "workload.skewness"),
    ]
    return [
        html.Div(stream, className="pair"),
        *(_create_list(tree) if listed else []),
        *(_create_type(tree, number) for number in range(len(value_at(tree, TYPES)))),
        create_button("+ job type", "add-type"),
        *([] if listed else _create_size_classes(tree)),
        create_disclosure(tree, "workload", "estimate", create_part(PAGE, tree, "workload.estimate")),
    ]


LINES = (
    "A line for each job: arrival, run time alone (s), tasks; if need be estimate (s), name, type, user. A type that "
    "is left out is drawn by the weights."
)


def _create_list(tree: dict[str, Any]) -> list[Any]:
    """The list of jobs as text, and where it is from."""
    jobs = value_at(tree, JOBS)
    text = jobs if isinstance(jobs, str) else format_jobs(jobs)
    shown = {"minRows": 3, "maxRows": 12, "inputProps": {"spellCheck": "false"}}
    return [
        create_long_text(PAGE, JOBS, text, "Jobs", description=LINES, **shown),
        *create_part(PAGE, tree, "workload.arrivals.source"),
    ]


def _create_size_classes(tree: dict[str, Any]) -> list[Any]:
    return [
        *(_create_sizes(tree, number) for number in range(len(value_at(tree, SIZES)))),
        create_button("+ size class", "add-size"),
    ]


def _create_type(tree: dict[str, Any], number: int) -> html.Fieldset:
    path, types = f"{TYPES}.{number}", value_at(tree, TYPES)
    name, several = types[number]["name"], len(types) > 1
    of_type = named_after(path, "Remove job type {}")
    remove = create_button("✕", "remove-type", number, f"Remove job type {name}", **of_type) if several else None
    shares = [_create_share(tree, f"{path}.{share}") for share in SHARES]
    first = [
        create_text(PAGE, f"{path}.name", name, "Name"),
        *(create_part(PAGE, tree, f"{path}.weight", "Weight") if several else []),
        remove,
    ]
    return html.Fieldset(
        [
            html.Legend(name or "job type", **named_after(path, "{}")),
            html.Div(first, className="type-row"),
            create_mix(tree, [f"{path}.{share}" for share in SHARES], f" of “{name}”" if several else ""),
            create_exact(tree, path, "shares", [html.Div(shares, className="triple")]),
        ]
    )


def _create_share(tree: dict[str, Any], path: str) -> Any:
    """The sign stands in the field, since three labels share a line."""
    title = describe(tree, path).title.split(" of “")[0]
    return create_number(PAGE, tree, path, value_at(tree, path), title, suffix=" %")


def _create_sizes(tree: dict[str, Any], number: int) -> html.Fieldset:
    path, several = f"{SIZES}.{number}", len(value_at(tree, SIZES)) > 1
    (time,) = create_part(PAGE, tree, f"{path}.execution_time", "Execution time (s)")
    fields = [
        *create_part(PAGE, tree, f"{path}.smallest"),
        *create_part(PAGE, tree, f"{path}.largest"),
        *create_part(PAGE, tree, f"{path}.sizes"),
        *(create_part(PAGE, tree, f"{path}.weight", "Weight") if several else []),
        html.Div([time, create_picture(tree, f"{path}.execution_time")], className="pictured"),
        *create_part(PAGE, tree, f"{path}.variation", "Variation of times"),
    ]
    remove = create_button("✕ remove", "remove-size", number, f"Remove size class {number + 1}") if several else None
    title = f"Size class {number + 1}" if several else "Sizes and execution times"
    return html.Fieldset([html.Legend(title), html.Div(fields, className="pair"), remove])
