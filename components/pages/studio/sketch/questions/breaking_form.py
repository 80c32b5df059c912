"""The part of the form that asks where one policy is worst against another: which two, in what, over which fields."""

from collections.abc import Sequence
from typing import Any

import dash_mantine_components as dmc
from dash import html

from components.controls.field import create_number, field_id
from components.controls.metric import metric_choices
from components.controls.own import Field
from components.controls.parts import create_part
from components.pages.studio.ids import PAGE
from components.pages.studio.sketch.questions.goal_form import round_step
from components.pages.studio.sketch.questions.sweep import around, sweep_options
from components.sketches.ranges import ranges_of
from components.words.inputs.fields import describe
from components.words.policy_names import policy_choices
from components.words.units import bridge
from components.words.wording import capital, metric_words
from engine.contract.breaking import MOST_JOBS
from engine.inputs.breaking import MOST_RANGES, SMALLEST, STATISTICAL, Breaking, Range
from engine.inputs.rejection import ScenarioError
from engine.study.registry import FAMILIES

SEARCH = "study.breaking.search"
FIRST_STEPS = 50
"""Steps that a range begins with, about."""

NUMBERS = {"low": "From", "high": "To", "step": "In steps of"}


def create_breaking(tree: dict[str, Any]) -> list[Any]:
    """Which policy against which, in what metric; of a statistical search the ranges of its fields."""
    breaking = tree["study"]["breaking"]
    is_statistical = breaking["search"] == STATISTICAL
    both = [_policy(tree, "policy", "Break policy"), _policy(tree, "against", "by policy")]
    kinds = create_part(PAGE, tree, SEARCH, "Seek") if has_small_examples(tree) else []
    hint = STATISTICAL_HINT if is_statistical else SMALLEST_HINT
    return [
        html.Div(both, className="pair"),
        html.Div([_metric(tree), *kinds], className="pair"),
        html.P(hint, className="hint"),
        *(_ranges(tree) if is_statistical else []),
    ]


STATISTICAL_HINT = (
    "Points within the ranges are tried with common random numbers, but for those where the other policy does not "
    "settle. The worst one, its neighbors and the present values are then run again on fresh seeds, and these are told."
)
SMALLEST_HINT = (
    f"A list of at most {MOST_JOBS} jobs that can be followed by hand. Run searches for it, on the tab "
    "“Break it”, and computes the curves of the study."
)


def create_breaking_limits(tree: dict[str, Any]) -> list[Field]:
    """How many points are tried, and how often the worst one is replicated anew."""
    known = tree["study"]["breaking"]
    names = {"points": "Points at most", "fresh": "Fresh replications"}
    return [create_number(PAGE, tree, f"study.breaking.{name}", known[name], label) for name, label in names.items()]


def has_small_examples(tree: dict[str, Any]) -> bool:
    """Whether the smallest example can be sought in this family."""
    return FAMILIES[tree["family"]].small_examples is not None


def small_metrics(tree: dict[str, Any]) -> tuple[str, ...]:
    """What a policy of this family can be worst in on a few jobs."""
    small = FAMILIES[tree["family"]].small_examples
    return small.metrics if small is not None else ()


def breaking_of(tree: dict[str, Any], metric: str, fields: Sequence[tuple[str, Sequence[float]]]) -> dict[str, Any]:
    """A question to begin with: the last policy against the first, over *fields* with some values of each.

    Where there is only one policy another one of the family is added, in place.
    """
    if len(tree["policies"]) < 2:
        _add_policy(tree)
    is_random = bool(fields)
    small = small_metrics(tree)
    known = metric if is_random or metric in small else small[0]
    return Breaking(
        policy=tree["policies"][-1],
        against=tree["policies"][0],
        metric=known,
        search="statistical" if is_random else "smallest-example",
        ranges=tuple(range_of(tree, field, values) for field, values in fields[:MOST_RANGES]),
    ).model_dump(mode="json")


def range_of(tree: dict[str, Any], field: str, values: Sequence[float] = ()) -> Range:
    """The range of a *field* to begin with: from the least to the greatest of *values*, or around its present one."""
    words, known = describe(tree, field), [*(values or around(tree, field))]
    low = float(known[0]) if known else words.low or 0.0
    high = float(known[-1]) if len(known) > 1 else low + (10.0 if words.whole else 1.0)
    step = round_step((high - low) / FIRST_STEPS)
    return Range(field=field, low=low, high=high, step=max(1.0, step) if words.whole else step)


