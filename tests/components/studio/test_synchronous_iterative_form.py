"""The form of synchronous iterative applications: fields that come and go, days that are drawn, mistakes, words."""

from typing import Any

import pytest

from components.pages.studio.face import face_of
from components.pages.studio.families.synchronous_iterative.day_picture import factors_of, top_of
from components.pages.studio.sketch import form
from components.pages.studio.sketch.meaning import meaning, picture_style
from components.pages.studio.sketch.policies_form import OTHERS, by_idea
from components.pages.studio.sketch.questions.sweep import sweep_options
from components.pages.studio.sketch.reshape import changes_shape, choose, press
from components.pages.studio.sketch.sketch import create_sketch
from components.words.inputs.fields import describe, options_of
from components.words.inputs.unions import choice_words
from components.words.methods import parameters
from components.words.wording import first_metric
from engine.inputs.rejection import ScenarioError
from engine.study.preview import preview_of
from engine.study.registry import EXAMPLES, FAMILIES, read_scenario
from tests.components.studio.forms import field_of, fields_of, offered_sweeps

MIXED = "mixed-laboratory"
OWN = [name for name, one in EXAMPLES.items() if one.family == "synchronous-iterative"]
DAY = "background.by_hour"


@pytest.fixture
def tree() -> dict[str, Any]:
    return EXAMPLES[MIXED].model_dump(mode="json")


@pytest.mark.parametrize("name", OWN)
def test_the_form_gives_back_the_scenario(name: str) -> None:
    scenario = EXAMPLES[name]
    tree = scenario.model_dump(mode="json")
    merged, reasons = form.with_parsed_values(form.merge(tree, fields_of(create_sketch(tree))))
    assert (read_scenario(merged), reasons) == (scenario, [])


def test_groups_are_added_and_removed_but_never_the_last(tree: dict[str, Any]) -> None:
    more = press(tree, "add-group")
    assert [group["name"] for group in more["cluster"]["groups"]] == ["servers", "new PCs", "old PCs", "group 4"]
    read_scenario(more)
    while len(more["cluster"]["groups"]) > 1:
        more = press(more, "remove-group", 0)
    assert press(more, "remove-group", 0) == more
    swept = choose(tree, "study.vary.field", "cluster.groups.1.load")
    assert press(swept, "remove-group", 0)["study"]["vary"]["field"] == "cluster.groups.0.load"


@pytest.mark.parametrize(
    ("path", "value", "fields"),
    [
        ("application.imbalance", "binomial", {"application.objects", "application.probability"}),
        ("application.imbalance", "given", {"application.weights"}),
        ("background.service", "hyperexponential", {"background.variation"}),
        ("background.service", "leland-ott", set()),
        ("choice.objective", "cost-within-run-time", {"choice.run_time_bound"}),
        ("choice.objective", "run-time-within-cost", {"choice.cost_bound"}),
    ],
)
def test_fields_that_say_nothing_are_not_there(tree: dict[str, Any], path: str, value: str, fields: set[str]) -> None:
    tree["study"]["vary"] = None
    tree["policies"] = ["Prefix Scan"]
    before = set(fields_of(create_sketch(tree)))
    assert changes_shape(tree, path, value)
    changed = choose(tree, path, value)
    assert set(fields_of(create_sketch(changed))) - before == fields
    merged, reasons = form.with_parsed_values(form.merge(changed, fields_of(create_sketch(changed))))
    assert (read_scenario(merged), reasons) == (read_scenario(changed), [])


def test_a_day_can_be_typed_and_emptied(tree: dict[str, Any]) -> None:
    typed = fields_of(create_sketch(tree)) | {DAY: ", ".join(["0.5"] * 8 + ["1"] * 16)}
    merged, reasons = form.with_parsed_values(form.merge(tree, typed))
    assert reasons == []
    assert merged["background"]["by_hour"] == [0.5] * 8 + [1] * 16
    assert meaning(merged, "background", "day").children == "changes by the hour; starts at 9:00"
    emptied, reasons = form.with_parsed_values(form.merge(merged, typed | {DAY: "  "}))
    assert (emptied["background"]["by_hour"], reasons) == ([], [])
    assert meaning(emptied, "background", "day") == "always the same; starts at 9:00"


def test_a_day_of_two_hours_is_refused_at_its_field(tree: dict[str, Any]) -> None:
    fields = fields_of(create_sketch(tree)) | {DAY: "1, 2"}
    merged, reasons = form.with_parsed_values(form.merge(tree, fields))
    assert reasons == []
    with pytest.raises(ScenarioError) as refused:
        read_scenario(merged)
    at, rest = form.errors_by_field(refused.value.rejections, list(fields), merged)
    assert rest == []
    assert "24 are needed" in at[DAY]
    assert fields_of(create_sketch(merged))[DAY] == "1, 2"


