"""A schedule as SWF: read again, it is the schedule that was simulated, and it says that it was simulated."""

from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pytest
from click.testing import CliRunner
from pyarrow import parquet

import app
from engine.logs.reading import read_log
from engine.logs.result import Reading
from engine.logs.write_swf import SIMULATED
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.parallel_jobs.policies import POLICIES
from engine.parallel_jobs.records import Reason
from engine.parallel_jobs.replication import replicate
from engine.parallel_jobs.to_swf import NO_HEAD, to_swf
from engine.study.registry import EXAMPLES, read_scenario
from tests.engine.logs.logs_by_hand import text_of

D = [(0, 10, 2, 15), (0, 10, 2, 20), (1, 6, 4, 8), (1, 2, 2, 6), (1, 4, 4, 4), (2, 3, 1, 5), (10, 2, 2, 4)]
HEAD = "; Acknowledge: Ada, who recorded it\n; MaxProcs: 4\n; UnixStartTime: 1000000000\n"


def of_example(name: str, jobs: int, **changed: Any) -> ParallelJobsScenario:
    tree = orjson.loads(EXAMPLES[name].canonical()) | changed
    tree["study"] |= {"vary": None, "and_vary": None, "replications": 2, "precision": None}
    tree["workload"]["jobs"] = jobs
    scenario = read_scenario(tree)
    assert isinstance(scenario, ParallelJobsScenario)
    return scenario


def most_in_use(reading: Reading) -> int:
    """Processors that are taken at once, by what the file says; ends before starts at the same instant."""
    table = reading.table
    ran = table["run"] >= 0
    start, size = (table["submit"] + table["wait"])[ran], table["allocated"][ran]
    end = start + table["run"][ran]
    change = np.concatenate([-size, size])[np.lexsort((np.repeat([0, 1], len(start)), np.concatenate([end, start])))]
    return int(np.cumsum(change).max())


CASES = [("schnor-system-1", policy) for policy in ("FCFS", "EASY", "FF")] + [("kumar-table-4-5", "Simple")]


@pytest.mark.parametrize(("name", "policy"), CASES)
@pytest.mark.parametrize("replication", [0, 1])
def test_read_again_it_is_the_schedule(name: str, policy: str, replication: int) -> None:
    assert policy in POLICIES
    scenario = of_example(name, 60, policies=[policy])
    _, machines, _, records = replicate(scenario, policy, replication, draw_jobs(scenario, replication))
    reading = read_log(to_swf(scenario, policy, replication))
    table, taken = reading.table, records.reason == Reason.NONE
    assert len(table) == 60
    assert reading.refused == 0
    submit, wait, run = (table.seconds(field) for field in ("submit", "wait", "run"))
    assert submit == pytest.approx(records.arrival, abs=0.0006)
    assert (submit + wait)[taken] == pytest.approx(records.start[taken], abs=0.0006)
    assert (submit + wait + run)[taken] == pytest.approx(records.end[taken], abs=0.0006)
    assert table["allocated"][taken].tolist() == records.size[taken].tolist()
    assert table["status"].tolist() == np.where(taken, 1, 5).tolist()
    assert (table["run"][~taken] < 0).all()
    assert reading.head.processors == len(machines.group)
    assert SIMULATED in reading.head.first("Note")


@pytest.mark.parametrize("policy", ["FCFS", "EASY", "FF"])
def test_rounding_puts_no_two_jobs_on_one_processor(policy: str) -> None:
    """Every instant is rounded for itself: had waits and run times been, ends would overlap the next starts."""
    tree = orjson.loads(of_example("schnor-system-1", 400, policies=[policy]).canonical())
    tree["cluster"]["groups"] = [{"name": "processor", "count": 3, "speed_factor": 1.0}]
    tree["workload"]["arrivals"]["rate_per_1000_s"] = 1000.0  # a queue from the first job to the last
    demand = {"distribution": "exponential", "mean": 6.0}
    tree["workload"]["job_classes"][0] |= {"kind": "rigid", "demand": demand, "min_size": 3, "max_size": 3}
    scenario = read_scenario(tree)
    assert isinstance(scenario, ParallelJobsScenario)
    reading = read_log(to_swf(scenario, policy, 0))
    assert reading.table.unit == 1000
    assert 0 < most_in_use(reading) <= scenario.cluster.machines


def test_names_of_strangers_stay_in_the_head() -> None:
    scenario = of_example("schnor-system-1", 10)
    hostile = "x\n1 0 0 1 1 -1 -1 1 1 -1 1 1 1 1 1 1 -1 -1"
    reading = read_log(to_swf(scenario, scenario.policies[0], 0, study=hostile))
    assert len(reading.table) == 10
    classes = [kind.name for kind in scenario.workload.job_classes]
    assert list(reading.head.names("Queue").values()) == classes


@pytest.fixture
def logged(tmp_path: Path) -> Path:
    source = tmp_path / "recorded.swf"
    source.write_text(HEAD + "\n".join(text_of(D)) + "\n")
    return source


def export(*arguments: str) -> str:
    done = CliRunner().invoke(app.main, ["export", *arguments, "--processes", "1"])
    assert done.exit_code == 0, done.output
    return done.output


