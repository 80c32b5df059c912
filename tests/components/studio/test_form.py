"""The form: typed values, shapes that change, and errors at the fields they belong to."""

import re
from pathlib import Path
from typing import Any

import pytest

from components.controls.values import ValuesError, format_values, parse_numbers, parse_values
from components.pages.studio.families.synchronous_iterative.form import ONLY_OF
from components.pages.studio.sketch import form
from components.pages.studio.sketch.meaning import is_unusual, meaning, picture_style
from components.pages.studio.sketch.policies_form import by_idea
from components.pages.studio.sketch.reshape import changes_shape, choose, press
from components.pages.studio.sketch.sketch import create_sketch, measures_jobs
from components.pages.studio.sketch.sweep import around, sweep_options
from components.words.fields import describe, kind_of, kinds_of, value_at
from engine.inputs.rejection import Reason, ScenarioError
from engine.study.registry import EXAMPLES, FAMILIES, read_scenario
from tests.components.trees import fields_in

JOB = "workload.job_classes.0"
UNIONS = {
    "workload.arrivals": "process",
    f"{JOB}.demand": "distribution",
    f"{JOB}.min_size_spread": "spread",
    f"{JOB}.max_size_spread": "spread",
    f"{JOB}.speedup": "model",
    f"{JOB}.estimate": "estimate",
    f"{JOB}.deadline": "deadline",
    "measurement.warm_up": "method",
    "machine_events.0": "event",
}
"""Every part of a scenario that is one of several kinds, with the field that says which."""


@pytest.fixture
def tree() -> dict[str, Any]:
    return EXAMPLES["schnor-system-1"].model_dump(mode="json")


def fields_of(children: Any) -> dict[str, Any]:
    """The values of all fields of a form, by path."""
    return {path: field.value for path, field in fields_in(children).items()}


def field_of(children: Any, path: str) -> Any:
    """The field at *path* of a form."""
    return fields_in(children).get(path)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_form_that_nobody_touched_gives_its_scenario(name: str) -> None:
    tree = EXAMPLES[name].model_dump(mode="json")
    merged, reasons = form.with_parsed_values(form.merge(tree, fields_of(create_sketch(tree))))
    assert reasons == []
    assert read_scenario(merged).canonical() == EXAMPLES[name].canonical()


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_input_of_a_scenario_has_a_field(name: str) -> None:
    tree = press(EXAMPLES[name].model_dump(mode="json"), "add-event")
    fields = fields_of(create_sketch(tree))
    hidden = {"version", "family", "study.vary", "study.and_vary", "study.precision"}
    few = {f"{path}.0.weight" for path in WEIGHTED if path in lists_of(tree) and len(value_at(tree, path)) == 1}
    hidden |= {path for path in ONLY_OF if tree["family"] == "synchronous-iterative"}
    hidden |= {"population"}  # of master-worker applications, which has buttons
    unmeasured = set() if measures_jobs(tree) else {one for one in inputs_of(tree) if one.startswith("measurement.")}
    assert inputs_of(tree) - set(fields) - hidden - few - unmeasured == set()


WEIGHTED = ("workload.job_classes", "workload.job_types", "workload.size_classes")
"""Lists of which an entry that is alone needs no weight."""


def lists_of(tree: dict[str, Any]) -> set[str]:
    """Paths of the lists of the workload."""
    return {f"workload.{name}" for name, value in tree.get("workload", {}).items() if isinstance(value, list)}


def inputs_of(tree: Any, path: str = "") -> set[str]:
    """Paths of everything in a scenario that is a value or a list of plain values."""
    if isinstance(tree, dict):
        return {one for name, child in tree.items() for one in inputs_of(child, f"{path}.{name}".lstrip("."))}
    if isinstance(tree, list) and tree and isinstance(tree[0], dict):
        return {one for number, child in enumerate(tree) for one in inputs_of(child, f"{path}.{number}")}
    return {path}


