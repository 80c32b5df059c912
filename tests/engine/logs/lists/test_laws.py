"""Laws of tables: how one is written changes nothing, and columns that a job can be without never change the others."""

import gzip
import io
import subprocess
import sys
from random import Random

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.logs.limits import LogError
from engine.logs.lists import parquet
from engine.logs.lists.columns import SYNONYMS
from engine.logs.lists.header import CUTS
from engine.logs.reading import read_log
from engine.logs.table import FIELDS, Table
from tests.engine.logs.test_hostile import many

NEEDED = ("submit", "run", "allocated")
OPTIONAL = ("job", "wait", "estimate", "status", "user", "group", "queue", "partition", "start", "end", "requested")

JOBS = st.lists(
    st.tuples(
        st.integers(0, 10**6), st.integers(1, 10**6), st.integers(1, 10**4), st.sampled_from(["ann", "bo", "c d"])
    ),
    min_size=1,
    max_size=8,
)
JUNK = st.text(st.characters(codec="utf-8", exclude_characters='\r\n,"#', exclude_categories=["Cs"]), max_size=12)


def frame_of(jobs: list[tuple[int, int, int, str]]) -> pd.DataFrame:
    return pd.DataFrame(jobs, columns=["submit", "run", "size", "user"])


def read(frame: pd.DataFrame, cut: str = ",") -> Table:
    return read_log(frame.to_csv(index=False, sep=cut).encode()).table


@given(JOBS, st.data())
def test_order_names_case_and_separators_do_not_matter(
    jobs: list[tuple[int, int, int, str]], data: st.DataObject
) -> None:
    frame = frame_of(jobs)
    names = {
        column: data.draw(st.sampled_from(SYNONYMS[field]))
        for column, field in zip(frame.columns, (*NEEDED, "user"), strict=True)
    }
    between = data.draw(st.sampled_from([" ", "_", "-", ""]))
    change = data.draw(st.sampled_from([str.lower, str.upper, str.title]))
    other = frame.rename(columns={one: change(name.replace(" ", between)) for one, name in names.items()})
    other = other[data.draw(st.permutations(list(other.columns)))]
    text = other.to_csv(index=False, sep=data.draw(st.sampled_from([cut.decode() for cut in CUTS])))
    text = data.draw(st.sampled_from([text, text.replace("\n", "\r\n"), "\ufeff" + text, "# a script\n" + text]))
    packed = data.draw(st.sampled_from([text.encode(), gzip.compress(text.encode())]))
    assert read_log(packed).table == read(frame)


@pytest.mark.parametrize("cut", [cut.decode() for cut in CUTS])
def test_a_name_in_quotes_is_one_name_whatever_stands_between_names(cut: str) -> None:
    lines = ('"submit time"', "run", '"num cores"', "user"), ("0", "1", "2", '"ann bee"')
    one = read_log("\n".join(map(cut.join, lines)).encode()).table
    assert one == read_log(b"submit,run,size,user\n0,1,2,ann bee\n").table


@given(JOBS, st.sets(st.sampled_from(OPTIONAL), min_size=1), st.data())
def test_junk_in_other_columns_changes_nothing_of_a_job(
    jobs: list[tuple[int, int, int, str]], fields: set[str], data: st.DataObject
) -> None:
    frame = frame_of(jobs).drop(columns="user")
    other = frame.assign(**{SYNONYMS[field][0]: [data.draw(JUNK) for _ in jobs] for field in sorted(fields)})
    reading = read_log(other.to_csv(index=False).encode())
    assert reading.refused == 0
    whole = read(frame)
    for field in NEEDED:
        assert (reading.table.seconds(field) == whole.seconds(field)).all()
    assert set(reading.table.columns.min(axis=1) >= -reading.table.unit) == {True}


@settings(max_examples=8, deadline=None)
@given(JOBS, st.sampled_from(["number", "date", "UTC", "Berlin"]))
def test_a_table_and_its_parquet_are_the_same_jobs(jobs: list[tuple[int, int, int, str]], clock: str) -> None:
    frame = frame_of(jobs)
    if clock != "number":
        frame["submit"] = pd.to_datetime(frame["submit"] + 1_600_000_000, unit="s")
        frame["run"] = pd.to_timedelta(frame["run"], unit="s")
    if clock in ("UTC", "Berlin"):
        frame["submit"] = frame["submit"].dt.tz_localize("UTC").dt.tz_convert(clock.replace("Ber", "Europe/Ber"))
    sink = io.BytesIO()
    frame.to_parquet(sink)
    assert read_log(sink.getvalue()).table == read(frame)
    assert read(frame).seconds("run").tolist() == [run for _, run, _, _ in jobs]


