"""The form of master-worker scenarios: groups, rules, owners, the population, and what is said of what is put away."""

from typing import Any

import pytest

from components.pages.studio.families.master_worker.form import MASTER_WORKER_FORM
from components.pages.studio.families.master_worker.population_form import ADD, REMOVE
from components.pages.studio.sketch import form
from components.pages.studio.sketch.meaning import meaning, picture_style
from components.pages.studio.sketch.reshape import choose, press
from components.pages.studio.sketch.sketch import create_sketch
from components.pages.studio.sketch.strokes import Stroke, follow
from components.words.inputs.fields import describe, kinds_of
from components.words.inputs.unions import choice_words, kind_words
from engine.inputs.rejection import ScenarioError
from engine.study.registry import EXAMPLES, read_scenario
from tests.components.studio.forms import field_of, fields_of, offered_sweeps
from tests.components.studio.test_coscheduling_form import text_of

NAMES = [name for name, one in EXAMPLES.items() if one.family == "master-worker"]
RULE, PRESENCE = "workers.number.rule", "workers.availability.presence"


@pytest.fixture
def tree() -> dict[str, Any]:
    found = EXAMPLES["heymann-predict"].model_dump(mode="json")
    found["study"]["vary"] = found["study"]["and_vary"] = None
    return found


def read(tree: dict[str, Any], typed: dict[str, Any]) -> Any:
    """The scenario of the form of *tree* with something *typed*."""
    fields = fields_of(create_sketch(tree)) | typed
    merged, reasons = form.with_parsed_values(form.merge(tree, fields))
    assert reasons == []
    return read_scenario(merged)


@pytest.mark.parametrize("name", NAMES)
def test_a_form_that_nobody_touched_gives_its_scenario(name: str) -> None:
    assert read(EXAMPLES[name].model_dump(mode="json"), {}).canonical() == EXAMPLES[name].canonical()


@pytest.mark.parametrize("path", [RULE, PRESENCE])
def test_every_kind_is_offered_in_words_and_valid(tree: dict[str, Any], path: str) -> None:
    part, _, discriminator = path.rpartition(".")
    kinds = kinds_of(tree, part)
    offered = {one["value"]: one["label"] for one in field_of(create_sketch(tree), path).data}
    assert set(offered) == set(kinds)
    for tag, fields in kinds.items():
        assert "-" not in offered[tag]
        changed = choose(choose(tree, path, "fixed" if path == RULE else "always"), path, tag)
        assert read(changed, {}).canonical() == read_scenario(changed).canonical()
        seen = fields_of(create_sketch(changed))
        assert all(any(one.startswith(f"{part}.{name}") for one in seen) for name in fields), (tag, discriminator)


def test_a_warm_up_is_not_asked_for(tree: dict[str, Any]) -> None:
    assert not any(path.startswith("measurement") for path in fields_of(create_sketch(tree)))
    assert "Warm-up" not in text_of(create_sketch(tree))


def test_sections_are_called_after_what_is_in_them(tree: dict[str, Any]) -> None:
    said = text_of(create_sketch(tree))
    assert "Workers" in said
    assert "Application" in said
    assert "Cluster" not in said


def test_a_group_is_added_and_removed_and_the_first_one_leaves_room(tree: dict[str, Any]) -> None:
    assert tree["workers"]["groups"][0]["count"] == 1000
    more = press(tree, "add-group")
    groups = read_scenario(more).model_dump()["workers"]["groups"]
    assert [group["count"] for group in groups] == [15, 10]
    assert len({group["name"] for group in press(more, "add-group")["workers"]["groups"]}) == 3
    less = press(more, "remove-group", 0)
    assert [group["speed"] for group in less["workers"]["groups"]] == [2.0]
    assert press(less, "remove-group", 0)["workers"]["groups"] == less["workers"]["groups"]


def test_the_picture_fills_the_workers_in_use_and_ends_with_the_tasks(tree: dict[str, Any]) -> None:
    assert [bar.width[0] for bar in MASTER_WORKER_FORM.draw_cluster(tree, "light").data] == [30]
    fixed = choose(tree, RULE, "fixed")
    filled, free = MASTER_WORKER_FORM.draw_cluster(fixed, "dark").data
    assert (filled.width[0], free.width[0]) == (12, 18)
    several = EXAMPLES["unequal-speeds"].model_dump(mode="json")
    assert [bar.width[0] for bar in MASTER_WORKER_FORM.draw_cluster(several, "light").data] == [4, 8, 12]
    assert [bar.y[0] for bar in MASTER_WORKER_FORM.draw_cluster(several, "light").data] == [2.0, 0.5, 0.5]


