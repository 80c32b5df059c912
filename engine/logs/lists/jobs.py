"""Rows of a table of jobs as the table of a log, and what is to be said of them."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.logs.lists.columns import SYNONYMS
from engine.logs.lists.header import some
from engine.logs.lists.rows import Rows, run_of
from engine.logs.lists.values import UNKNOWN
from engine.logs.not_modelled import GPUS, NotModelled, count
from engine.logs.numbers import THOUSAND
from engine.logs.table import FIELDS, NAMES, TIMES, Table
from engine.logs.week_clock import TAKEN_FOR_UNIX_TIME

Array = NDArray[np.int64]


class Jobs(NamedTuple):
    """What came of the rows; `first_submit` is the Unix time of submit time 0, if instants are dates."""

    table: Table
    first_submit: int | None
    notes: tuple[str, ...]
    not_modelled: tuple[NotModelled, ...]


def jobs_of(rows: Rows) -> Jobs:
    """Put the pieces together, in milliseconds if one of the times has decimals."""
    value = {field: _joined(rows, field) for field in rows.header.columns}
    submit = value["submit"]
    known = submit >= 0
    earliest = int(submit[known].min()) // THOUSAND if known.any() else 0
    first = earliest if "submit" in rows.dated and known.any() else None
    value["run"] = run_of(value)
    one_clock = first is not None or earliest > TAKEN_FOR_UNIX_TIME or not rows.dated
    if one_clock:
        value["wait"] = _wait_of(value)
    if first is not None:
        value["submit"] = np.where(known, submit - first * THOUSAND, UNKNOWN)
    notes = tuple(_notes(rows, value, one_clock))
    columns = {
        field: column if field in TIMES or field in NAMES else column // THOUSAND
        for field, column in value.items()
        if field in FIELDS
    }
    columns.setdefault("job", np.arange(1, len(submit) + 1))
    return Jobs(Table.of(columns, THOUSAND), first, notes, _not_modelled(value))


def _not_modelled(value: dict[str, Array]) -> tuple[NotModelled, ...]:
    """Count the jobs that ran and asked for GPUs."""
    if "gpus" not in value:
        return ()
    size = np.maximum(*(value.get(field, np.full(len(value["run"]), UNKNOWN)) for field in ("allocated", "requested")))
    ran = (value["run"] > 0) & (size > 0)
    return count(np.where(value["gpus"] > 0, GPUS, 0)[ran], value["run"][ran] / THOUSAND * size[ran])


def _joined(rows: Rows, field: str) -> Array:
    value = np.concatenate([piece[field] for piece in rows.pieces])
    if "m" in rows.forms.get(field, ()) and _is_to_the_minute(rows, field):
        nothing = [np.zeros(len(piece[field]), np.int64) for piece in rows.pieces]
        short = [piece.get(f"{field} short", none) for piece, none in zip(rows.pieces, nothing, strict=True)]
        value[np.concatenate(short) > 0] *= 60
    return value


def _is_to_the_minute(rows: Rows, field: str) -> bool:
    """Whether durations of a column have days, hours and minutes and none has seconds: then 04:00 is four hours."""
    return "d" in rows.forms[field] and "h" not in rows.forms[field]


def _wait_of(value: dict[str, Array]) -> Array:
    """Give the waits, by when jobs started, or ended, where they are not said."""
    submit, run = value["submit"], value["run"]
    unknown = np.full(len(submit), UNKNOWN)
    wait, start, end = (value.get(field, unknown) for field in ("wait", "start", "end"))
    start = np.where((start < 0) & (end >= 0) & (run >= 0), end - run, start)
    known = (start >= 0) & (submit >= 0) & (start >= submit)
    return np.where(wait >= 0, wait, np.where(known, start - submit, UNKNOWN))


def _notes(rows: Rows, value: dict[str, Array], one_clock: bool) -> Iterator[str]:
    columns = rows.header.columns
    told = [
        column.name + ("" if column.name.lower() == SYNONYMS[field][0] else f" ({SYNONYMS[field][0]})")
        for field, column in columns.items()
    ]
    yield f"Columns read: {some(told, 300)}."
    if others := len(rows.header.names) - len(columns):
        yield f"{others:,} other {'column' if others == 1 else 'columns'} not looked at."
    if rows.header.passed_over:
        yield f"Not read, for another column says the same: {some(list(rows.header.passed_over), 200)}."
    for field, odd in rows.odd.items():
        if odd:
            example = f", such as {rows.first_odd[field]}" if field in rows.first_odd else ""
            yield f"{columns[field].name} is not known of {odd:,} {'job' if odd == 1 else 'jobs'}{example}."
    if rows.has_local_dates and rows.zone_is_assumed:
        yield "Dates without a zone are taken for UTC: say in which time zone the machine stands."
    if rows.twice:
        yield f"{rows.twice:,} times are in an hour that occurs twice; taken for the earlier where that can be."
    if not one_clock:
        yield "Some instants are dates, and submit is not one: waits are not known."
    for field in ("wait", "run", "estimate", "think"):
        if "m" in rows.forms.get(field, ()):
            unit = "hours and minutes" if _is_to_the_minute(rows, field) else "minutes and seconds"
            yield f"Durations such as 12:30 in {columns[field].name} are read as {unit}."
    if "submit" in rows.dated and "run" in columns and columns["run"].seconds == 1.0 and not rows.forms.get("run"):
        yield f"{columns['run'].name} is read in seconds; if it is not in seconds, say the unit in its name, as run_ms."
    if any(column.seconds > 1 for column in columns.values()):
        yield "Times in minutes, hours or days are rounded to whole seconds."
    if rows.header.by_nodes:
        yield f"The unit of size is the node: {columns['allocated'].name} is the only column that says a size."
    if rows.not_over:
        yield f"{rows.not_over:,} {'is' if rows.not_over == 1 else 'are'} not over: their run time is not known."
    if named := [name for name in NAMES if name in columns and rows.names[name].has_text]:
        yield f"Names of {' and '.join(named)} are numbers from here on, in order of the rows."
