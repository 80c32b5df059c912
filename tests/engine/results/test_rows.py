"""Rows of single jobs and iterations: the same ones of which the metrics are means, in a file that others can read."""

from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pyarrow.csv as csv
import pytest
from click.testing import CliRunner
from pyarrow import parquet

from app import main
from engine.inputs.scenario import Scenario
from engine.reports.rows import tables, write_rows
from engine.results.result import Result
from engine.study.registry import EXAMPLES, FAMILIES, read_scenario
from engine.study.run import run_study

FIRST = {family: next(name for name, one in EXAMPLES.items() if one.family == family) for family in FAMILIES}


def small(name: str, policies: int = 2, **workload: Any) -> Scenario:
    tree = orjson.loads(EXAMPLES[name].canonical())
    tree["study"] |= {"vary": None, "and_vary": None, "replications": 2, "precision": None}
    tree["policies"] = tree["policies"][:policies]
    if "workload" in tree:
        tree["workload"] |= workload
    return read_scenario(tree)


@pytest.fixture(scope="module")
def parallel() -> Result:
    return run_study(small("schnor-system-1", jobs=50))


def test_a_row_for_every_job_of_every_cell(parallel: Result) -> None:
    found = list(tables(parallel))
    assert [len(table) for table in found] == [50] * 4
    for table in found:
        columns = {name: table.column(name).to_numpy() for name in table.column_names}
        policy, replication = columns["policy"][0], columns["replication"][0] - 1
        response = (columns["end"] - columns["arrival"]).mean()
        assert response == pytest.approx(parallel.samples(0, policy, "response_time")[replication])
        assert (np.diff(columns["arrival"]) >= 0).all()
        slowdown = ((columns["end"] - columns["arrival"]) / columns["alone"]).mean()
        assert slowdown == pytest.approx(parallel.samples(0, policy, "slowdown")[replication])
        assert columns["number"].tolist() == list(range(1, 51))
        assert table.schema.field("arrival").metadata == {b"unit": b"s"}
        assert table.schema.metadata[b"corral.fingerprint"].decode() == parallel.fingerprint()


def test_a_rejected_job_has_an_outcome_and_no_times() -> None:
    tree = orjson.loads(small("kumar-table-4-5", 12, jobs=30).canonical())
    tree["policies"] = ["Simple"]
    tree["study"]["replications"] = 1
    result = run_study(read_scenario(tree))
    (table,) = tables(result)
    outcomes = table.column("outcome").to_pylist()
    done = [outcome == "done" for outcome in outcomes]
    assert np.mean(done) == pytest.approx(result.samples(0, "Simple", "accepted_jobs")[0])
    assert [end is not None for end in table.column("end").to_pylist()] == done
    assert None not in table.column("arrival").to_pylist()


@pytest.mark.parametrize("family", sorted(set(FAMILIES) - {"parallel-jobs"}))
def test_the_other_families_have_rows_too(family: str) -> None:
    shorter = {"jobs": 20} if family == "coscheduling" else {}
    name = "heymann-figure-2" if "heymann-figure-2" in EXAMPLES and family == "master-worker" else FIRST[family]
    result = run_study(small(name, 1, **shorter))
    for table in tables(result):
        start, end = (table.column(name).to_numpy() for name in ("start", "end"))
        assert len(table) > 1
        assert (end >= start).all()
        last = {"coscheduling": "makespan", "master-worker": "application_time"}.get(family)
        if last:
            replication = table.column("replication")[0].as_py() - 1
            assert end.max() == pytest.approx(result.samples(0, result.scenario.policies[0], last)[replication])


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_the_command_line_writes_them(ending: str, tmp_path: Path) -> None:
    tree = orjson.loads(small("schnor-system-1", 1, jobs=20).canonical())
    tree["workload"]["job_classes"][0]["name"] = "=1+1"
    tree["study"]["vary"] = {"field": "workload.arrivals.rate_per_1000_s", "values": [0.5, 1.0]}
    (tmp_path / "scenario.json").write_bytes(orjson.dumps(tree))
    target = tmp_path / f"jobs.{ending}"
    found = CliRunner().invoke(main, ["export", str(tmp_path / "scenario.json"), str(target), "--processes", "1"])
    assert found.exit_code == 0, found.output
    table = csv.read_csv(target) if ending == "csv" else parquet.read_table(target)
    assert len(table) == 2 * 2 * 20
    assert sorted(set(table.column("workload.arrivals.rate_per_1000_s").to_pylist())) == [0.5, 1.0]
    assert set(table.column("class").to_pylist()) == {"'=1+1" if ending == "csv" else "=1+1"}


def test_another_ending_is_refused_in_a_sentence(parallel: Result, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r'"jobs.xlsx" has to end with .csv or .parquet'):
        write_rows(parallel, tmp_path / "jobs.xlsx")
