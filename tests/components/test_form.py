"""The form: typed values, shapes that change, and errors at the fields they belong to."""

from typing import Any

import pytest

from components.controls.values import ValuesError, format_values, parse_values
from components.fields import describe
from components.pages.studio import form
from components.pages.studio.sketch import create_sketch
from components.pages.studio.study_form import sweep_options
from engine.registry import EXAMPLES, read_scenario
from engine.rejection import Reason


@pytest.fixture
def tree() -> dict[str, Any]:
    return EXAMPLES["schnor-system-1"].model_dump(mode="json")


def fields_of(children: Any) -> dict[str, Any]:
    """The values of all fields of a form, by path."""
    found: dict[str, Any] = {}
    for child in children if isinstance(children, list | tuple) else [children]:
        name = getattr(child, "id", None)
        if isinstance(name, dict) and name.get("type") == "studio-field":
            found[name["path"]] = child.value
        below = getattr(child, "children", None)
        if below is not None and not isinstance(below, str):
            found |= fields_of(below)
    return found


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_form_that_nobody_touched_gives_its_scenario(name: str) -> None:
    tree = EXAMPLES[name].model_dump(mode="json")
    merged, reasons = form.with_parsed_values(form.merge(tree, fields_of(create_sketch(tree))))
    assert reasons == []
    assert read_scenario(merged) == EXAMPLES[name]


@pytest.mark.parametrize("distribution", ["constant", "exponential", "uniform", "log-normal", "hyperexponential"])
def test_every_distribution_has_its_fields(tree: dict[str, Any], distribution: str) -> None:
    changed = form.reshape(tree, "distribution", 0, distribution)
    assert read_scenario(changed).workload.job_classes[0].demand.distribution == distribution  # type: ignore[attr-defined]
    assert fields_of(create_sketch(changed))["workload.job_classes.0.demand.distribution"] == distribution


def test_a_sweep_over_a_field_that_is_gone_is_no_sweep(tree: dict[str, Any]) -> None:
    assert form.reshape(tree, "process", 0, "batch")["study"]["vary"] is None


def test_a_second_sweep_makes_a_map_and_does_not_stay_alone(tree: dict[str, Any]) -> None:
    both = form.reshape(tree, "and_vary", 0, "offered_load")
    assert both["study"]["and_vary"]["field"] == "offered_load"
    assert "study.and_vary.values" in fields_of(create_sketch(both))
    alone = form.reshape(both, "vary", 0, "")
    assert (alone["study"]["vary"]["field"], alone["study"]["and_vary"]) == ("offered_load", None)
    assert form.reshape(alone, "process", 0, "batch")["study"]["vary"] is None  # all at once is no load


def test_a_precision_brings_its_fields_and_enough_first_replications(tree: dict[str, Any]) -> None:
    tree["study"]["replications"] = 3
    precise = form.reshape(tree, "stop", 0, "precision")
    assert read_scenario(precise).study.replications == 10
    paths = set(fields_of(create_sketch(precise)))
    assert {f"study.precision.{name}" for name in precise["study"]["precision"]} <= paths
    assert form.reshape(precise, "stop", 0, "replications")["study"]["precision"] is None
    typed = form.merge(precise, {"study.precision.half_width_percent": 2.5, "study.stop": "precision"})
    assert read_scenario(typed).study.precision.half_width_percent == 2.5  # type: ignore[union-attr]


@pytest.mark.parametrize("method", ["none", "fixed", "mser-5"])
def test_every_warm_up_has_its_fields(tree: dict[str, Any], method: str) -> None:
    changed = form.reshape(tree, "warm-up", 0, method)
    assert read_scenario(changed).measurement.warm_up.method == method
    assert ("measurement.warm_up.jobs" in fields_of(create_sketch(changed))) == (method == "fixed")


def test_both_sweeps_are_read_as_typed(tree: dict[str, Any]) -> None:
    tree["study"]["vary"] = {"field": "offered_load", "values": "0.1 to 0.5 step 0.2"}
    tree["study"]["and_vary"] = {"field": "workload.jobs", "values": "many"}
    parsed, reasons = form.with_parsed_values(tree)
    assert parsed["study"]["vary"]["values"] == [0.1, 0.3, 0.5]
    assert [reason.path for reason in reasons] == ["study.and_vary.values"]


def test_what_was_typed_wrong_stays_when_the_shape_changes(tree: dict[str, Any]) -> None:
    typed = form.merge(tree, {"cluster.groups.0.count": -3, "study.vary.field": "workload.jobs"})
    assert form.reshape(typed, "add-group", 0)["cluster"]["groups"][0]["count"] == -3


def test_every_option_of_a_sweep_begins_with_valid_values(tree: dict[str, Any]) -> None:
    for option in sweep_options(tree):
        changed = form.reshape(tree, "vary", 0, option["value"])
        if option["value"].endswith(("min_size", "max_size")) or option["value"].startswith("cluster.groups.0.speed"):
            continue  # values around these may clash with the other size, or make the fastest machine slower
        read_scenario(changed)


def test_an_error_stands_at_its_field_or_at_the_nearest_below() -> None:
    paths = ["cluster.groups.0.count", "workload.job_classes.0.min_size", "study.vary.values", "study.and_vary.values"]
    reasons = [
        Reason("cluster.groups.0.count", "a"),
        Reason("workload.job_classes.0", "b"),
        Reason("study.vary.values.2", "c"),
        Reason("study.and_vary.field", "d"),
        Reason("", "e"),
    ]
    assert form.errors_by_field(reasons, paths) == (dict(zip(paths, "abcd", strict=True)), ["e"])


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1, 2;3", [1, 2, 3]),
        ("0.2 to 0.8 step 0.2", [0.2, 0.4, 0.6, 0.8]),
        ("3, 1, 1..2 by 0.5", [1, 1.5, 2, 3]),
        ("1e-3", [0.001]),
    ],
)
def test_values_are_read_as_lists_and_ranges(text: str, values: list[float]) -> None:
    assert parse_values(text) == values
    assert parse_values(format_values(values)) == values


@pytest.mark.parametrize(
    "text", ["", "a", "1 to 9", "0 to 1 step 0", "0 to 1e9 step 1", "nan", "1e999999", "__import__"]
)
def test_values_that_cannot_be_read_are_refused(text: str) -> None:
    with pytest.raises(ValuesError):
        parse_values(text)


def test_a_field_says_whose_it_is_and_what_is_allowed(tree: dict[str, Any]) -> None:
    words = describe(tree, "cluster.groups.1.count")
    assert words.title == "Machines of “slow”"
    assert words.range_words == "from 1 to 1000"
    assert words.whole
    assert describe(tree, "workload.arrivals.rate_per_1000_s").label == "Arrival rate (jobs per 1000 s)"
