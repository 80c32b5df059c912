"""What is drawn of owners who come and go is what the engine gives the first workers."""

from typing import Any

import numpy as np
import orjson
import pytest

from components.pages.studio.families.master_worker.owners_strip import DRAWN, OWNERS, PERIODS, create_owners_strip
from components.pages.studio.sketch.folded import paths_in
from components.pages.studio.sketch.reshape import choose
from components.pages.studio.sketch.sketch import create_sketch
from components.words.inputs.fields import value_at
from engine.master_worker.inputs.availability import crew_of
from engine.master_worker.inputs.scenario import MasterWorkerScenario
from engine.master_worker.system import PER_SECOND
from engine.study.registry import EXAMPLES


def tree_of(kind: str) -> dict[str, Any]:
    tree: dict[str, Any] = EXAMPLES["opportunistic-pool"].model_dump(mode="json")
    return choose(tree, f"{OWNERS}.up.kind", kind)


def told(tree: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = orjson.loads(getattr(create_owners_strip(tree), "data-owners"))
    return found


@pytest.mark.parametrize("kind", ["exponential", "constant", "uniform", "log-normal"])
def test_the_first_workers_are_those_of_the_first_replication(kind: str) -> None:
    tree = tree_of(kind)
    scenario = MasterWorkerScenario.read(tree)
    crew = crew_of(scenario.workers, DRAWN, scenario.study.seed, 0, PERIODS)
    strip = told(tree)
    means = {name: one["value"] for name, one in strip["means"].items()}
    up = np.array(strip["sample"]["up"]) * means["up"]
    assert up == pytest.approx(crew.up / PER_SECOND, rel=1e-3, abs=0.01)
    goes = np.array(strip["sample"]["goes"]) < strip["share"]["value"] / 100
    assert np.mean(goes == crew.is_away) > 0.99  # four digits of a random number
    down = np.where(
        crew.is_away,
        np.array(strip["sample"]["away"]) * means["away"],
        np.array(strip["sample"]["suspended"]) * means["suspended"],
    )
    assert down == pytest.approx(crew.down / PER_SECOND, rel=1e-3, abs=0.01)


def test_edges_are_fields_and_dedicated_workers_have_none() -> None:
    tree = tree_of("exponential")
    strip, fields = told(tree), paths_in(create_sketch(tree))
    for handle in (*strip["means"].values(), strip["share"]):
        assert handle["path"] in fields
        assert handle["value"] == value_at(tree, handle["path"])
    dedicated = choose(tree, f"{OWNERS}.presence", "always")
    assert not any(path.startswith(f"{OWNERS}.up") for path in paths_in(create_sketch(dedicated)))
