"""What is varied, as the form offers and reads it."""

from typing import Any

import orjson
import pytest

from components.pages.studio.sketch import form
from components.pages.studio.sketch.questions.study_form import create_study
from components.pages.studio.sketch.questions.sweep import around
from components.pages.studio.sketch.reshape import choose, press
from components.pages.studio.sketch.sketch import create_sketch
from components.words.inputs.fields import describe
from engine.inputs.sweep import UNASKED
from engine.study.registry import EXAMPLES, read_scenario
from tests.components.studio.forms import ARRIVALS, JOB, fields_of, offered_sweeps
from tests.components.trees import every


def test_a_sweep_over_a_field_that_is_gone_is_no_sweep(tree: dict[str, Any]) -> None:
    assert choose(tree, "workload.arrivals.process", "batch")["study"]["vary"] is None
    downey = choose(tree, f"{JOB}.speedup.model", "downey")
    swept = choose(downey, "study.vary.field", f"{JOB}.speedup.variance")
    assert read_scenario(swept).study.vary is not None
    assert choose(swept, f"{JOB}.speedup.model", "amdahl")["study"]["vary"] is None


def test_a_sweep_over_a_later_entry_follows_it(tree: dict[str, Any]) -> None:
    swept = choose(tree, "study.vary.field", "cluster.groups.1.count")
    assert press(swept, "remove-group", 0)["study"]["vary"]["field"] == "cluster.groups.0.count"
    assert press(swept, "remove-group", 1)["study"]["vary"] is None
    assert press(swept, "add-group")["study"]["vary"]["field"] == "cluster.groups.1.count"


def test_an_axis_is_offered_where_the_scenario_has_it(tree: dict[str, Any]) -> None:
    assert "malleable_share" not in offered_sweeps(tree)
    assert {"offered_load", "mean_interarrival_s"} <= set(offered_sweeps(tree))
    both = choose(press(tree, "add-class"), "workload.job_classes.1.kind", "rigid")
    swept = choose(both, "study.vary.field", "malleable_share")
    assert swept["study"]["vary"]["values"] == [0, 0.25, 0.5, 0.75, 1]
    read_scenario(swept)
    assert choose(swept, f"{JOB}.kind", "rigid")["study"]["vary"] is None  # no malleable jobs are left
    assert not {"offered_load", "mean_interarrival_s"} & set(offered_sweeps(choose(tree, ARRIVALS, "batch")))


def test_a_sweep_over_gaps_begins_around_the_present_one(tree: dict[str, Any]) -> None:
    assert around(tree, "mean_interarrival_s") == [500, 750, 1000, 1250, 1500]


def test_a_mistake_elsewhere_does_not_end_a_sweep(tree: dict[str, Any]) -> None:
    swept = choose(tree, "study.vary.field", "offered_load")
    typed = form.merge(swept, {"cluster.groups.0.count": -3})
    assert press(typed, "add-group")["study"]["vary"]["field"] == "offered_load"
    assert "offered_load" in offered_sweeps(typed)


def test_a_second_sweep_makes_a_map_and_does_not_stay_alone(tree: dict[str, Any]) -> None:
    both = choose(tree, "study.and_vary.field", "offered_load")
    assert both["study"]["and_vary"]["field"] == "offered_load"
    assert "study.and_vary.values" in fields_of(create_sketch(both))
    alone = choose(both, "study.vary.field", "")
    assert (alone["study"]["vary"]["field"], alone["study"]["and_vary"]) == ("offered_load", None)
    assert choose(alone, ARRIVALS, "batch")["study"]["vary"] is None  # all at once is no load


def test_a_precision_brings_its_fields_and_enough_first_replications(tree: dict[str, Any]) -> None:
    tree["study"]["replications"] = 3
    precise = choose(tree, "study.stop", "precision")
    assert read_scenario(precise).study.replications == 10
    paths = set(fields_of(create_sketch(precise)))
    assert {f"study.precision.{name}" for name in precise["study"]["precision"]} <= paths
    assert choose(precise, "study.stop", "replications")["study"]["precision"] is None
    typed = form.merge(precise, {"study.precision.half_width_percent": 2.5, "study.stop": "precision"})
    assert read_scenario(typed).study.precision.half_width_percent == 2.5  # type: ignore[union-attr]


def test_both_sweeps_are_read_as_typed(tree: dict[str, Any]) -> None:
    tree["study"]["vary"] = {"field": "offered_load", "values": "0.1 to 0.5 step 0.2"}
    tree["study"]["and_vary"] = {"field": "workload.jobs", "values": "many"}
    parsed, reasons = form.with_parsed_values(tree)
    assert parsed["study"]["vary"]["values"] == [0.1, 0.3, 0.5]
    assert [reason.path for reason in reasons] == ["study.and_vary.values"]


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_option_of_a_sweep_begins_with_valid_values(name: str) -> None:
    tree = EXAMPLES[name].model_dump(mode="json")
    tree["study"] |= UNASKED
    for path in offered_sweeps(tree):
        if path.split(".")[-1] in MAY_CLASH:
            continue
        read_scenario(choose(tree, "study.vary.field", path))


MAY_CLASH = ("min_size", "max_size", "up_to", "speed_factor", "count", "comes_at", "leaves_at", "duration", "every")
"""Fields that are bounded by another one, so that a value around the present one may be refused."""


@pytest.mark.parametrize("name", EXAMPLES)
def test_everything_that_can_be_varied_has_words_of_its_own(name: str) -> None:
    scenario = EXAMPLES[name]
    tree = scenario.model_dump(mode="json")
    labels = {path: describe(tree, path).label for path in scenario.sweepable()}
    assert len(set(labels.values())) == len(labels)
    for path, label in labels.items():
        assert "_" not in label, path
        assert path not in label, path
        assert describe(tree, path).range_words, path
        assert describe(tree, path).help, path


def test_what_stands_on_the_axis_has_the_bounds_of_the_model(tree: dict[str, Any]) -> None:
    swept = choose(tree, "study.vary.field", "cluster.groups.1.count")
    (told,) = told_to_axis(swept)
    words = describe(swept, told["field"])
    assert told == {"field": "cluster.groups.1.count"} | {
        name: getattr(words, name) for name in told if name != "field"
    }
    assert (told["low"], told["high"], told["whole"]) == (1, 200_000, True)
    assert told_to_axis(choose(tree, "study.vary.field", "")) == []


def told_to_axis(tree: dict[str, Any]) -> list[dict[str, Any]]:
    places = [one for one in every(create_study(tree)) if hasattr(one, "data-sweep")]
    return [orjson.loads(getattr(one, "data-sweep")) for one in places]
