"""What was computed ahead becomes known to the broker, cell by cell; without one."""

from types import SimpleNamespace
from typing import Any

import pytest

from engine.study.ahead import result_ahead
from engine.study.cells import StudyPlan
from engine.study.registry import EXAMPLES
from workers.client import Client

STORED = {"schnor-system-1": None, "coscheduled-saturates": "its result has the tested points only"}


@pytest.mark.parametrize("name", STORED)
def test_every_cell_of_a_stored_result_is_one_of_its_study(name: str) -> None:
    """One of another name would never be found; of a search the thread that stores them all ended here."""
    scenario, result = EXAMPLES[name], result_ahead(EXAMPLES[name])
    kept: list[tuple[str, bytes]] = []
    assert result is not None
    store: Any = SimpleNamespace(_store=SimpleNamespace(remember=kept.extend))
    Client.remember(store, result)
    plan = StudyPlan(scenario)
    first = {plan.key(cell) for cell in plan.cells()}
    keys = {key for key, _ in kept}
    assert len(keys) == len(kept) == result.done.sum()
    assert first <= keys