@given(JOBS)
def test_dates_are_the_jobs_of_their_unix_seconds(jobs: list[tuple[int, int, int, str]]) -> None:
    frame = frame_of(jobs)
    first = frame["submit"].min()
    for unit, form in (("s", "%Y-%m-%dT%H:%M:%SZ"), ("s", "%Y/%m/%d %H:%M:%S"), ("s", "%Y-%m-%d %H:%M:%S.000+0000")):
        dates = pd.to_datetime(frame["submit"] + 1_600_000_000, unit=unit).dt.strftime(form)
        assert read(frame.assign(submit=dates))["submit"].tolist() == (frame["submit"] - first).tolist()
    for power in (3, 6, 9):
        late = (frame["submit"] + 1_600_000_000) * 10**power
        assert read(frame.assign(submit=late))["submit"].tolist() == (frame["submit"] - first).tolist()


OF_COLUMNS = st.sampled_from(sorted({synonym for synonyms in SYNONYMS.values() for synonym in synonyms}))


@given(
    st.lists(
        st.one_of(OF_COLUMNS, st.integers(0, 10**15 - 1).map(str), JUNK.filter(lambda word: word.strip(" \t"))),
        max_size=9,
    )
)
def test_equal_names_are_equal_numbers(names: list[str]) -> None:
    """In a table and in SWF, which has no blanks in words; a failure is one number for two names, or two for one."""
    names = [*names, "ann", "7", "ann"]
    read_names = pd.DataFrame({"submit": 0, "run": 1, "size": 1, "user": names})
    numbers = read(read_names)["user"].tolist()
    pairs = {(name.strip(" \t"), number) for name, number in zip(names, numbers, strict=True) if number > 0}
    assert len(pairs) == len({name for name, _ in pairs}) == len({number for _, number in pairs})
    assert numbers[-1] == numbers[-3] > 0
    words = [name for name in names if name.split() == [name] and not name.startswith(";")]
    text = "".join(f"{n} 0 0 1 1 -1 -1 1 -1 -1 1 {word} 1 -1 1 -1 -1 -1\n" for n, word in enumerate(words, 1))
    assert (
        read_log(text.encode()).table["user"].tolist()
        == read(read_names[[one in words for one in names]])["user"].tolist()
    )


TABLE = "job;submit;run;size;user;state;start\n" + "".join(
    f'j{n};2020-04-02 10:{n % 60:02}:00;00:0{n % 9}:01;{1 + n % 8};"u {n % 5}";COMPLETED;2020-04-02 11:00:00\n'
    for n in range(150)
)
WORDS = [
    b'"',
    b";",
    b"\n",
    b",",
    b"#",
    b"\0",
    b"nan",
    b"-",
    b"9" * 30,
    b"2020-13-01",
    b"1-",
    b":",
    b"sep=,\n",
    b"\xff",
    b"1e400",
    b"T",
]


def test_changed_tables_give_a_reading_or_a_sentence() -> None:
    assert len(many(TABLE.encode(), WORDS, range(300))) > 100


ABORTS = """
import ctypes, os, sys
os.write(2, b"terminate called after throwing an instance of 'std::length_error'\\n")
ctypes.string_at(0) if "segfault" in sys.argv else os.abort()
"""


@pytest.mark.parametrize("how", ["abort", "segfault"])
def test_a_library_that_ends_its_process_is_told_in_a_sentence(
    how: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A failure is an end of this process, or words of C++ in what it prints."""
    start = subprocess.Popen
    monkeypatch.setattr(
        "engine.logs.lists.parquet.subprocess.Popen",
        lambda _command, **more: start([sys.executable, "-c", ABORTS, how], **more),
    )
    with pytest.raises(LogError, match=r"the Parquet file is damaged.*write it anew"):
        read_log(parquet.MARK + bytes(1_000_000))
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_damaged_parquet_is_told_in_a_sentence(capfd: pytest.CaptureFixture[str]) -> None:
    sink = io.BytesIO()
    pd.DataFrame({"submit": range(2000), "run": 5, "size": 1, "user": "ann"}).to_parquet(sink)
    for seed in range(40):
        draw, data = Random(seed), bytearray(sink.getvalue())
        for _ in range(draw.randint(1, 8)):
            data[draw.randrange(4, len(data))] = draw.randrange(256)
        try:
            assert len(read_log(bytes(data)).table) > 0
        except LogError as error:
            assert error.why.isprintable()  # noqa: PT017
    assert capfd.readouterr() == ("", "")


def test_every_field_is_a_field_of_the_table() -> None:
    assert set(SYNONYMS) - set(FIELDS) == {"start", "end", "nodes", "gpus"}
