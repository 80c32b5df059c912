"""One replay of a log, measured in blocks: what the page shows is the log's own value."""

import numpy as np
import pytest

from engine.inputs.rejection import ScenarioError
from engine.metrics.occupancy import occupancy_of
from engine.parallel_jobs.inputs.sources.of_log import measured_blocks
from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.parallel_jobs.replication import replicate
from engine.study.cells import StudyPlan
from engine.study.preview import preview_of
from engine.study.run import run_study
from tests.engine.parallel_jobs.logs.generated import MACHINES, WEEK, scenario_of, some_log

TABLE = some_log()


def test_the_mean_of_the_blocks_is_the_mean_over_the_measured_jobs() -> None:
    scenario = scenario_of(TABLE)
    result = run_study(scenario)
    records = replicate(scenario, "EASY", 0, draw_jobs(scenario, 0)).records
    first = WEEK  # after the week of lead-in, which began before the log
    until = int(records.arrival[-1] // WEEK) * WEEK
    measured = (records.arrival >= first) & (records.arrival < until)
    wait = (records.start - records.arrival)[measured]
    assert 0 < measured.sum() < len(measured)
    assert result.estimate(0, "EASY", "wait_time").mean == pytest.approx(wait.mean())
    assert result.estimate(0, "EASY", "largest_wait").mean == pytest.approx(wait.max())
    assert result.estimate(0, "EASY", "wait_time_p95").mean == pytest.approx(np.percentile(wait, 95))
    assert result.estimate(0, "EASY", "wait_time").low > 0
    busy = np.minimum(records.end, until) - np.maximum(records.start, first)
    used = (np.clip(busy, 0, None) * records.size).sum() / (MACHINES * (until - first))
    assert result.estimate(0, "EASY", "utilization").mean == pytest.approx(used)


def test_a_mean_is_the_same_in_any_number_of_blocks_and_its_interval_is_not() -> None:
    some, more = (run_study(scenario_of(TABLE, blocks)).estimate(0, "FCFS", "bounded_slowdown") for blocks in (3, 5))
    assert some.mean == pytest.approx(more.mean)
    assert some.high != pytest.approx(more.high)


def test_cells_of_other_blocks_are_other_cells() -> None:
    """The second of three blocks is not the second of five, though all else is equal."""
    keys = [
        StudyPlan(scenario_of(TABLE, blocks)).key(StudyPlan(scenario_of(TABLE, blocks)).cell(2)) for blocks in (3, 5)
    ]
    assert keys[0] != keys[1]


def test_a_preview_keeps_the_blocks() -> None:
    assert preview_of(scenario_of(TABLE, 5)).study.replications == 5


def test_blocks_are_whole_weeks_and_go_faster_at_a_higher_load() -> None:
    plain, faster = (
        measured_blocks(scenario_of(TABLE, load_factor=load).workload.logged, MACHINES, 4) for load in (1.0, 2.0)
    )
    assert all((one.until - one.since) % WEEK == 0 for one in plain)
    assert [one.jobs for one in plain] == [one.jobs for one in faster]
    assert [one.since for one in faster] == [one.since / 2 for one in plain]
    assert plain[0].since == WEEK


def test_a_short_log_counts_whole_and_has_no_interval() -> None:
    short = some_log(jobs=20, weeks=2)
    found = run_study(scenario_of(short, 1)).estimate(0, "EASY", "wait_time")
    assert found.replications == 1
    assert np.isnan(found.low)
    with pytest.raises(ValueError, match="which are no 4 blocks"):
        run_study(scenario_of(short, 4))


def test_busy_processors_idle_ones_that_are_wanted_and_the_rest_are_all() -> None:
    """Law of `workloads.md`, section 3; and the integral of the queue is the sum of the waits."""
    scenario = scenario_of(TABLE)
    records = replicate(scenario, "FCFS", 0, draw_jobs(scenario, 0)).records
    found = occupancy_of(records, MACHINES)
    end = float(records.end.max())
    idle = MACHINES - found.used
    assert (found.used >= 0).all()
    assert (idle >= 0).all()
    unasked = np.maximum(0, idle - found.wanted)
    spans = np.diff(np.append(found.time, end))
    rest = float((spans * unasked).sum() / (MACHINES * (end - found.time[0])))
    since = float(found.time[0])
    assert found.busy(since, end) + found.lost(since, end) + rest == pytest.approx(1.0)
    waits = float((records.start - records.arrival).sum())
    running = float((records.end - records.start).sum())
    assert found.present(0.0, end) * end == pytest.approx(waits + running)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"study": {"replications": 9}}, "at most 8 blocks"),
        ({"measurement": {"warm_up": {"method": "fixed", "jobs": 3}}}, "the first week of a log is its warm-up"),
        ({"workload.jobs": 5}, "the number of jobs follows from the log"),
    ],
)
def test_what_a_log_cannot_have_is_refused_in_words(changes: dict, sentence: str) -> None:
    tree = scenario_of(TABLE).model_dump(mode="json")
    for name, part in changes.items():
        if name == "workload.jobs":
            tree["workload"]["jobs"] = part
        else:
            tree[name] |= part
    with pytest.raises(ScenarioError, match=sentence):
        type(scenario_of(TABLE)).read(tree)


def test_a_table_that_is_another_log_is_refused() -> None:
    tree = scenario_of(TABLE).model_dump(mode="json")
    tree["workload"]["arrivals"]["digest"] = "0" * 64
    with pytest.raises(ScenarioError, match="this is the log"):
        type(scenario_of(TABLE)).read(tree)
