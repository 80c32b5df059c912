"""The form of "where is one policy worst": it begins with what can be run, follows fields, and leads back."""

from typing import Any

import pytest

from components.pages.studio.sketch import form
from components.pages.studio.sketch.reshape import changes_shape, choose, press
from components.pages.studio.sketch.sketch import create_sketch
from components.pages.studio.tabs import first_tab
from components.sketches.changes import changes, take_back
from components.sketches.link import from_pasted, to_link
from engine.inputs.rejection import ScenarioError
from engine.study.preview import preview_of
from engine.study.registry import EXAMPLES, read_scenario
from tests.components.studio.test_form import fields_of

SEARCH, NEW = "study.breaking.search", "study.breaking.ranges.1.field"


def asked(name: str = "schnor-system-1") -> dict[str, Any]:
    return choose(EXAMPLES[name].model_dump(mode="json"), "study.ask", "breaking")


@pytest.mark.parametrize(
    "name", ["schnor-system-1", "zhang-wl5", "heymann-table-2", "peterson-figure-6", "which-policy-where"]
)
def test_a_study_can_be_turned_into_the_question_and_back(name: str) -> None:
    tree = asked(name)
    ranges = tree["study"]["breaking"]["ranges"]
    if vary := EXAMPLES[name].study.vary:
        assert (ranges[0]["field"], ranges[0]["low"], ranges[0]["high"]) == (
            vary.field,
            vary.values[0],
            vary.values[-1],
        )
    merged, reasons = form.with_parsed_values(form.merge(tree, fields_of(create_sketch(tree))))
    assert (merged, reasons) == (tree, [])
    scenario = read_scenario(tree)
    assert from_pasted(to_link(scenario)) == scenario
    assert preview_of(scenario).study.breaking is None
    back = choose(tree, "study.ask", "vary")["study"]
    assert (back["breaking"], back["vary"]["field"]) == (None, ranges[0]["field"])
    assert choose(tree, "study.ask", "goal")["study"]["goal"]["field"] == ranges[0]["field"]


def test_every_input_of_the_question_has_a_field() -> None:
    tree = asked()
    paths = set(fields_of(create_sketch(tree)))
    own = {f"study.breaking.{name}" for name in tree["study"]["breaking"] if name not in ("ranges", "tested")}
    assert own | {f"study.breaking.ranges.0.{name}" for name in ("field", "low", "high", "step")} | {NEW} <= paths


def test_ranges_come_and_go_up_to_four() -> None:
    tree = asked()
    assert not changes_shape(tree, NEW, "")
    assert changes_shape(tree, NEW, "cluster.groups.0.count")
    fields = ["cluster.groups.0.count", "cluster.groups.1.count", "cluster.groups.1.speed_factor"]
    for n, field in enumerate(fields):
        tree = choose(tree, f"study.breaking.ranges.{n + 1}.field", field)
    ranges = tree["study"]["breaking"]["ranges"]
    assert [one["field"] for one in ranges[1:]] == fields
    assert ranges[1]["step"] == 1.0
    assert "study.breaking.ranges.4.field" not in fields_of(create_sketch(tree))
    read_scenario(tree)
    fewer = choose(tree, "study.breaking.ranges.2.field", "")
    assert [one["field"] for one in fewer["study"]["breaking"]["ranges"]] == [ranges[0]["field"], fields[0], fields[2]]


def test_a_range_over_a_group_that_goes_away_goes_with_it_and_those_behind_follow() -> None:
    tree = choose(asked(), NEW, "cluster.groups.1.count")
    gone = press(tree, "remove-group", 1)
    assert [one["field"] for one in gone["study"]["breaking"]["ranges"]] == [
        tree["study"]["breaking"]["ranges"][0]["field"]
    ]
    moved = press(tree, "remove-group", 0)
    assert moved["study"]["breaking"]["ranges"][1]["field"] == "cluster.groups.0.count"


def test_the_smallest_example_is_asked_for_on_its_tab_and_in_its_metrics() -> None:
    tree = choose(asked(), SEARCH, "smallest-example")
    assert read_scenario(tree).study.searched is None
    assert not read_scenario(tree).study.has_rounds
    paths = fields_of(create_sketch(tree))
    assert "study.breaking.ranges.0.field" not in paths
    assert first_tab(tree) == "break"
    tree["study"]["breaking"]["metric"] = "utilization"
    with pytest.raises(ScenarioError, match="no metric to break a policy by"):
        read_scenario(tree)
    back = choose(tree, SEARCH, "statistical")
    assert read_scenario(back).study.searched is not None


def test_of_jobs_by_hand_only_the_smallest_example_can_be_asked_for() -> None:
    tree = asked("backfilling-hurts")
    assert tree["study"]["breaking"]["search"] == "smallest-example"
    read_scenario(tree)
    tree["study"]["breaking"]["search"] = "statistical"
    tree["study"]["breaking"]["ranges"] = [{"field": "options.resize_cost", "low": 1.0, "high": 2.0, "step": 1.0}]
    tree["study"]["replications"] = 10
    with pytest.raises(ScenarioError, match="only the smallest example"):
        read_scenario(tree)


def test_other_families_have_no_small_examples() -> None:
    tree = asked("heymann-figure-4")
    assert SEARCH not in fields_of(create_sketch(tree))
    tree["study"]["breaking"]["search"] = "smallest-example"
    with pytest.raises(ScenarioError, match="no small examples"):
        read_scenario(tree)


def test_what_a_study_asks_is_one_change_that_can_be_taken_back() -> None:
    example = EXAMPLES["schnor-system-1"]
    changed = read_scenario(asked())
    (change,) = changes(example, changed)
    assert "worst against" in change.words
    assert take_back(example, changed, change.key) == example.model_dump(mode="json")