def range_number(path: str) -> int | None:
    """The number of the range whose field is at *path*; None if it is none."""
    parts = path.split(".")
    is_field = path.startswith("study.breaking.ranges.") and len(parts) == 5 and parts[-1] == "field"
    return int(parts[3]) if is_field and parts[3].isdigit() else None


def choose_range(tree: dict[str, Any], number: int, field: str) -> None:
    """Put another field at range *number*, or a new one at the end; an empty one takes it away. In place."""
    ranges = ranges_of(tree)
    if not field:
        del ranges[number : number + 1]
    else:
        ranges[number : number + 1] = [range_of(tree, field).model_dump(mode="json")]


def choose_search(tree: dict[str, Any], search: str) -> None:
    """Search for values of fields, or for the smallest example; in place."""
    breaking = tree["study"]["breaking"]
    breaking["search"] = search
    if search == SMALLEST:
        small = small_metrics(tree)
        breaking["metric"] = breaking["metric"] if breaking["metric"] in small else small[0]
    elif not breaking["ranges"]:
        choose_range(tree, 0, sweep_options(tree)[1]["items"][0]["value"])
    if search == STATISTICAL:
        tree["study"] |= {"vary": None, "and_vary": None, "precision": None}


def _ranges(tree: dict[str, Any]) -> list[Any]:
    """A choice, three numbers and a unit for each range, and a choice for one more."""
    ranges = ranges_of(tree)
    fields: list[Any] = []
    for n, one in enumerate(ranges):
        numbers = [
            create_number(PAGE, tree, f"study.breaking.ranges.{n}.{name}", one[name], label)
            for name, label in NUMBERS.items()
        ]
        fields += [
            _field(tree, n, one["field"], "Over" if n == 0 else "and over", may_go=len(ranges) > 1),
            html.Div(numbers, className="pair"),
            *([html.P(words, className="hint")] if (words := _unit_words(tree, one["field"])) else []),
        ]
    if len(ranges) < MOST_RANGES:
        fields.append(_field(tree, len(ranges), "", "and over", may_go=True))
    return fields


def _field(tree: dict[str, Any], number: int, value: str, label: str, may_go: bool) -> dmc.Select:
    return dmc.Select(
        id=field_id(PAGE, f"study.breaking.ranges.{number}.field"),
        label=label,
        data=sweep_options(tree)[0 if may_go else 1 :],
        value=value,
        allowDeselect=False,
        searchable=True,
        size="xs",
    )


def _unit_words(tree: dict[str, Any], path: str) -> str:
    unit = describe(tree, path).unit
    return "; ".join(filter(None, [f"In {unit}" if unit not in ("", "1") else "", bridge(unit)]))


def _policy(tree: dict[str, Any], name: str, label: str) -> Field:
    path, chosen = f"study.breaking.{name}", tree["study"]["breaking"][name]
    there = dict.fromkeys([*tree["policies"], chosen])
    if tree["study"]["breaking"]["search"] == SMALLEST:
        there |= dict.fromkeys(FAMILIES[tree["family"]].policies)
    return Field(kind="choice", id=field_id(PAGE, path), label=label, data=policy_choices(there), value=chosen)


def _metric(tree: dict[str, Any]) -> Field:
    breaking = tree["study"]["breaking"]
    small = [{"value": name, "label": capital(metric_words(name).title)} for name in small_metrics(tree)]
    data = metric_choices(FAMILIES[tree["family"]].metrics) if breaking["search"] == STATISTICAL else small
    return Field(
        kind="choice", id=field_id(PAGE, "study.breaking.metric"), label="In", data=data, value=breaking["metric"]
    )


def _add_policy(tree: dict[str, Any]) -> None:
    """Another policy of the family with which the scenario is allowed."""
    family = FAMILIES[tree["family"]]
    for name in family.policies:
        if name in tree["policies"]:
            continue
        try:
            family.scenario.read({**tree, "policies": [*tree["policies"], name]})
        except ScenarioError:
            continue
        tree["policies"].append(name)
        return
