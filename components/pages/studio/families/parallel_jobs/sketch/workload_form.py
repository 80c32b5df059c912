"""The part of the form that says which jobs come: arrivals and job classes."""

from collections.abc import Callable
from typing import Any

from dash import html

from components.controls.field import create_long_text, create_text
from components.controls.parts import create_part, create_union
from components.pages.studio.actions import create_button, named_after
from components.pages.studio.families.parallel_jobs.sketch.classes_strip import create_classes_strip
from components.pages.studio.families.parallel_jobs.sketch.curve_strips import (
    create_speedup_curve,
    create_worth_curve,
)
from components.pages.studio.families.parallel_jobs.sketch.given import is_listed, is_logged, is_modelled
from components.pages.studio.families.parallel_jobs.sketch.hours_form import create_hours
from components.pages.studio.families.parallel_jobs.sketch.job_list import JOBS, format_jobs
from components.pages.studio.families.parallel_jobs.sketch.log_form import create_log
from components.pages.studio.families.parallel_jobs.sketch.model_words import MODEL_PARTS
from components.pages.studio.ids import PAGE
from components.pages.studio.sketch.meaning import create_disclosure, create_exact, create_picture, meaning, meaning_id
from components.words.inputs.fields import names_in, value_at

ARRIVALS = "workload.arrivals"

WHAT_FOLLOWS = "Sizes, run times and arrivals belong together: they were fitted to {}. Jobs are rigid."
FITTED_TO = {"published": "logs of three machines of the nineties", "fitted": "a log"}

PUT_AWAY = ("process", "exact_load", "constants", "estimate")
"""Fields that do not stand beside the others."""


def create_model(tree: dict[str, Any]) -> list[Any]:
    """The choice of arrivals, the model's fields, what it draws, and what backfilling is told."""
    kind, *_ = create_union(PAGE, tree, ARRIVALS)
    usual = [name for name in names_in(tree, ARRIVALS) if name not in PUT_AWAY]
    fields = [one for name in usual for one in create_part(PAGE, tree, f"{ARRIVALS}.{name}")]
    return [
        html.Div([kind, *fields, *create_part(PAGE, tree, "workload.jobs", "Jobs to simulate")], className="pair"),
        *create_part(PAGE, tree, f"{ARRIVALS}.exact_load"),
        html.P(
            WHAT_FOLLOWS.format(FITTED_TO[tree["workload"]["arrivals"]["constants"]["constants"]]), className="hint"
        ),
        html.Div([_create_drawn(tree, part) for part in MODEL_PARTS], className="pair"),
        create_disclosure(tree, ARRIVALS, "constants", create_part(PAGE, tree, f"{ARRIVALS}.constants")),
        create_disclosure(tree, ARRIVALS, "estimate", create_part(PAGE, tree, f"{ARRIVALS}.estimate")),
    ]


def _create_drawn(tree: dict[str, Any], part: str) -> html.Div:
    """One of the small pictures, under words that say the same."""
    words = html.P(meaning(tree, ARRIVALS, part), id=meaning_id(ARRIVALS, part), className="hint")
    return html.Div([words, create_picture(tree, f"{ARRIVALS}.{part}")], className="task-sizes")


DISCLOSED = {
    "sizes": ("min_size_spread", "max_size_spread", "requested_size"),
    "speedup": ("speedup",),
    "worth": ("deadline", "profit"),
    "estimate": ("estimate",),
    "migration": ("process_size_kb",),
}
"""Fields of a job class that are put away, by disclosure."""

DRAWN: dict[str, Callable[[dict[str, Any], str], html.Div]] = {
    "speedup": lambda tree, path: create_speedup_curve(tree, f"{path}.speedup"),
    "worth": create_worth_curve,
}
"""What of them is a curve that is bent by hand, above its fields."""


def create_workload(tree: dict[str, Any]) -> list[Any]:
    """Arrivals, number of jobs, job classes."""
    if is_modelled(tree):
        return create_model(tree)
    kind, *_ = create_union(PAGE, tree, "workload.arrivals")
    if is_listed(tree):
        return [kind, create_list(tree)]
    if is_logged(tree):
        return [kind, *create_log(tree)]
    has_rate = "rate_per_1000_s" in tree["workload"]["arrivals"]
    arrivals = [
        kind,
        *(create_part(PAGE, tree, "workload.arrivals.rate_per_1000_s", "Jobs per 1000 s") if has_rate else []),
        *create_part(PAGE, tree, "workload.jobs", "Jobs to simulate"),
    ]
    classes = [_create_class(tree, number) for number in range(len(tree["workload"]["job_classes"]))]
    same_variate = create_part(PAGE, tree, "workload.same_variate")
    return [
        html.Div(arrivals, className="pair"),
        *create_hours(tree),
        *create_classes_strip(tree),
        *classes,
        create_button("+ job class", "add-class"),
        create_disclosure(tree, "workload", "random numbers", same_variate),
    ]


LINES = (
    "A line for each job: arrival, run time (s), machines; if need be estimate (s), name, kind. Paste them here, or "
    "draw them on the tab Draw jobs."
)


def create_list(tree: dict[str, Any]) -> Any:
    """The list of jobs as text, which is what `board/jobs/jobs.js` draws and writes."""
    jobs = value_at(tree, JOBS)
    text = jobs if isinstance(jobs, str) else format_jobs(jobs)
    return create_long_text(
        PAGE, JOBS, text, "Jobs", description=LINES, minRows=3, maxRows=12, inputProps={"spellCheck": "false"}
    )


def _create_class(tree: dict[str, Any], number: int) -> html.Details:
    path = f"workload.job_classes.{number}"
    job_class = tree["workload"]["job_classes"][number]
    several = len(tree["workload"]["job_classes"]) > 1
    demand, *demand_fields = create_union(PAGE, tree, f"{path}.demand")
    usual = [
        create_text(PAGE, f"{path}.name", job_class["name"], "Name"),
        html.Div([demand, create_picture(tree, f"{path}.demand")], className="pictured"),
        *demand_fields,
        *create_part(PAGE, tree, f"{path}.min_size", "Smallest size"),
        *create_part(PAGE, tree, f"{path}.max_size", "Largest size"),
        *create_part(PAGE, tree, f"{path}.kind"),
        *(create_part(PAGE, tree, f"{path}.weight", "Weight") if several else []),
    ]
    disclosures = [
        create_disclosure(
            tree,
            path,
            part,
            [
                *([DRAWN[part](tree, path)] if part in DRAWN else []),
                *(one for name in names for one in create_part(PAGE, tree, f"{path}.{name}")),
            ],
        )
        for part, names in DISCLOSED.items()
    ]
    of_class = named_after(path, "Remove job class {}")
    remove = create_button("✕ remove", "remove-class", number, f"Remove job class {job_class['name']}", **of_class)
    inside = [html.Div(usual, className="pair"), *disclosures, remove if several else None]
    return create_exact(tree, path, "class", inside)
