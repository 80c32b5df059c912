"""Counts of a log add up, and what was recorded is measured as it was."""

import gzip
import math
from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import app
from engine.logs.cleaning.choices import Cleaning
from engine.logs.cleaning.clean import CleanedLog, clean
from engine.logs.cleaning.cluster import in_use_at_once
from engine.logs.head import Head
from engine.logs.reading import read_log
from engine.logs.summary import summarize
from engine.logs.table import Table
from engine.reports.log import log_report
from tests.engine.logs.logs_by_hand import job, read, text_of

WEEK = 604_800
FOUR = Head((("MaxProcs", "4"),))


def log_of(**columns: list[int]) -> CleanedLog:
    return clean(Table.of(columns), FOUR)


def test_a_schedule_as_recorded() -> None:
    """Two jobs side by side on 4 processors, one after them, and one beside it that cannot have been."""
    log = log_of(submit=[0, 0, 10, 12], wait=[0, 0, 90, 100], run=[100, 100, 100, 5], allocated=[2, 2, 4, 1])
    summary = summarize(log)
    assert (summary.begin, summary.end) == (0, 200)
    done = summary.recorded
    assert done is not None
    assert done.wait == 47.5
    assert done.bounded_slowdown == pytest.approx((1 + 1 + 1.9 + 10.5) / 4)
    assert done.slowdown == pytest.approx((1 + 1 + 1.9 + 21) / 4)
    assert done.utilization == pytest.approx(805 / 800)
    assert (done.most, done.most_at) == (5, 112)
    assert done.sentence == "at most 5 of 4 processors in use at once: more than the cluster has"
    assert summary.load == pytest.approx(805 / 800)


def test_waits_that_are_not_known_tell_nothing() -> None:
    columns = {"submit": list(range(200)), "run": [1] * 200, "allocated": [1] * 200}
    for unknown, told in ((2, True), (3, False)):
        done = summarize(log_of(**columns, wait=[-1] * unknown + [0] * (200 - unknown))).recorded
        assert (done is not None) == told


def test_only_whole_weeks_after_the_first_are_measured() -> None:
    at = [0, WEEK - 1, WEEK, 2 * WEEK, 3 * WEEK + 5]
    summary = summarize(log_of(submit=at, wait=[0] * 5, run=[100, 100, 100, 100, 7], allocated=[4] * 5))
    assert (summary.begin, summary.end) == (WEEK, 3 * WEEK)
    assert summary.load == pytest.approx(200 / (2 * WEEK))
    assert summary.recorded is not None
    assert summary.recorded.utilization == pytest.approx(299 / (2 * WEEK))
    assert summary.weeks["jobs"].tolist() == [2, 1, 1, 1]
    assert summary.weeks["week"].tolist() == [1, 2, 3, 4]


@given(st.lists(st.tuples(*[st.integers(0, 50)] * 2, st.integers(1, 9)), min_size=1, max_size=12))
def test_processors_in_use_at_once(jobs: list[tuple[int, int, int]]) -> None:
    """As by asking at every start."""
    start, run, size = (np.array(column) for column in zip(*jobs, strict=True))
    most, at = in_use_at_once(start.astype(float), run.astype(float), size)
    used = [int(size[(start <= now) & (now < start + run)].sum()) for now in start]
    assert most == max(used)
    assert not most or used[start.tolist().index(at)] == most


@pytest.mark.parametrize(
    "choices",
    [{}, {"no_run_time": "dropped"}, {"overrun": "cut"}, {"size": "requested"}, {"too_large": "cut"}],
    ids=lambda choices: str(*choices) or "as it is",
)
def test_the_proposal_and_the_record_count_the_same_processors(choices: dict[str, Any]) -> None:
    """Jobs that ended in the second in which they began, ran beyond their estimate, or were given more than they asked
    for: what was in use at once was in use at once, however they are cleaned."""
    head = "JobID|Submit|Start|End|Elapsed|Timelimit|AllocCPUS|ReqCPUS|State"
    day = "2017-01-02T0"
    rows = [
        f"1|{day}5:00:00|{day}5:00:00|{day}7:00:00|02:00:00|00:10:00|8|12|COMPLETED",
        f"2|{day}5:10:00|{day}6:10:00|{day}6:10:00|00:00:00|03:00:00|8|8|FAILED",
        f"3|{day}5:15:00|{day}6:30:00|{day}6:40:00|00:10:00|03:00:00|4|4|COMPLETED",
        f"4|{day}5:20:00|{day}7:00:00|{day}8:00:00|01:00:00|03:00:00|8|8|COMPLETED",
    ]
    reading = read_log("\n".join([head, *rows, ""]).encode(), "UTC")
    log = clean(reading.table, reading.head, Cleaning(**choices))
    done = summarize(log).recorded
    assert done is not None
    assert (log.proposal.processors, done.most) == (12, 12)


