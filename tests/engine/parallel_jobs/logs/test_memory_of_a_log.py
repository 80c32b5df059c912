"""What a cell of a large log takes in memory, and what it is told to."""

import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from engine.logs import keeping
from engine.logs.table import Table
from engine.parallel_jobs.costs.estimate import FIXED_BYTES, cost
from engine.parallel_jobs.inputs.sources import of_log
from engine.parallel_jobs.measures import simulate
from tests.engine.parallel_jobs.logs.generated import scenario_of, some_log

JOBS = 60_000


@pytest.fixture
def large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    draws = np.random.default_rng(1)
    run = 10 + draws.integers(0, 60, JOBS)
    table = {
        "submit": np.sort(draws.integers(0, 20_000_000, JOBS)),
        "run": run,
        "allocated": 1 + draws.integers(0, 8, JOBS),
    }
    found = Table.of(table | {"estimate": 2 * run, "user": draws.integers(1, 300, JOBS)})
    keeping.keep(found)
    return found


@pytest.mark.parametrize("policy", ["EASY", "SAF"])
def test_a_large_log_takes_no_more_memory_than_it_is_told_to(large: Table, policy: str) -> None:
    """Its table is read and cleaned in the cell, which took a third more than jobs that are drawn."""
    simulate(scenario_of(some_log(), 1, (policy,)), policy, 0)
    scenario = scenario_of(large, 1, (policy,), carried="")
    of_log._cleaned.cache_clear()
    tracemalloc.start()
    try:
        simulate(scenario, policy, 0)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    told = cost(scenario, policy).bytes - FIXED_BYTES
    assert 0.5 * told < peak < 1.1 * told
