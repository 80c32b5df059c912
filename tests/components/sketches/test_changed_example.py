"""A changed example: what it is called, what differs, change by change, and each of them taken back."""

from copy import deepcopy
from typing import Any

import pytest

from components.pages.studio.sketch.named import create_name
from components.sketches.changes import changes, take_back
from components.sketches.origin import called, origin_of, own_notes
from engine.inputs.scenario import Scenario
from engine.study.registry import EXAMPLES, read_scenario

EXAMPLE = EXAMPLES["schnor-system-1"]


def changed(*puts: tuple[str, Any], name: str = "schnor-system-1") -> Scenario:
    tree: Any = EXAMPLES[name].model_dump(mode="json")
    for path, value in puts:
        *parents, last = path.split(".")
        at = tree
        for step in parents:
            at = at[int(step)] if isinstance(at, list) else at[step]
        at[int(last) if isinstance(at, list) else last] = deepcopy(value)
    return read_scenario(tree)


SPEED = ("cluster.groups.1.speed_factor", 1.3)
GROUPS = EXAMPLE.model_dump(mode="json")["cluster"]["groups"]
THIRD = {"name": "third", "count": 2, "speed_factor": 2}
CASES = {
    "a number": [SPEED],
    "a choice of policies": [("policies", ["SED", "EASY"])],
    "the values of the sweep": [("study.vary.values", [0.5, 1.0])],
    "what is varied": [("study.vary", {"field": "cluster.groups.1.speed_factor", "values": [2, 4]})],
    "no sweep": [("study.vary", None)],
    "another kind of arrivals": [("study.vary", None), ("workload.arrivals", {"process": "batch"})],
    "a group more": [("cluster.groups", [*GROUPS, THIRD])],
    "a group less": [("cluster.groups", GROUPS[:1])],
    "a group in another place": [("cluster.groups", [THIRD, *GROUPS]), ("cluster.groups.2.count", 7)],
    "the seed": [("study.seed", 7)],
}


def test_a_changed_example_does_not_keep_the_name_and_notes_of_the_unchanged_one() -> None:
    assert called(EXAMPLE) == EXAMPLE.title
    assert own_notes(EXAMPLE) == EXAMPLE.notes != ""
    one = changed(SPEED)
    assert called(one) == f"{EXAMPLE.title}, changed: speed factor of “slow” 4 → 1.3"
    assert own_notes(one) == ""
    assert own_notes(changed(SPEED, ("title", "Mine"))) == ""
    mine = changed(SPEED, ("title", "Mine"), ("notes", "My own."))
    assert (called(mine), own_notes(mine), origin_of(mine)) == ("Mine", "My own.", None)
    three = changed(SPEED, ("cluster.groups.1.count", 20), ("study.seed", 9))
    assert called(three).endswith("machines of “slow” 25 → 20, speed factor of “slow” 4 → 1.3, and 1 more")


@pytest.mark.parametrize("puts", CASES.values(), ids=CASES)
def test_each_change_is_said_and_taken_back_one_by_one(puts: list[tuple[str, Any]]) -> None:
    scenario = changed(*puts)
    left = [one.key for one in changes(EXAMPLE, scenario)]
    assert left
    assert len(set(left)) == len(left)
    assert all(one.words for one in changes(EXAMPLE, scenario))
    for _ in range(len(left)):  # fewer, where one cannot go without another
        if not (known := changes(EXAMPLE, scenario)):
            break
        key = known[-1].key
        tree = take_back(EXAMPLE, scenario, key)
        assert tree is not None
        scenario = read_scenario(tree)
        assert key not in [one.key for one in changes(EXAMPLE, scenario)]
    assert changes(EXAMPLE, scenario) == []
    assert scenario.content_hash() == EXAMPLE.content_hash()


def test_taking_one_change_back_leaves_the_others() -> None:
    scenario = changed(SPEED, ("cluster.groups.1.count", 20))
    tree = take_back(EXAMPLE, scenario, "cluster.groups.1.count")
    assert tree == changed(SPEED).model_dump(mode="json")
    assert take_back(EXAMPLE, scenario, "cluster.groups.9.count") is None


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_is_known_by_its_title_and_its_seed_can_be_taken_back(name: str) -> None:
    found = origin_of(EXAMPLES[name])
    assert found is not None
    assert (found.name, found.changes) == (name, ())
    other = changed(("study.seed", 4711), name=name)
    assert called(other) == f"{EXAMPLES[name].title}, changed: seed {EXAMPLES[name].study.seed} → 4711"
    assert take_back(EXAMPLES[name], other, "study.seed") == EXAMPLES[name].model_dump(mode="json")


def test_the_name_stands_there_before_anything_is_changed() -> None:
    (name,) = create_name(EXAMPLE)  # so that the first change brings no line
    assert name.children.children == EXAMPLE.title
    name, chips = create_name(changed(SPEED))
    assert name.children[0].children == EXAMPLE.title
    assert len(chips.children) == 1
