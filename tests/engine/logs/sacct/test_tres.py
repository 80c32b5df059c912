"""Resources beside processors, and what else of a job the model does not have."""

import pytest

from engine.logs.not_modelled import NotModelled, sentences
from engine.logs.reading import read_log
from engine.logs.sacct.tres import resources_of

COLUMNS = "JobID|User|Submit|Start|End|Elapsed|Timelimit|AllocCPUS|ReqCPUS|State"
ROW = "{}|u1|{}|{}|{}|00:10:00|01:00:00|{}|4|{}"


def told(column: str, *words: str, state: str = "COMPLETED", size: int = 4) -> dict[str, tuple[int, int, float]]:
    """Jobs by kind, of a file with one column more."""
    begin = 1_711_845_000
    rows = [
        f"{ROW.format(n, begin + 60 * n, begin + 60 * n + 9, begin + 60 * n + 609, size, state)}|{word}"
        for n, word in enumerate(words, 1)
    ]
    reading = read_log("\n".join([f"{COLUMNS}|{column}", *rows]).encode(), "UTC")
    return {one.kind: (one.jobs, one.of, one.work) for one in reading.not_modelled}


@pytest.mark.parametrize(
    ("column", "word"),
    [
        ("AllocTRES", "billing=8,cpu=4,gres/gpu:a100=4,gres/gpu=4,node=1"),
        ("AllocTRES", "cpu=4,gres/gpu=1"),
        ("alloctres", '"cpu=4,gres/gpu=1"'),
        ("ReqTRES", "billing=4,cpu=4,gres/gpu=2"),
        ("ReqTRES", "cpu=4,gres/shard=2"),
        ("AllocGRES", "gpu:4"),
        ("ReqGRES", "gpu:tesla:2"),
        ("AllocGRES", "7696487:1"),
        ("ReqGRES", "gpu"),
        ("Gres", "gpu:a100:2(IDX:0,3)"),
        ("TRESPerNode", "gres/gpu:2"),
        ("TRESPerNode", "gres:gpu:2"),
    ],
)
def test_gpus_are_counted_in_every_column_that_names_them(column: str, word: str) -> None:
    assert told(column, word, "", "cpu=4")["gpus"] == (1, 3, 0.3333)


@pytest.mark.parametrize(
    ("word", "kinds"),
    [
        ("cpu=4,mem=16G,node=1,billing=4", {"memory"}),
        ("license/matlab=1", {"licenses"}),
        ("bb/datawarp=1T", {"burst_buffers"}),
        ("gres/nic=2", {"other_gres"}),
        ("energy=10,fs/disk=1,ic/ofed=1,pages=1,vmem=1,cpu=1,node=2", set()),
        ("gres/gpu=0,mem=0,license/x=0", set()),
        ("gres/gpu=4294967295x", set()),
        ("(null)", set()),
        ("N/A", set()),
        ("gres:none", set()),
        ("=,,=,:::", set()),
        ("\x00" * 50, set()),
        ("gpu" * 1_000, set()),
    ],
)
def test_other_resources(word: str, kinds: set[str]) -> None:
    assert told("ReqTRES", word).keys() == kinds


def test_other_columns() -> None:
    assert told("Reservation", "maintenance", "")["reservations"] == (1, 2, 0.5)
    assert told("ReqMem", "16Gn", "0", "0n")["memory"] == (1, 3, 0.3333)
    assert told("Eligible", "1711845060", "1711845120", "1711846000", "Unknown")["held"] == (1, 4, 0.25)
    assert told("Eligible", "anything") == {}


def test_jobs_that_never_started_do_not_count() -> None:
    begin = 1_711_845_000
    waited = f"2|u|{begin}|{begin + 9}|{begin + 9}|00:00:00||4|4|CANCELLED|"
    rows = [f"{ROW.format(1, begin, begin, begin + 600, 4, 'COMPLETED')}|gres/gpu=1,cpu=4", waited]
    reading = read_log("\n".join([f"{COLUMNS}|AllocTRES", *rows]).encode(), "UTC")
    assert reading.not_modelled == (NotModelled("gpus", 1, 1, 1.0),)


def test_processors_may_be_told_there_alone() -> None:
    row = ROW.format(1, 1_711_845_000, 1_711_845_000, 1_711_845_600, "", "COMPLETED")
    header = f"{COLUMNS}|AllocTRES".replace("AllocCPUS", "Cluster")
    reading = read_log(f"{header}\n{row}|cpu=12,mem=1G".encode(), "UTC")
    assert reading.table["allocated"].tolist() == [12]
    assert resources_of(b"cpu=3").processors == 3


def test_the_sentence() -> None:
    first, second, third = sentences([NotModelled("gpus", 312, 5_000, 0.44), NotModelled("memory", 5_000, 5_000, 1.0)])
    assert first == (
        "312 of 5,000 jobs (44 % of the processor-hours) asked for GPUs; Corral does not model GPUs, so their waits "
        "here have other causes."
    )
    assert "a partition without GPUs" in second
    assert third == "5,000 of 5,000 jobs asked for memory, which Corral does not model either."
    assert len(sentences([NotModelled("gpus", 1, 5_000, 0.01)])) == 1
