"""What reveals the predictions of the lessons is stored, and what the first page invites to: nobody waits for it."""

import random
import secrets
from pathlib import Path

import pytest

from components.lessons.listing import revealing
from components.questions.parallel_jobs import previews_of_opening
from engine.inputs.scenario import Scenario
from engine.study import ahead
from engine.study.ahead import result_ahead, store_contents, stored_contents
from engine.study.cells import StudyPlan
from engine.study.registry import EXAMPLES, read_scenario
from tests.engine.study.test_ahead import NAME

STORED = [*revealing(), *previews_of_opening()]


@pytest.mark.parametrize("scenario", STORED, ids=lambda scenario: scenario.title)
def test_a_cell_drawn_anew_in_each_run_is_stored_to_the_last_bit(scenario: Scenario) -> None:
    stored = result_ahead(scenario)
    assert stored is not None, "there is no stored result of this engine: app.py dev lessons --store has to be run"
    assert stored.complete
    plan, seed = StudyPlan(scenario), secrets.randbits(32)
    index = random.Random(seed).randrange(len(plan))
    found = plan.combine({index: plan.compute(plan.cell(index))})
    assert stored.table[found.done].tobytes() == found.table[found.done].tobytes(), f"cell {index}"


def test_nothing_else_is_stored() -> None:
    assert stored_contents() == {one.content_hash() for one in STORED} - {
        one.content_hash() for one in EXAMPLES.values()
    }


def test_what_no_lesson_asks_for_is_no_longer_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "FOLDER", tmp_path)
    tree = EXAMPLES[NAME].model_dump(mode="json")
    tree["study"]["replications"] = 2
    tree["workload"]["jobs"] = 20
    scenarios = [read_scenario(tree | {"study": tree["study"] | {"seed": seed}}) for seed in (1, 2)]
    try:
        assert len(list(store_contents(scenarios, 1))) == 2
        assert result_ahead(scenarios[0]) is not None
        list(store_contents(scenarios[1:], 1))
        assert result_ahead(scenarios[0]) is None
        assert result_ahead(scenarios[1]) is not None
    finally:
        stored_contents.cache_clear()
        ahead._of_content.cache_clear()
