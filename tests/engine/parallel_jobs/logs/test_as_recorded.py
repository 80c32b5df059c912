"""What a log says of its own schedule stands beside the policies, by the same definitions."""

from typing import Any

import numpy as np
import pytest

from components.sketches.link import MAXIMUM_LINK, from_link, to_link
from engine.logs import keeping
from engine.logs.encoding import encode
from engine.logs.head import Head
from engine.logs.recorded import MEANS
from engine.logs.table import Table
from engine.logs.write_swf import write_swf
from engine.parallel_jobs.inputs.sources.logged import write_table
from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.parallel_jobs.metric_names import AS_RECORDED
from engine.parallel_jobs.replication import replicate
from engine.results.result import Result
from engine.study.of_log import ROOM, study_of_log
from engine.study.registry import read_scenario
from engine.study.run import run_study
from tests.engine.parallel_jobs.logs.generated import MACHINES, scenario_of, some_log


def swf_of(table: Table) -> bytes:
    """The file of a log."""
    return write_swf(table, Head((("MaxProcs", str(MACHINES)),)))


def log_under_fcfs(**changes: Any) -> Any:
    """The scenario of a log that FCFS wrote; in a file of this computer, unless a link carries it."""
    known = table_under_fcfs()
    keeping.put(known.name, encode(known))
    return scenario_of(known, **{"carried": ""} | changes)


def table_under_fcfs() -> Table:
    """A log that FCFS wrote: its waits are those of the simulation, in whole seconds."""
    table = some_log(300)
    plain = scenario_of(table)
    records = replicate(plain, "FCFS", 0, draw_jobs(plain, 0)).records
    wait = np.rint(records.start - records.arrival).astype(int)
    assert (wait > 0).mean() > 0.1
    columns = ("submit", "run", "allocated", "estimate", "user")
    return Table.of({name: table[name] for name in columns} | {"wait": wait})


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
    assert all(np.isnan(one.low) and np.isnan(one.high) for one in told)


def test_a_log_that_a_link_carries_with_its_waits_tells_the_same(result: Result) -> None:
    """From the file on, as it is dropped on the page: waits travel, if they are there and there is room."""
    table = table_under_fcfs()
    told, _ = study_of_log(swf_of(table), "short.swf")
    dropped: Any = read_scenario(told["scenario"])
    assert dropped.workload.logged.carried
    found = run_study(dropped)
    assert set(AS_RECORDED) <= set(found.names)
    whole = log_under_fcfs(carried=write_table(encode(table)))
    for name in AS_RECORDED:
        assert run_study(whole).estimate(0, "FCFS", name).mean == result.estimate(0, "FCFS", name).mean
    link = to_link(dropped)
    assert from_link(link) == dropped
    assert len(link) <= MAXIMUM_LINK


def test_waits_stay_behind_where_a_link_has_no_room_for_them() -> None:
    table = some_log(700)
    wait = np.random.default_rng(3).integers(0, 10**6, 700)
    columns = {name: table[name] for name in ("submit", "run", "allocated", "estimate", "user")}
    crowded = Table.of(columns | {"wait": wait})
    assert len(write_table(encode(crowded))) > ROOM > len(write_table(encode(crowded.slim())))
    dropped: Any = read_scenario(study_of_log(swf_of(crowded), "crowded.swf")[0]["scenario"])
    assert dropped.workload.logged.carried
    assert not dropped.workload.logged.may_tell_waits


@pytest.mark.parametrize("jobs", [650, 700, 750, 800])
def test_a_link_that_carries_a_log_is_one_that_the_page_takes(jobs: int) -> None:
    """Its table alone is shorter than that: of 800 jobs of these the link was not."""
    name = "".join(map(chr, range(1000, 1080)))
    dropped: Any = read_scenario(study_of_log(swf_of(some_log(jobs)), name)[0]["scenario"])
    assert bool(dropped.workload.logged.carried) == (jobs <= 700)
    assert len(to_link(dropped)) <= MAXIMUM_LINK


def test_a_log_without_waits_tells_nothing() -> None:
    assert not set(AS_RECORDED) & set(run_study(scenario_of(some_log(300))).names)
