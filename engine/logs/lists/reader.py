"""A list of jobs with named columns, read: the table of a log, in the order of the list.

Columns by name, any order and case, others not looked at. Empty is "not known". Names of people and queues become
numbers from 1 in order of the rows, and are gone when reading ends, unless all of a column are numbers already.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from engine.logs.fields import Fields, fields_of
from engine.logs.head import Head
from engine.logs.limits import LINE, LINES, NUMBER, SENTENCES, LogError
from engine.logs.lists.header import OF_A_SCHEDULE, Header, read_header
from engine.logs.numbers import THOUSAND, numbers
from engine.logs.reading import Reading, Refusals, quoted
from engine.logs.table import FIELDS, TIMES, Table

NAMED = ("user", "group", "queue", "partition")
"""Columns that may hold names."""

OF_TIME = (*TIMES, *OF_A_SCHEDULE)

QUOTE = ord('"')

Array = NDArray[np.int64]


def read_list(blocks: Iterator[bytes]) -> Reading:
    """Read a text in blocks of whole lines, the first of which names the columns.

    Raises
    ------
    LogError
        If a column is missing, there is no job, or more than 1 % of the lines are refused. Quotes no names.
    """
    header, rest, before = _first_line(blocks)
    rows = _Rows(header, before + 1)
    for block in rest:
        rows.add(block)
        if rows.lines > LINES:
            raise LogError(f"the file has more than {LINES:,} lines, which is what is allowed")
    rows.refusals.check(sum(len(piece["submit"]) for piece in rows.pieces))
    return Reading(
        table=rows.table(),
        head=Head((("Conversion", "a list of jobs with named columns, read by Corral"),)),
        kind="list",
        lines=rows.lines,
        refused=rows.refusals.count,
        sentences=tuple(rows.refusals.sentences),
        notes=tuple(rows.notes()),
    )


def _first_line(blocks: Iterator[bytes]) -> tuple[Header, Iterator[bytes], int]:
    """Read the header; give the rest, and how many blank lines stand before it."""
    before = 0
    for block in blocks:
        text = block.lstrip(b" \t\r\n")
        before += block.count(b"\n", 0, len(block) - len(text))
        if text:
            line, _, behind = text.partition(b"\n")
            if len(line) > LINE:
                raise LogError(f"the first line has more than {LINE:,} characters, which is what is allowed")
            return read_header(line), _with(behind, blocks), before
    raise LogError("there is no job in this file")


def _with(text: bytes, blocks: Iterator[bytes]) -> Iterator[bytes]:
    if text:
        yield text
    yield from blocks


class _Rows:
    """The rows that could be read, as columns of thousandths or of codes, piece by piece."""

    def __init__(self, header: Header, lines: int) -> None:
        self._header, self.lines = header, lines
        self.refusals = Refusals()
        self.pieces: list[dict[str, Array]] = []
        self._codes: dict[str, dict[bytes, int]] = {name: {b"": -1} for name in NAMED}
        self._has_names = dict.fromkeys(NAMED, False)

    def add(self, block: bytes) -> None:
        """Read a block of whole lines."""
        fields = fields_of(block, self._header.fields, LINE, self._header.cut)
        wrong: dict[int, str] = {}
        piece: dict[str, Array] = {}
        bad = np.zeros(len(fields.line), bool)
        for field, column in self._header.columns.items():
            starts, stops = _trimmed(fields, column.place)
            value, good = _values(fields, starts, stops, column.seconds, field in OF_TIME)
            if field in NAMED:
                words = [fields.block[a:b] for a, b in zip(starts.tolist(), stops.tolist(), strict=True)]
                known = self._codes[field]
                self._has_names[field] |= not bool(good.all())
                piece[f"{field} as named"] = np.array([known.setdefault(word, len(known)) for word in words], np.int64)
            else:
                for row in np.flatnonzero(~good & ~bad)[:SENTENCES].tolist():
                    kind = "number" if field in OF_TIME else "whole number"
                    word = quoted(fields.block[starts[row] : stops[row]])
                    wrong[row] = f"{column.name} is {word}; a {kind} from -1 to 10^12 is needed"
                bad |= ~good
            piece[field] = value
        self.pieces.append({name: column[~bad] for name, column in piece.items()})
        self._refuse(fields, bad, wrong)
        self.lines += len(fields.counts)

    def _refuse(self, fields: Fields, bad: NDArray[np.bool_], wrong: dict[int, str]) -> None:
        self.refusals.count += int(bad.sum()) + len(fields.wrong)
        told = [(int(fields.line[row]), why) for row, why in wrong.items()]
        for line in fields.wrong[:SENTENCES].tolist():
            count = int(fields.counts[line])
            why = f"{count:,} field{'s' if count > 1 else ''}; the first line has {self._header.fields}"
            told.append((line, f"more than {LINE:,} characters" if fields.lengths[line] > LINE else why))
        for line, why in sorted(told):
            self.refusals.tell(f"line {self.lines + line + 1:,}: {why}")

    def table(self) -> Table:
        """All rows as one table, in milliseconds if one of the times has decimals."""
        columns = {}
        for field in self._header.columns:
            name = f"{field} as named" if self._has_names.get(field) else field
            joined = np.concatenate([piece[name] for piece in self.pieces])
            columns[field] = joined if field in OF_TIME or name != field else joined // THOUSAND
        for field, value in _of_instants(columns).items():
            columns.setdefault(field, value)
        columns.setdefault("job", np.arange(1, len(columns["submit"]) + 1))
        return Table.of({name: columns[name] for name in FIELDS if name in columns}, THOUSAND)

    def notes(self) -> Iterator[str]:
        """What is to be said of the list."""
        read = ", ".join(column.name for column in self._header.columns.values())
        yield f"Columns read: {read}."
        if others := self._header.fields - len(self._header.columns):
            yield f"{others:,} other {'column' if others == 1 else 'columns'} not looked at."
        if any(column.seconds > 1 for column in self._header.columns.values()):
            yield "Times in minutes, hours or days are rounded to whole seconds."
        if named := [name for name in NAMED if self._has_names[name]]:
            yield f"Names of {' and '.join(named)} are numbers from here on, in order of the rows."


def _of_instants(columns: dict[str, Array]) -> dict[str, Array]:
    """Waits by when jobs started, and run times by when they ended too; in thousandths, -1 s where it is not known."""
    if "start" not in columns:
        return {}
    submit, start = columns["submit"], columns["start"]
    known = (start >= 0) & (submit >= 0)
    found = {"wait": np.where(known & (start >= submit), start - submit, -THOUSAND)}
    if "end" in columns:
        found["run"] = np.where((start >= 0) & (columns["end"] >= start), columns["end"] - start, -THOUSAND)
    return found


def _trimmed(fields: Fields, place: int) -> tuple[Array, Array]:
    """Where the words of a column are, without blanks and one pair of quotes around them."""
    text, starts, stops = fields.text, fields.starts[:, place].copy(), fields.stops[:, place].copy()
    if not len(starts):
        return starts, stops
    for _ in range(4):  # more blanks are no number, and another name
        starts += (starts < stops) & (text[np.minimum(starts, len(text) - 1)] == ord(" "))
        stops -= (starts < stops) & ((text[stops - 1] == ord(" ")) | (text[stops - 1] == ord("\r")))
    both = (stops - starts >= 2) & (text[np.minimum(starts, len(text) - 1)] == QUOTE) & (text[stops - 1] == QUOTE)
    return starts + both, stops - both


def _values(
    fields: Fields, starts: Array, stops: Array, seconds: float, is_time: bool
) -> tuple[Array, NDArray[np.bool_]]:
    """Thousandths of the words (of a second), and whether each is what is allowed; empty ones are -1."""
    value = np.full(len(starts), -THOUSAND, np.int64)
    good = np.ones(len(starts), bool)
    some = np.flatnonzero(stops > starts)
    if not len(some):
        return value, good
    found = numbers(fields.text, starts[some], stops[some])
    fits, thousandths = found.good.copy(), found.thousandths.copy()
    if not is_time:
        fits &= thousandths % THOUSAND == 0
    elif seconds != 1.0:
        thousandths = _in_unit(fields, starts[some], stops[some], fits, thousandths, seconds)
        fits &= thousandths <= NUMBER * THOUSAND
    value[some], good[some] = thousandths, fits
    return value, good


def _in_unit(
    fields: Fields, starts: Array, stops: Array, fits: NDArray[np.bool_], thousandths: Array, seconds: float
) -> Array:
    """Times of another unit: in whole seconds if it is longer than one, so that 0.3333 h is 1,200 s."""
    found = thousandths.copy()
    for row in np.flatnonzero(fits & (thousandths >= 0)).tolist():
        exact = float(fields.block[starts[row] : stops[row]]) * seconds
        found[row] = round(exact * THOUSAND) if seconds < 1 else min(round(exact), 2 * NUMBER) * THOUSAND
    return found
