"""The form: what it shows is what is read, and shapes that change."""

import re
from pathlib import Path
from typing import Any

import pytest

from components.pages.studio.families.parallel_jobs.sketch.given import is_logged, is_modelled
from components.pages.studio.families.parallel_jobs.sketch.log_form import OF_THE_FILE
from components.pages.studio.families.parallel_jobs.sketch.operation_form import OPERATION
from components.pages.studio.families.synchronous_iterative.form import ONLY_OF
from components.pages.studio.sketch import form
from components.pages.studio.sketch.meaning import is_unusual, meaning, picture_style
from components.pages.studio.sketch.policies_form import by_idea, by_option
from components.pages.studio.sketch.reshape import changes_shape, choose, press
from components.pages.studio.sketch.sketch import create_sketch, measures_jobs
from components.words.inputs.fields import describe, kind_of, kinds_of, value_at
from engine.study.registry import EXAMPLES, FAMILIES, read_scenario
from tests.components.studio.forms import JOB, UNIONS, field_of, fields_of, with_every_union
from tests.components.trees import every


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_form_that_nobody_touched_gives_its_scenario(name: str) -> None:
    tree = EXAMPLES[name].model_dump(mode="json")
    merged, reasons = form.with_parsed_values(form.merge(tree, fields_of(create_sketch(tree))))
    assert reasons == []
    assert read_scenario(merged).canonical() == EXAMPLES[name].canonical()


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_input_of_a_scenario_has_a_field(name: str) -> None:
    tree = EXAMPLES[name].model_dump(mode="json")
    for entries in ("event", "own", *OPERATION):
        tree = press(tree, f"add-{entries}")
    fields = fields_of(create_sketch(tree))
    hidden = {"version", "family"}
    hidden |= {f"study.{one}" for one in ("vary", "and_vary", "precision", "goal", "selection", "breaking")}
    few = {f"{path}.0.weight" for path in WEIGHTED if path in lists_of(tree) and len(value_at(tree, path)) == 1}
    hidden |= {path for path in ONLY_OF if tree["family"] == "synchronous-iterative"}
    hidden |= {"study.goal.criteria", "study.selection.constraints"}  # lists with buttons
    hidden |= {"population"}  # of master-worker applications, which has buttons
    unmeasured = set() if measures_jobs(tree) else {one for one in inputs_of(tree) if one.startswith("measurement.")}
    typed = {one for one in inputs_of(tree) for path in fields if one.startswith(f"{path}.")}  # a list as text
    if typed or is_modelled(tree):
        hidden |= {"workload.same_variate"}  # which lists and workload models refuse
    if is_logged(tree):
        hidden |= {"workload.same_variate"} | {one for one in inputs_of(tree) if one.startswith(OF_NO_FIELD)}
    assert inputs_of(tree) - set(fields) - hidden - few - unmeasured - typed == set()


OF_NO_FIELD = (
    "machine_events.",
    *(f"workload.arrivals.{name}" for name in OF_THE_FILE),
    *(f"workload.arrivals.cleaning.{name}" for name in ("processors", "partitions", "queues", "without")),
)
"""Of a log: what its file says, and what is chosen nowhere yet."""

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
        of_its_own = [name for name in fields if not isinstance(value_at(scenario, f"{path}.{name}"), dict)]
        if tag != "log":
            assert {f"{path}.{name}" for name in of_its_own} <= set(built)
        merged, reasons = form.with_parsed_values(form.merge(changed, built))
        assert (read_scenario(merged).model_dump(mode="json"), reasons) == (scenario, [])


@pytest.mark.parametrize(("path", "discriminator"), UNIONS.items())
def test_the_browser_notices_every_choice_that_changes_the_form(path: str, discriminator: str) -> None:
    script = (Path(__file__).parents[3] / "components/assets/clientside/studio/sketch.js").read_text()
    found = re.search(r"const KINDS =\s+/(.*)/;", script)
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


def test_what_was_typed_wrong_stays_when_the_shape_changes(tree: dict[str, Any]) -> None:
    typed = form.merge(tree, {"cluster.groups.0.count": -3, "study.vary.field": "workload.jobs"})
    assert press(typed, "add-group")["cluster"]["groups"][0]["count"] == -3


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
        ideas, options = by_idea(family.policies), by_option(family.policies)
        picked = [*ideas.values(), *(among for of in options.values() for among in of.values())]
        assert sorted(policy.name for among in picked for policy in among) == sorted(family.policies)
        assert "Others" not in ideas


def test_a_field_says_whose_it_is_and_what_is_allowed(tree: dict[str, Any]) -> None:
    words = describe(tree, "cluster.groups.1.count")
    assert words.title == "Machines of “slow”"
    assert words.range_words == "from 1 to 200\u2009000"
    assert words.whole
    assert describe(tree, "workload.arrivals.rate_per_1000_s").label == "Arrival rate (jobs per 1000 s)"


def test_marks_for_scripts_are_called_as_html_calls_them() -> None:
    """The button that opens a log was marked "data-open_log", which its script did not find."""
    tree = EXAMPLES["log-in-blocks"].model_dump(mode="json")
    marks = {
        name for one in every(create_sketch(tree)) for name in one.to_plotly_json()["props"] if name.startswith("data-")
    }
    assert "data-open-log" in marks
    assert [name for name in marks if "_" in name] == []
