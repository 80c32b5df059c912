"""What a log says of its own schedule stands beside the policies, by the same definitions."""

from typing import Any

import numpy as np
import pytest

from engine.logs import keeping
from engine.logs.encoding import encode
from engine.logs.recorded import MEANS
from engine.logs.table import Table
from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.parallel_jobs.metric_names import AS_RECORDED
from engine.parallel_jobs.replication import replicate
from engine.results.result import Result
from engine.study.run import run_study
from tests.engine.parallel_jobs.logs.generated import scenario_of, some_log


def log_under_fcfs(**changes: Any) -> Any:
    """The scenario of a log that FCFS wrote: its waits are those of the simulation, in whole seconds."""
    table = some_log(300)
    plain = scenario_of(table)
    records = replicate(plain, "FCFS", 0, draw_jobs(plain, 0)).records
    wait = np.rint(records.start - records.arrival).astype(int)
    assert (wait > 0).mean() > 0.1
    columns = ("submit", "run", "allocated", "estimate", "user")
    known = Table.of({name: table[name] for name in columns} | {"wait": wait})
    keeping.put(known.name, encode(known))
    return scenario_of(known, **{"carried": ""} | changes)


@pytest.fixture(scope="module")
def result() -> Result:
    return run_study(log_under_fcfs())


@pytest.mark.parametrize("name", MEANS)
def test_what_fcfs_recorded_is_what_fcfs_does(result: Result, name: str) -> None:
    """The mean over blocks is the log's own value; another window, or another definition, would be another number."""
    mine = result.estimate(0, "FCFS", name).mean
    assert result.estimate(0, "FCFS", f"recorded[{name}]").mean == pytest.approx(mine, rel=1e-9)
    assert name in ("utilization", "largest_wait") or result.estimate(0, "EASY", name).mean != pytest.approx(
        mine, rel=1e-3
    )


@pytest.mark.parametrize("name", AS_RECORDED)
def test_it_is_the_same_beside_every_policy_at_any_load(result: Result, name: str) -> None:
    faster = run_study(log_under_fcfs(load_factor=1.25))
    told = [one.estimate(0, policy, name) for one in (result, faster) for policy in ("EASY", "FCFS")]
    assert len({one.mean for one in told}) == 1
    assert {one.high - one.low for one in told} == {0.0}


def test_a_log_without_waits_tells_nothing() -> None:
    assert not set(AS_RECORDED) & set(run_study(scenario_of(some_log(300))).names)
