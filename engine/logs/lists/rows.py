"""The lines of a table of jobs as columns of numbers, block by block; names of people leave here as numbers."""

import re
from collections import Counter

import numpy as np
from numpy.typing import NDArray

from engine.logs.dates import ALLOWED
from engine.logs.fields import NEWLINE, QUOTE, Fields, fields_of
from engine.logs.limits import LINE, SENTENCES
from engine.logs.lists.columns import INSTANTS, QUANTITIES, TIMES
from engine.logs.lists.header import Header
from engine.logs.lists.values import UNKNOWN, Values, quantities, statuses, times
from engine.logs.names import Names
from engine.logs.numbers import THOUSAND
from engine.logs.result import Refusals, quoted
from engine.logs.sacct.local_time import local_time_of
from engine.logs.table import NAMES

COMMA, POINT = ord(","), np.uint8(ord("."))
EMPTY = b' \t\r,;|"'
"""What may stand in a line without anything in it."""
_BLANK = np.zeros(256, bool)
_BLANK[list(b" \t\r")] = True

_INSTANT = f"a number from 0 to 10^12 or {ALLOWED} is needed"
_SIZE = "a whole number from 0 to 10^12 is needed"
NEEDED = {
    "submit": _INSTANT,
    "run": "a number from 0 to 10^12 or a duration such as 1-02:03:04 is needed",
    "allocated": _SIZE,
    "requested": _SIZE,
    "start": _INSTANT,
    "end": _INSTANT,
}
"""What has to stand in a field that a job cannot be without."""

Array = NDArray[np.int64]
Mask = NDArray[np.bool_]
Ends = tuple[Array, Array]


