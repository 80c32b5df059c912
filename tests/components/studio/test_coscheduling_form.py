"""The form of coscheduling scenarios: lists that grow, mistakes at their fields, words for what is put away."""

from typing import Any

import pytest

from components.controls.own import Chip
from components.pages.studio.face import FACES, face_of
from components.pages.studio.sketch import form
from components.pages.studio.sketch.meaning import meaning, picture_style
from components.pages.studio.sketch.on_meaning import say_meanings
from components.pages.studio.sketch.policies_form import by_idea, by_option, create_policies
from components.pages.studio.sketch.questions.sweep import around
from components.pages.studio.sketch.reshape import choose, press
from components.pages.studio.sketch.sketch import create_sketch, example_choices
from components.words.inputs.fields import describe, options_of
from components.words.inputs.unions import choice_words, in_words
from components.words.methods import parameters
from components.words.verdicts.verdict import verdict
from engine.inputs.rejection import ScenarioError
from engine.study.registry import EXAMPLES, FAMILIES, read_scenario
from tests.components.studio.forms import field_of, fields_of, offered_sweeps

TYPE, SIZE = "workload.job_types.0", "workload.size_classes.0"
ARRIVALS = "workload.arrivals.process"
MANY = "zhang-load"


@pytest.fixture
def tree() -> dict[str, Any]:
    return EXAMPLES[MANY].model_dump(mode="json")


def text_of(component: Any) -> str:
    """All words of a component."""
    if isinstance(component, list | tuple):
        return " ".join(map(text_of, component))
    if component is None or isinstance(component, str):
        return component or ""
    return text_of(getattr(component, "children", None)) or str(getattr(component, "label", "") or "")


def test_every_family_has_a_form() -> None:
    assert set(FACES) == set(FAMILIES)


def test_examples_are_offered_by_family() -> None:
    groups = example_choices()
    assert [one["group"] for one in groups] == [family.title for family in FAMILIES.values()]
    assert [item["value"] for one in groups for item in one["items"]] == list(EXAMPLES)


@pytest.mark.parametrize(("kind", "path"), [("type", "job_types"), ("size", "size_classes")])
def test_entries_are_added_and_removed_but_never_the_last(tree: dict[str, Any], kind: str, path: str) -> None:
    before = len(tree["workload"][path])
    more = press(tree, f"add-{kind}")
    assert len(read_scenario(more).model_dump()["workload"][path]) == before + 1
    names = [one["name"] for one in more["workload"]["job_types"]]
    assert len(set(names)) == len(names)
    while len(more["workload"][path]) > 1:
        more = press(more, f"remove-{kind}", 0)
    assert press(more, f"remove-{kind}", 0)["workload"][path] == more["workload"][path]
    assert f"workload.{path}.0.weight" not in fields_of(create_sketch(more))
    assert f"workload.{path}.1.weight" in fields_of(create_sketch(press(more, f"add-{kind}")))


def test_a_sweep_over_a_later_type_follows_it(tree: dict[str, Any]) -> None:
    swept = choose(tree, "study.vary.field", "workload.job_types.1.weight")
    assert press(swept, "remove-type", 0)["study"]["vary"]["field"] == "workload.job_types.0.weight"
    assert press(swept, "remove-type", 1)["study"]["vary"] is None


@pytest.mark.parametrize(
    "action", ["add-group", "remove-group", "add-class", "remove-class", "add-event", "remove-event"]
)
def test_a_button_of_the_other_family_does_nothing(tree: dict[str, Any], action: str) -> None:
    assert press(tree, action) == tree


@pytest.mark.parametrize("process", ["batch", "poisson", "hyper-erlang"])
def test_every_kind_of_arrivals_is_offered_and_valid(tree: dict[str, Any], process: str) -> None:
    tree["study"]["vary"] = None
    offered = {one["value"]: one["label"] for one in field_of(create_sketch(tree), ARRIVALS).data}
    assert "-" not in offered[process].split("(")[0]
    changed = choose(choose(tree, ARRIVALS, "batch"), ARRIVALS, process)
    assert read_scenario(changed).model_dump()["workload"]["arrivals"].get("rate_per_1000_s", 500.0) == 500.0
    fields = fields_of(create_sketch(changed))
    assert {f"workload.arrivals.{name}" for name in changed["workload"]["arrivals"]} <= set(fields)
    merged, reasons = form.with_parsed_values(form.merge(changed, fields))
    assert (read_scenario(merged), reasons) == (read_scenario(changed), [])


