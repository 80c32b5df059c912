"""A log that is given to a study that has one: the study stays, and only the jobs of another log replace its own."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import app
import corral
from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.inputs.scenario import Scenario
from engine.logs import keeping
from engine.logs.encoding import encode
from engine.logs.head import Head
from engine.logs.limits import LogError
from engine.logs.table import FIELDS, Table
from engine.logs.write_swf import write_swf
from engine.parallel_jobs.inputs.sources.logged import write_table
from engine.study.of_log import kept_with, study_of_log, with_log
from engine.study.registry import EXAMPLES, read_scenario
from tests.engine.parallel_jobs.logs.generated import some_log

CUT = b"""; MaxProcs: 2
1 0 -1 40 2 -1 -1 2 30 -1 1 1 1 -1 1 -1 -1 -1
2 1 -1 100 2 -1 -1 2 50 -1 1 1 1 -1 1 -1 -1 -1
3 2 -1 10 2 -1 -1 2 50 -1 1 1 1 -1 1 -1 -1 -1
"""


def file_of(table: Table) -> bytes:
    return write_swf(table, Head((("MaxProcs", "32"), ("UnixStartTime", "1704067200"))))


def chosen(data: bytes, is_carried: bool = True) -> Scenario:
    """A study of a log in which everything is chosen that a study of a log can have."""
    tree = study_of_log(data, "a log")[0]["scenario"]
    if not is_carried:
        tree["workload"]["arrivals"]["carried"] = ""
    arrivals = {"load_factor": 1.5, "classes": {"by": "by-run-time", "borders": [60]}, "shaken": True}
    tree["workload"]["arrivals"] |= arrivals | {"load_by": "week_clock"}
    tree["workload"]["arrivals"]["cleaning"] |= {"overrun": "cut", "estimate": "run", "last_week": 30}
    tree["study"] |= {"seed": 9, "vary": {"field": "workload.arrivals.load_factor", "values": [1, 2]}}
    tree["study"]["replications"] = 3
    return read_scenario(tree | {"policies": ["FCFS", "SAF"], "title": "mine", "notes": "kept"})


@pytest.mark.parametrize("is_carried", [True, False])
def test_its_own_log_changes_nothing(is_carried: bool, tmp_path: Path) -> None:
    table = some_log(200)
    said: list[str] = []
    scenario = chosen(file_of(table), is_carried)
    assert with_log(scenario, file_of(table), "log.swf", tell=said.append) == scenario
    assert said == ["log.swf is the log of this study, which stays as it is."]
    (tmp_path / "log.swf").write_bytes(file_of(table))
    assert corral.Study(scenario).replay(tmp_path / "log.swf").scenario == scenario


def test_a_link_that_carries_other_columns_of_it_is_of_it() -> None:
    """What travels in a link has fewer columns than the file, and which ones depends on what there is room for."""
    table = some_log(100)
    tree = chosen(file_of(table)).model_dump(mode="json")
    slim = table.slim()
    for there in (table, slim):
        tree["workload"]["arrivals"] |= {"digest": there.name, "carried": write_table(encode(there))}
        scenario = read_scenario(tree)
        assert with_log(scenario, file_of(table), "log.swf") == scenario
    tree["workload"]["arrivals"] |= {"digest": table.name, "carried": ""}  # a study that needs the whole of it
    with_log(read_scenario(tree), file_of(table), "log.swf")
    assert keeping.is_here(table.name)


@pytest.mark.parametrize("is_long", [False, True])
@pytest.mark.parametrize("is_slim", [False, True])
def test_a_log_that_a_worker_has_read_is_known_too(is_long: bool, is_slim: bool) -> None:
    """What the page asks when a log is dropped on a study; of links that carry it, and of those that name it."""
    table = some_log(1000 if is_long else 100)
    tree = chosen(file_of(table)).model_dump(mode="json")
    if not is_long:
        there = table.slim() if is_slim else table
        tree["workload"]["arrivals"] |= {"digest": there.name, "carried": write_table(encode(there))}
    scenario, told = read_scenario(tree), study_of_log(file_of(table), "a log")[0]
    assert kept_with(told, scenario, "log.swf") == (
        scenario,
        "log.swf is the log of this study, which stays as it is.",
    )
    zoned = kept_with(study_of_log(SACCT, "a", "Asia/Tokyo")[0], chosen(SACCT), "a", "Asia/Tokyo")
    assert zoned is not None
    assert zoned[0].model_dump(mode="json")["workload"]["arrivals"]["zone"] == "Asia/Tokyo"
    wide = Table.of({name: table[name] for name in FIELDS} | {"group": table["user"]})
    tree["workload"]["arrivals"] |= {"digest": wide.name, "carried": ""}
    of_wide = kept_with(study_of_log(file_of(wide), "a log")[0], read_scenario(tree), "log.swf")
    assert (of_wide is not None) == is_long  # of a short log the worker keeps what a link carries
    for other in (chosen(file_of(some_log(90, seed=2))), EXAMPLES["schnor-system-1"], EXAMPLES["coscheduled-or-easy"]):
        assert kept_with(told, other, "log.swf") is None


SACCT = b"""JobID|User|Submit|Start|End|Elapsed|Timelimit|AllocCPUS|ReqCPUS|State
1|u1|2017-01-02T05:00:00|2017-01-02T05:00:00|2017-01-02T07:00:00|02:00:00|UNLIMITED|8|8|COMPLETED
2|u2|2017-01-02T05:20:00|2017-01-02T07:00:00|2017-01-02T08:00:00|01:00:00|03:00:00|8|8|COMPLETED
"""


def test_of_another_log_only_the_jobs_are_taken() -> None:
    said: list[str] = []
    scenario, other = chosen(file_of(some_log(200))), file_of(some_log(150, weeks=12, seed=2))
    found = with_log(scenario, other, "other.swf", tell=said.append)
    told = study_of_log(other, "other.swf")[0]
    assert found.replayed == told["log"] != scenario.replayed
    assert said[0].startswith("other.swf is another log than that of this study")
    before, after = scenario.model_dump(mode="json"), found.model_dump(mode="json")
    of_the_log = {"digest", "called", "rows", "length", "sizes", "weeks", "carried", "unix_start", "zone"}
    for tree in (before, after):
        tree["workload"]["arrivals"] = {k: v for k, v in tree["workload"]["arrivals"].items() if k not in of_the_log}
    assert before == after


def test_what_only_its_own_log_can_have_is_refused_in_a_sentence() -> None:
    tree = chosen(file_of(some_log(200))).model_dump(mode="json")
    tree["workload"]["arrivals"]["cleaning"]["without"] = [{"user": 3, "week": 2}]
    with pytest.raises(LogError, match="leaves out weeks of users of its log, and other is another log"):
        with_log(read_scenario(tree), file_of(some_log(150, seed=2)), "other")
    keyed = chosen(file_of(some_log(200)), is_carried=False)
    with pytest.raises(LogError, match="and the scenario needs"):
        with_log(keyed, file_of(some_log(150, seed=2)), "other")


def test_a_shorter_log_gets_the_blocks_that_it_has_weeks_for() -> None:
    said: list[str] = []
    found = with_log(chosen(file_of(some_log(200))), file_of(some_log(20, weeks=1, seed=2)), "short", tell=said.append)
    assert found.study.replications == 1
    assert "so that its blocks are 1" in said[0]


def test_the_command_line_keeps_the_study(tmp_path: Path) -> None:
    """Run times cut at the estimate are 30, 50 and 10 s; a study thrown away has 40, 100 and 10."""
    log, study, jobs = (tmp_path / name for name in ("cut.swf", "cut.json", "jobs.csv"))
    log.write_bytes(CUT)
    tree: Any = study_of_log(CUT, "cut.swf")[0]["scenario"] | {"policies": ["FCFS"]}
    tree["workload"]["arrivals"]["cleaning"]["overrun"] = "cut"
    study.write_bytes(read_scenario(tree).canonical())
    export = ["export", str(study), str(jobs), "--log", str(log), "--processes", "1"]
    done = CliRunner().invoke(app.main, export)
    assert done.exit_code == 0, done.output
    assert "which stays as it is" in done.stderr
    rows = [line.split(",") for line in jobs.read_text().splitlines()]
    start, end = rows[0].index('"start"'), rows[0].index('"end"')
    assert [float(row[end]) - float(row[start]) for row in rows[1:]] == [30, 50, 10]
    zoned = CliRunner().invoke(app.main, [*export, "--replications", "3"])
    assert zoned.exit_code == 1
    assert "are no 3 blocks" in zoned.output


def test_a_study_of_other_jobs_keeps_what_it_varies() -> None:
    said: list[str] = []
    tree = EXAMPLES["schnor-system-1"].model_dump(mode="json") | {"policies": ["EASY", "FCFS"]}
    tree["study"]["vary"] = {"field": "cluster.groups.0.count", "values": [20, 30]}
    found = with_log(read_scenario(tree), CUT, "cut.swf", tell=said.append)
    assert found.study.vary is not None
    assert found.study.vary.field == "cluster.groups.0.count"
    tree["study"]["vary"] = {"field": "workload.arrivals.rate_per_1000_s", "values": [1, 2]}
    assert with_log(read_scenario(tree), CUT, "cut.swf", tell=said.append).study.vary is None
    assert "Left out, as a log cannot have it: study.vary." in said[1]


def test_a_list_that_was_made_of_a_log_stays() -> None:
    """Coscheduling: how many jobs were taken, and by what times were divided, is not decided anew."""
    example, data = EXAMPLES["coscheduled-or-easy"], file_of(some_log(60))
    said: list[str] = []
    assert isinstance(example, CoschedulingScenario)
    once = with_log(example, data, "log", 7, 36_000.0)
    assert with_log(once, data, "log", tell=said.append) == once
    assert "it stays as it is" in said[0]
    assert len(with_log(once, data, "log", 5).workload.listed.jobs) == 5  # type: ignore[attr-defined]
    assert with_log(once, file_of(some_log(60, seed=3)), "log") != once