some_sizes = st.one_of(st.integers(1, 70), st.sampled_from((64, 65, 255, 256, 257, 4**9, 4**9 + 1)))
some_jobs = st.tuples(st.integers(0, 3 * WEEK), st.integers(0, 10**6), some_sizes, st.integers(-1, 4))


@given(st.lists(some_jobs, min_size=1, max_size=20))
def test_counts_add_up(jobs: list[tuple[int, ...]]) -> None:
    names = ("submit", "run", "allocated", "user")
    table = Table.of({name: [one[place] for one in jobs] for place, name in enumerate(names)})
    log = clean(table, Head())
    summary = summarize(log)
    hours = float(log.run @ log.size) / 3600
    for counted in (summary.weeks, summary.sizes, summary.run_times, summary.by_user):
        assert counted["jobs"].sum() == len(jobs) == summary.jobs
        assert math.isclose(counted["hours"].sum(), hours)
    assert summary.hour_of_week.sum() == len(jobs)
    for row in summary.sizes.itertuples():
        assert row.jobs == ((log.size >= row.low) & (log.size <= row.high)).sum()
    for row in summary.run_times.itertuples():
        inside = (log.run >= row.low * (1 - 1e-9)) & (log.run < row.high * (1 - 1e-9))
        assert row.jobs == inside.sum()
    assert orjson.dumps(summary.tree())


def test_a_report() -> None:
    head = ["; Computer: =1+1", "; Note: </script>\x1b[2J", "; MaxProcs: 4", "; UnixStartTime: 1711789200"]
    lines = text_of([(0, 10, 3, 10), (1, 5, 4, 5), (2, 7, 1, 7), (3, 9, 1, 9)])
    reading = read(*head, *lines * 50, "a line")
    told = log_report(reading, "table")
    assert all(line.isprintable() for line in told.split("\n"))
    for part in (
        reading.table.name,
        "1 line refused:",
        "=1+1",
        "2024-03-30 (UTC)",
        "as recorded: not known",
        "2-4",
    ):
        assert part in told
    tree = orjson.loads(log_report(reading, "json"))
    assert tree["name"] == reading.table.name
    assert tree["summary"]["sizes"]["size"] == ["1", "2-4"]


def test_a_log_of_one_job() -> None:
    assert "1 job of 0 users in 1 week from a day" in log_report(
        read_log((job(1, 0, 0, 1, 0) + "\n").encode()), "table"
    )


@pytest.mark.parametrize(("sent", "status", "said"), [(b"<html>", 1, "looks like HTML"), (b"", 1, "no job")])
def test_the_command_refuses_in_a_sentence(tmp_path: Path, sent: bytes, status: int, said: str) -> None:
    (tmp_path / "log").write_bytes(sent)
    done = CliRunner().invoke(app.main, ["log", str(tmp_path / "log")])
    assert done.exit_code == status
    assert said in done.output


def test_the_command_reads_writes_and_counts(tmp_path: Path) -> None:
    source, target = tmp_path / "log.gz", tmp_path / "log.swf"
    source.write_bytes(gzip.compress("\n".join([job(1, 0, 5, 8, 5), ""]).encode()))
    done = CliRunner().invoke(app.main, ["log", str(source), "--processors", "9", "--out", str(target)])
    assert done.exit_code == 0
    assert "9 processors" in done.output
    assert read_log(target.read_bytes()).table == read_log(source.read_bytes()).table
    none = CliRunner().invoke(app.main, ["log", str(source), "--processors", "0"])
    assert none.exit_code == 1
    assert "0 is too small" in none.output
