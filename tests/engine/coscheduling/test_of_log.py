"""Jobs of a log as a list of coscheduling: sizes, times and users are the log's, and words say what was done."""

from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from app import main
from components.words.methods import methods_paragraph
from corral import Study
from engine.coscheduling.inputs.listed import LONGEST, SHORTEST
from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.coscheduling.inputs.workload import draw_jobs
from engine.coscheduling.of_log import list_of_log
from engine.inputs.rejection import ScenarioError
from engine.logs.cleaning.clean import CleanedLog, clean
from engine.logs.head import Head
from engine.logs.limits import LogError
from engine.logs.table import Table
from engine.logs.write_swf import write_swf
from engine.study.of_log import with_log
from engine.study.registry import EXAMPLES
from engine.study.run import run_study
from tests.engine.parallel_jobs.logs.generated import some_log

EXAMPLE: Any = EXAMPLES["coscheduled-or-easy"]


def swf(table: Table) -> bytes:
    return write_swf(table, Head(()), np.full(len(table), np.nan), table["allocated"], "")


def table_of(*jobs: tuple[int, int, int]) -> Table:
    """Of submit time (s), run time (s) and processors."""
    submit, run, size = zip(*jobs, strict=True)
    return Table.of({"submit": submit, "run": run, "allocated": size, "estimate": run, "user": [7] * len(jobs)})


HOURS = table_of(
    (100, 3600, 4), (200, 1800, 1), (300, 7200, 2), (4000, 1, 8), (4000, 3600, 64), (5000, 10_000, 32), (9000, 60, 2)
)
"""Two of seven jobs fit nowhere: one is serial, and one is wider than 32 nodes."""


def test_by_hand() -> None:
    found = list_of_log(clean(HOURS, Head(())), "hours", 32, 4, 3600.0)
    jobs = found["jobs"]
    assert [(job["arrival"], job["tasks"], job["run"]) for job in jobs] == [
        (0.0, 4, 1.0),
        (round(200 / 3600, 6), 2, 2.0),
        (round(3900 / 3600, 6), 8, 0.001),  # of a second of the log 0.28 ms would be left
        (round(4900 / 3600, 6), 32, round(10_000 / 3600, 6)),
    ]
    assert {job["user"] for job in jobs} == {"7"}
    for words in (
        "The first 4 of 7 jobs of the log “hours”",
        "1 of one processor and 1 of more than 32",
        "divided by 3,600",
        "a mean run time of 5,200 s becomes 1.445 s",
        "1 job is lengthened to 0.001 s",
        "are assumed",
    ):
        assert words in found["source"]


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 1000), st.sampled_from([8, 16, 32]), st.integers(1, 120), st.sampled_from([None, 60.0, 3600.0]))
def test_a_list_has_the_first_jobs_that_fit(seed: int, part: int, first: int, divided_by: float | None) -> None:
    log = clean(some_log(150, seed=seed), Head(()))
    found = list_of_log(log, "a log", part, first, divided_by)
    fits = np.flatnonzero((log.size > 1) & (log.size <= part))[:first]
    jobs = found["jobs"]
    assert [job["tasks"] for job in jobs] == log.size[fits].tolist()
    scale = divided_by or float(f"{log.run[fits].mean():.2g}")
    run = np.array([job["run"] for job in jobs])
    assert run == pytest.approx(np.clip(log.run[fits] / scale, SHORTEST, LONGEST), abs=1e-6)
    assert ("shortened to 10000 s" in found["source"]) == bool((log.run[fits] / scale > LONGEST).any())
    assert all(job["estimate"] >= job["run"] for job in jobs)
    arrivals = [job["arrival"] for job in jobs]
    assert arrivals == sorted(arrivals)
    assert arrivals[0] == 0
    if divided_by is None:
        assert run.mean() == pytest.approx(1, rel=0.06)
    tree = EXAMPLE.model_dump(mode="json")
    tree["workload"] = {"arrivals": found, "job_types": tree["workload"]["job_types"]}
    drawn = draw_jobs(CoschedulingScenario.read(tree), 0)
    assert drawn.size.tolist() == log.size[fits].tolist()
    assert (drawn.estimate >= drawn.nominal * drawn.iterations).all()


