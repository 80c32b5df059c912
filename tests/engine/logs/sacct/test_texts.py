"""Texts that are not read may hold anything, and any delimiter may stand between fields: the jobs stay the same."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.logs.limits import LogError
from engine.logs.reading import read_log
from engine.logs.result import Reading
from engine.logs.sacct.header import COMMAND

COLUMNS = [
    *("JobID", "JobName", "User", "Submit", "Start", "End", "Elapsed", "Timelimit", "AllocCPUS", "ReqCPUS", "State"),
    *("Comment", "AllocTRES"),
]


def row(number: int, name: str = "a", comment: str = "") -> dict[str, str]:
    start = 1_711_845_000 + 60 * number
    values = [
        *(str(number), name, f"u{number % 3}", str(start), str(start + 10), str(start + 110), "00:01:40", "01:00:00"),
        *("4", "2", "COMPLETED", comment, f"cpu=4,gres/gpu={number % 2}"),
    ]
    return dict(zip(COLUMNS, values, strict=True))


def written(rows: list[dict[str, str]], columns: list[str], between: str = "|", end: str = "\n") -> bytes:
    return end.join([between.join(columns), *(between.join(one[name] for name in columns) for one in rows)]).encode()


def same(first: Reading, second: Reading) -> bool:
    return first.table.name == second.table.name and first.not_modelled == second.not_modelled


JUNK = st.text(st.sampled_from('ab |\n"\\;=%é1'), max_size=12)


@given(st.lists(JUNK, min_size=1, max_size=12), st.booleans())
def test_what_stands_in_a_job_name_changes_no_job(names: list[str], is_last: bool) -> None:
    columns = [name for name in COLUMNS if name not in ("Comment", "JobName")]
    columns.insert(len(columns) if is_last else 1, "JobName")
    plain = [row(n) for n in range(1, len(names) + 1)]
    # Behind a line end "1|" is the beginning of another row, as far as anybody can tell.
    texts = (name.replace("1|", "|") for name in names)
    odd = [one | {"JobName": f"x{name}"} for one, name in zip(plain, texts, strict=True)]
    assert same(read_log(written(odd, columns)), read_log(written(plain, columns)))


@given(st.lists(st.tuples(JUNK, JUNK), min_size=1, max_size=6))
def test_of_two_texts_a_row_is_read_rightly_or_refused(texts: list[tuple[str, str]]) -> None:
    plain = [row(n) for n in range(1, 1 + len(texts))]
    odd = [
        one | {"JobName": name.replace("\n", ""), "Comment": comment.replace("\n", "")}
        for one, (name, comment) in zip(plain, texts, strict=True)
    ]
    assert same(read_log(written(odd, COLUMNS)), read_log(written(plain, COLUMNS)))


BETWEEN = st.sampled_from(["|", "^|^", ";", "\t", "@", "~", "||", "^", " | ", "::"])


@given(st.permutations(COLUMNS), BETWEEN, st.booleans())
def test_order_of_columns_and_delimiter_make_no_difference(columns: list[str], between: str, ends: bool) -> None:
    """With a delimiter at the end of each line, too, as `--parsable` has it."""
    rows = [row(n) | {"": ""} for n in range(1, 4)]
    found = read_log(written(rows, [*columns, ""] if ends else columns, between))
    assert same(found, read_log(written(rows, COLUMNS)))


def test_resources_are_read_where_commas_stand_between_fields_too() -> None:
    columns = [name for name in COLUMNS if name != "JobName"]
    rows = [row(n) for n in range(1, 4)]
    assert same(read_log(written(rows, columns, ",")), read_log(written(rows, columns)))


@pytest.mark.parametrize("between", [",", ";", "\t"])
def test_quotes_of_a_spreadsheet_are_no_part_of_a_field(between: str) -> None:
    rows = [row(n, 'a "b", c') for n in range(1, 5)]
    quoted = [{name: f'"{value.replace(chr(34), chr(34) * 2)}"' for name, value in one.items()} for one in rows]
    assert same(read_log(written(quoted, COLUMNS, between)), read_log(written(rows, COLUMNS)))


@pytest.mark.parametrize("odd", ["a|b", "a\nb", "a\n\nb", "a|b\nc|d", "|", "\n12", "x|1|2|3|4"])
def test_two_odd_names_in_a_hundred_rows(odd: str) -> None:
    """F20: nine lines in ten of the files that people bring have a name that nobody reads."""
    rows = [row(n) for n in range(1, 101)]
    reading = read_log(
        written([one | {"JobName": odd} if n in (7, 50) else one for n, one in enumerate(rows)], COLUMNS)
    )
    assert same(reading, read_log(written(rows, COLUMNS)))
    assert reading.refused == 0
    assert any("2 rows have" in note for note in reading.notes)


def test_a_row_that_the_end_of_a_block_broke(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [row(n, "a\nb") for n in range(1, 40)]
    for size in (150, 217, 1_000):
        monkeypatch.setattr("engine.logs.reading.BLOCK", size)
        reading = read_log(written(rows, COLUMNS))
        assert (len(reading.table), reading.refused) == (39, 0)


def test_a_refusal_has_a_remedy() -> None:
    columns = [name for name in COLUMNS if name not in ("JobName", "Comment")]
    rows = [row(n) | {"User": "a|b"} for n in range(1, 9)]
    with pytest.raises(LogError, match="leave it out, for it is not read") as caught:
        read_log(written(rows, columns))
    assert COMMAND in str(caught.value)
    with pytest.raises(LogError, match="blanks between its fields"):
        read_log(written(rows, columns, " "))


def test_the_order_of_lines_makes_no_difference() -> None:
    rows = [row(n, f"{'|' * (n % 3)}x") for n in range(1, 30)]
    usual = read_log(written(rows, COLUMNS))
    random.Random(1).shuffle(rows)
    assert same(read_log(written(rows, COLUMNS)), usual)


def test_values_that_a_job_can_do_without_refuse_no_line() -> None:
    rows = [row(n) | {"Timelimit": "soon", "ReqCPUS": "many"} for n in range(1, 4)]
    reading = read_log(written(rows, COLUMNS))
    assert (reading.refused, set(reading.table["estimate"]), set(reading.table["requested"])) == (0, {-1}, {-1})
    assert any("3 values of Timelimit cannot be read" in note for note in reading.notes)


@pytest.mark.parametrize("form", ["2024-03-31 10:30:00", "2024-03-31T10:30", "2024-03-31 10:30", "2024-03-31T10:30Z"])
def test_times_to_the_minute(form: str) -> None:
    read = read_log(written([row(1) | {"Submit": form, "Start": "2024-03-31T10:31"}], COLUMNS), "UTC")
    assert (read.head.unix_start, read.table["wait"].tolist()) == (1_711_881_000, [60])