def with_every_union(tree: dict[str, Any]) -> dict[str, Any]:
    """The *tree* with a machine event, so that each of `UNIONS` is in it."""
    return press(tree, "add-event")


def test_no_union_is_forgotten(tree: dict[str, Any]) -> None:
    tree = with_every_union(tree)
    tags = {path for path in fields_of(create_sketch(tree)) if "." in path and _is_union(tree, path.rpartition(".")[0])}
    assert {path.rpartition(".")[0] for path in tags} == set(UNIONS)


def _is_union(tree: dict[str, Any], path: str) -> bool:
    return not path.startswith("study") and kind_of(tree, path) == "union"


@pytest.mark.parametrize(("path", "discriminator"), UNIONS.items())
def test_every_kind_of_a_union_is_offered_valid_and_has_its_fields(
    tree: dict[str, Any], path: str, discriminator: str
) -> None:
    tree = with_every_union(tree)
    offered = {one["value"] for one in field_of(create_sketch(tree), f"{path}.{discriminator}").data}
    kinds = kinds_of(tree, path)
    assert offered == set(kinds)
    for tag, fields in kinds.items():
        changed = choose(tree, f"{path}.{discriminator}", tag)
        scenario = read_scenario(changed).model_dump(mode="json")
        assert value_at(scenario, path)[discriminator] == tag
        built = fields_of(create_sketch(changed))
        assert {f"{path}.{name}" for name in fields} <= set(built)
        merged, reasons = form.with_parsed_values(form.merge(changed, built))
        assert (read_scenario(merged).model_dump(mode="json"), reasons) == (scenario, [])


@pytest.mark.parametrize(("path", "discriminator"), UNIONS.items())
def test_the_browser_notices_every_choice_that_changes_the_form(path: str, discriminator: str) -> None:
    script = (Path(__file__).parents[3] / "components/assets/clientside/studio.js").read_text()
    found = re.search(r"const kinds = /(.*)/;", script)
    assert found is not None
    for field in (f"{path}.{discriminator}", f"{JOB}.kind", "study.vary.field", "study.and_vary.field", "study.stop"):
        assert re.search(found[1], field), field
    for field in (f"{JOB}.name", "title", "study.vary.values", f"{JOB}.speedup.processors", "study.seed"):
        assert not re.search(found[1], field), field


def test_only_another_kind_changes_the_form(tree: dict[str, Any]) -> None:
    assert changes_shape(tree, f"{JOB}.speedup.model", "amdahl")
    assert not changes_shape(tree, f"{JOB}.speedup.model", "linear")
    assert not changes_shape(tree, f"{JOB}.min_size", 4)
    assert not changes_shape(tree, "workload.job_classes.7.speedup.model", "amdahl")
    assert not changes_shape(tree, "study.vary.field", tree["study"]["vary"]["field"])


def test_what_both_kinds_have_stays(tree: dict[str, Any]) -> None:
    tree = choose(tree, f"{JOB}.deadline.deadline", "constant-deadline")
    tree = form.merge(tree, {f"{JOB}.deadline.mean": 77.0, f"{JOB}.min_size": "", f"{JOB}.name": "mine"})
    tree = choose(tree, f"{JOB}.deadline.deadline", "exponential-deadline")
    assert value_at(tree, JOB)["deadline"] == {"deadline": "exponential-deadline", "mean": 77.0}
    assert (value_at(tree, JOB)["min_size"], value_at(tree, JOB)["name"]) == ("", "mine")


def test_sizes_are_spread_up_to_what_there_is(tree: dict[str, Any]) -> None:
    assert value_at(choose(tree, f"{JOB}.min_size_spread.spread", "evenly"), f"{JOB}.min_size_spread.up_to") == 30
    assert value_at(choose(tree, f"{JOB}.max_size_spread.spread", "evenly"), f"{JOB}.max_size_spread.up_to") == 30


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


ARRIVALS = "workload.arrivals.process"


