"""What of a cluster can be drawn by hand: every edge is a field of the form, with the bounds of the model."""

from typing import Any

import orjson
import pytest

from components.pages.studio.face import face_of
from components.pages.studio.ids import Id
from components.pages.studio.sketch.folded import paths_in
from components.pages.studio.sketch.reshape import changes_shape, choose, press
from components.pages.studio.sketch.sketch import create_sketch
from components.words.inputs.fields import describe, value_at
from engine.study.registry import EXAMPLES, read_scenario
from tests.components.trees import every


def tree_of(name: str) -> dict[str, Any]:
    tree: dict[str, Any] = EXAMPLES[name].model_dump(mode="json")
    return tree


def board_in(tree: dict[str, Any]) -> dict[str, Any]:
    for section in create_sketch(tree):
        try:
            place = section[Id.CLUSTER_PICTURE]
        except KeyError:
            continue
        found: dict[str, Any] = orjson.loads(getattr(place, "data-board"))
        return found
    raise AssertionError("no board")


def handles(board: dict[str, Any]) -> list[dict[str, Any]]:
    edges = [block[name] for block in board["blocks"] for name in ("width", "height", "fill")]
    return [one for one in [*edges, board["mark"]] if one]


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_edge_is_a_field_with_the_bounds_of_the_model(name: str) -> None:
    tree = tree_of(name)
    board, fields = board_in(tree), paths_in(create_sketch(tree))
    assert board["blocks"]
    for handle in handles(board):
        words = describe(tree, handle["path"])
        assert handle["path"] in fields
        assert (handle["low"], handle["high"], handle["value"]) == (
            words.low,
            words.high,
            value_at(tree, handle["path"]),
        )
    for path, value in board["values"].items():
        assert value_at(tree, path) == value


def test_a_copy_has_all_but_the_name_and_comes_last() -> None:
    tree = tree_of("schnor-system-1")
    copied = press(press(tree, "copy-group", 0), "copy-group", 2)["cluster"]["groups"]
    assert [group["name"] for group in copied] == ["fast", "slow", "fast 2", "fast 3"]
    assert [group["count"] for group in copied] == [5, 25, 5, 5]
    long = tree_of("schnor-system-1")
    long["cluster"]["groups"][0]["name"] = "n" * 40
    read_scenario(press(long, "copy-group", 0))


def test_where_nothing_comes_or_goes_there_are_no_buttons() -> None:
    tree = tree_of("zhang-wl2")
    assert board_in(tree)["entries"] == ""
    assert press(tree, "copy-group", 0) == tree
    assert face_of(tree).form.entries.keys() == {"type", "size"}


def test_the_shares_of_a_job_type_are_a_bar_whose_borders_can_be_dragged() -> None:
    tree = tree_of("zhang-wl2")
    bars = [
        orjson.loads(getattr(one, "data-mix"))["parts"]
        for section in create_sketch(tree)
        for one in every(section)
        if hasattr(one, "data-mix")
    ]
    assert len(bars) == len(tree["workload"]["job_types"])
    fields = paths_in(create_sketch(tree))
    for parts in bars:
        assert sum(part["value"] for part in parts) == 100
        assert all(part["path"] in fields for part in parts)
        assert [part["title"] for part in parts] == ["Computation", "I/O", "Communication"]


def shares(tree: dict[str, Any]) -> list[dict[str, Any] | None]:
    return [block["share"] for block in board_in(tree)["blocks"]]


def test_users_of_a_group_are_a_share_of_the_time_that_is_drawn_on_its_block() -> None:
    tree = tree_of("schnor-system-1")
    _fast, slow = shares(tree)
    assert slow
    assert not slow["fields"]
    coming = slow["coming"]
    drawn = coming["value"] | slow["values"] | {slow["free"]: 67_200.0}
    assert changes_shape(tree, coming["path"], drawn)
    with_users = choose(tree, coming["path"], drawn)
    read_scenario(with_users)
    assert with_users["machine_events"] == [
        {"event": "sessions", "group": "slow", "mean_away": 67_200.0, "mean_session": 28_800.0}
    ]
    fast, slow = shares(with_users)
    assert fast
    assert slow
    assert not fast["fields"]
    assert slow["fields"]
    fields = paths_in(create_sketch(with_users))
    for path in (*slow["busy"], slow["free"]):
        assert path in fields
        assert slow["values"][path] == value_at(with_users, path)
    assert press(with_users, slow["going"]["action"], slow["going"]["number"]) == tree


def test_owners_of_workers_are_a_share_of_the_time_and_all_have_it() -> None:
    tree = tree_of("unequal-speeds")
    before = shares(tree)
    assert len(before) > 1
    assert before[0]
    assert before == [before[0]] * len(before)
    assert not before[0]["fields"]
    path, value = before[0]["coming"]["path"], before[0]["coming"]["value"]
    chosen = choose(tree, path, value, {before[0]["free"]: 77.5, "workers.number": 5, "study.seed": 5})
    read_scenario(chosen)
    assert chosen["workers"]["availability"]["up"]["mean"] == 77.5
    assert chosen["workers"]["number"] == tree["workers"]["number"]
    assert chosen["study"] == tree["study"]
    (share, *_others) = shares(chosen)
    assert share
    assert share["fields"]
    assert set(share["busy"]) | {share["free"]} <= set(paths_in(create_sketch(chosen)))
    assert choose(chosen, share["going"]["path"], share["going"]["value"]) == tree


def test_a_log_is_replayed_on_machines_that_stay() -> None:
    assert shares(tree_of("log-in-blocks")) == [None]
