"""The form of own policies: added, copied, renamed, removed; what is wrong stands at its field."""

from typing import Any

import pytest

from components.pages.studio.families.parallel_jobs.sketch.own_form import create_own
from components.pages.studio.sketch.form import errors_by_field, merge, with_parsed_values
from components.pages.studio.sketch.policies_form import create_policies
from components.pages.studio.sketch.reshape import changes_shape, choose, press
from engine.inputs.rejection import ScenarioError
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.site.own_policies import MOST, OwnPolicy
from engine.parallel_jobs.inputs.site.rule_texts import RULE_TEXTS
from engine.study.registry import EXAMPLES, read_scenario

NEW = "own_policies.new"


def start() -> dict[str, Any]:
    return EXAMPLES["schnor-system-1"].model_dump(mode="json")


def own_of(tree: dict[str, Any]) -> tuple[OwnPolicy, ...]:
    scenario = read_scenario(tree)
    assert isinstance(scenario, ParallelJobsScenario)
    return scenario.own_policies


def test_a_new_one_is_compared_at_once() -> None:
    tree = press(start(), "add-own")
    assert tree["policies"][-1] == "own:rule 1"
    assert "own:rule 1" in str(create_policies(tree))
    assert own_of(tree)[0].order == "-submit"


@pytest.mark.parametrize("name", list(RULE_TEXTS))
def test_each_built_in_one_is_copied(name: str) -> None:
    assert changes_shape(start(), NEW, {"built_in": name})
    tree = choose(start(), NEW, {"built_in": name})
    (own,) = own_of(tree)
    assert own.order == RULE_TEXTS[name]["order"]
    assert tree["policies"][-1] == own.full_name


@pytest.mark.parametrize("built_in", ["", "nobody", 3, None], ids=["nothing", "a stranger", "a number", "null"])
def test_what_is_no_built_in_one_is_not_copied(built_in: Any) -> None:
    assert choose(start(), NEW, {"built_in": built_in})["own_policies"] == []


def test_there_is_no_fifth_one() -> None:
    tree = start()
    for _ in range(MOST + 1):
        tree = choose(tree, NEW, {"built_in": "SJF"})
    assert [own["name"] for own in tree["own_policies"]] == ["SJF 1", "SJF 2", "SJF 3", "SJF 4"]
    assert "add-own" not in str(create_own(tree))
    assert "copy-own" not in str(create_own(tree))
    assert read_scenario(tree).policies[-MOST:] == tuple(f"own:SJF {n}" for n in range(1, MOST + 1))


def test_a_policy_that_is_called_otherwise_stays_chosen() -> None:
    draft = press(press(start(), "add-own"), "add-own")
    tree = merge(draft, {"own_policies.1.name": "mine", "policies": draft["policies"]})
    assert tree["policies"][-2:] == ["own:rule 1", "own:mine"]
    read_scenario(tree)


def test_one_that_is_removed_is_no_longer_compared() -> None:
    tree = press(press(press(start(), "add-own"), "add-own"), "remove-own", 0)
    assert [own["name"] for own in tree["own_policies"]] == ["rule 2"]
    assert tree["policies"][-1] == "own:rule 2"
    assert "own:rule 1" not in tree["policies"]
    read_scenario(tree)


@pytest.mark.parametrize(
    ("typed", "held"), [("4", 4), ("all", "all"), ("skip", "skip"), ("none", "none")], ids=["4", "all", "skip", "none"]
)
def test_a_reservation_is_typed(typed: str, held: int | str) -> None:
    tree = merge(press(start(), "add-own"), {"own_policies.0.reservation": typed})
    assert with_parsed_values(tree)[1] == []
    assert own_of(tree)[0].reservation == held


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("order", "-esimate", 'column 2: "esimate" is no name; did you mean "estimate"?'),
        ("admit", "size", "to admit is yes or no"),
        ("reservation", "400", "at most 100"),
        ("reservation", "some", ""),
        ("name", "", ""),
    ],
    ids=["order", "admit", "too many", "no reservation", "no name"],
)
def test_what_is_wrong_stands_at_its_field(field: str, typed: str, said: str) -> None:
    path = f"own_policies.0.{field}"
    tree = merge(press(start(), "add-own"), {path: typed})
    with pytest.raises(ScenarioError) as error:
        read_scenario(tree)
    at, rest = errors_by_field(error.value.rejections, [path], tree)
    assert said in at[path]
    assert not rest