def offered_sweeps(tree: dict[str, Any]) -> list[str]:
    """Values of all options of the choice of a sweep."""
    return [item["value"] for one in sweep_options(tree) for item in one.get("items", [one])]


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


def test_what_was_typed_wrong_stays_when_the_shape_changes(tree: dict[str, Any]) -> None:
    typed = form.merge(tree, {"cluster.groups.0.count": -3, "study.vary.field": "workload.jobs"})
    assert press(typed, "add-group")["cluster"]["groups"][0]["count"] == -3


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_option_of_a_sweep_begins_with_valid_values(name: str) -> None:
    tree = EXAMPLES[name].model_dump(mode="json")
    tree["study"]["vary"] = tree["study"]["and_vary"] = None
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


def test_an_error_stands_at_its_field_or_at_the_nearest_below(tree: dict[str, Any]) -> None:
    paths = ["cluster.groups.0.count", f"{JOB}.min_size", "study.vary.values", "study.and_vary.values"]
    reasons = [
        Reason("cluster.groups.0.count", "a"),
        Reason(JOB, "b"),
        Reason("study.vary.values.2", "c"),
        Reason("study.and_vary.field", "d"),
        Reason("", "e"),
    ]
    assert form.errors_by_field(reasons, paths, tree) == (dict(zip(paths, "abcd", strict=True)), ["e"])


MISTAKES: dict[str, tuple[dict[str, Any], str]] = {
    f"{JOB}.min_size": ({f"{JOB}.min_size": 31}, "smallest size 31 is above the largest size 30"),
    f"{JOB}.min_size_spread.up_to": ({f"{JOB}.min_size_spread.up_to": 31}, "the cluster has 30"),
    f"{JOB}.demand.low": ({f"{JOB}.demand.low": 9500.0}, "the least demand 9500.0 s is above the greatest"),
    f"{JOB}.speedup.processors": ({f"{JOB}.speedup.processors": "1, 4, 2, 8, 16"}, "must ascend"),
    f"{JOB}.speedup.speedup": ({f"{JOB}.speedup.speedup": "1, 0.5, 2, 3, 4"}, "0.5 is too small"),
    f"{JOB}.estimate.at_most": ({f"{JOB}.estimate.at_most": 0.5}, "0.5 is too small; at least 1"),
    f"{JOB}.deadline.mean": ({f"{JOB}.deadline.mean": ""}, "a number from"),
    f"{JOB}.profit.mean": ({f"{JOB}.profit.mean": -1}, "-1 is too small; at least 0"),
    "workload.same_variate": ({"workload.same_variate": "on"}, "needs Poisson arrivals and exponential demands"),
    "options.checkpoint_interval": ({"options.checkpoint_interval": -1}, "-1 is too small"),
    "machine_events.0.count": ({"machine_events.0.count": 6}, "the group has 5"),
    "machine_events.0.notice": ({"machine_events.0.notice": -1}, "-1 is too small"),
    "notes": ({"notes": "x" * 2001}, "at most 2000 characters"),
}
"""Where a mistake is shown: what is typed, and a part of the sentence."""


