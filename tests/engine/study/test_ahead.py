"""What is stored of the examples is what this engine computes, to the last bit: other numbers need a new version."""

import os
import random
import secrets
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import app
from engine.results.result import Result
from engine.study import ahead
from engine.study.ahead import compute_ahead, first_difference, result_ahead
from engine.study.cells import StudyPlan
from engine.study.registry import EXAMPLES

SEED = "CELLS_SEED"
"""Environment variable that draws the same cells again."""

CELLS, SECONDS = 2, 0.3
"""Cells of an example that are recomputed, while they are estimated to take no longer; always one."""

NAME = "kumar-table-4-2"


def computed(name: str, indices: list[int]) -> Result:
    """The result of an example as far as these cells go."""
    plan = StudyPlan(EXAMPLES[name])
    return plan.combine({index: plan.compute(plan.cell(index)) for index in indices})


@pytest.mark.parametrize("name", EXAMPLES)
def test_cells_drawn_anew_in_each_run_are_stored_to_the_last_bit(name: str) -> None:
    """52 of 67 stored results were never recomputed, and the others with a tolerance."""
    stored = result_ahead(EXAMPLES[name])
    assert stored is not None, "there is no stored result of this engine: app.py dev ahead has to be run"
    assert stored.complete
    seed = int(os.environ.get(SEED) or secrets.randbits(32))
    plan = StudyPlan(EXAMPLES[name])
    budget = plan.budget()
    number = max(1, min(CELLS, int(SECONDS * budget.cells / budget.seconds)))
    drawn = random.Random(f"{seed} {name}").sample(plan.indices(plan.first_round()), min(number, len(plan)))
    difference = first_difference(name, computed(name, drawn))
    assert difference is None, f"{difference}; the same cells again: {SEED}={seed}"


@pytest.fixture
def stored(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> Iterator[Mapping[str, Result]]:
    """A folder of stored results in which there is one example with two replications, as this engine computes it."""
    small = EXAMPLES[NAME].model_copy(update={"study": EXAMPLES[NAME].study.model_copy(update={"replications": 2})})
    small = type(small).read({**small.model_dump(mode="json"), "workload": {**_workload(small), "jobs": 50}})
    monkeypatch.setattr(ahead, "FOLDER", tmp_path)
    monkeypatch.setattr(ahead, "EXAMPLES", {**EXAMPLES, NAME: small})
    list(compute_ahead(1, [NAME]))
    found = ahead._result(NAME)
    assert found is not None
    yield {NAME: found}
    ahead._result.cache_clear()
    ahead.names_by_content.cache_clear()


def test_the_index_names_every_example_by_what_it_computes_now() -> None:
    """An example that was changed, or is new, is not in an older index: its stored result would not be found."""
    assert (ahead.FOLDER / ahead.INDEX).read_text() == ahead.index_of_examples(), "app.py dev ahead has to be run"


def _workload(scenario: Any) -> dict[str, Any]:
    found: dict[str, Any] = scenario.workload.model_dump(mode="json")
    return found


def test_check_says_that_a_stored_result_is_what_is_computed(stored: Mapping[str, Result]) -> None:
    done = CliRunner().invoke(app.main, ["dev", "ahead", "--check", "--processes", "1", NAME])
    assert done.exit_code == 0, done.output
    assert done.output == f"{NAME}: the same to the last bit\n"


def test_check_names_the_first_metric_and_cell_whose_last_bit_differs(stored: Mapping[str, Result]) -> None:
    result, metric = stored[NAME], stored[NAME].names.index("jain_index")
    was = result.table[0, 1, 1, metric]
    result.table[0, 1, 1, metric] = np.nextafter(was, 2)
    done = CliRunner().invoke(app.main, ["dev", "ahead", "--check", "--processes", "1", NAME])
    assert done.exit_code == 1
    policy = result.scenario.policies[1]
    assert f"{policy}, replication 1 is stored as {float(np.nextafter(was, 2))!r}" in done.output
    assert "1 of 1 stored results are not what this engine computes" in done.output


def test_check_says_that_nothing_is_stored(stored: Mapping[str, Result]) -> None:
    (ahead.FOLDER / f"{NAME}.json").unlink()
    ahead._result.cache_clear()
    done = CliRunner().invoke(app.main, ["dev", "ahead", "--check", "--processes", "1", NAME])
    assert done.exit_code == 1
    assert "the result is stored as none of this engine" in done.output
