"""A log whose arrivals move by seconds."""

import numpy as np
import pytest

from components.words.shaken import shaken_lines
from components.words.verdicts.verdict import verdict
from engine.parallel_jobs.inputs.sources.logged import SHAKES
from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.parallel_jobs.job_metrics.shaking import FARTHEST, moves, shaken
from engine.parallel_jobs.metric_names import OF_SHAKEN_LOGS, SHAKEN
from engine.parallel_jobs.replication import replicate
from engine.study.budget import costs_of
from engine.study.run import run_study
from tests.engine.parallel_jobs.logs.generated import WEEK, scenario_of, some_log

TABLE = some_log()
JOBS = draw_jobs(scenario_of(TABLE), 0)
SHAKEN_LOG = scenario_of(TABLE, shaken=True)


def test_shaking_by_0_is_the_log() -> None:
    same, order = shaken(JOBS, np.zeros(len(JOBS.gap)))
    assert all(np.array_equal(getattr(same, name), getattr(JOBS, name)) for name in JOBS._fields)
    assert (order == np.arange(len(order))).all()


def test_all_jobs_come_with_what_they_are_and_no_farther_away() -> None:
    by = moves(7, 2, len(JOBS.gap))
    assert abs(by).max() <= FARTHEST
    assert len(np.unique(by)) == 2 * FARTHEST + 1
    some, order = shaken(JOBS, by)
    assert sorted(order) == list(range(len(order)))
    assert np.array_equal(np.cumsum(some.gap), (np.cumsum(JOBS.gap) + by)[order])
    assert np.array_equal(some.demand, JOBS.demand[order])
    assert np.array_equal(moves(7, 2, len(JOBS.gap)), by)
    assert not np.array_equal(moves(7, 3, len(JOBS.gap)), by)


def test_mean_and_spread_are_those_of_ten_replays_and_the_log_stays_what_it_is() -> None:
    plain, found = run_study(scenario_of(TABLE)), run_study(SHAKEN_LOG)
    for name in plain.names:
        assert np.array_equal(plain.samples(0, "EASY", name), found.samples(0, "EASY", name), equal_nan=True)
    waits = []
    for shake in range(SHAKES):
        jobs, _ = shaken(JOBS, moves(SHAKEN_LOG.study.seed, shake, len(JOBS.gap)))
        records = replicate(SHAKEN_LOG, "EASY", 0, jobs).records
        until = int(np.cumsum(JOBS.gap)[-1] // WEEK) * WEEK
        measured = (records.arrival >= WEEK) & (records.arrival < until)
        waits.append((records.start - records.arrival)[measured].mean())
    assert found.estimate(0, "EASY", "shaken[wait_time]").mean == pytest.approx(np.mean(waits))
    assert found.estimate(0, "EASY", "shaking[wait_time]").mean == pytest.approx(np.std(waits, ddof=1))
    assert np.std(waits) > 0


def test_a_shaken_log_costs_eleven_replays() -> None:
    (plain,), (dear,) = (costs_of(scenario) for scenario in (scenario_of(TABLE), SHAKEN_LOG))
    assert [one.seconds / other.seconds for one, other in zip(dear, plain, strict=True)] == pytest.approx([11, 11])


def test_the_verdict_tells_mean_and_spread_and_what_is_no_farther_apart() -> None:
    found = run_study(SHAKEN_LOG)
    lines = verdict(found, "wait_time").more
    assert any(line.startswith("Mean wait time over ten shaken logs") and "the log itself" in line for line in lines)
    assert not any("exceeds the difference" in line for line in lines)
    far = found.names.index("shaking[wait_time]")
    found.table[..., far] = 1e9  # as if coincidences were worth more than the policies
    assert any(
        "between EASY and FCFS: the spread by shaking exceeds" in line for line in shaken_lines(found, "wait_time")
    )
    assert shaken_lines(run_study(scenario_of(TABLE)), "wait_time") == []
    assert shaken_lines(found, "utilization") == []


def test_there_is_a_mean_and_a_spread_of_each() -> None:
    assert len(OF_SHAKEN_LOGS) == 2 * len(SHAKEN)
    assert set(OF_SHAKEN_LOGS) <= set(run_study(SHAKEN_LOG).names)
    assert not set(OF_SHAKEN_LOGS) & set(run_study(scenario_of(TABLE)).names)
