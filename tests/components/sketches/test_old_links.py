"""Links that people have kept: the file beside this one is never changed, only added to."""

from pathlib import Path
from typing import Any

import orjson
import pytest

from components.sketches.link import from_link
from components.words.inputs.fields import value_at
from engine.inputs.migration import migrated
from engine.inputs.paths import leaves

KEPT = orjson.loads((Path(__file__).parent / "links_of_version_1.json").read_bytes())


@pytest.mark.parametrize("name", KEPT)
def test_a_link_of_version_1_opens_and_means_what_it_meant(name: str) -> None:
    found = from_link(KEPT[name]["link"]).model_dump(mode="json")
    for path, value in leaves(KEPT[name]["scenario"]):
        assert path == "version" or value_at(found, path) == value


def test_older_versions_are_brought_up_step_by_step() -> None:
    def renamed(tree: dict[str, Any]) -> dict[str, Any]:
        return {**{name: value for name, value in tree.items() if name != "old"}, "new": tree["old"]}

    def doubled(tree: dict[str, Any]) -> dict[str, Any]:
        return {**tree, "new": 2 * tree["new"]}

    steps = {1: renamed, 2: doubled}
    assert migrated({"version": 1, "old": 5}, steps) == {"version": 3, "new": 10}
    assert migrated({"version": 2, "new": 5}, steps) == {"version": 3, "new": 10}
    for same in (
        {"version": 3, "new": 5},
        {"new": 5},
        {"version": "1"},
        {"version": True, "old": 1},
        {"version": None},
    ):
        assert migrated(same, steps) == same
