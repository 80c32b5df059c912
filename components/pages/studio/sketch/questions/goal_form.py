"""The part of the form that turns a study round: which values of a field reach a goal."""

from collections.abc import Sequence
from math import floor, log10
from typing import Any

import dash_mantine_components as dmc
from dash import html

from components.controls.field import create_number, field_id
from components.controls.metric import metric_choices
from components.controls.own import Field
from components.controls.parts import create_part
from components.pages.studio.ids import PAGE
from components.pages.studio.sketch.questions.offered_metrics import metrics_offered
from components.pages.studio.sketch.questions.sweep import around, sweep_options
from components.words.inputs.fields import describe
from components.words.units import bridge
from engine.inputs.goal import Criterion, Goal
from engine.metrics.catalogue import metric_of
from engine.results.result import DRIFT_METRICS

FIRST_STEPS = 50
"""Steps that a range begins with, about."""

BEGINNINGS = {"s": 3600.0, "jobs per s": 0.001}
"""What a criterion begins with, by the unit of its metric; a share with 80 %, other numbers with 2."""

FIRST = "study.goal.criteria.0.metric"

SETTLES = ""
"""In place of a metric: that the queue settles, which needs no criterion."""

NUMBERS = {"low": "From", "high": "To", "step": "In steps of"}
LIMITS = {"maximum_replications": "At most", "maximum_seconds": "At most (s)"}


def create_goal(tree: dict[str, Any]) -> list[Any]:
    """Which field, from where to where, and what has to hold."""
    goal = tree["study"]["goal"]
    return [
        dmc.Select(
            id=field_id(PAGE, "study.goal.field"),
            label="Find values of",
            data=sweep_options(tree)[1:],
            value=goal["field"],
            allowDeselect=False,
            searchable=True,
            size="xs",
        ),
        html.Div([_number(tree, name, label) for name, label in NUMBERS.items()], className="pair"),
        *([html.P(words, className="hint")] if (words := _unit_words(tree, goal["field"])) else []),
        *(one for n in range(len(goal["criteria"])) for one in _criterion(tree, n)),
        *([] if goal["criteria"] else [_metric(tree, FIRST, "So that", SETTLES)]),
        html.P(
            "Both ends are tested first, then the middle between one that will do and one that will not. A value "
            "gets as many replications as it needs to be told; at most 5 % of searches go wrong.",
            className="hint",
        ),
    ]


def create_limits(tree: dict[str, Any], asked: str) -> list[Field]:
    """How far a value is replicated that lies near the goal, or an alternative that is hard to tell from the best."""
    known = tree["study"][asked]
    return [create_number(PAGE, tree, f"study.{asked}.{name}", known[name], label) for name, label in LIMITS.items()]


def _number(tree: dict[str, Any], name: str, label: str) -> Field:
    return create_number(PAGE, tree, f"study.goal.{name}", tree["study"]["goal"][name], label)


def _unit_words(tree: dict[str, Any], path: str) -> str:
    """In which unit the range is typed."""
    unit = describe(tree, path).unit
    return "; ".join(filter(None, [f"In {unit}" if unit not in ("", "1") else "", bridge(unit)]))


def _criterion(tree: dict[str, Any], number: int) -> list[Any]:
    path, one = f"study.goal.criteria.{number}", tree["study"]["goal"]["criteria"][number]
    metric_field = _metric(tree, f"{path}.metric", "and so that" if number else "So that", one["metric"])
    return [metric_field, create_bound(tree, path, one)]


def create_bound(tree: dict[str, Any], path: str, one: dict[str, Any]) -> html.Div:
    """On which side of which value the metric of the criterion at *path* has to be."""
    metric = metric_of(one["metric"])
    unit = "" if metric.unit in ("", "1") else f" ({metric.unit})"
    return html.Div(
        [
            *create_part(PAGE, tree, f"{path}.bound", "is"),
            create_number(PAGE, tree, f"{path}.value", one["value"], f"Value{unit}"),
        ],
        className="pair",
    )


def _metric(tree: dict[str, Any], path: str, label: str, value: str) -> Field:
    names = metrics_offered(tree)
    has_queue = set(DRIFT_METRICS) <= set(names)
    none = [{"value": SETTLES, "label": "the queue settles"}] if path == FIRST and has_queue else []
    data = [*none, *metric_choices(names)]
    return Field(kind="choice", id=field_id(PAGE, path), label=label, data=data, value=value)


def goal_of(tree: dict[str, Any], field: str, metric: str, values: Sequence[float] = ()) -> dict[str, Any]:
    """A goal to begin with: over a *field*, from the least to the greatest of *values*, or around its present one."""
    words, known = describe(tree, field), [*(values or around(tree, field))]
    low = known[0] if known else words.low or 0.0
    high = known[-1] if len(known) > 1 else low + (10.0 if words.whole else 1.0)
    step = round_step((high - low) / FIRST_STEPS)
    criteria = (Criterion.model_validate(criterion_of(metric)),)
    goal = Goal(field=field, low=low, high=high, step=max(1.0, step) if words.whole else step, criteria=criteria)
    return goal.model_dump(mode="json")


def criterion_of(metric: str) -> dict[str, Any]:
    """What a criterion on this *metric* begins with."""
    known = metric_of(metric)
    value = BEGINNINGS.get(known.unit, 0.8 if known.shown_unit == "%" else 2.0)
    return {"metric": metric, "bound": "at-least" if known.less_is_better is False else "at-most", "value": value}


def is_goal_metric(path: str) -> bool:
    """Whether a *path* is that of the metric of a criterion, whose unit the form says."""
    return path.startswith("study.goal.criteria.") and path.endswith(".metric")


def round_step(step: float) -> float:
    """1, 2 or 5 times a power of ten, at most *step*."""
    power = 10.0 ** floor(log10(step))
    return float(f"{max(factor * power for factor in (1, 2, 5) if factor * power <= step * (1 + 1e-9)):.12g}")


def metric_at(tree: dict[str, Any], path: str) -> str:
    """The metric of the criterion whose metric is at *path*, or `SETTLES` where there is none."""
    criteria, number = tree["study"]["goal"]["criteria"], int(path.split(".")[3])
    return str(criteria[number]["metric"]) if number < len(criteria) else SETTLES


def bound_by(tree: dict[str, Any], path: str, metric: str) -> None:
    """Put another *metric* at *path*, with a value in its unit; `SETTLES` takes all criteria away. In place."""
    criteria, number = tree["study"]["goal"]["criteria"], int(path.split(".")[3])
    if metric == SETTLES:
        criteria.clear()
    else:
        criteria[number : number + 1] = [criterion_of(metric)]
