"""Rows that a delimiter or a line end in a text such as JobName has broken: put together again where it is clear how.

Texts are not read, so it is enough to know where the other columns are: those before the texts by their places from
the left, those behind by their places from the right.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations, islice, pairwise

import numpy as np

from engine.logs.fields import Fields
from engine.logs.limits import LINE
from engine.logs.sacct.header import Header
from engine.logs.sacct.job_ids import read_job_id
from engine.logs.sacct.states import read_state

_TIME = re.compile(rb"(?:\d{1,12}|\d{4}-\d\d-\d\d[T ][\d:+Z-]{5,14}|unknown|none)?", re.IGNORECASE)

MOST_LINES = 50
"""Lines into which one row may be broken."""

MOST_WAYS = 200
"""Ways to share surplus fields among several texts that are tried."""

MOST_TRIED = 20_000
"""Rows of a file for which several ways are tried."""


@dataclass
class Mended:
    """Rows of a block that are whole again, the first line of each (from 0), and the block without their lines."""

    rest: Fields
    rows: list[bytes] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)


class BrokenLines:
    """Puts rows of one file together, block by block."""

    def __init__(self, header: Header) -> None:
        self._header, self._cut = header, header.cut
        self._texts = list(header.free)
        self._read = set(header.places.values())
        self._runs = list(_runs(self._texts))
        self._waiting = b""
        self._left = MOST_TRIED

    def before(self, block: bytes) -> bytes:
        """Give a block with the lines before it that wait for their rest."""
        block, self._waiting = self._waiting + block, b""
        return block

    def mend(self, fields: Fields, is_last: bool) -> Mended:
        """Find the rows among the lines with another number of fields than there are columns."""
        found = Mended(fields)
        if not self._texts:
            return found
        lines = fields.block.split(b"\n")
        used: set[int] = set()
        for line in fields.wrong.tolist():
            if line in used or fields.lengths[line] > LINE:
                continue
            row, behind = self._joined(lines, fields, line)
            if row is not None:
                found.rows.append(row + b"\n")
                found.lines.append(line)
                used.update(range(line, behind))
            elif behind == len(fields.counts) and behind - line < MOST_LINES and not is_last:
                return self._wait(found, fields, lines, line, used)
            elif self._ends_with_text and (fields.counts[line] == 1 or not self._begins(lines[line])):
                used.add(line)  # the rest of the text at the end of the row before
        found.rest = _without(fields, used)
        return found

    @property
    def is_waiting(self) -> bool:
        """Whether lines wait for their rest."""
        return bool(self._waiting)

    @property
    def _ends_with_text(self) -> bool:
        return self._texts[-1] == self._header.fields - 1 - self._header.ends_with_cut

    def _wait(self, found: Mended, fields: Fields, lines: list[bytes], line: int, used: set[int]) -> Mended:
        """Keep the last lines of a block, which may be the beginning of a row."""
        self._waiting = b"\n".join(lines[line:])
        kept = _without(fields, used | set(range(line, len(fields.counts))))
        found.rest = replace(kept, counts=fields.counts[:line], lengths=fields.lengths[:line])
        return found

    def _joined(self, lines: list[bytes], fields: Fields, line: int) -> tuple[bytes | None, int]:
        """Put a line together with those behind it until they are a row; give that, or None, and the line behind."""
        row, count, at = lines[line], int(fields.counts[line]), line + 1
        while True:
            if count >= self._header.fields and (whole := self._whole(row)) is not None:
                return whole, at
            if at == len(fields.counts) or at - line >= MOST_LINES or fields.lengths[at] > LINE:
                return None, at
            more = max(1, int(fields.counts[at]))
            if more >= self._header.fields and self._begins(lines[at]):
                return None, -1
            row, count, at = row + b" " + lines[at], count + more - 1, at + 1

    def _begins(self, line: bytes) -> bool:
        """Whether a line is the beginning of a row, as far as its JobID tells."""
        words = line.split(self._cut)
        place = self._header.places["jobid"]
        return place < len(words) and read_job_id(words[place].split(b".")[0]) is not None

    def _whole(self, row: bytes) -> bytes | None:
        """Give a row with as many fields as there are columns, its texts empty; None if it is not clear how."""
        words = row.rstrip(b"\r").split(self._cut)
        surplus = len(words) - self._header.fields
        if surplus < 0:
            return None
        ways = list(islice(_shares(surplus, len(self._runs)), MOST_WAYS))
        if len(ways) > 1:
            self._left -= 1
            if self._left < 0 or len(ways) == MOST_WAYS:
                return None
        rows = {one for way in ways if self._is_plausible(one := self._row(words, way))}
        return rows.pop() if len(rows) == 1 else None

    def _row(self, words: list[bytes], way: tuple[int, ...]) -> bytes:
        found: list[bytes] = []
        at = 0
        for (first, last), more in zip(self._runs, way, strict=True):
            width = first - len(found)
            found += words[at : at + width]
            begin, at = at + width, at + width + last - first + 1 + more
            text = b",".join(words[begin:at])  # resources, where commas stand between fields
            found += [text if place in self._read else b"" for place in range(first, last + 1)]
        return self._cut.join(found + words[at:])

    def _is_plausible(self, row: bytes) -> bool:
        words, places = row.split(self._cut), self._header.places
        return (
            read_job_id(words[places["jobid"]].split(b".")[0]) is not None
            and read_state(words[places["state"]]) >= 0
            and all(_TIME.fullmatch(words[places[name]]) for name in ("submit", "start", "end") if name in places)
        )


def _runs(places: list[int]) -> Iterator[tuple[int, int]]:
    """Give first and last place of columns beside each other."""
    for place in places:
        if place - 1 not in places:
            last = place
            while last + 1 in places:
                last += 1
            yield place, last


def _shares(surplus: int, runs: int) -> Iterator[tuple[int, ...]]:
    """Give all ways to share a surplus among so many runs of columns."""
    for borders in combinations(range(surplus + runs - 1), runs - 1):
        edges = (-1, *borders, surplus + runs - 1)
        yield tuple(b - a - 1 for a, b in pairwise(edges))


def _without(fields: Fields, used: set[int]) -> Fields:
    if not used:
        return fields
    gone = np.array(sorted(used))
    kept = ~np.isin(fields.line, gone)
    return replace(
        fields,
        line=fields.line[kept],
        starts=fields.starts[kept],
        stops=fields.stops[kept],
        wrong=fields.wrong[~np.isin(fields.wrong, gone)],
    )
