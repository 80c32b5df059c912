"""Logs that tests write: lines of jobs, and tables of drawn numbers."""

from collections.abc import Iterable

from hypothesis import strategies as st

from engine.logs.reading import read_log
from engine.logs.result import Reading
from engine.logs.table import FIELDS, TIMES, Table

MINUTE = 60


def job(number: int, submit: object, run: object, size: object, estimate: object, **others: object) -> str:
    """A line of a job; what is not given is not known. Fields that are not kept are f6, f7, f10 and f14."""
    values = {f"f{field}": -1 for field in range(1, 19)}
    known = {"job": number, "submit": submit, "run": run, "allocated": size, "estimate": estimate, "status": 1}
    for name, value in (known | others).items():
        values[f"f{FIELDS[name]}" if name in FIELDS else name] = value  # type: ignore[assignment]
    return " ".join(str(value) for value in values.values())


def text_of(jobs: Iterable[tuple[int, int, int, int]]) -> list[str]:
    """Lines of jobs of (submit, run, size, estimate), times in minutes."""
    return [
        job(place + 1, submit * MINUTE, run * MINUTE, size, estimate * MINUTE)
        for place, (submit, run, size, estimate) in enumerate(jobs)
    ]


def read(*lines: str) -> Reading:
    return read_log("\n".join([*lines, ""]).encode())


numbers = st.one_of(st.just(-1), st.integers(0, 100), st.integers(0, 10**12))
times = st.one_of(numbers.map(lambda n: 1000 * n), st.integers(-999, 10**7))


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Tables of a few jobs, some of them with decimals."""
    n = draw(st.integers(1, 5))
    unit = draw(st.sampled_from((1, 1000)))
    kind = {name: times if name in TIMES and unit > 1 else numbers for name in FIELDS}
    return Table.of({name: draw(st.lists(one, min_size=n, max_size=n)) for name, one in kind.items()}, unit)
