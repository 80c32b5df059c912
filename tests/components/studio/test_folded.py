"""Closed parts of the form come when they are opened: nothing is lost, and what is wrong there is still said there."""

from typing import Any

import orjson
import pytest

from components.pages.studio.ids import Id
from components.pages.studio.sketch.folded import fold, paths_in
from components.pages.studio.sketch.on_sketch import read_sketch
from components.pages.studio.sketch.sketch import create_sketch
from engine.study.registry import EXAMPLES
from tests.components.studio.forms import fields_of
from tests.components.trees import every, fields_in


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_is_closed_is_put_away_and_nothing_is_lost(name: str) -> None:
    tree = EXAMPLES[name].model_dump(mode="json")
    whole = create_sketch(tree)
    parts = fold(create_sketch(tree))
    seen, put_away = fields_of(parts), fields_of(list(folded_of(parts).values()))
    assert put_away, "nothing is folded"
    assert not seen.keys() & put_away.keys()
    assert seen | put_away == fields_of(whole)
    assert sorted(paths_in(whole)) == sorted(fields_in(whole))
    closed = [one for one in every(parts) if getattr(one, "data-part", None)]
    assert [one.children[1].id["part"] for one in closed] == [getattr(one, "data-part") for one in closed]
    assert all(one.children[1].children is None and one.children[0].children for one in closed)


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_is_drawn_has_its_fields_though_they_are_put_away(name: str) -> None:
    """A hand that drags an edge writes into the field of it: one that has not come would lose what was drawn."""
    tree = EXAMPLES[name].model_dump(mode="json")
    parts = fold(create_sketch(tree))
    exact = {getattr(one, "data-exact"): one for one in every(parts) if getattr(one, "data-exact", None)}
    drawn = [one for one in every(parts) if getattr(one, "className", "") in ("board", "board mix")]
    seen = fields_of(parts)
    edges = [edge for one in drawn for edge in edges_of(one)]
    assert edges
    assert set(edges) <= set(seen)
    assert {edge.rpartition(".")[0] for edge in edges} <= {*exact, "workers.number"}
    may_be_empty = ("machine events", "own policies")
    assert all(fields_of(part) for name, part in exact.items() if name not in may_be_empty)
    assert not any(getattr(part, "open", False) for part in exact.values())


def edges_of(picture: Any) -> list[str]:
    """The paths of all fields that a picture writes into."""
    if mix := getattr(picture, "data-mix", None):
        return [part["path"] for part in orjson.loads(mix)["parts"]]
    board = orjson.loads(getattr(picture, "data-board"))
    edges = [block[name] for block in board["blocks"] for name in ("width", "height", "fill")]
    return [edge["path"] for edge in [*edges, board["mark"]] if edge]


def test_a_mistake_in_a_part_that_nobody_has_opened_belongs_to_its_field() -> None:
    """It was told without saying where, as if the form did not have it."""
    draft = EXAMPLES["schnor-system-1"].model_dump(mode="json")
    draft["workload"]["same_variate"] = False
    draft["measurement"]["warm_up"] = {"method": "fixed", "jobs": 5_000}
    seen = fields_of(fold(create_sketch(draft)))
    assert not any(path.startswith("measurement") for path in seen)
    seen["workload.jobs"] = 4_000
    ids = [{"type": "studio-field", "path": path} for path in seen]
    errors, _, *_ = read_sketch(1, list(seen.values()), ids, draft, draft)
    assert list(errors) == ["measurement.warm_up.jobs"]


def folded_of(parts: list[Any]) -> dict[str, Any]:
    """What is put away, by part."""
    (store,) = (one for one in parts if getattr(one, "id", None) == Id.FOLDED)
    found: dict[str, Any] = store.data
    return found
