"""A table comes back from its bytes; bytes of strangers give a table or a sentence."""

import base64

import brotli
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.logs.encoding import decode, encode
from engine.logs.limits import LogError
from engine.logs.table import FIELDS, Table
from tests.engine.logs.logs_by_hand import tables


@given(tables())
def test_what_is_written_is_read(table: Table) -> None:
    again = decode(encode(table))
    assert again == table
    assert again.name == table.name


@given(tables(), st.data())
def test_damaged_bytes_give_a_table_or_a_sentence(table: Table, data: st.DataObject) -> None:
    good = bytearray(encode(table))
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(good) - 1))
        good[place : place + data.draw(st.integers(0, 2))] = data.draw(st.binary(max_size=3))
    try:
        read = decode(bytes(good))
    except LogError:
        return
    assert decode(encode(read)) == read


def packed(first: bytes, plain: bytes) -> bytes:
    return first + brotli.compress(plain)


ONE = encode(Table.of({"submit": [5], "run": [7]}))


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "first line"),
        (b"\0" * 100, "first line"),
        (b"corral-log-1 1 1", "announced"),
        (b"corral-log-1 1 2000001\n", "jobs"),
        (b"corral-log-1 1 99999999999999999999999\n", "jobs"),
        (b"corral-log-1 7 1\n" + ONE.split(b"\n", 1)[1], "unit"),
        (encode(Table(np.full((14, 1), 1000), 1000)), "decimals"),
        (ONE + b"x", "damaged"),
        (ONE[:-3], "damaged"),
        (packed(b"corral-log-1 1 1\n", bytes(10**7)), "does not end"),
        (packed(b"corral-log-1 1 1\n", b"\xff" * 112), "no log has"),
        (packed(b"corral-log-1 1 2000000\n", b""), "announced"),
        (b"corral-log-1 1 1\n" + b"\xff" * 50, "compressed"),
    ],
)
def test_what_is_no_stored_log_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(LogError, match=why):
        decode(data)


def test_many_jobs_take_few_bytes() -> None:
    n = 20_000
    draw = np.random.default_rng(3)
    run = draw.lognormal(7, 2, n).astype(np.int64)
    columns = {"job": np.arange(n), "submit": np.cumsum(draw.integers(0, 900, n)), "run": run, "wait": run // 3}
    columns |= {"allocated": 2 ** draw.integers(0, 7, n), "user": draw.zipf(2, n) % 200, "status": np.ones(n, np.int64)}
    packed_jobs = encode(Table.of(columns))
    assert len(packed_jobs) < 8 * n
    with pytest.raises(LogError, match="damaged"):
        decode(packed_jobs + b"x")


def test_eight_hundred_jobs_fit_into_a_link() -> None:
    """Of numbers that are about as irregular as those of real logs."""
    n, draw = 800, np.random.default_rng(5)
    run = np.minimum(draw.lognormal(6.5, 2.3, n), 64_800).astype(np.int64)
    columns = {"submit": np.cumsum(draw.lognormal(5.5, 1.9, n).astype(np.int64)), "run": run, "wait": run}
    columns |= {"allocated": 2 ** np.minimum(draw.geometric(0.35, n), 7), "estimate": 3600 * (1 + run // 3600)}
    table = Table.of(columns | {"user": draw.zipf(1.6, n) % 60, "job": np.arange(n)})
    assert len(base64.urlsafe_b64encode(encode(table.slim()))) < 6_500


def test_a_slim_table_has_what_a_simulation_needs() -> None:
    table = Table.of({name: [7, 8] for name in FIELDS} | {"allocated": [3, -1]})
    slim = table.slim()
    assert {name: slim[name].tolist() for name in FIELDS if (slim[name] >= 0).any()} == {
        **{name: [7, 8] for name in ("submit", "run", "estimate", "user")},
        "allocated": [3, 8],
    }
    assert slim.name != table.name


@given(tables())
def test_the_name_says_every_number(table: Table) -> None:
    other = table.columns.copy()
    other[3, 0] += table.unit
    assert Table(other, table.unit).whole().name != table.name
    assert table.at(slice(None)).name == table.name
