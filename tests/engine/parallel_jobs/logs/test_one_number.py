"""What `log` says of a schedule, `run`, REST, Python and a table of jobs say too, for generated logs of any length."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import app
import corral
from engine.logs.head import Head
from engine.logs.table import Table
from engine.logs.write_swf import write_swf
from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.parallel_jobs.replication import replicate
from engine.study.of_log import study_of_log
from engine.study.registry import read_scenario
from engine.study.run import run_study
from tests.components.studio.without_workers import answer_here
from tests.engine.parallel_jobs.logs.generated import MACHINES, scenario_of, some_log

TOLD = {"wait": "wait_time", "bounded_slowdown": "bounded_slowdown", "utilization": "utilization"}
"""What `log` tells of a schedule, and the metric that it is."""

FORMATS = ("swf", "sacct", "csv")


def under_fcfs(seed: int, weeks: int) -> dict[str, Any]:
    """Columns of a log that FCFS wrote on a crowded cluster; its waits are whole seconds."""
    table = some_log(20 * weeks + 20, weeks, seed)
    columns = {name: table[name] for name in ("submit", "run", "allocated", "estimate", "user")}
    columns["run"] = 4 * columns["run"]
    plain = scenario_of(Table.of(columns), 1)
    records = replicate(plain, "FCFS", 0, draw_jobs(plain, 0)).records
    return columns | {"wait": np.rint(records.start - records.arrival).astype(int)}


def text_of(columns: dict[str, Any], form: str) -> bytes:
    """A file of these jobs."""
    if form == "swf":
        return write_swf(Table.of(columns), Head((("MaxProcs", str(MACHINES)),)))
    submit, run, size = (columns[name] for name in ("submit", "run", "allocated"))
    start = submit + columns["wait"]
    if form == "csv":
        rows = zip(submit, start, run, size, columns["user"], strict=True)
        return "\n".join(["submit,start,run,size,user", *(",".join(map(str, row)) for row in rows)]).encode()
    head = "JobID|User|Submit|Start|End|Elapsed|Timelimit|AllocCPUS|ReqCPUS|State"
    since, lines = 1_704_067_200, [head]
    for job, (at, begin, lasts, cpus) in enumerate(zip(submit, start, run, size, strict=True)):
        hours, seconds = divmod(int(lasts), 3600)
        elapsed = f"{hours // 24}-{hours % 24:02}:{seconds // 60:02}:{seconds % 60:02}"
        times = "|".join(str(since + int(when)) for when in (at, begin, begin + lasts))
        lines.append(f"{job + 1}|u{columns['user'][job]}|{times}|{elapsed}|30-00:00:00|{cpus}|{cpus}|COMPLETED")
    return "\n".join(lines).encode()


def printed(*arguments: str) -> Any:
    done = CliRunner().invoke(app.main, [*arguments, "--format", "json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(("seed", "weeks"), [(1, 1), (2, 3), (3, 13)])
def test_everybody_says_the_same_of_a_schedule(form: str, seed: int, weeks: int, tmp_path: Path) -> None:
    columns = under_fcfs(seed, weeks)
    data, log, study = text_of(columns, form), tmp_path / "log.txt", tmp_path / "study.json"
    log.write_bytes(data)
    said = printed("log", str(log), "--processors", str(MACHINES), "--scenario", str(study))["summary"]["recorded"]
    assert said["most"] <= MACHINES
    assert said["wait"] > 1
    tree = json.loads(study.read_bytes()) | {"policies": ["FCFS"]}
    study.write_text(json.dumps(tree))
    rows = printed("run", str(study), "--log", str(log), "--processes", "1")["rows"]
    ran = {row["metric"]: row["mean"] for row in rows}
    scenario = read_scenario(tree)
    in_python = corral.Study(scenario).run()
    rest = answer_here("recorded", scenario)["recorded"]
    sent = study_of_log(data, "log.txt")[0]["scenario"]  # what POST /api/v1/logs answers
    whole = run_study(read_scenario(sent | {"policies": ["FCFS"], "cluster": tree["cluster"]}))
    python = in_python.summary.set_index("metric")["mean"]
    jobs = in_python.jobs("FCFS")
    for name, metric in TOLD.items():
        values = [
            *(said[name], rest[name], ran[metric], ran[f"recorded[{metric}]"]),
            *(python[metric], whole.estimate(0, "FCFS", metric).mean),
        ]
        assert values == pytest.approx([said[name]] * len(values), rel=1e-9), (name, values)
    counted = jobs[jobs["counted"]]
    assert (counted["start"] - counted["arrival"]).mean() == pytest.approx(said["wait"])
