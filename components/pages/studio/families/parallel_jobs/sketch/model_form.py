"""Jobs that come of a workload model: its few fields, and what it draws in words and as small pictures."""

from typing import Any

from dash import html

from components.controls.parts import create_part, create_union
from components.pages.studio.families.parallel_jobs.sketch.model_words import MODEL_PARTS
from components.pages.studio.ids import PAGE
from components.pages.studio.sketch.meaning import create_disclosure, create_picture, meaning, meaning_id
from components.words.inputs.fields import names_in

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
