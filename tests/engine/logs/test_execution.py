"""Whether a job ever ran: one rule, whatever the reader."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.logs.cleaning.clean import clean
from engine.logs.execution import never_started
from engine.logs.reading import read_log
from engine.logs.summary import summarize

SACCT = "JobID|User|Submit|Start|End|Elapsed|Timelimit|AllocCPUS|ReqCPUS|State|AllocTRES"
RAN = "1|u1|2017-01-02T05:00:00|2017-01-02T05:00:00|2017-01-02T07:00:00|02:00:00|03:00:00|8|8|COMPLETED|cpu=8"
BEHIND = "4|u1|2017-01-02T05:20:00|2017-01-02T07:00:00|2017-01-02T08:00:00|01:00:00|03:00:00|8|8|COMPLETED|cpu=8"
SUBMITTED = "2|u2|2017-01-02T05:10:00"
AT_ONCE = "2017-01-02T06:10:00|2017-01-02T06:10:00|00:00:00|03:00:00"

# what stands behind the submit time of a third job -> does it run?
CASES = {
    "cancelled, start is end": (f"{AT_ONCE}|8|8|CANCELLED by 7|", False),
    "cancelled, end before start": ("2017-01-02T07:00:00|2017-01-02T06:10:00|00:00:00||8|8|CANCELLED|", False),
    "cancelled, start unknown": ("Unknown|2017-01-02T06:10:00|00:00:00|03:00:00|8|8|CANCELLED by 7|", False),
    "cancelled, start none, no processors": ("None|2017-01-02T06:10:00|00:00:00|03:00:00|0|8|CANCELLED|", False),
    "cancelled, elapsed empty": ("2017-01-02T06:10:00|2017-01-02T06:10:00|||8|8|CANCELLED|", False),
    "cancelled, start before submit": ("2017-01-02T05:00:00|2017-01-02T05:00:00|00:00:00||8|8|CANCELLED|", False),
    "cancelled while it ran": ("2017-01-02T06:10:00|2017-01-02T06:10:09|00:00:09||8|8|CANCELLED by 7|cpu=8", True),
    "cancelled at once on what is named": (f"{AT_ONCE}|8|8|CANCELLED by 7|billing=8,cpu=8", True),
    "deadline while it waited": (f"{AT_ONCE}|8|8|DEADLINE|", False),
    "failed at once": (f"{AT_ONCE}|8|8|FAILED|cpu=8", True),
    "failed without processors": (f"{AT_ONCE}|0|8|FAILED|", False),
    "completed at once": (f"{AT_ONCE}|8|8|COMPLETED|", True),
    "timeout": ("2017-01-02T06:10:00|2017-01-02T06:11:00|00:01:00||8|8|TIMEOUT|", True),
    "node failed at once": (f"{AT_ONCE}|8|8|NODE_FAIL|", True),
    "requeued": ("2017-01-02T06:10:00|2017-01-02T06:11:00|00:01:00||8|8|REQUEUED|cpu=8", True),
    "preempted": ("2017-01-02T06:10:00|2017-01-02T06:11:00|00:01:00||8|8|PREEMPTED|cpu=8", True),
    "still running": ("2017-01-02T06:10:00|Unknown|01:00:00||8|8|RUNNING|cpu=8", False),
    "suspended all the time": ("2017-01-02T06:10:00|2017-01-02T06:10:00|00:00:00||8|8|PENDING|", False),
    "a step": (f"{AT_ONCE}|8|8|CANCELLED|", False),
    "boot failed": ("2017-01-02T06:10:00|2017-01-02T06:11:00|00:01:00||8|8|BOOT_FAIL|", True),
}


@pytest.mark.parametrize("name", CASES)
def test_jobs_of_slurm(name: str) -> None:
    behind, runs = CASES[name]
    reading = read_log("\n".join([SACCT, RAN, f"{SUBMITTED}|{behind}", BEHIND]).encode(), "UTC")
    log = clean(reading.table, reading.head)
    assert len(log) == 2 + runs
    assert reading.head.processors in (8, 16)
    assert reading.head.processors == 8 or runs
    done = summarize(log).recorded
    assert done is not None
    assert done.most == reading.head.processors


@pytest.mark.parametrize("state", ["CANCELLED by 7", "FAILED", "COMPLETED"])
@pytest.mark.parametrize("task", ["12_[3-9]", "12_3", "12+1"])
def test_a_line_of_several_tasks_ran_if_it_did(task: str, state: str) -> None:
    row = f"{task}|u2|2017-01-02T05:10:00|2017-01-02T06:10:00|2017-01-02T06:20:00|00:10:00||8|8|{state}|cpu=8"
    reading = read_log("\n".join([SACCT, RAN, row]).encode(), "UTC")
    assert len(clean(reading.table, reading.head)) == 2
    assert not any("never started" in note for note in reading.notes)


SWF = "{} {} {} {} {} -1 -1 {} 100 -1 {} 1 1 -1 1 -1 -1 -1"


@pytest.mark.parametrize(
    ("run", "allocated", "status", "runs"),
    [
        (-1, -1, 5, False), (0, 4, 5, False), (0, 0, 5, False), (0, -1, 5, False), (9, 4, 5, True), (0, 0, 0, False),
        (0, 4, 0, True), (0, -1, 0, True), (0, 4, 1, True), (0, 4, -1, True),
    ],
)  # fmt: skip
def test_jobs_of_swf(run: int, allocated: int, status: int, runs: bool) -> None:
    lines = [SWF.format(1, 0, 0, 100, 4, 4, 1), SWF.format(2, 5, 3, run, allocated, 4, status)]
    reading = read_log("\n".join(lines).encode())
    assert len(clean(reading.table, reading.head)) == 1 + runs


@given(
    st.lists(
        st.tuples(st.integers(0, 7_000), st.integers(0, 7_000), st.sampled_from(["CANCELLED", "CANCELLED by 7"])),
        max_size=6,
    )
)
def test_jobs_that_were_cancelled_while_they_waited_change_nothing_that_is_recorded(
    waiting: list[tuple[int, int, str]],
) -> None:
    """They hold no processors, whatever their end says, and nobody's mean is over them."""
    begin = 1_483_333_200
    lines = [
        f"{n}|u2|{begin + submit}|{begin + submit + wait}|{begin + submit + wait}|00:00:00|01:00:00|64|64|{state}|"
        for n, (submit, wait, state) in enumerate(waiting, 10)
    ]
    without, among = (read_log("\n".join([SACCT, RAN, *some, BEHIND]).encode(), "UTC") for some in ((), lines))
    found = [summarize(clean(one.table, one.head)).recorded for one in (without, among)]
    assert found[0] == found[1]


def test_what_is_not_told_is_left_out() -> None:
    status, run = np.array([5, 5, 0, 1]), np.array([0, -1, 0, 0])
    assert never_started(status, run).tolist() == [True, True, False, False]
    known = np.array([True, True, True, False])
    assert never_started(status, run, start_is_known=known).tolist() == [True, False, False, True]
