"""The part of the form that asks which alternative is the best: every policy at every value that is varied."""

from typing import Any

from dash import html

from components.controls.field import create_number, field_id
from components.controls.metric import metric_choices
from components.controls.own import Field
from components.controls.parts import create_part
from components.pages.studio.ids import PAGE
from components.pages.studio.sketch.questions.goal_form import create_bound, criterion_of
from components.pages.studio.sketch.questions.offered_metrics import metrics_offered
from engine.inputs.selection import Best, Selection
from engine.metrics.catalogue import metric_of

AND_BY = "study.selection.and_by"

CONSTRAINTS, MOST_CONSTRAINTS = "study.selection.constraints", 3


def create_selection(tree: dict[str, Any]) -> list[Any]:
    """By which metrics, and which differences do not matter."""
    selection = tree["study"]["selection"]
    metrics = metrics_offered(tree)
    second = selection.get("and_by")
    none = {"value": "", "label": "nothing else"}
    return [
        html.P(
            "An alternative is a policy at a point; those that cannot be the best are left out early.", className="hint"
        ),
        *_best(tree, "by", "By", metric_choices(metrics)),
        *(
            _best(tree, "and_by", "And by", metric_choices(metrics))
            if second
            else [_metric(AND_BY, "And by (a front of both)", [none, *metric_choices(metrics)], "")]
        ),
        *_constraints(tree, metric_choices(metrics)),
        create_number(
            PAGE,
            tree,
            "study.selection.indifference_percent",
            selection["indifference_percent"],
            "Differences below so many % do not matter",
        ),
    ]


def _best(tree: dict[str, Any], name: str, label: str, choices: list[dict[str, Any]]) -> list[Any]:
    path, one = f"study.selection.{name}", tree["study"]["selection"][name]
    return [
        html.Div(
            [
                _metric(f"{path}.metric", label, choices, one["metric"]),
                *create_part(PAGE, tree, f"{path}.wanted", "wanted is"),
            ],
            className="pair",
        )
    ]


def _constraints(tree: dict[str, Any], choices: list[dict[str, Any]]) -> list[Any]:
    """A metric and a bound for each constraint, and a choice for one more."""
    there = tree["study"]["selection"].get("constraints") or []
    none = {"value": "", "label": "nothing has to hold" if not there else "no such constraint"}
    fields: list[Any] = []
    for n, one in enumerate(there):
        path = f"{CONSTRAINTS}.{n}"
        label = "and so that" if n else "So that"
        fields += [_metric(f"{path}.metric", label, [none, *choices], one["metric"]), create_bound(tree, path, one)]
    if len(there) < MOST_CONSTRAINTS:
        none = {"value": "", "label": "nothing has to hold" if not there else "nothing else"}
        label = "and so that" if there else "So that"
        fields.append(_metric(f"{CONSTRAINTS}.{len(there)}.metric", label, [none, *choices], ""))
    return fields


def constraint_number(path: str) -> int | None:
    """The number of the constraint whose metric is at *path*; None if it is none."""
    parts = path.split(".")
    is_one = path.startswith(f"{CONSTRAINTS}.") and len(parts) == 5 and parts[-1] == "metric"
    return int(parts[3]) if is_one and parts[3].isdigit() else None


def constraint_metric(tree: dict[str, Any], number: int) -> str:
    """The metric of constraint *number*, empty if there is none."""
    there = tree["study"]["selection"].get("constraints") or []
    return str(there[number]["metric"]) if number < len(there) else ""


def constrain(tree: dict[str, Any], number: int, metric: str) -> None:
    """Put another *metric* at constraint *number*, or a new one at the end; an empty one takes it away. In place."""
    there = tree["study"]["selection"].setdefault("constraints", [])
    there[number : number + 1] = [criterion_of(metric)] if metric else []


def _metric(path: str, label: str, choices: list[dict[str, Any]], value: str) -> Field:
    return Field(kind="choice", id=field_id(PAGE, path), label=label, data=choices, value=value)


def selection_of(metric: str) -> dict[str, Any]:
    """A selection to begin with."""
    return Selection(by=Best(**best_of(metric))).model_dump(mode="json")


def best_of(metric: str) -> dict[str, Any]:
    """The better end of this *metric*."""
    return {"metric": metric, "wanted": "greatest" if metric_of(metric).less_is_better is False else "least"}
