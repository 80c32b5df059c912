"""The form of how a site is run: entries are added, copied and removed; what is wrong stands at its field."""

from typing import Any

import pytest

from components.pages.studio.families.parallel_jobs.part_words import PARTS
from components.pages.studio.families.parallel_jobs.sketch.operation_form import LISTS, OPERATION, create_operation
from components.pages.studio.sketch.form import errors_by_field, merge
from components.pages.studio.sketch.reshape import press
from engine.inputs.rejection import ScenarioError
from engine.study.registry import EXAMPLES, read_scenario

EVERY_LIST = pytest.mark.parametrize("path", list(LISTS))


def start() -> dict[str, Any]:
    return EXAMPLES["schnor-system-1"].model_dump(mode="json") | {"policies": ["EASY", "FCFS"]}


@EVERY_LIST
def test_entries_are_added_copied_and_removed(path: str) -> None:
    part, entries, words, _ = LISTS[path]
    tree = press(start(), f"add-{entries}")
    read_scenario(tree)
    tree = press(tree, f"copy-{entries}", 0)
    assert len({entry["name"] for entry in tree[path]}) == 2
    read_scenario(tree)
    shown = str(create_operation(tree))
    assert f"{path}.1.name" in shown
    assert f"{words.capitalize()} 2" in shown
    assert PARTS[part].changed(tree, "") == [path]
    assert PARTS[part].words(tree, "") != PARTS[part].words(start(), "")
    tree = press(press(tree, f"remove-{entries}", 0), f"remove-{entries}", 0)
    assert tree[path] == []
    assert PARTS[part].changed(tree, "") == []


@EVERY_LIST
def test_there_are_at_most_so_many(path: str) -> None:
    _, entries, _, most = LISTS[path]
    tree = start()
    for _ in range(most):
        tree = press(tree, f"add-{entries}")
    read_scenario(tree)
    assert f"add-{entries}" not in str(create_operation(tree))
    assert OPERATION[entries].path == path


def test_what_is_wrong_is_told_at_its_field() -> None:
    tree = merge(press(start(), "add-share-group"), {"share_groups.0.users": "1, nobody"})
    with pytest.raises(ScenarioError) as error:
        read_scenario(tree)
    shown, rest = errors_by_field(error.value.rejections, ["share_groups.0.users"], tree)
    assert "is no user" in shown["share_groups.0.users"]
    assert rest == []
