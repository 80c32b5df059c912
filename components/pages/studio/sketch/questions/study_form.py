"""The part of the form that says what is computed: what is varied, how precise, and how it is measured."""

from contextlib import suppress
from typing import Any

import dash_mantine_components as dmc
import orjson
from dash import dcc, html

from components.controls.aria import data
from components.controls.field import create_number, field_id
from components.controls.metric import metric_choices
from components.controls.own import Field
from components.controls.parts import create_part
from components.controls.values import format_values
from components.pages.studio.face import face_of
from components.pages.studio.ids import PAGE
from components.pages.studio.sketch.meaning import create_disclosure
from components.pages.studio.sketch.questions.breaking_form import (
    create_breaking,
    create_breaking_limits,
    has_small_examples,
)
from components.pages.studio.sketch.questions.goal_form import create_goal, create_limits
from components.pages.studio.sketch.questions.offered_metrics import metrics_offered
from components.pages.studio.sketch.questions.selection_form import create_selection
from components.pages.studio.sketch.questions.sweep import SWEEPS, sweep_options
from components.words.inputs.fields import describe
from components.words.units import bridge
from engine.inputs.breaking import SMALLEST

STOP = "study.stop"
"""Not a field of a scenario: whether it has a precision."""

ASK = "study.ask"
"""Not a field of a scenario: whether it has a goal."""

QUESTIONS = {
    "vary": "what happens when a field is varied",
    "goal": "which values of a field reach a goal",
    "selection": "which alternative is the best",
    "breaking": "where one policy is worst against another",
}


def create_study(tree: dict[str, Any]) -> list[Any]:
    """Sweeps, precision, seed."""
    is_random, asked = face_of(tree).form.is_random(tree), question_of(tree)
    questions = questions_of(tree)
    ask = Field(
        kind="choice",
        id=field_id(PAGE, ASK),
        label="Ask",
        data=[{"value": value, "label": QUESTIONS[value]} for value in questions],
        value=asked,
    )
    if not is_random:
        asking = [ask] if len(questions) > 1 else []
        return [
            *asking,
            *(create_breaking(tree) if asked == "breaking" else _sweeps(tree)),
            html.P(ONE, className="hint"),
        ]
    parts = {"goal": create_goal, "breaking": create_breaking}
    return [
        ask,
        *parts.get(asked, _sweeps)(tree),
        *(create_selection(tree) if asked == "selection" else []),
        create_disclosure(
            tree, "study", "precision", _precision(tree) if _is_plain(tree, asked) else _limits(tree, asked)
        ),
    ]


def questions_of(tree: dict[str, Any]) -> list[str]:
    """What can be asked of this scenario: where nothing is random, nothing is decided by replications."""
    if face_of(tree).form.is_random(tree):
        return [*QUESTIONS]
    return ["vary", "breaking"] if has_small_examples(tree) else ["vary"]


def _is_plain(tree: dict[str, Any], asked: str) -> bool:
    """Whether replications are a given number, or as many as a precision takes."""
    return asked == "vary" or (asked == "breaking" and tree["study"]["breaking"]["search"] == SMALLEST)


def question_of(tree: dict[str, Any]) -> str:
    """What the study asks, as the choice of the form names it."""
    return next((name for name in ("goal", "selection", "breaking") if tree["study"].get(name)), "vary")


def _sweeps(tree: dict[str, Any]) -> list[Any]:
    return [
        *_vary(tree, "vary", "Vary"),
        *(_vary(tree, "and_vary", "And vary (a map of both)") if tree["study"].get("vary") else []),
    ]


def _limits(tree: dict[str, Any], asked: str) -> list[Any]:
    """How often a tested value or an alternative is replicated, first and at most."""
    study = tree["study"]
    first = create_number(PAGE, tree, "study.replications", study["replications"], "First replications")
    seed = create_number(PAGE, tree, "study.seed", study["seed"])
    limits = create_breaking_limits(tree) if asked == "breaking" else create_limits(tree, asked)
    return [html.Div([first, *limits, seed], className="pair")]


def _vary(tree: dict[str, Any], name: str, label: str) -> list[Any]:
    vary = tree["study"].get(name)
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
        _values(
            tree, name, "Values", inputProps={} if name == "vary" else {"aria-label": "Values of the second field"}
        ),
        *_on_axis(tree, name),
    ]


def create_values(tree: dict[str, Any], name: str) -> list[Any]:
    """The values of a sweep whose field is given; the field is there, so that it is read with them, but not seen."""
    field = tree["study"][name]["field"]
    return [
        dcc.Input(id=field_id(PAGE, f"study.{name}.field"), type="hidden", value=field),
        _values(tree, name, f"Values of: {describe(tree, field).label}"),
        *_on_axis(tree, name),
    ]


def _on_axis(tree: dict[str, Any], name: str) -> list[html.Span]:
    """What `clientside/board/sweep/sweep.js` has to know of the field, to show its values on the axis of the curves."""
    with suppress(KeyError, IndexError, ValueError, TypeError, AttributeError):  # a field of another shape
        vary = tree["study"].get(name)
        if not vary or name != SWEEPS[0]:
            return []
        words = describe(tree, vary["field"])
        told = {
            "field": vary["field"],
            **{part: getattr(words, part) for part in ("title", "unit", "low", "high", "whole")},
        }
        return [html.Span(hidden=True, **data(sweep=orjson.dumps(told).decode()))]
    return []


def _bridge(tree: dict[str, Any], vary: dict[str, Any] | None) -> str:
    """In what the axis tells the values, if that is another unit."""
    with suppress(KeyError, IndexError, ValueError, TypeError, AttributeError):  # a field of another shape
        return bridge(describe(tree, vary["field"]).unit) if vary else ""
    return ""


def _values(tree: dict[str, Any], name: str, label: str, **properties: Any) -> Field:
    vary = tree["study"].get(name)
    values = vary["values"] if vary else []
    return Field(
        kind="lines",
        id=field_id(PAGE, f"study.{name}.values"),
        label=label,
        description="; ".join(filter(None, ["Numbers with commas, or “0.2 to 1.8 step 0.2”", _bridge(tree, vary)])),
        value=values if isinstance(values, str) else format_values(values),
        debounce=300,
        display="block" if vary else "none",
        **properties,
    )


ONE = "Nothing is random about a list of jobs: one replication says all, and there are no intervals."


def _precision(tree: dict[str, Any]) -> list[Any]:
    precision = tree["study"].get("precision")
    stop = Field(
        kind="choice",
        id=field_id(PAGE, STOP),
        label="Replicate",
        data=[
            {"value": "replications", "label": "a given number of times"},
            {"value": "precision", "label": "until precise enough"},
        ],
        value="precision" if precision else "replications",
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
    metric = Field(
        kind="choice",
        id=field_id(PAGE, "study.precision.metric"),
        label="Of",
        data=metric_choices(metrics_offered(tree)),
        value=precision["metric"],
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
    return create_part(PAGE, tree, "measurement")
