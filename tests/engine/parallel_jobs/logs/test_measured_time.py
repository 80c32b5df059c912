"""A short log is measured from its first arrival to its last end, wherever in the week it begins."""

from typing import Any

import numpy as np
import pytest

from engine.logs.table import Table
from engine.metrics.occupancy import Stays, occupancy_of
from engine.parallel_jobs.analyses.for_whom import for_whom
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.replay.trace import trace
from engine.study.run import run_study
from tests.engine.parallel_jobs.logs.generated import MACHINES, WEEK, scenario_of, some_log

SUNDAY = 6 * 86_400 + 10 * 3600


def full_cluster(at: int = SUNDAY) -> Table:
    """Two jobs of an hour, one after the other, each of which fills the cluster; the second comes half an hour late."""
    return Table.of(
        {"submit": [at, at + 1800], "run": [3600] * 2, "allocated": [MACHINES] * 2, "estimate": [3600] * 2}
        | {"wait": [0, 1800]}
    )


def means(scenario: Any, policy: str) -> dict[str, float]:
    result = run_study(scenario)
    return {name: result.estimate(0, policy, name).mean for name in result.names}


def test_two_jobs_that_fill_a_cluster() -> None:
    found = means(scenario_of(full_cluster(), 1), "FCFS")
    assert found["makespan"] == 7200
    assert found["throughput"] == pytest.approx(2 / 7200)
    assert found["jobs_in_system"] == pytest.approx(1.25)
    assert found["utilization"] == found["recorded[utilization]"] == found["utilization[processor]"] == 1.0
    picture = trace(scenario_of(full_cluster(), 1), "FCFS", 0)
    assert np.mean(picture["timeline"]["utilization"]["processor"]) == pytest.approx(1.0)
    assert picture["timeline"]["time"][0] == pytest.approx(SUNDAY + 12)
    shown = for_whom(scenario_of(full_cluster(), 1))
    assert (shown["since"], shown["until"]) == (SUNDAY, SUNDAY + 7200)


@pytest.mark.parametrize(
    ("policy", "changes"),
    [
        ("EASY", {}),
        ("SED", {}),
        ("FCFS", {"load_factor": 2.0}),
        ("FCFS", {"user_feedback": "sessions"}),
        ("FF", {"shaken": True}),
    ],
)
def test_when_a_log_begins_changes_nothing(policy: str, changes: dict[str, Any]) -> None:
    """The same jobs on Monday 0:00 and some days later: what was measured from the Monday on was not."""
    table = some_log(60, 1)
    columns = {name: table[name] for name in ("run", "allocated", "estimate", "user")}
    columns["wait"] = np.zeros(len(table), int)
    at_once = table["submit"] - table["submit"][0] + 60  # no arrival is shaken to before the clock begins
    early, late = (
        means(scenario_of(Table.of({"submit": at_once + days * 86_400, **columns}), 1, (policy,), **changes), policy)
        for days in (0, 6)
    )
    assert early == pytest.approx(late, nan_ok=True)
    assert 0 < early["utilization"] <= 1


def test_time_shared_machines_are_as_busy_in_a_long_log_as_they_are() -> None:
    """The blocks all say what the replay as a whole says: none is held against the time of another."""
    found = means(scenario_of(some_log(), policies=("SED", "FCFS")), "SED")
    assert 0 < found["utilization"] <= 1
    assert found["utilization[processor]"] == pytest.approx(found["utilization"])


def test_the_last_end_is_counted_once() -> None:
    """Nothing is lost where time ends with it, and nothing is counted in two neighboring times."""
    end = np.array([10.0, 20.0, 30.0, 30.0])
    found = occupancy_of(Stays(np.zeros(4), end - 10, end, np.ones(4, int)), 4)
    assert found.ended(0, 30) * 30 == 4
    assert [found.ended(a, b) * 10 for a, b in ((0, 10), (10, 20), (20, 30))] == [0, 1, 3]
    assert found.ended(0, 4 * WEEK) * 4 * WEEK == pytest.approx(4)


def test_jobs_that_do_not_fit_are_dropped_jobs() -> None:
    """Of 4 x 100, 8 x 50 and 2 x 50 processor-seconds on 4 processors the second is dropped: a third of the jobs."""
    sizes = MACHINES * np.array([2, 4, 1]) // 2
    table = Table.of({"submit": [0, 1, 2], "run": [100, 50, 50], "allocated": sizes, "estimate": [100, 50, 50]})
    scenario = scenario_of(table, 1)
    found = means(scenario, "FCFS")
    assert found["dropped_jobs"] == pytest.approx(1 / 3)
    assert found["accepted_jobs"] == pytest.approx(2 / 3)
    kept = means(scenario_of(table, 1, cleaning={"too_large": "cut"}), "FCFS")
    assert (kept["dropped_jobs"], kept["accepted_jobs"]) == (0, 1)


@pytest.mark.parametrize("policy", ["FCFS", "Conservative", "EASY"])
@pytest.mark.parametrize("at", [[5], [5, 5], [0, 60]])
def test_nothing_is_measured_where_all_jobs_are_refused(policy: str, at: list[int]) -> None:
    count = len(at)
    table = Table.of({name: [100] * count for name in ("run", "estimate")} | {"submit": at, "allocated": [4] * count})
    tree = scenario_of(table, 1, (policy,)).model_dump(mode="json")
    tree["queues"] = [{"name": "short", "jobs": "true", "longest_estimate_s": 10}]
    found = means(ParallelJobsScenario.read(tree), policy)
    assert found["accepted_jobs"] == found["utilization"] == found["jobs_in_system"] == found["throughput"] == 0
