"""Jobs as lines of text, values between commas, and back: what every family with a list of jobs reads and writes."""

import csv
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from components.controls.values import ValuesError
from engine.inputs.quantity import Strict
from engine.inputs.rejection import rejections

NEEDED = 3
"""Values that every job has; what follows may be left out."""

NUMBER = re.compile(r"^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$")
LONGEST = 200
"""Characters of a line that are read."""

MOST_SAID = 3


def write_line(cells: Iterable[str]) -> str:
    """The *cells* of a job without the empty ones at its end."""
    kept = list(cells)
    while len(kept) > NEEDED and not kept[-1]:
        kept.pop()
    return ", ".join(kept)


def number_cell(value: Any) -> str:
    """A number as it is read back; nothing of nothing."""
    if value is None or value == "":
        return ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() and abs(value) < 1e15 else repr(value)


def text_cell(text: str) -> str:
    """Words, in quotation marks where a mark in them would end the cell."""
    return '"' + text.replace('"', '""') + '"' if re.search(r'[,;"\t#]', text) else text


def read_lines(text: str, most: int, read: Callable[[str], dict[str, Any]], example: str) -> list[dict[str, Any]]:
    """What *read* makes of each line; `ValuesError` names each line that cannot be read, and why.

    Empty lines and those that begin with "#" are left out. *example* is a line, said where there is none.
    """
    jobs: list[dict[str, Any]] = []
    wrong: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if len(jobs) == most:
            wrong.append(f"line {number}: these are more than {most} jobs; at most {most} are allowed")
            break
        try:
            jobs.append(read(line))
        except ValuesError as error:
            wrong.append(f"line {number}: {error}")
    if wrong:
        more = len(wrong) - MOST_SAID
        raise ValuesError("; ".join(wrong[:MOST_SAID]) + (f"; and {more} more lines" if more > 0 else ""))
    if not jobs:
        raise ValuesError(f"at least one job is needed: a line such as {example}")
    return jobs


def cells_of(line: str, most: int, needed: str) -> list[str]:
    """The values of a *line*, from `NEEDED` to *most*; *needed* says which those are that every job has."""
    if len(line) > LONGEST:
        raise ValuesError(f"it has {len(line):,} characters; at most {LONGEST} are allowed")
    mark = next((mark for mark in ("\t", ";") if mark in line and "," not in line), ",")
    found = next(csv.reader([line], delimiter=mark, skipinitialspace=True), [])
    cells = [cell.strip() for cell in found]
    while len(cells) > NEEDED and not cells[-1]:
        cells.pop()
    if not NEEDED <= len(cells) <= most:
        raise ValuesError(f"{len(cells)} values; a job has {needed}, and at most {most}")
    return cells


def read_number(title: str, cell: str, whole: bool = False) -> float | int:
    """The number in a cell; a *whole* one stays whole."""
    if not NUMBER.match(cell):
        raise ValuesError(f"{title} is “{cell[:30]}”, which is no number")
    value = float(cell)
    return int(value) if whole and value.is_integer() and abs(value) < 1e15 else value


def validated(model: type[Strict], given: Mapping[str, Any], words: Mapping[str, str]) -> dict[str, Any]:
    """The fields of a job as JSON; `ValuesError` says what is wrong with them, by the *words* of the columns."""
    try:
        return model.model_validate(dict(given)).model_dump(mode="json")
    except ValidationError as error:
        first = rejections(error)[0]
        where = words.get(first.path, first.path)
        raise ValuesError(f"{where}: {first.sentence}" if where else first.sentence) from None
