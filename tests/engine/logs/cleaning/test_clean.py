"""Every rule does what it says, counts it, and loses nothing in silence."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from engine.inputs.rejection import rejections
from engine.logs.cleaning.choices import Cleaning
from engine.logs.cleaning.clean import CleanedLog, clean
from engine.logs.cleaning.draft import Row
from engine.logs.head import Head
from engine.logs.limits import LogError
from engine.logs.reading import read_log
from engine.logs.table import Table
from tests.engine.logs.logs_by_hand import MINUTE, job, read, text_of

TINY = {
    "A": (4, [(0, 10, 3, 10), (1, 5, 4, 5), (2, 7, 1, 7), (3, 9, 1, 9)]),
    "B": (10, [(0, 10, 6, 10), (1, 10, 8, 10), (2, 6, 9, 6), (3, 30, 2, 30), (4, 4, 1, 4)]),
    "C": (4, [(0, 4, 4, 10), (1, 3, 2, 6), (2, 2, 4, 4), (3, 5, 2, 6), (3, 12, 1, 14)]),
    "D": (4, [(0, 10, 2, 15), (0, 10, 2, 20), (1, 6, 4, 8), (1, 2, 2, 6), (1, 4, 4, 4), (2, 3, 1, 5), (10, 2, 2, 4)]),
}
"""Logs of four to seven jobs, (submit, run, size, estimate) in minutes, and their processors."""


def jobs_of(log: CleanedLog) -> list[tuple[float, ...]]:
    columns = (log.arrival, log.run, log.size, log.estimate)
    return [tuple(float(value) for value in row) for row in zip(*columns, strict=True)]


def row_of(log: CleanedLog, rule: str) -> Row:
    (row,) = (one for one in log.report if one.rule == rule)
    return row


def cleaned(*lines: str, head: str = "; MaxProcs: 4", **choices: object) -> CleanedLog:
    reading = read(head, *lines)
    return clean(reading.table, reading.head, Cleaning.model_validate_json(json.dumps(choices)))


@pytest.mark.parametrize("name", TINY)
def test_tiny_logs_whatever_is_wrong_with_them(name: str) -> None:
    processors, jobs = TINY[name]
    plain = text_of(jobs)
    lines = [
        line.replace(f" {run * MINUTE} -1 1", " -1 -1 1") if run == estimate else line
        for line, (_, run, _, estimate) in zip(plain, jobs, strict=True)
    ]
    late = next(place for place in range(1, len(jobs)) if jobs[place][0] > jobs[place - 1][0])
    lines[late - 1 : late + 1] = lines[late], lines[late - 1]
    lines[1:1] = ["; a comment in the middle", job(90, 60, -1, 2, 60, status=5), job(91, 60, 0, 1, -1)]
    lines = [f"{line} 7" for line in lines]
    head = ["; Version: 2.2", f"; MaxProcs: {processors}"]
    reading = read_log("\r\n".join([*head, *lines, ""]).encode())
    assert reading.notes == (f"extended format: 1 extra column in {len(jobs) + 2:,} lines",)
    log = clean(reading.table, reading.head, Cleaning(no_run_time="dropped"))
    assert jobs_of(log) == [tuple(float(n) for n in (s * 60, r * 60, p, e * 60)) for s, r, p, e in jobs]
    assert log.number.tolist() == list(range(1, len(jobs) + 1))
    assert log.processors == processors
    assert row_of(log, "cancelled before start").jobs == 1
    assert row_of(log, "run time 0").jobs == 1
    assert row_of(log, "estimate not known").jobs == sum(run == estimate for _, run, _, estimate in jobs)
    assert row_of(log, "out of order").jobs == 1


def test_sizes() -> None:
    lines = [
        *(job(1, 0, 60, 4, 60, requested=3), job(2, 0, 60, -1, 60, requested=2), job(3, 0, 60, 1, 60)),
        *(job(4, 0, 60, 0, 60), job(5, 0, 60, 8, 60)),
    ]
    log = cleaned(*lines)
    assert log.size.tolist() == [4, 2, 1]
    assert row_of(log, "allocated and requested differ").jobs == 1
    assert row_of(log, "not known as allocated").jobs == 1
    assert row_of(log, "size not known").jobs == 1
    above = row_of(log, "size above 4")
    assert (above.jobs, above.hours, above.share) == (1, 8 / 60, 8 / 15)
    assert cleaned(*lines, size="requested").size.tolist() == [3, 2, 1]
    cut = cleaned(*lines, too_large="cut")
    assert cut.size.tolist() == [4, 2, 1, 4]
    assert cut.run.tolist() == [60, 60, 60, 120]
    assert cut.estimate.tolist() == [60, 60, 60, 120]
    assert cleaned(*lines, processors=8).size.tolist() == [4, 2, 1, 8]
    assert cleaned(*lines, head=";").processors == 8


def test_times() -> None:
    lines = [job(1, 0, 0, 1, 60), job(2, 0, 90, 1, 60), job(3, 0, 90, 1, -1), job(4, 0, 90, 1, 120)]
    log = cleaned(*lines)
    assert log.run.tolist() == [1, 90, 90, 90]
    assert log.estimate.tolist() == [60, 90, 90, 120]
    cut = cleaned(*lines, overrun="cut", no_run_time="dropped")
    assert cut.run.tolist() == [60, 90, 90]
    assert cut.estimate.tolist() == [60, 90, 120]
    assert cleaned(*lines, estimate="run").estimate.tolist() == [1, 90, 90, 90]
    assert cleaned(job(1, 0, "0.4", 1, 1)).run.tolist() == [0.4]


def test_who_failed() -> None:
    lines = [job(1, 0, 5, 1, 5), job(2, 0, 5, 1, 5, status=0), job(3, 0, 5, 1, 5, status=5)]
    lines += [job(4, 0, -1, 1, 5, status=5), job(5, 0, -1, 1, 5, status=0), job(6, -1, 5, 1, 5)]
    log = cleaned(*lines)
    assert log.number.tolist() == [1, 2, 3]
    assert row_of(log, "failed or cancelled")[1:3] == ("kept", 2)
    assert row_of(log, "cancelled before start").jobs == 1
    assert row_of(log, "run time not known").jobs == 1
    assert row_of(log, "submitted before the log begins").jobs == 1
    assert cleaned(*lines, unsuccessful="dropped").number.tolist() == [1]


def test_parts() -> None:
    whole = [job(7, 5, 30, 1, 50), job(7, 5, 10, 1, 50, status=2), job(7, 5, 20, 1, 50, status=3)]
    parts = [job(8, 9, 10, 2, 50, status=2), job(8, 6, -1, 2, 40, status=2), job(8, 99, 25, 2, 40, status=4)]
    alone = [job(-1, 7, 1, 1, 1, status=2), job(-1, 8, 1, 1, 1, status=3)]
    log = cleaned(*whole, *parts, *alone)
    assert jobs_of(log) == [(5, 30, 1, 50), (6, 35, 2, 50), (7, 1, 1, 1), (8, 1, 1, 1)]
    assert row_of(log, "parts of jobs with a line for the whole").jobs == 2
    assert row_of(log, "parts of jobs without one")[1:3] == ("joined", 5)
    assert row_of(log, "failed or cancelled").jobs == 1
    assert cleaned(*whole, *parts, *alone, parts="dropped").number.tolist() == [7]


def test_queues_and_partitions() -> None:
    lines = [job(n, 0, 1, 1, 1, queue=n % 3, partition=n % 2) for n in range(1, 7)]
    assert cleaned(*lines, queues=[0, 1]).number.tolist() == [1, 3, 4, 6]
    assert cleaned(*lines, queues=[0, 1], partitions=[1]).number.tolist() == [1, 3]
    with pytest.raises(LogError, match=r"no job is left; most were dropped as other queues \(6\)"):
        cleaned(*lines, queues=[9])


STOCKHOLM = "; UnixStartTime: 1711789200\n; TimeZoneString: Europe/Stockholm"
"""Saturday 2024-03-30, 10:00; clocks go forward on Sunday."""


def test_windows_begin_on_local_mondays() -> None:
    day = 86_400
    lines = [job(n + 1, n * day, 1, 1, 1) for n in range(16)]
    log = cleaned(*lines, head=STOCKHOLM)
    assert log.arrival[0] == (5 * 24 + 10) * 3600
    assert log.clock.hour_of_week(log.arrival)[:3].tolist() == [130, 155, 11]
    later = cleaned(*lines, head=STOCKHOLM, first_week=2, last_week=2)
    assert later.number.tolist() == list(range(3, 10))
    assert later.arrival[0] == 11 * 3600
    assert later.clock.hour_of_week(later.arrival)[:2].tolist() == [11, 35]
    assert row_of(later, "outside of the window")[1:3] == ("week 2 to 2", 9)
    assert later.weeks == 1


def test_flurries() -> None:
    week = 604_800
    calm = [job(n, n * week // 4, 1, 1, 1, user=n % 4) for n in range(20)]
    wild = [job(100 + n, 2 * week + n, 1, 1, 1, user=3) for n in range(6)]
    unknown = [job(200 + n, 4 * week + n, 1, 1, 1) for n in range(9)]
    log = cleaned(*calm, *wild, *unknown)
    assert [(one.user, one.week, one.jobs) for one in log.flurries] == [(3, 3, 7)]
    less = cleaned(*calm, *wild, without=[{"user": 3, "week": 3}])
    assert len(less) == 19
    assert row_of(less, "flurries").jobs == 7
    assert [(one.user, one.week) for one in less.flurries] == [(3, 3)]


def test_choices_are_strict() -> None:
    for given_choices, why in (
        ({"size": "both"}, "not allowed"),
        ({"processors": 0}, "too small"),
        ({"first_week": 3, "last_week": 2}, "before week 3"),
        ({"queues": list(range(1001))}, "at most 1000"),
        ({"other": 1}, "no such field"),
    ):
        with pytest.raises(ValidationError) as caught:
            Cleaning.model_validate_json(json.dumps(given_choices))
        assert why in str(rejections(caught.value)[0])


some = st.sampled_from((-1, 0, 1, 2, 3, 5, 8, 60, 3600, 700_000))
lines_of_jobs = st.lists(st.tuples(*[some] * 5, st.sampled_from((0, 1, 2, 3, 4, 5)), some), min_size=1, max_size=30)
some_choices = st.builds(
    Cleaning,
    parts=st.sampled_from(("joined", "dropped")),
    unsuccessful=st.sampled_from(("kept", "dropped")),
    size=st.sampled_from(("allocated", "requested")),
    too_large=st.sampled_from(("dropped", "cut")),
    no_run_time=st.sampled_from(("one_second", "dropped")),
    estimate=st.sampled_from(("recorded", "run")),
    overrun=st.sampled_from(("raised", "cut")),
    first_week=st.sampled_from((1, 1, 2)),
)


@given(lines_of_jobs, some_choices)
def test_nothing_is_lost_in_silence(rows: list[tuple[int, ...]], choices: Cleaning) -> None:
    names = ("job", "submit", "run", "allocated", "estimate", "status", "requested")
    table = Table.of({name: [row[place] for row in rows] for place, name in enumerate(names)})
    try:
        log = clean(table, Head((("MaxProcs", "5"),)), choices)
    except LogError as error:
        assert "no job is left" in str(error)  # noqa: PT017
        return
    dropped = sum(row.jobs for row in log.report if row.dropped)
    joined = next((row.jobs for row in log.report if row.choice == "joined"), 0)
    assert len(rows) - dropped - joined <= len(log) <= len(rows) - dropped
    assert joined or len(log) == len(rows) - dropped
    assert (log.run > 0).all()
    assert (log.run <= log.estimate).all()
    assert ((log.size >= 1) & (log.size <= 5)).all()
    assert (np.diff(log.arrival) >= 0).all()
    assert (np.diff(log.place)[np.diff(log.arrival) == 0] > 0).all()
    assert (log.arrival >= 0).all()
    assert all(0 <= row.share <= 1 + 1e-9 for row in log.report)