MISTAKES: dict[str, tuple[Any, str]] = {
    f"{TYPE}.computation": (30.0, "they have to make 100 %"),
    f"{TYPE}.communication": (0.5, "0.5 is too small; at least 1"),
    f"{SIZE}.smallest": (33, "smallest size 33 is above the largest size 32"),
    f"{SIZE}.largest": (64, "64 tasks need as many nodes, but the cluster has 32"),
    f"{SIZE}.variation": (11, "11 is too large; at most 10"),
    "cluster.partitions": (5, "32 nodes cannot be cut into 5 equal parts"),
    "cluster.nodes": ("", "How many nodes? A whole number from 2 to 128."),
    "cluster.interrupt": (-1, "-1 is too small"),
    "workload.skewness": (201, "201 is too large"),
}
"""Where a mistake is shown: what is typed, and a part of the sentence."""


@pytest.mark.parametrize("path", MISTAKES)
def test_a_mistake_is_explained_at_its_field(tree: dict[str, Any], path: str) -> None:
    typed, sentence = MISTAKES[path]
    fields = fields_of(create_sketch(tree)) | {path: typed}
    merged, reasons = form.with_parsed_values(form.merge(tree, fields))
    assert reasons == []
    with pytest.raises(ScenarioError) as refused:
        read_scenario(merged)
    at, rest = form.errors_by_field(refused.value.rejections, list(fields), merged)
    assert rest == []
    assert sentence in at[path]
    assert fields_of(create_sketch(merged))[path] == typed


def test_costs_say_in_what_they_differ_from_the_table(tree: dict[str, Any]) -> None:
    assert meaning(tree, "cluster", "costs") == "as in table 3"
    tree["cluster"]["interrupt"] = 10.0
    assert meaning(tree, "cluster", "costs").children == "interrupt 10 µs"
    tree["cluster"] |= {"context_switch": 100.0, "gang_quantum": 100.0}
    assert meaning(tree, "cluster", "costs").children == "3 not as in table 3"
    tree["cluster"] |= {"nodes": 64}  # which is in sight
    assert meaning(tree, "cluster", "costs").children == "3 not as in table 3"


def test_readings_have_words_for_every_choice(tree: dict[str, Any]) -> None:
    for path in ("workload.pattern", f"{SIZE}.sizes", *(f"options.{n}" for n in ("message_time", "io_hand_over"))):
        for option in options_of(tree, path):
            assert "-" not in choice_words(path.rpartition(".")[2], option)
        assert [one["value"] for one in field_of(create_sketch(tree), path).data] == options_of(tree, path)
    assert meaning(tree, "options", "options") == "as usual"
    tree["options"]["poll_last"] = True
    assert meaning(tree, "options", "options").children == "1 not as usual"


def test_the_picker_is_short_and_says_what_is_chosen_behind_a_disclosure(tree: dict[str, Any]) -> None:
    policies = FAMILIES["coscheduling"].policies
    assert sum(map(len, by_idea(policies).values())) == 12 - 1 + 3
    options = by_option(policies)
    assert {option: {of: len(among) for of, among in row.items()} for option, row in options.items()} == {
        "heuristic": {"PB": 9, "PB-SB": 9, "PB-SY": 9},
        "order": {"SS-EASY": 14},
    }
    assert meaning(tree, "", "heuristic") == meaning(tree, "", "order") == "none chosen"
    tree["policies"] = ["PB", "PB-B", "PB-SB-C'", "SS-SJF"]
    assert meaning(tree, "", "heuristic") == "PB-B, PB-SB-C'"
    assert meaning(tree, "", "order") == "SS-SJF"
    assert meaning(tree, "", "reference").endswith("first one chosen. 4 of at most 12 chosen.")


def test_every_policy_has_one_chip_and_a_variant_says_its_choice_behind_the_policy(tree: dict[str, Any]) -> None:
    policies = FAMILIES["coscheduling"].policies
    chips: list[Any] = [one for one in create_policies(tree)[0].children._traverse() if isinstance(one, Chip)]
    assert sorted(chip.value for chip in chips) == sorted(policies)
    labels = {chip.value: chip.label for chip in chips}
    assert (labels["PB-SB"], labels["PB-SB-C'"], labels["SS-SJF"]) == ("◭ PB-SB", "◭ C'", "◀ SJF")