@pytest.mark.parametrize("path", MISTAKES)
def test_a_mistake_is_explained_at_its_field(tree: dict[str, Any], path: str) -> None:
    draft = with_every_union(tree)
    for part, tag in (
        ("demand.distribution", "uniform"),
        ("min_size_spread.spread", "evenly"),
        ("speedup.model", "table"),
        ("estimate.estimate", "uniform-error"),
        ("deadline.deadline", "exponential-deadline"),
    ):
        draft = choose(draft, f"{JOB}.{part}", tag)
    typed, sentence = MISTAKES[path]
    fields = fields_of(create_sketch(draft))
    tree, reasons = form.with_parsed_values(form.merge(draft, fields | typed))
    assert reasons == []
    with pytest.raises(ScenarioError) as refused:
        read_scenario(tree)
    at, rest = form.errors_by_field(refused.value.rejections, list(fields), tree)
    assert rest == []
    assert sentence in at[path]
    assert fields_of(create_sketch(form.merge(draft, fields | typed)))[path] == typed[path]  # nothing typed is lost


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("1, two, 4", "“two” is not a number"), ("", "at least one number is needed"), ("1,,", None), ("1 2", "“1 2”")],
)
def test_a_table_that_cannot_be_read_says_so_at_its_field(
    tree: dict[str, Any], text: str, sentence: str | None
) -> None:
    table = choose(tree, f"{JOB}.speedup.model", "table")
    typed = form.merge(table, {f"{JOB}.speedup.processors": text})
    parsed, reasons = form.with_parsed_values(typed)
    assert [(reason.path, sentence in reason.sentence) for reason in reasons if sentence] == (
        [(f"{JOB}.speedup.processors", True)] if sentence else []
    )
    assert fields_of(create_sketch(press(typed, "add-group")))[f"{JOB}.speedup.processors"] == text
    if sentence is None:
        assert value_at(parsed, f"{JOB}.speedup.processors") == [1]


def test_a_table_is_read_in_the_order_typed() -> None:
    assert parse_numbers("1, 8; 4\n2.5") == [1, 8, 4, 2.5]
    assert [type(one) for one in parse_numbers("2.0, 0.5")] == [int, float]


def test_a_closed_disclosure_says_what_is_in_it(tree: dict[str, Any]) -> None:
    assert meaning(tree, JOB, "speedup") == "linear"
    downey = choose(tree, f"{JOB}.speedup.model", "downey")
    assert meaning(downey, JOB, "speedup").children == (
        "Downey’s model, average parallelism 16, variance of parallelism 0.5"
    )
    assert is_unusual(downey, JOB, "speedup")
    assert not is_unusual(tree, JOB, "speedup")
    events = press(tree, "add-event")
    assert meaning(tree, "", "machine events") == "none"
    assert meaning(events, "", "machine events").children == "fast: shutdown"


def test_the_tiny_picture_of_a_speedup_shows_it(tree: dict[str, Any]) -> None:
    linear = picture_style(tree, f"{JOB}.speedup")["clipPath"]
    assert "100.0% 0.0%" in linear  # the diagonal ends in the corner
    amdahl = choose(tree, f"{JOB}.speedup.model", "amdahl")
    assert "100.0% 0.0%" not in picture_style(amdahl, f"{JOB}.speedup")["clipPath"]
    amdahl[JOB.split(".")[0]]["job_classes"][0]["speedup"]["serial_share"] = "much"
    assert picture_style(amdahl, f"{JOB}.speedup") == {"clipPath": "inset(100%)"}


def test_events_go_with_their_group_and_follow_its_name(tree: dict[str, Any]) -> None:
    events = press(press(tree, "add-event"), "add-event")
    events = form.merge(events, {"machine_events.1.group": "slow"})
    swept = choose(events, "study.vary.field", "machine_events.1.at")
    without = press(swept, "remove-group", 0)
    assert [event["group"] for event in without["machine_events"]] == ["slow"]
    assert without["study"]["vary"]["field"] == "machine_events.0.at"
    renamed = form.merge(events, fields_of(create_sketch(events)) | {"cluster.groups.1.name": "old"})
    assert [event["group"] for event in renamed["machine_events"]] == ["fast", "old"]
    read_scenario(form.with_parsed_values(renamed)[0])


def test_policies_keep_their_order_and_new_ones_come_last(tree: dict[str, Any]) -> None:
    tree["policies"] = ["UFF", "FF"]
    assert form.merge(tree, {"policies": ["EASY", "FF", "UFF"]})["policies"] == ["UFF", "FF", "EASY"]
    assert meaning(tree, "", "reference") == "The others are compared with UFF, the first one chosen."


def test_every_policy_stands_under_an_idea() -> None:
    for family in FAMILIES.values():
        ideas = by_idea(family.policies)
        assert sorted(policy.name for among in ideas.values() for policy in among) == sorted(family.policies)
        assert "Others" not in ideas


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
