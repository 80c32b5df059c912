"""SWF is read whatever it is wrapped in; lines that are none are told."""

import gzip
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.logs.limits import LogError
from engine.logs.reading import read_log
from engine.logs.table import FIELDS, TIMES, Table
from engine.logs.write_swf import write_swf
from tests.engine.logs.logs_by_hand import job, read, tables, text_of

D = [(0, 10, 2, 15), (0, 10, 2, 20), (1, 6, 4, 8), (1, 2, 2, 6), (1, 4, 4, 4), (2, 3, 1, 5), (10, 2, 2, 4)]
LINES = text_of(D)
PLAIN = read(*LINES)


@given(tables())
def test_what_is_written_is_read(table: Table) -> None:
    reading = read_log(write_swf(table))
    assert reading.table == table
    assert reading.table.name == table.name
    assert reading.refused == 0


blanks = st.text(" \t", min_size=1, max_size=3)
between = st.lists(st.sampled_from(["", "   ", "; a comment", ";", " ; Note: x", ";\x00\x1b[2J"]), max_size=2)


@given(st.data())
def test_wrapping_makes_no_difference(data: st.DataObject) -> None:
    """Line ends, blanks, comments, gzip, the byte-order mark and more fields: the same table, the same name."""
    end = data.draw(st.sampled_from(["\n", "\r\n"]))
    lines = []
    for line in LINES:
        lines += data.draw(between)
        extra = data.draw(st.sampled_from(["", " 7", " word nan"]))
        lines.append(data.draw(st.text(" \t", max_size=2)) + line.replace(" ", data.draw(blanks)) + extra)
    sent = (end.join(lines) + data.draw(st.sampled_from(["", end, end * 3]))).encode()
    sent = data.draw(st.sampled_from([b"", b"\xef\xbb\xbf"])) + sent
    if data.draw(st.booleans()):
        cut = data.draw(st.integers(0, len(sent)))
        sent = (
            gzip.compress(sent[:cut], mtime=0)
            + gzip.compress(sent[cut:], mtime=0)
            + b"\0" * data.draw(st.integers(0, 3))
        )
    assert read_log(sent).table.name == PLAIN.table.name


def test_columns_of_a_log() -> None:
    table = PLAIN.table
    assert len(table) == 7
    assert table["submit"].tolist() == [0, 0, 60, 60, 60, 120, 600]
    assert table["job"].tolist() == [1, 2, 3, 4, 5, 6, 7]
    assert (table["user"] == -1).all()
    assert list(table.frame()) == list(FIELDS)