def test_the_tasks_are_a_picture_with_a_bar_for_each_and_for_its_variation(tree: dict[str, Any]) -> None:
    assert picture_style(tree, "application")["background"].count("linear-gradient") == 60
    tree["application"] |= {"tasks": 1000, "variation": 0.0}
    assert picture_style(tree, "application")["background"].count("linear-gradient") == 120
    tree["application"]["tasks"] = ""
    assert picture_style(tree, "application") == {"background": "none"}


def test_what_is_put_away_says_what_it_is(tree: dict[str, Any]) -> None:
    assert meaning(tree, "master", "master") == "none, the ideal case of the paper"
    tree["master"]["dispatch_time"] = 0.01
    assert meaning(tree, "master", "master").children == "dispatch time 0.01 s"
    assert meaning(tree, "options", "options") == "as usual"
    assert meaning(tree, "population", "population") == "none, one application"
    many = EXAMPLES["heymann-table-1"].model_dump(mode="json")
    assert meaning(many, "population", "population") == (
        "T = 30; W = 30, 40, 50, 60, 70, 80, 90 %; D = 0, 10, 30, 60, 100 %; 4 similarities; L = 10, 35, 50, 100"
    )
    many["population"] |= {"workload_factors": [], "tasks": "30, 1"}
    assert meaning(many, "population", "population").startswith("T = 30, 1; W = 50 %")


def test_a_population_comes_and_goes_and_takes_what_it_cannot_have(tree: dict[str, Any]) -> None:
    loop = EXAMPLES["loop-chunks"].model_dump(mode="json")
    loop["study"]["vary"] = None
    for before in (tree, loop):
        many = press(before, ADD)
        assert read(many, {}).canonical() == read_scenario(many).canonical()
        assert press(many, REMOVE)["population"] is None
    assert press(loop, ADD)["policies"] == ["Random"]


def test_lists_of_a_population_are_read_as_typed_and_some_may_be_empty(tree: dict[str, Any]) -> None:
    many = press(tree, ADD)
    typed = {
        "population.tasks": "30, 100",
        "population.workload_factors": " ",
        "population.variations": "0, 12.5",
        "population.similarities": ["1-1"],
    }
    found = read(many, typed).model_dump()["population"]
    assert (found["tasks"], found["workload_factors"]) == ((30, 100), ())
    assert (found["variations"], found["similarities"]) == ((0.0, 12.5), ("1-1",))


def test_the_buttons_of_the_population_build_the_form_anew(tree: dict[str, Any]) -> None:
    typed = Stroke(fields={"application.tasks": 24})
    many = follow(tree, [typed, Stroke(action=ADD)])
    assert many.is_reshaped
    assert many.tree["population"]["tasks"] == [30]
    assert many.tree["application"]["tasks"] == 24
    assert follow(many.tree, [Stroke(action=REMOVE)]).tree["population"] is None
    assert not follow(tree, [typed]).is_reshaped


MISTAKES: dict[str, tuple[Any, str]] = {
    "application.tasks": (1, "1 is too small; at least 2"),
    "application.workload_factor": ("", "Workload factor: a number from 20 to 99 %"),
    "workers.groups.0.speed": (0, "0 is too small"),
    "workers.target_efficiency": (101, "101 is too large"),
    "master.bandwidth": (0, "0 is too small"),
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


def test_times_of_owners_say_which_they_are() -> None:
    tree = EXAMPLES["opportunistic-pool"].model_dump(mode="json")
    labels = {name: describe(tree, f"workers.availability.{name}.mean").label for name in ("up", "suspended", "away")}
    assert labels == {name: f"Mean time {name} (s)" for name in labels}


def test_choices_have_words() -> None:
    assert choice_words("differences", "uniform-0.4-1.6") == "evenly, 0.4 to 1.6 times"
    assert kind_words("presence", "opportunistic") == "owners come and go"


@pytest.mark.parametrize("name", NAMES)
def test_a_sweep_begins_with_values_that_are_allowed(name: str) -> None:
    tree = EXAMPLES[name].model_dump(mode="json")
    tree["study"]["vary"] = tree["study"]["and_vary"] = None
    for path in filter(None, offered_sweeps(tree)):
        swept = choose(tree, "study.vary.field", path)
        assert swept["study"]["vary"]["values"]
        read_scenario(swept)
