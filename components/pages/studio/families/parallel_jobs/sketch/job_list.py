"""A list of jobs as text, a line for each, and back: what is pasted, typed and drawn is the same text.

`board/job_text.js` reads and writes the same lines.
"""

import csv
import re
from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError

from components.controls.values import ValuesError
from engine.inputs.rejection import rejections
from engine.parallel_jobs.inputs.listed import MOST, ListedJob

JOBS = "workload.arrivals.jobs"
"""Where the list stands in a scenario."""

COLUMNS = ("arrival", "run", "machines", "estimate", "label", "kind", "deadline", "profit")
WORDS = {"run": "run time", "label": "name"}
NEEDED = 3
SIZES = re.compile(r"^(rigid|moldable|malleable)(?:\s+(\d{1,6})?\s*[-–]\s*(\d{1,6})?)?$")
NUMBER = re.compile(r"^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$")
LONGEST = 200
"""Characters of a line that are read."""

MOST_SAID = 3


def format_jobs(jobs: list[dict[str, Any]]) -> str:
    """The *jobs* as `read_jobs` reads them."""
    return "\n".join(_format(job) for job in jobs)


def _format(job: dict[str, Any]) -> str:
    cells = [_number(job.get(name)) for name in COLUMNS[:4]]
    cells += [_quoted(job.get("label") or ""), _kind(job), _number(job.get("deadline")), _profit(job)]
    while len(cells) > NEEDED and not cells[-1]:
        cells.pop()
    return ", ".join(cells)


def _number(value: Any) -> str:
    if value is None or value == "":
        return ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() and abs(value) < 1e15 else repr(value)


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if re.search(r'[,;"\t#]', text) else text


def _kind(job: dict[str, Any]) -> str:
    kind = job.get("kind", "rigid")
    low, high = job.get("smallest"), job.get("largest")
    sizes = "" if low is None and high is None else f" {_number(low)}-{_number(high)}"
    return "" if kind == "rigid" else f"{kind}{sizes}"


def _profit(job: dict[str, Any]) -> str:
    profit = job.get("profit")
    return "" if profit is None or profit == ListedJob.model_fields["profit"].default else _number(profit)


def read_jobs(text: str) -> list[dict[str, Any]]:
    """The jobs of *text* as trees with all their fields; `ValuesError` names each line that cannot be read, and why."""
    jobs: list[dict[str, Any]] = []
    wrong: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if len(jobs) == MOST:
            wrong.append(f"line {number}: these are more than {MOST} jobs; at most {MOST} are allowed")
            break
        try:
            jobs.append(_job(line))
        except ValuesError as error:
            wrong.append(f"line {number}: {error}")
    if wrong:
        more = len(wrong) - MOST_SAID
        raise ValuesError("; ".join(wrong[:MOST_SAID]) + (f"; and {more} more lines" if more > 0 else ""))
    if not jobs:
        raise ValuesError("at least one job is needed: a line such as “0, 10, 3” (arrival, run time, machines)")
    return jobs


def _job(line: str) -> dict[str, Any]:
    if len(line) > LONGEST:
        raise ValuesError(f"it has {len(line):,} characters; at most {LONGEST} are allowed")
    cells = _cells(line)
    if len(cells) < NEEDED or len(cells) > len(COLUMNS):
        raise ValuesError(f"{len(cells)} values; a job has arrival, run time and machines, and at most {len(COLUMNS)}")
    given = dict(_values(cells))
    try:
        return ListedJob.model_validate(given).model_dump(mode="json")
    except ValidationError as error:
        first = rejections(error)[0]
        where = WORDS.get(first.path, first.path)
        raise ValuesError(f"{where}: {first.sentence}" if where else first.sentence) from None


def _cells(line: str) -> list[str]:
    mark = next((mark for mark in ("\t", ";") if mark in line and "," not in line), ",")
    found = next(csv.reader([line], delimiter=mark, skipinitialspace=True), [])
    cells = [cell.strip() for cell in found]
    while len(cells) > NEEDED and not cells[-1]:
        cells.pop()
    return cells


def _values(cells: list[str]) -> Iterator[tuple[str, Any]]:
    for name, cell in zip(COLUMNS, cells, strict=False):
        if name == "label":
            yield name, cell
        elif name == "kind" and cell:
            yield from _sizes(cell)
        elif cell:
            yield name, _read(name, cell)


def _sizes(cell: str) -> Iterator[tuple[str, Any]]:
    found = SIZES.match(cell.lower())
    if found is None:
        raise ValuesError(f"“{cell[:30]}” is no kind; write rigid, moldable 1-8 or malleable 1-8")
    kind, low, high = found.groups()
    yield "kind", kind
    if low:
        yield "smallest", int(low)
    if high:
        yield "largest", int(high)


def _read(name: str, cell: str) -> float | int:
    if not NUMBER.match(cell):
        raise ValuesError(f"{WORDS.get(name, name)} is “{cell[:30]}”, which is no number")
    value = float(cell)
    if name == "machines" and value.is_integer() and abs(value) < 1e15:
        return int(value)
    return value