def test_blocks_end_where_they_like(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = "\n".join(["; MaxProcs: 4", *LINES]).encode()
    for size in range(1, 120, 7):
        monkeypatch.setattr("engine.logs.reading.BLOCK", size)
        for data in (sent, gzip.compress(sent, mtime=0)):
            reading = read_log(data)
            assert reading.table == PLAIN.table
            assert reading.head.processors == 4


WORDS = ["1", "0012", "-1", "-0", "+5", "1.5", "2.0", ".5", "5.", "0.0005", "1.0004", "1e3", "1.5E+2", "2e-3", "1e12"]
NONE = [
    "",
    "-",
    "+",
    ".",
    "e5",
    "1e",
    "--1",
    "1-1",
    "-2",
    "-1.001",
    "nan",
    "NaN",
    "inf",
    "0x10",
    "1_000",
    "1,5",
    "1e13",
]
NONE += ["1e999", "1" * 14, "9" * 60, "1.2.3", "1e5.0", "٣", "1\x00", "=1+1", "'1'", "1e-", "1e99999999999"]


@pytest.mark.parametrize("word", WORDS)
def test_numbers(word: str) -> None:
    """As Python reads them, to the millisecond."""
    table = read(job(1, 0, word, 1, -1)).table
    assert table.seconds("run")[0] == round(1000 * float(word)) / 1000
    assert table.unit == (1 if round(1000 * float(word)) % 1000 == 0 else 1000)


UNKNOWN = ("-", "-2", "-1.001", "nan", "NaN")


@pytest.mark.parametrize("word", UNKNOWN)
def test_what_says_that_nothing_is_known_is_not_known(word: str) -> None:
    reading = read(*LINES * 20, job(8, 0, word, 1, -1))
    assert (reading.refused, reading.table["run"][-1]) == (0, -1)
    assert reading.notes == ("run time (field 4) is not known of 1 job: it cannot be read there.",)


@pytest.mark.parametrize("word", [word for word in NONE if word and word not in UNKNOWN])
def test_what_is_no_number(word: str) -> None:
    lines = [*LINES * 20, job(8, 0, word, 1, -1)]
    reading = read(*lines)
    assert reading.refused == 1
    (sentence,) = reading.sentences
    assert sentence.startswith("line 141: field 4 (run time) is ")
    assert sentence.endswith("a number from -1 to 10^12 is needed")
    assert len(sentence) < 120
    assert sentence.isprintable()


@given(st.lists(st.floats(-1, 10**11), min_size=1, max_size=9))
def test_decimals_are_milliseconds(values: list[float]) -> None:
    table = read(*(job(1, f"{value:.6f}", value, 1, -1) for value in values)).table
    assert np.abs(table.seconds("submit") - values).max() <= 0.00052
    assert np.abs(table.seconds("run") - values).max() <= 0.00052


def test_only_times_have_decimals() -> None:
    good = read(*LINES * 20, job(1, 0, 1, "4.0", 1))
    assert good.table["allocated"][-1] == 4
    bad = read(*LINES * 20, job(1, 0, "1.5", "4.5", 1))
    assert bad.sentences == (
        'line 141: field 5 (processors allocated) is "4.5"; a whole number from -1 to 10^12 is needed',
    )
    assert bad.table.unit == 1


def test_fields_without_a_place_are_not_looked_at() -> None:
    assert read(*LINES, job(1, 0, 1, 1, 1, f6="12.34", f7="1e99", f10="?", f14="nan")).refused == 0


def test_refused_lines_are_counted_and_the_first_are_told() -> None:
    lines = [*LINES * 1000, *["1 2 3"] * 30]
    reading = read(*lines)
    assert reading.refused == 30
    assert len(reading.sentences) == 20
    assert reading.sentences[0] == "line 7,001: 3 fields; a job has 18"
    assert reading.sentences[19].startswith("line 7,020:")
    assert len(reading.table) == 7000
    long = read(*LINES * 100, LINES[0] + " 1" * 2000, "; " + "x" * 9000)
    assert long.sentences == ("line 701: more than 4,000 characters",)
    assert read(*LINES * 100, "7" * 3_000_000, LINES[0]).refused == 1


def test_more_than_one_in_a_hundred_is_too_many() -> None:
    lines = [*LINES * 100, *["word"] * 7]
    assert read(*lines).refused == 7
    with pytest.raises(LogError, match="8 of 708 lines cannot be read; at most 1 %") as caught:
        read(*lines, "word")
    assert len(caught.value.lines) == 8


def test_more_fields_are_counted() -> None:
    assert read(*LINES, LINES[0] + " 1 2 3", LINES[0] + " 1").notes == ("extended format: 3 extra columns in 2 lines",)
    assert read(*LINES, LINES[0] + " 1").notes == ("extended format: 1 extra column in 1 line",)


def test_the_head_is_what_stands_above_the_jobs() -> None:
    reading = read("; Computer: X", " ;MaxProcs: 4", *LINES, "; MaxProcs: 5", "; Note: late")
    assert reading.head.labels == (("Computer", "X"), ("MaxProcs", "4"))
    many = read(*["; Note: n"] * 1200, *LINES)
    assert len(many.head.labels) == 1000
    assert many.notes == ("1,200 lines of comment; at most the first 1,000 are read as the head",)


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        (b"", "no job"),
        (b"\n\n; MaxProcs: 4\n", "no job"),
        (b"<!DOCTYPE html><html>", "HTML"),
        (b"\xef\xbb\xbf  <html>", "HTML"),
        (b'{"a": 1}', "JSON"),
        (b"PK\x03\x04....", "ZIP"),
        (gzip.compress(gzip.compress(b"1", mtime=0), mtime=0), "gzip inside a gzip"),
        ("1 2 3".encode("utf-16"), "UTF-16"),
        (b"1,2,3,4,5,6,7\n", "commas"),
        (b"1|2|3|4|5\n", "without its first line"),
        (b"some words\nof a letter\n", "2 of 2 lines"),
        (gzip.compress(b"1 2 3" * 1000, mtime=0)[:-9], "too early"),
        (gzip.compress(b"1 2 3\n" * 1000, mtime=0)[:-8] + b"12345678", "damaged"),
        (b"\x1f\x8b" + b"\0" * 100, "damaged"),
    ],
)
def test_files_that_are_no_log(sent: bytes, why: str) -> None:
    with pytest.raises(LogError, match=why):
        read_log(sent)


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value, sent, why in (
        ("reading.SENT", 1000, b"\n" * 1001, "1,001 bytes; at most 1,000"),
        ("reading.UNPACKED", 10**6, gzip.compress(bytes(10**7), mtime=0), "more than 1,000,000 bytes when unpacked"),
        ("swf.LINES", 1000, b"\n" * 1001, "more than 1,000 lines"),
        ("reading.MEMBERS", 50, gzip.compress(b"", mtime=0) * 51, "more than 50 parts"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(f"engine.logs.{name}", value)
            with pytest.raises(LogError, match=why):
                read_log(sent)


def test_what_a_simulation_made_of_it() -> None:
    wait = np.array([0, 0, 0.5, 60, np.nan, 7, 8])
    sent = write_swf(PLAIN.table, PLAIN.head, wait, np.arange(1, 8), "EASY\n=1+1")
    reading = read_log(sent)
    assert reading.table.seconds("wait").tolist() == [0, 0, 0.5, 60, -1, 7, 8]
    assert reading.table["allocated"].tolist() == [1, 2, 3, 4, 5, 6, 7]
    assert "simulation by Corral" in reading.head.first("Note")
    assert "EASY" in reading.head.first("Note")
    for name in set(FIELDS) - {"wait", "allocated"}:
        scale = reading.table.unit if name in TIMES else 1
        assert (reading.table[name] == PLAIN.table[name] * scale).all()
    assert all(a <= b for a, b in pairwise(reading.table["submit"]))
