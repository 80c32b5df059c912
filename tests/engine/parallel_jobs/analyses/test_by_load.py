"""Load and performance: every job is in one cell, and what came before it is what came before it."""

from math import log

import numpy as np
import plotly.graph_objects as go
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.figures.parallel_jobs.logs.load_picture import draw_loads
from components.pages.studio.families.parallel_jobs.whom_panel import loads_table, loads_words
from engine.logs.week_clock import HOUR
from engine.parallel_jobs.analyses.for_whom import (
    BEFORE,
    HIGHEST,
    LEVEL,
    MOST,
    STEP,
    Served,
    by_load,
    for_whom,
    load_before,
)
from tests.engine.parallel_jobs.logs.generated import scenario_of, some_log

THRESHOLD = 10.0


def served(arrival: list[float], wait: list[float], run: list[float], size: list[int]) -> Served:
    nobody = np.zeros(len(arrival), dtype=np.int64)
    came, waited, ran = (np.array(one, dtype=np.float64) for one in (arrival, wait, run))
    return Served(came, waited, ran, ran, np.array(size, dtype=np.int64), nobody, nobody, nobody)


TIMES = st.integers(0, 100_000).map(float)
JOBS = st.lists(st.tuples(TIMES, TIMES, st.integers(1, 50_000).map(float), st.integers(1, 64)), min_size=1, max_size=60)


@given(JOBS, st.integers(1, 100))
def test_the_margins_are_the_histograms_and_all_together_are_all_jobs(jobs: list[tuple], machines: int) -> None:
    """A failure is a job in no cell or in two, or one that is counted at a load that it did not find."""
    found = served(*map(list, zip(*sorted(jobs), strict=True)))
    told = by_load(found, found, machines, THRESHOLD)
    assert told.jobs.sum() == len(jobs)
    slow = [
        sum(work for other, work in zip(found.arrival, found.work, strict=True) if at - BEFORE * HOUR <= other < at)
        for at in found.arrival
    ]
    load = np.array(slow) / (BEFORE * HOUR * machines)
    assert load_before(found, found.arrival, machines) == pytest.approx(load)
    bins = np.append(np.arange(MOST) * STEP - 1e-9, np.inf)
    assert told.jobs.sum(axis=0).tolist() == np.histogram(load, bins)[0][: len(told.load)].tolist()
    level = np.log(found.slowdown(THRESHOLD))
    edges = np.append(np.arange(HIGHEST) * LEVEL, np.inf)
    assert told.jobs.sum(axis=1).tolist() == np.histogram(level, edges)[0][: len(told.level)].tolist()
    each = told.jobs.sum(axis=0)
    assert np.nansum(each * told.mean) == pytest.approx(level.sum())


def test_by_hand() -> None:
    """10 machines: 21,600 s of work within 6 h are a tenth of what they can do; jobs of one instant do not count."""
    found = served([0, 3_600, 3_600, 21_600], [0, 0, 2_000, 0], [21_600, 1_000, 1_000, 50], [1, 1, 1, 1])
    assert load_before(found, found.arrival, 10).tolist() == pytest.approx([0, 0.1, 0.1, 23_600 / 216_000])
    told = by_load(found, found, 10, THRESHOLD)
    assert told.load.tolist() == pytest.approx([0, 0.1])
    assert told.jobs.tolist() == [[1, 2], [0, 0], [0, 1]]
    assert told.mean.tolist() == pytest.approx([0, log(3) / 3])


def test_the_page_has_every_job_of_every_policy_in_its_picture_and_table() -> None:
    scenario = scenario_of(some_log(400, 12), 4, ("EASY", "FCFS")).at({"workload.arrivals.load_factor": 8.0})
    whom = for_whom(scenario)
    whom["policies"] = {
        name: told | {"loads": {key: one.tolist() for key, one in told["loads"].items()}}
        for name, told in whom["policies"].items()
    }
    jobs = [int(told["overall"]["jobs"]) for told in whom["policies"].values()]
    same = [np.array(told["loads"]["jobs"]).sum(axis=0).tolist() for told in whom["policies"].values()]
    assert same[0] == same[1]
    rows = loads_table(whom).body
    assert sum(int(str(row[3]).replace(",", "")) for row in rows) == sum(jobs)
    figure = draw_loads(whom, "light")
    assert len([one for one in figure.data if isinstance(one, go.Heatmap)]) == 2
    assert {axis.matches for axis in figure.select_yaxes()} == {"y"}
    assert "EASY" in loads_words(whom)
    assert "geometric mean" in loads_words(whom)
