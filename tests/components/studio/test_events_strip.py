"""Outages and owners drawn by hand: what is drawn becomes an entry of the form, and nothing else does."""

from typing import Any

import orjson
import pytest

from components.pages.studio.sketch.folded import fold, paths_in
from components.pages.studio.sketch.reshape import changes_shape, choose
from components.pages.studio.sketch.sketch import create_sketch
from components.words.inputs.fields import value_at
from engine.study.registry import EXAMPLES, read_scenario
from tests.components.trees import every

NEW = "machine_events.new"
NIGHT = {"event": "shutdown", "group": "slow", "at": 3600, "duration": 7200, "count": 3}
OFFICE = {"event": "owners", "group": "fast", "comes_at": 8.25, "leaves_at": 16}


def tree_of(name: str) -> dict[str, Any]:
    tree: dict[str, Any] = EXAMPLES[name].model_dump(mode="json")
    return tree


def strip_in(parts: list[Any]) -> dict[str, Any]:
    (place,) = (one for part in parts for one in every(part) if hasattr(one, "data-events"))
    found: dict[str, Any] = orjson.loads(getattr(place, "data-events"))
    return found


@pytest.mark.parametrize("name", ["evacuation", "interactive-day"])
def test_what_a_bar_changes_is_a_field_that_is_there_while_its_part_is_closed(name: str) -> None:
    """A field that is put away hears nothing, and what was drawn would be lost."""
    tree = tree_of(name)
    parts = fold(create_sketch(tree))
    (event,) = strip_in(parts)["events"]
    assert event["values"] == value_at(tree, event["path"])
    assert {f"{event['path']}.{field}" for field in event["values"]} <= set(paths_in(parts))


@pytest.mark.parametrize("drawn", [NIGHT, OFFICE])
def test_what_is_drawn_is_one_more_event_as_it_was_drawn(drawn: dict[str, Any]) -> None:
    tree = tree_of("evacuation")
    assert changes_shape(tree, NEW, drawn)
    found = choose(tree, NEW, drawn)
    first, second = found["machine_events"]
    assert [first] == tree["machine_events"]
    assert drawn.items() <= second.items()
    read_scenario(found)


@pytest.mark.parametrize("drawn", [{}, {"event": "flood"}, {"event": ["shutdown"]}])
def test_what_is_no_event_adds_nothing(drawn: dict[str, Any]) -> None:
    tree = tree_of("evacuation")
    assert choose(tree, NEW, drawn) == tree


def test_what_is_drawn_besides_has_no_place() -> None:
    found = choose(tree_of("evacuation"), NEW, NIGHT | {"notice": {"much": "of it"}, "color": "red"})
    assert found["machine_events"][1].keys() == found["machine_events"][0].keys()
    read_scenario(found)


@pytest.mark.parametrize("path", ["cluster.groups.new", "machine_events.0", "nowhere.new"])
def test_nothing_else_is_drawn_that_way(path: str) -> None:
    tree = tree_of("evacuation")
    if changes_shape(tree, path, NIGHT):
        assert choose(tree, path, NIGHT) == tree