def test_a_replayed_log_is_acknowledged(logged: Path, tmp_path: Path) -> None:
    tree = orjson.loads(of_example("schnor-system-1", 10).canonical())
    tree["cluster"]["groups"] = [{"name": "processor", "count": 4, "speed_factor": 1.0}]
    tree["policies"] = ["FCFS", "EASY"]
    tree["title"] = "A morning"
    (tmp_path / "scenario.json").write_bytes(orjson.dumps(tree))
    target = tmp_path / "easy.swf"
    export(str(tmp_path / "scenario.json"), str(target), "--log", str(logged), "--schedule", "EASY")
    found = read_log(target.read_bytes())
    assert found.head.first("Acknowledge") == "Ada, who recorded it"
    assert found.head.number("UnixStartTime") is None  # its clock is that of the simulation
    note = found.head.all("Note")[-1]
    assert "Policy EASY" in note
    assert 'Scenario "A morning"; fingerprint' in note
    assert NO_HEAD not in note
    recorded = read_log(logged.read_bytes()).table
    for field in ("job", "run", "allocated", "estimate", "user"):
        assert found.table[field].tolist() == recorded[field].tolist()
    assert (np.diff(found.table["submit"]) == np.diff(recorded["submit"])).all()
    assert most_in_use(found) <= 4


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_as_a_table_it_is_the_rows_of_one_cell(ending: str, tmp_path: Path) -> None:
    tree = orjson.loads(of_example("schnor-system-1", 20).canonical())
    tree["workload"]["job_classes"][0]["name"] = "=1+1"
    (tmp_path / "scenario.json").write_bytes(orjson.dumps(tree))
    target = tmp_path / f"schedule.{ending}"
    export(str(tmp_path / "scenario.json"), str(target), "--schedule", tree["policies"][0])
    if ending == "csv":
        lines = target.read_text().splitlines()
        assert len(lines) == 21
        assert not any(cell.strip('"').startswith("=") for line in lines for cell in line.split(","))
    else:
        table = parquet.read_table(target)
        assert len(table) == 20
        assert set(table.column("policy").to_pylist()) == {tree["policies"][0]}


@pytest.mark.parametrize("ending", ["csv", "parquet", "swf", "swf.gz"])
def test_read_back_a_schedule_is_the_log_that_it_came_of_with_other_waits(ending: str, tmp_path: Path) -> None:
    """A failure is another job, user or estimate than the log's, or a wait that the policy did not give."""
    lines = [
        f"{n} {40 * n} -1 {90 + n} {1 + n % 4} -1 -1 -1 {200 + n} -1 1 {1 + n % 5}" + 6 * " -1" for n in range(1, 60)
    ]
    source, scenario, target = tmp_path / "own.swf", tmp_path / "replay.json", tmp_path / f"schedule.{ending}"
    source.write_text("; MaxProcs: 4\n" + "\n".join(lines) + "\n")
    told = CliRunner().invoke(app.main, ["log", str(source), "--scenario", str(scenario)])
    assert told.exit_code == 0, told.output
    said = export(str(scenario), str(target), "--log", str(source), "--schedule", "FF")
    assert "the schedule of FF" in said
    found, recorded = read_log(target.read_bytes()).table, read_log(source.read_bytes()).table
    for field in ("run", "allocated", "estimate", "user"):
        assert found.seconds(field).tolist() == recorded.seconds(field).tolist()
    replay = read_scenario(orjson.loads(scenario.read_bytes()))
    assert isinstance(replay, ParallelJobsScenario)
    _, _, _, records = replicate(replay, "FF", 0, draw_jobs(replay, 0))
    assert found.seconds("wait").tolist() == (records.start - records.arrival).tolist()
    assert found.seconds("wait").max() > 0


def test_users_of_a_model_are_those_of_its_schedule(tmp_path: Path) -> None:
    tree = orjson.loads(of_example("synthetic-year", 300, policies=["EASY"]).canonical())
    scenario = ParallelJobsScenario.read(tree)
    reading = read_log(to_swf(scenario, "EASY", 0))
    assert reading.table["user"].tolist() == draw_jobs(scenario, 0).user.tolist()
    assert len(set(reading.table["user"].tolist())) > 5


@pytest.mark.parametrize("ending", ["swf", "swf.gz"])
def test_the_head_says_which_point_it_is(ending: str, tmp_path: Path) -> None:
    tree = orjson.loads(of_example("schnor-system-1", 20).canonical())
    tree["study"]["vary"] = {"field": "workload.arrivals.rate_per_1000_s", "values": [0.5, 1.0]}
    (tmp_path / "scenario.json").write_bytes(orjson.dumps(tree))
    target = tmp_path / f"schedule.{ending}"
    export(str(tmp_path / "scenario.json"), str(target), "--schedule", tree["policies"][0])
    assert target.read_bytes().startswith(b"\x1f\x8b" if ending == "swf.gz" else b"; Version: 2.2")
    assert "workload.arrivals.rate_per_1000_s = 0.5;" in read_log(target.read_bytes()).head.first("Note")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["x.xlsx", "--schedule", "SED"], '"x.xlsx" has to end with .csv, .parquet, .swf or .swf.gz'),
        (["x.swf", "--schedule", "none"], 'there is no policy "none"'),
        (["x.swf"], "say which by --schedule POLICY"),
    ],
    ids=["ending", "policy", "no policy"],
)
def test_what_cannot_be_written_is_said_before_anything_is_computed(arguments: list[str], sentence: str) -> None:
    done = CliRunner().invoke(app.main, ["export", "schnor-system-1", *arguments])
    assert done.exit_code == 1
    assert sentence in done.output
