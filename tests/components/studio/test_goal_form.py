"""The form of a goal: it begins with something that can be run, for every example, and leads back to a sweep."""

from typing import Any

import pytest

from components.pages.studio.sketch import form
from components.pages.studio.sketch.questions.goal_form import round_step
from components.pages.studio.sketch.reshape import changes_shape, choose
from components.pages.studio.sketch.sketch import create_sketch
from components.sketches.changes import changes, take_back
from engine.study.preview import preview_of
from engine.study.registry import EXAMPLES, read_scenario
from tests.components.studio.test_form import fields_of

RANDOM = [name for name in EXAMPLES if EXAMPLES[name].is_random and not EXAMPLES[name].blocks]


def asked(name: str = "schnor-system-1") -> dict[str, Any]:
    return choose(EXAMPLES[name].model_dump(mode="json"), "study.ask", "goal")


@pytest.mark.parametrize("name", RANDOM)
def test_every_study_can_be_turned_round_and_back(name: str) -> None:
    tree = asked(name)
    goal = tree["study"]["goal"]
    if vary := EXAMPLES[name].study.vary:
        assert (goal["field"], goal["low"], goal["high"]) == (vary.field, vary.values[0], vary.values[-1])
    merged, reasons = form.with_parsed_values(form.merge(tree, fields_of(create_sketch(tree))))
    assert reasons == []
    assert merged == tree
    back = choose(tree, "study.ask", "vary")["study"]
    assert (back["goal"], back["vary"]["field"]) == (None, goal["field"])


@pytest.mark.parametrize("name", ["schnor-system-1", "zhang-wl5", "heymann-table-2", "peterson-figure-6"])
def test_what_it_begins_with_is_a_valid_scenario_with_a_preview(name: str) -> None:
    scenario = read_scenario(asked(name))
    small = preview_of(scenario)
    assert small.study.goal is None
    assert small.study.vary is not None
    assert small.study.vary.values[0] == scenario.study.goal.low  # type: ignore[union-attr]


def test_every_input_of_a_goal_has_a_field() -> None:
    tree = asked()
    paths = set(fields_of(create_sketch(tree)))
    goal = {f"study.goal.{name}" for name in tree["study"]["goal"] if name != "criteria"}
    assert goal | {f"study.goal.criteria.0.{name}" for name in ("metric", "bound", "value")} <= paths


def test_another_metric_brings_a_value_in_its_unit_and_the_same_one_nothing() -> None:
    tree = asked()
    path = "study.goal.criteria.0.metric"
    assert not changes_shape(tree, path, "response_time")
    assert changes_shape(tree, path, "utilization")
    (criterion,) = choose(tree, path, "utilization")["study"]["goal"]["criteria"]
    assert (criterion["metric"], criterion["value"]) == ("utilization", 0.8)


def test_that_the_queue_settles_needs_no_value_and_can_be_taken_back() -> None:
    path = "study.goal.criteria.0.metric"
    settles = choose(asked(), path, "")
    assert settles["study"]["goal"]["criteria"] == []
    read_scenario(settles)
    fields = fields_of(create_sketch(settles))
    assert fields[path] == ""
    assert "study.goal.criteria.0.value" not in fields
    merged, reasons = form.with_parsed_values(form.merge(settles, fields))
    assert (merged, reasons) == (settles, [])
    assert not changes_shape(settles, path, "")
    assert choose(settles, path, "wait_time")["study"]["goal"]["criteria"][0]["metric"] == "wait_time"


def test_another_field_brings_its_own_range_and_keeps_what_has_to_hold() -> None:
    tree = asked()
    tree["study"]["goal"]["criteria"][0]["value"] = 1234.0
    other = choose(tree, "study.goal.field", "cluster.groups.0.count")["study"]["goal"]
    assert (other["field"], other["step"]) == ("cluster.groups.0.count", 1.0)
    assert other["criteria"][0]["value"] == 1234.0


def test_a_goal_over_a_group_that_goes_away_ends_with_it() -> None:
    tree = choose(asked(), "study.goal.field", "cluster.groups.1.count")
    del tree["cluster"]["groups"][1]
    assert choose(tree, "workload.arrivals.process", "batch")["study"]["goal"] is None


@pytest.mark.parametrize(("step", "rounded"), [(0.034, 0.02), (0.05, 0.05), (1.0, 1.0), (7.3, 5.0), (0.0999, 0.05)])
def test_steps_are_round(step: float, rounded: float) -> None:
    assert round_step(step) == rounded


# the best -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["schnor-system-1", "zhang-wl5", "heymann-table-2", "peterson-figure-6"])
def test_the_best_alternative_can_be_asked_for_and_a_front_of_two_metrics(name: str) -> None:
    tree = choose(EXAMPLES[name].model_dump(mode="json"), "study.ask", "selection")
    assert {"study.selection.by.metric", "study.selection.by.wanted", "study.selection.and_by"} <= set(
        fields_of(create_sketch(tree))
    )
    merged, reasons = form.with_parsed_values(form.merge(tree, fields_of(create_sketch(tree))))
    assert reasons == []
    assert merged == tree
    assert read_scenario(tree).study.selection is not None
    assert preview_of(read_scenario(tree)).study.selection is None
    both = choose(tree, "study.selection.and_by", "utilization" if name == "schnor-system-1" else "")
    if name == "schnor-system-1":
        assert both["study"]["selection"]["and_by"]["metric"] == "utilization"
        assert "study.selection.and_by.metric" in fields_of(create_sketch(both))
        read_scenario(both)
    assert choose(both, "study.ask", "vary")["study"]["selection"] is None
    turned = choose(both, "study.ask", "goal")["study"]
    assert (turned["selection"], bool(turned["goal"])) == (None, True)


def test_what_a_study_asks_is_one_change_that_can_be_taken_back() -> None:
    example = EXAMPLES["schnor-system-1"]
    for question in ("goal", "selection"):
        changed = read_scenario(choose(example.model_dump(mode="json"), "study.ask", question))
        (change,) = changes(example, changed)
        assert take_back(example, changed, change.key) == example.model_dump(mode="json")


def test_a_constraint_comes_changes_and_goes() -> None:
    """Failure: a constraint without a bound in the unit of its metric, one that stays, or one more than are allowed."""
    tree = choose(EXAMPLES["schnor-system-1"].model_dump(mode="json"), "study.ask", "selection")
    path = "study.selection.constraints.{}.metric".format
    assert changes_shape(tree, path(0), "wait_time")
    tree = choose(tree, path(0), "wait_time")
    tree = choose(tree, path(1), "utilization")
    known = read_scenario(tree).study.selection
    assert known is not None
    assert [(one.metric, one.bound) for one in known.constraints] == [
        ("wait_time", "at-most"),
        ("utilization", "at-most"),
    ]
    paths = fields_of(create_sketch(tree))
    assert {path(n) for n in range(3)} | {"study.selection.constraints.1.value"} <= set(paths)
    assert not changes_shape(tree, path(0), "wait_time")
    gone = choose(tree, path(0), "")
    assert [one["metric"] for one in gone["study"]["selection"]["constraints"]] == ["utilization"]
    full = choose(tree, path(2), "slowdown")
    assert path(3) not in fields_of(create_sketch(full))