def test_a_study_keeps_what_it_varies_and_says_where_its_jobs_are_from() -> None:
    found = with_log(EXAMPLE, swf(some_log()), "some.swf", 10)
    assert found.study.vary == EXAMPLE.study.vary
    assert found.title == "Jobs of some.swf"
    small = found.model_dump(mode="json") | {"policies": ["SS-EASY", "SB"]}
    small["study"] |= {"vary": None, "and_vary": None, "replications": 2}
    result = run_study(CoschedulingScenario.read(small))
    assert {"capacity_lost", "user_variation"} <= set(result.names)
    told = methods_paragraph(result)
    assert "All times are divided by" in told
    assert "The first 10 of 400 jobs of the log “some.swf”" in told
    assert "are assumed" in found.notes


def test_the_command_line_and_python_take_a_log(tmp_path: Path) -> None:
    file = tmp_path / "log.swf"
    file.write_bytes(swf(HOURS))
    scenario = tmp_path / "scenario.json"
    tree = EXAMPLE.model_dump(mode="json") | {"policies": ["SS-EASY", "GS"]}
    tree["study"] |= {"vary": None, "and_vary": None, "replications": 1}
    scenario.write_bytes(CoschedulingScenario.read(tree).canonical())
    replay = tmp_path / "replay.json"
    given = ["log", str(file), "--first", "3", "--divide-by", "36000", "--scenario", str(replay)]
    told = CliRunner().invoke(main, [*given, "--cluster", str(scenario)])
    assert told.exit_code == 0, told.output
    assert "divided by 36,000" in replay.read_text()
    assert CliRunner().invoke(main, given).exit_code == 2
    found = CoschedulingScenario.read(orjson.loads(replay.read_bytes()))
    assert found.policies == ("SS-EASY", "GS")
    study = Study(EXAMPLE).replay(file, jobs=3, divided_by=36000)
    assert study.scenario.workload == found.workload  # type: ignore[attr-defined]
    ran = CliRunner().invoke(main, ["run", str(scenario), "--format", "json", "--processes", "1", "--log", str(file)])
    assert ran.exit_code == 0, ran.output
    assert "divided by" in ran.stdout


def logs_of(*jobs: tuple[int, int, int]) -> CleanedLog:
    return clean(table_of(*jobs), Head(()))


@pytest.mark.parametrize(
    ("log", "first", "divided_by", "words"),
    [
        (logs_of((0, 10, 1)), 5, None, "no job of this log has from 2 to 8"),
        (logs_of((0, 10, 9)), 5, None, "no job of this log has from 2 to 8"),
        (logs_of((0, 10, 2)), 0, None, "from 1 to 2,000 are allowed"),
        (logs_of((0, 10, 2)), 2001, None, "from 1 to 2,000 are allowed"),
        (logs_of((0, 10, 2)), 5, 0.0, "divided by 0; from 1e-06"),
        (logs_of((0, 10, 2)), 5, -1.0, "divided by -1"),
        (logs_of((0, 10, 2)), 5, float("nan"), "divided by nan"),
        (logs_of((0, 10, 2), (10**9, 10, 2)), 5, 1.0, "the last job arrives after 1e"),
    ],
)
def test_what_is_refused(log: CleanedLog, first: int, divided_by: float | None, words: str) -> None:
    with pytest.raises(LogError, match=words):
        list_of_log(log, "log", 8, first, divided_by)


def test_files_that_are_no_logs_are_refused_in_sentences() -> None:
    for data in (b"", b"nonsense\n", b"\x1f\x8b broken", b"1 2 3\n"):
        with pytest.raises((LogError, ScenarioError)):
            with_log(EXAMPLE, data, "log")
    with pytest.raises(LogError, match="only of coscheduling"):
        with_log(EXAMPLES["convoy"], swf(HOURS), "log", 5)
