"""Lists of jobs with named columns: the same table however they are written, and sentences for the rest."""

import gzip
import io
import random
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import parquet

from engine.logs.cleaning.clean import clean
from engine.logs.limits import LogError
from engine.logs.reading import read_log
from engine.logs.table import Table
from engine.reports.log import log_report
from tests.engine.logs.logs_by_hand import text_of
from tests.engine.logs.test_hostile import changed, outcome

JOBS = [(0, 600, 3, 600), (60, 300, 4, 300), (120, 420, 1, 1800), (180, 540, 1, 5400)]
FRAME = pd.DataFrame(JOBS, columns=["submit", "run", "size", "estimate"])
WHOLE = Table.of(
    {
        "job": [1, 2, 3, 4],
        "submit": FRAME.submit,
        "run": FRAME.run,
        "allocated": FRAME["size"],
        "estimate": FRAME.estimate,
    }
)


def csv(frame: pd.DataFrame = FRAME, cut: str = ",") -> bytes:
    return frame.to_csv(index=False, sep=cut).encode()


def packed(frame: pd.DataFrame) -> bytes:
    sink = io.BytesIO()
    frame.to_parquet(sink)
    return sink.getvalue()


@pytest.mark.parametrize("cut", [",", ";", "\t"], ids=["comma", "semicolon", "tab"])
def test_however_it_is_written_it_is_the_same_log(cut: str) -> None:
    plain = csv(cut=cut)
    quoted = plain.replace(b"600", b'"600"')
    for data in (
        plain,
        plain.replace(b"\n", b"\r\n"),
        gzip.compress(plain),
        b"\xef\xbb\xbf\n" + plain,
        quoted,
        plain.upper(),
    ):
        assert read_log(data).table == WHOLE
    assert read_log(packed(FRAME)).table == WHOLE
    assert read_log(packed(FRAME.astype(float)[FRAME.columns[::-1]])).table == WHOLE


def test_its_jobs_are_those_of_the_same_log_in_standard_workload_format() -> None:
    lines = text_of([(submit // 60, run // 60, size, estimate // 60) for submit, run, size, estimate in JOBS])
    swf = read_log("\n".join([*lines, ""]).encode())
    ours, theirs = (clean(one.table, one.head) for one in (read_log(csv()), swf))
    for name in ("run", "size", "estimate"):
        assert getattr(ours, name).tolist() == getattr(theirs, name).tolist()


@pytest.mark.parametrize(("unit", "seconds"), [("ms", 0.001), ("s", 1), ("min", 60), ("h", 3600), ("d", 86_400)])
def test_units_stand_in_the_names(unit: str, seconds: float) -> None:
    frame = FRAME.assign(run=FRAME.run / seconds).rename(columns={"run": f"run_{unit}"})
    assert read_log(csv(frame)).table == WHOLE
    assert read_log(packed(frame)).table == WHOLE


def test_names_of_people_are_numbers_and_gone() -> None:
    reading = read_log(csv(FRAME.assign(user=["anna", "=1+1", "anna", ""], secret=["x"] * 4)))
    assert reading.table["user"].tolist() == [1, 2, 1, -1]
    told = repr(reading) + log_report(reading, "json")
    assert "anna" not in told
    assert "=1+1" not in told
    assert "secret" not in told
    assert read_log(csv(FRAME.assign(user=[7, 7, 9, 7]))).table["user"].tolist() == [7, 7, 9, 7]


@pytest.mark.parametrize("word", ["=1+1", "inf", "1e999", "0x10", "1_000", "1;2", "2020-04-02"])
def test_what_is_no_run_time_is_told_by_line_and_column(word: str) -> None:
    lines = csv(pd.concat([FRAME] * 50)).decode().splitlines()
    lines[17] = f"0,{word},3,600"
    reading = read_log("\n".join(lines).encode())
    assert (reading.refused, len(reading.table)) == (1, 199)
    needed = "a number from 0 to 10^12 or a duration such as 1-02:03:04 is needed"
    assert reading.sentences == (f'line 18: run is "{word}"; {needed}',)


def test_a_line_with_other_fields_is_told() -> None:
    lines = csv(pd.concat([FRAME] * 50)).decode().splitlines()
    lines[3] = "0,1,2,3,4"
    assert read_log("\n".join(lines).encode()).sentences == ("line 4: 5 fields; the first line has 4",)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"submit,run\n1,2\n", "has no column size; columns known here: submit, run; rename columns"),
        (b"submit,run,size,run_h\n1,2,3,4\n", "the columns run and run_h say the same"),
        (b"submit,run,size\n", "there is no job in this file"),
        (b"submit,run,size\n" + b"1,x,3\n" * 3, "3 of 3 lines cannot be read.*correct these lines"),
        (b"a,b,c,d,e,f\n1,2,3,4,5,6\n", "not known: a, b, c, d, e, f; rename columns"),
        (b"PAR1 is no Parquet file PAR1", "the Parquet file is damaged.*write it anew"),
        (packed(FRAME.assign(user=["x" * 5000] * 4)), "a word in this file has 5,000 characters"),
    ],
    ids=["no size", "run twice", "no job", "no numbers", "no names", "no Parquet", "long words"],
)
def test_what_is_no_list_is_refused_with_the_reason(data: bytes, said: str) -> None:
    with pytest.raises(LogError, match=said):
        read_log(data)


def test_a_small_file_of_too_many_rows_is_refused() -> None:
    sink = io.BytesIO()
    many: Any = pa.table(
        {"submit": pa.repeat(0, 2_000_001), "run": pa.repeat(1, 2_000_001), "size": pa.repeat(1, 2_000_001)}
    )
    parquet.write_table(many, sink)
    assert len(sink.getvalue()) < 100_000
    with pytest.raises(LogError, match="2,000,001 rows"):
        read_log(sink.getvalue())


@pytest.mark.parametrize("seed", range(20))
def test_broken_lists_give_a_reading_or_a_sentence(seed: int) -> None:
    draw = random.Random(seed)
    frame = pd.concat([FRAME.assign(user="anna")] * 30)
    outcome(changed(csv(frame), draw, [b"=1+1", b"\0", b'"', b",", b"\n", b"9" * 500, b"nan"]))
    outcome(changed(packed(frame), draw, [b"\0", b"\xff" * 8, b"PAR1"]))


def test_start_and_end_say_run_and_wait_where_no_column_does() -> None:
    read = read_log(b"arrival,start,end,size\n0,5,15,2\n3,,,1\n7,7,8.5,1\n9,4,6,1\n").table
    assert read.seconds("run").tolist() == [10, -1, 1.5, 2]
    assert read.seconds("wait").tolist() == [5, -1, 0, -1]
    said = read_log(b"submit,wait,start,end,run,size\n0,1,5,15,3,2\n").table
    assert (said["run"].tolist(), said["wait"].tolist()) == ([3], [1])
    with pytest.raises(LogError, match="no column run"):
        read_log(b"submit,start,size\n0,5,2\n")