def test_the_picture_of_a_day_has_a_step_for_each_hour(tree: dict[str, Any]) -> None:
    assert factors_of([]) == factors_of("1, 2") == factors_of("nonsense") == [1.0] * 24
    flat = picture_style(tree, DAY)["clipPath"]
    assert flat.count(" 50.0%") == 48  # two corners each, half way up to a factor of 2
    tree["background"]["by_hour"] = [0.0] * 23 + [3.5]
    assert top_of(tree["background"]["by_hour"]) == 4
    assert "100.00% 12.5%" in picture_style(tree, DAY)["clipPath"]


MISTAKES: dict[str, tuple[Any, str]] = {
    "cluster.groups.0.load": (0.99, "0.99 is too large; at most 0.95"),
    "cluster.groups.1.count": (-1, "-1 is too small"),
    "cluster.groups.2.delta": (0, "0 is too small; at least 1"),
    "application.iterations": ("", "How many iterations? A whole number from 1 to 100\u2009000."),
    "background.intensity": (3, "at most 0.95 is allowed"),
    "choice.x_over_c": (-1, "-1 is too small"),
}
"""Where a mistake is shown: what is typed, and a part of the sentence."""


@pytest.mark.parametrize("path", MISTAKES)
def test_a_mistake_is_explained_at_its_field(tree: dict[str, Any], path: str) -> None:
    typed, sentence = MISTAKES[path]
    tree["study"]["vary"] = None
    fields = fields_of(create_sketch(tree)) | {path: typed}
    merged, reasons = form.with_parsed_values(form.merge(tree, fields))
    assert reasons == []
    with pytest.raises(ScenarioError) as refused:
        read_scenario(merged)
    at, rest = form.errors_by_field(refused.value.rejections, list(fields), merged)
    assert rest == []
    assert sentence in at[path]


def test_choices_have_words(tree: dict[str, Any]) -> None:
    paths = ["application.imbalance", "background.service", "choice.objective"]
    paths += [f"options.{name}" for name in tree["options"]]
    for path in paths:
        offered = field_of(create_sketch(tree), path).data
        assert [one["value"] for one in offered] == options_of(tree, path)
        assert not any("-" in choice_words(path.rpartition(".")[2], one["value"]) for one in offered)


def test_there_is_no_warm_up_where_no_jobs_are_measured(tree: dict[str, Any]) -> None:
    assert not any(path.startswith("measurement") for path in fields_of(create_sketch(tree)))
    assert "measurement.slowdown_threshold" not in offered_sweeps(tree)
    other = EXAMPLES["schnor-system-1"].model_dump(mode="json")
    assert any(path.startswith("measurement") for path in fields_of(create_sketch(other)))
    assert "measurement.slowdown_threshold" in offered_sweeps(other)


def test_what_can_be_varied_stands_under_its_heading(tree: dict[str, Any]) -> None:
    groups = {one["group"]: [item["value"] for item in one["items"]] for one in sweep_options(tree)[1:]}
    assert "choice.x_over_c" in groups["Choice of machines"]
    assert "background.mean_load" in groups["Load and mix"]
    assert "application.iterations" in groups["Application"]
    assert "Measurement" not in groups


@pytest.mark.parametrize("name", OWN)
def test_a_sweep_begins_with_values_that_are_allowed(name: str) -> None:
    tree = EXAMPLES[name].model_dump(mode="json")
    tree["study"]["vary"] = tree["study"]["and_vary"] = None
    for path in offered_sweeps(tree):
        if path:
            read_scenario(choose(tree, "study.vary.field", path))


def test_policies_stand_under_their_ideas(tree: dict[str, Any]) -> None:
    found = by_idea(FAMILIES["synchronous-iterative"].policies)
    assert OTHERS not in found
    assert sum(map(len, found.values())) == 5
    assert meaning(tree, "", "reference").startswith("The others are compared with All Machines")


def test_disclosures_say_what_is_in_them(tree: dict[str, Any]) -> None:
    assert meaning(tree, "application", "overheads").children == "overhead per processor 50 ms"
    assert meaning(tree, "choice", "prices") == "the same at any load and hour"
    tree["choice"] |= {"cost_by_load": 4.0, "cost_by_hour": [1.0] * 24}
    assert meaning(tree, "choice", "prices").children == "dearer by load × 4.0, change by the hour"
    assert meaning(tree, "options", "options") == "as usual"


def test_the_machines_are_drawn(tree: dict[str, Any]) -> None:
    for scheme in ("light", "dark"):
        assert len(face_of(tree).form.draw_cluster(tree, scheme).data) == 2


def test_a_preview_is_small_though_there_are_no_jobs() -> None:
    small = preview_of(EXAMPLES["peterson-figure-6"])
    assert small.study.replications <= 3
    assert small.study.vary is not None
    assert len(small.study.vary.values) < 60
    assert first_metric(small) == "processors"


def test_the_methods_say_every_parameter(tree: dict[str, Any]) -> None:
    text = parameters(read_scenario(tree))
    assert "Parallel work 120 s" in text
    assert "Division of work “the same for all”" in text
    assert describe(tree, "cluster.groups.0.load").title == "Background load of “servers”"