def test_more_policies_than_allowed_are_refused_in_words(tree: dict[str, Any]) -> None:
    tree["policies"] = list(FAMILIES["coscheduling"].policies)[:13]
    with pytest.raises(ScenarioError, match="12"):
        read_scenario(tree)
    assert "13 of at most 12 chosen" in meaning(tree, "", "reference")


def test_the_tiny_picture_of_execution_times_is_a_spike_without_variation(tree: dict[str, Any]) -> None:
    path = f"{SIZE}.execution_time"
    tree["workload"]["size_classes"][0]["variation"] = 0.0
    assert picture_style(tree, path)["clipPath"].count("% 0.0%") == 1
    tree["workload"]["size_classes"][0]["variation"] = 1.0
    assert picture_style(tree, path)["clipPath"].count("100.0%") < 20


def test_words_of_one_family_wait_for_the_form_of_the_other(tree: dict[str, Any]) -> None:
    from dash.exceptions import PreventUpdate

    with pytest.raises(PreventUpdate):
        say_meanings(tree, [{"path": "workload.job_classes.0", "part": "speedup"}], [])
    other = EXAMPLES["schnor-system-1"].model_dump(mode="json")
    with pytest.raises(PreventUpdate):
        say_meanings(other, [{"path": "cluster", "part": "costs"}], [{"path": TYPE}])


@pytest.mark.parametrize("name", ["schnor-system-1", MANY, "zhang-partitions"])
def test_the_cluster_is_drawn_for_every_family(name: str) -> None:
    for scheme in ("light", "dark"):
        tree = EXAMPLES[name].model_dump(mode="json")
        figure = face_of(tree).form.draw_cluster(tree, scheme)
        assert len(figure.data) == 1


def test_the_picture_has_a_box_for_each_process_and_gaps_between_partitions(tree: dict[str, Any]) -> None:
    tree["cluster"] |= {"nodes": 16, "partitions": 4, "multiprogramming_level": 3}
    tree["workload"]["size_classes"][0]["largest"] = 4
    (boxes,) = face_of(tree).form.draw_cluster(tree, "light").data
    assert list(boxes.x) == [0, 1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13, 15, 16, 17, 18]
    assert [list(row) for row in boxes.z] == [[1] * 4 + [0] * 12, [0] * 16, [0] * 16]


@pytest.mark.parametrize("name", [name for name, one in EXAMPLES.items() if one.family == "coscheduling"])
def test_a_sweep_begins_with_values_that_are_allowed(name: str) -> None:
    tree = EXAMPLES[name].model_dump(mode="json")
    tree["study"]["vary"] = tree["study"]["and_vary"] = tree["study"]["goal"] = None
    for path in offered_sweeps(tree):
        assert not path.endswith((".computation", ".io", ".communication"))
        if path:
            swept = choose(tree, "study.vary.field", path)
            assert swept["study"]["vary"]["values"]
            read_scenario(swept)


def test_fields_of_the_only_size_class_are_not_numbered(tree: dict[str, Any]) -> None:
    assert describe(tree, f"{SIZE}.execution_time").title == "Mean execution time"
    two = press(tree, "add-size")
    assert describe(two, f"{SIZE}.execution_time").title == "Mean execution time of “size class 1”"
    assert around(two, "cluster.partitions") == [1.0]


def test_both_families_settle_their_own_names(tree: dict[str, Any]) -> None:
    renamed = form.merge(tree, fields_of(create_sketch(tree)) | {f"{TYPE}.name": "mine"})
    assert read_scenario(form.with_parsed_values(renamed)[0]).model_dump()["workload"]["job_types"][0]["name"] == "mine"
    face_of(tree).form.settle(tree, tree)


def test_the_methods_say_every_parameter_and_no_lone_weight() -> None:
    text = parameters(EXAMPLES["zhang-wl2"])
    assert "Context switch 200 µs" in text
    assert "Communication pattern “nearest neighbor”" in text
    assert "Weight" not in text
    assert "_" not in text


def test_arrivals_have_words(tree: dict[str, Any]) -> None:
    tree["study"]["vary"] = None
    bursts = choose(tree, ARRIVALS, "hyper-erlang")
    assert in_words(bursts, "workload.arrivals").startswith("bursts (hyper-Erlang)")


def test_nothing_computed_has_a_verdict() -> None:
    from components.visits.answers import empty_result

    assert verdict(empty_result(EXAMPLES[MANY])).short == "Nothing has been computed yet."