class Rows:
    """Rows of one table.

    Attributes
    ----------
    header : Header
    lines : int
        Lines of the file until here.
    refusals : Refusals
    pieces : list of dict
        By field, int64 thousandths (of a second), or names; "run short" and the like are masks of `Values.short`.
    names : dict of Names
    odd, first_odd : Counter, dict
        By field: how many values are no value, and the first of them with its line.
    dated : set of str
        Fields with dates.
    forms : dict of set
        By field: `Values.forms`.
    not_over, twice : int
        Jobs that still wait or run; times in an hour that occurs twice.
    has_local_dates, zone_is_assumed : bool
        Whether a date says no zone; whether the zone was not told.
    """

    def __init__(self, header: Header, lines: int, zone: str) -> None:
        self.header, self.lines, self._zone = header, lines, zone or "UTC"
        self.zone_is_assumed = not zone
        self._fields = self._shift = 0
        self.refusals = Refusals()
        self.pieces: list[dict[str, Array]] = []
        self.names = {field: Names() for field in NAMES}
        self.names["preceding"] = self.names["job"]
        self.odd: Counter[str] = Counter()
        self.first_odd: dict[str, str] = {}
        self.dated: set[str] = set()
        self.forms: dict[str, set[str]] = {}
        self.not_over = self.twice = 0
        self.has_local_dates = False

    def add(self, block: bytes) -> None:
        """Read a block of whole lines."""
        cut = self.header.cut
        if cut == b" ":
            block = _single_blanks(block)
        if not self._fields:
            self._measure(block)
        fields = fields_of(block, self._fields, LINE, cut, quotes=True)
        where = {field: _trimmed(fields, column.place + self._shift) for field, column in self.header.columns.items()}
        read = self._read(fields, where)
        bad = _refused(read)
        self._refuse(fields, bad, read, where)
        piece: dict[str, Array] = {}
        for field, values in read.items():
            self._count_odd(fields, field, values.odd & ~bad, where[field])
            piece[field] = values.value[~bad]
            if values.short.any():
                piece[f"{field} short"] = values.short[~bad].astype(np.int64)
        for field in [name for name in NAMES if name in where]:
            starts, stops = (ends[~bad] for ends in where[field])
            piece[field] = self.names[field].add(fields.text, starts, stops, np.empty(len(starts), np.int64))
        self.pieces.append(piece)
        self.lines += len(fields.counts)

    def _measure(self, block: bytes) -> None:
        """See whether lines have one field more than the first: none behind a last comma, or the number of the row."""
        cut, first = self.header.cut, block.lstrip(b"\r\n").split(b"\n", 1)[0].rstrip(b"\r")
        count = int(fields_of(first + b"\n", 1, LINE, cut, quotes=True).counts[0])
        self._fields = len(self.header.names)
        if count == self._fields + 1:
            self._fields, self._shift = count, int(not first.endswith(cut))

    def _read(self, fields: Fields, where: dict[str, Ends]) -> dict[str, Values]:
        """Read all columns but names, and settle what several of them say together."""
        block, text = fields.block, fields.text
        if self.header.cut != b"," and b"," in block:  # then it stands before decimals
            text = np.where(text == COMMA, POINT, text)
        read: dict[str, Values] = {}
        for field, column in self.header.columns.items():
            if field in TIMES:
                read[field] = times(block, text, *where[field], column.seconds, field in INSTANTS, field == "estimate")
                self.forms.setdefault(field, set()).update(read[field].forms)
                if read[field].dated.any():
                    self.dated.add(field)
            elif field in QUANTITIES:
                read[field] = quantities(block, text, *where[field])
            elif field == "status":
                read[field], not_over = statuses(block, text, *where[field])
                self.not_over += int(not_over.sum())
        self._bring_to_unix_time(read)
        for field in [name for name in ("run", "end") if name in read and "status" in read]:
            read[field].value[not_over] = UNKNOWN
            read[field].wrong[not_over] = False
        return read

    def _bring_to_unix_time(self, read: dict[str, Values]) -> None:
        """Bring dates without a zone to Unix time; in an hour that occurs twice no job ends before it started."""
        before: Array | None = None
        for field in [name for name in INSTANTS if name in read]:
            value, local = read[field].value, read[field].local
            if local.any():
                self.has_local_dates = True
                found = local_time_of(self._zone).readings(value[local] // THOUSAND)
                rest = value[local] % THOUSAND
                earlier, later = found.earlier * THOUSAND + rest, found.later * THOUSAND + rest
                self.twice += int((earlier != later).sum())
                if before is not None:
                    earlier = np.where(earlier < before[local], later, earlier)
                value[local] = np.where(found.exists, earlier, UNKNOWN)
                read[field].wrong[local] |= ~found.exists
                read[field].odd[local] |= ~found.exists
            before = value

    def _refuse(self, fields: Fields, bad: Mask, read: dict[str, Values], where: dict[str, Ends]) -> None:
        wrong = fields.wrong
        if len(wrong):
            ends = np.flatnonzero(fields.text == NEWLINE)
            begins = np.concatenate(([0], ends[:-1] + 1))
            wrong = np.array([line for line in wrong if fields.block[begins[line] : ends[line]].strip(EMPTY)], np.int64)
        self.refusals.count += int(bad.sum()) + len(wrong)
        told = []
        for row in np.flatnonzero(bad)[:SENTENCES].tolist():
            field = next(name for name in NEEDED if name in read and read[name].wrong[row])
            starts, stops = where[field]
            word = quoted(fields.block[starts[row] : stops[row]])
            told.append((int(fields.line[row]), f"{self.header.columns[field].name} is {word}; {NEEDED[field]}"))
        for line in wrong[:SENTENCES].tolist():
            count = int(fields.counts[line])
            why = f"{count:,} field{'s' if count > 1 else ''}; the first line has {len(self.header.names)}"
            told.append((line, f"more than {LINE:,} characters" if fields.lengths[line] > LINE else why))
        for line, why in sorted(told):
            self.refusals.tell(f"line {self.lines + line + 1:,}: {why}")

    def _count_odd(self, fields: Fields, field: str, odd: Mask, where: Ends) -> None:
        rows = np.flatnonzero(odd)
        self.odd[field] += len(rows)
        starts, stops = where
        told = rows[stops[rows] > starts[rows]]
        if len(told) and field not in self.first_odd:
            row = int(told[0])
            word = fields.block[starts[row] : stops[row]]
            line = f"{self.lines + int(fields.line[row]) + 1:,}"
            self.first_odd[field] = f"{quoted(word.split(b' ', 1)[0] if field == 'status' else word)} in line {line}"


def _refused(read: dict[str, Values]) -> Mask:
    """Which rows are no jobs: what cannot be read in them is said by no other column."""
    sizes = [read[field] for field in ("allocated", "requested") if field in read]
    is_sized = np.logical_or.reduce([one.value > 0 for one in sizes])
    bad = read["submit"].wrong | (np.logical_or.reduce([one.wrong for one in sizes]) & ~is_sized)
    said = ["run"] if "run" in read else [field for field in ("start", "end") if field in read]
    found = run_of({field: one.value for field, one in read.items()})
    return np.asarray(bad | (np.logical_or.reduce([read[field].wrong for field in said]) & (found < 0)))


def run_of(value: dict[str, Array]) -> Array:
    """Give the run times, from start to end where they are not said; a job without a start waited, or did not wait."""
    unknown = np.full(len(value["submit"]), UNKNOWN)
    run, end = value.get("run", unknown), value.get("end", unknown)
    start, wait = value.get("start", unknown), value.get("wait", unknown)
    start = np.where((start < 0) & (wait >= 0) & (value["submit"] >= 0), value["submit"] + wait, start)
    return np.where(run >= 0, run, np.where((start >= 0) & (end >= start), end - start, UNKNOWN))


def _single_blanks(block: bytes) -> bytes:
    """Leave one blank between words, none at the ends of lines."""
    return re.sub(rb"(?m)^ | (?=\r?$)", b"", re.sub(rb"[ \t]+", b" ", block))


def _trimmed(fields: Fields, place: int) -> Ends:
    """Where the words of a column stand, without blanks and quotes around them."""
    text, starts, stops = fields.text, fields.starts[:, place].copy(), fields.stops[:, place].copy()
    for ends, step in ((starts, 1), (stops, -1)):
        rows = np.arange(len(starts))
        while len(rows := rows[(starts[rows] < stops[rows]) & _BLANK[text[ends[rows] - (step < 0)]]]):
            ends[rows] += step
    both = (stops - starts >= 2) & (text[starts] == QUOTE) & (text[stops - 1] == QUOTE)
    return starts + both, stops - both
