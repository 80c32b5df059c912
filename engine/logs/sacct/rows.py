"""Lines of accounting output as rows of numbers; names of people leave here as codes."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engine.logs.fields import Fields, fields_of
from engine.logs.limits import LINE, LogError
from engine.logs.not_modelled import HELD, MEMORY, RESERVATIONS
from engine.logs.result import Refusals, quoted
from engine.logs.sacct import durations, job_ids, states, times, tres
from engine.logs.sacct.broken_lines import BrokenLines
from engine.logs.sacct.delimiters import with_one_byte
from engine.logs.sacct.header import MADE_BY, Header, written
from engine.logs.sacct.local_time import LocalTime, local_time_of

COLUMNS = (
    *("number", "kind", "task", "tasks", "submit", "start", "end", "elapsed", "suspended", "limit"),
    *("allocated", "requested", "state", "user", "account", "qos", "partition", "not_modelled", "named"),
)
PLACE = {name: place for place, name in enumerate(COLUMNS)}
NAMED = ("user", "account", "qos", "partition")

AT_ONCE = 60
"""Seconds after its submission until which a job counts as free to start at once."""

Array = NDArray[np.int64]
Reader = Callable[[NDArray[np.uint8], Array, Array], Array]


class Rows:
    """Rows of one file, block by block.

    Attributes
    ----------
    pieces : list of int64 arrays (19, n)
        By `COLUMNS`; times are Unix seconds, -1 is not known. `not_modelled` has the bits of `not_modelled.KINDS`,
        `named` is 1 where what a job held is named, 0 where such a column is empty, -1 without one.
    names : dict of dict
        The codes of names, by column; those of people never leave this object.
    steps, headers, twice, mended, broken : int
        Lines that are steps or say the first line again; times in an hour that occurs twice, taken for the earlier;
        rows that a delimiter or a line end in a text had broken and that are whole again; lines of those that are not.
    not_known : dict
        How many values of a column that a job can do without could not be read.
    """

    def __init__(self, header: Header, zone: str, refusals: Refusals) -> None:
        self._header, self._zone, self._refusals = header, zone, refusals
        self._local: LocalTime | None = None
        self.pieces: list[Array] = []
        self.names: dict[str, dict[bytes, int]] = {name: _Codes({b"": -1}) for name in NAMED}
        self.steps = self.headers = self.twice = self.mended = self.broken = 0
        self.not_known: dict[str, int] = {}
        self.has_local_times = False
        self.lines = 0
        self._resources = tres.Words()
        self._broken = BrokenLines(header)

    def add(self, block: bytes) -> None:
        """Read a block of whole lines. A row that its end may have broken waits for the next one."""
        self._add(self._broken.before(with_one_byte(block, self._header)), is_last=False)

    def end(self) -> None:
        """Read what still waits."""
        if self._broken.is_waiting:
            self._add(self._broken.before(b""), is_last=True)

    def _add(self, block: bytes, is_last: bool) -> None:
        fields = self._cut(block)
        if len(fields.wrong):
            mended = self._broken.mend(fields, is_last)
            if mended.rows:
                whole, lines = self._cut(b"".join(mended.rows)), np.array(mended.lines)
                self._take(replace(whole, line=lines[whole.line], wrong=lines[:0]))
                self.mended += len(whole.line)
            fields = mended.rest
            self.broken += len(fields.wrong)
        self._take(fields)
        self.lines += len(fields.counts)

    def _cut(self, block: bytes) -> Fields:
        return fields_of(block, self._header.fields, LINE, self._header.cut)

    def _take(self, fields: Fields) -> None:
        rows = _Block(self._only_jobs(fields), self._header, self.not_known)
        piece = self._read(rows)
        self.pieces.append(piece[:, rows.why == 0])
        self._refuse(rows)

    def _only_jobs(self, fields: Fields) -> Fields:
        """Leave out steps, and first lines of files that were put together."""
        place = self._header.places["jobid"]
        starts, stops = fields.starts[:, place], fields.stops[:, place]
        is_step = _has(fields, ord("."), starts, stops)
        for row in np.flatnonzero(is_step & _has(fields, ord("["), starts, stops)).tolist():
            is_step[row] = b"]." in fields.block[starts[row] : stops[row]]  # a list that was cut may end with dots
        again = np.zeros(len(starts), bool)
        for row in np.flatnonzero((stops - starts == 5) & ((fields.text[starts] | 32) == ord("j"))).tolist():
            again[row] = fields.block[starts[row] : stops[row]].lower() == b"jobid"
        self.steps += int(is_step.sum())
        self.headers += int(again.sum())
        kept = ~is_step & ~again
        return replace(fields, line=fields.line[kept], starts=fields.starts[kept], stops=fields.stops[kept])

    def _read(self, block: "_Block") -> Array:
        values = np.full((len(COLUMNS), len(block.why)), -1, np.int64)
        values[:4] = block.job_ids()
        values[PLACE["state"]] = block.states()
        for name in NAMED:
            if name in self._header.places:
                words = block.fields.words(self._header.places[name])
                values[PLACE[name]] = np.fromiter(map(self.names[name].__getitem__, words), np.int64, len(words))
        nodes = self._header.first("alloccpus", "ncpus") is None
        sizes = ("allocnodes", "nnodes") if nodes else ("alloccpus", "ncpus")
        values[PLACE["allocated"]] = block.counts(sizes, nodes, durations.ALLOWED_COUNT)
        values[PLACE["requested"]] = block.counts(("reqnodes",) if nodes else ("reqcpus",), nodes)
        values[PLACE["elapsed"]] = block.durations("elapsed", "elapsedraw")
        values[PLACE["suspended"]] = block.suspended()
        values[PLACE["limit"]] = block.limits()
        self._settle_times(block, values)
        self._read_resources(block, values)
        return values

    def _read_resources(self, block: "_Block", values: Array) -> None:
        """Read what jobs asked for or held beside processors, and what else the model does not have."""
        kinds, places = values[PLACE["not_modelled"]], self._header.places
        kinds[:] = 0
        for name in tres.COLUMNS:
            if name not in places:
                continue
            found, processors, is_empty = self._resources.read(block.fields.words(places[name]))
            kinds |= found
            if name in tres.ALLOCATED:
                np.maximum(values[PLACE["named"]], ~is_empty, out=values[PLACE["named"]])
            if name == "alloctres" and self._header.first("alloccpus", "ncpus", "allocnodes", "nnodes") is None:
                values[PLACE["allocated"]] = processors
        for name, bit, is_one in (("reservation", RESERVATIONS, tres.is_named), ("reqmem", MEMORY, tres.is_amount)):
            if name in places:
                words = block.fields.words(places[name])
                kinds[np.fromiter(map(is_one, words), bool, len(words))] |= bit
        if "eligible" in places:
            eligible, _, _ = self._in_unix(*times.times(*block.ends("eligible")))
            kinds[eligible - values[PLACE["submit"]] > AT_ONCE] |= HELD

    def _in_unix(self, seconds: Array, is_local: NDArray[np.bool_]) -> tuple[Array, Array, NDArray[np.bool_]]:
        """Give the earlier and the later Unix time that each may be, and which are in an hour that does not exist."""
        earlier, later, missing = seconds.copy(), seconds.copy(), np.zeros(len(seconds), bool)
        if is_local.any():
            self.has_local_times = True
            self._local = self._local or local_time_of(self._zone)
            read = self._local.readings(seconds[is_local])
            earlier[is_local], later[is_local], missing[is_local] = read.earlier, read.later, ~read.exists
        return earlier, later, missing

    def _settle_times(self, block: "_Block", values: Array) -> None:
        """Bring local times to Unix time, by what is between start and end where an hour occurs twice."""
        found = {}
        for name in ("submit", "start", "end"):
            earlier, later, missing = self._in_unix(*block.times(name))
            block.refuse(missing, name, f"this hour does not exist in {self._zone}")
            found[name] = (earlier, later)
        submit, start, end = found["submit"], found["start"], found["end"]
        block.refuse(submit[0] == times.UNKNOWN, "submit", "the time of submission is needed")
        took = values[PLACE["elapsed"]] + np.maximum(values[PLACE["suspended"]], 0)
        known = (start[0] >= 0) & (end[0] >= 0) & (values[PLACE["elapsed"]] >= 0)
        open_ = (start[0] != start[1]) | (end[0] != end[1])
        chosen_start, chosen_end = start[0].copy(), end[0].copy()
        for one, other in ((1, 0), (1, 1), (0, 1), (0, 0)):  # the last that fits is taken: the earliest
            fits = open_ & known & (end[other] - start[one] == took)
            chosen_start[fits], chosen_end[fits] = start[one][fits], end[other][fits]
        told = open_ & known & (chosen_end - chosen_start == took)
        self.twice += int(((open_ & ~told) | (submit[0] != submit[1])).sum())
        values[PLACE["submit"]], values[PLACE["start"]], values[PLACE["end"]] = submit[0], chosen_start, chosen_end

    def _refuse(self, block: "_Block") -> None:
        fields, bad = block.fields, np.flatnonzero(block.why)
        self._refusals.count += len(bad) + len(fields.wrong)
        if self._refusals.are_told:
            return
        told = [(int(line), -1) for line in fields.wrong[:20]] + [(int(fields.line[row]), int(row)) for row in bad[:20]]
        for line, row in sorted(told):
            where = f"line {self.lines + line + 2:,}"
            if row < 0 and fields.lengths[line] > LINE:
                self._refusals.tell(f"{where}: more than {LINE:,} characters")
            elif row < 0:
                count = int(fields.counts[line])
                named = "1 field" if count == 1 else f"{count:,} fields"
                self._refusals.tell(f"{where}: {named}; the header has {fields_told(self._header)}")
            else:
                self._refusals.tell(f"{where}: {block.sentence(row)}")


def fields_told(header: Header) -> int:
    """Count the fields of a first line as people count them: what is behind the last delimiter is none."""
    return header.fields - header.ends_with_cut


def _has(fields: Fields, character: int, starts: Array, stops: Array) -> NDArray[np.bool_]:
    """Whether words have a character."""
    places = np.flatnonzero(fields.text == character)
    return np.searchsorted(places, stops) > np.searchsorted(places, starts)


class _Codes(dict[bytes, int]):
    """The codes of words, from 0 in the order in which they come."""

    def __missing__(self, word: bytes) -> int:
        self[word] = code = len(self) - 1  # it begins with one entry of its own, for no name
        return code


class _States(dict[bytes, int]):
    """The codes of states, each word read once."""

    def __missing__(self, word: bytes) -> int:
        self[word] = code = states.read_state(word)
        return code


class _Block:
    """The rows of one block, and what is wrong with each: 0 or the number of a reason."""

    def __init__(self, fields: Fields, header: Header, not_known: dict[str, int]) -> None:
        self.fields, self._header, self._not_known = fields, header, not_known
        self.why = np.zeros(len(fields.line), np.int64)
        self._reasons: list[tuple[str, str]] = [("", "")]

    def refuse(self, which: NDArray[np.bool_], column: str, allowed: str) -> None:
        new = which & (self.why == 0)
        if new.any():
            self.why[new] = len(self._reasons)
            self._reasons.append((column, allowed))

    def sentence(self, row: int) -> str:
        column, allowed = self._reasons[self.why[row]]
        (word,) = self.fields.words(self._header.places[column], slice(row, row + 1))
        if column == "state":
            word = word.split(b" ", 1)[0]  # what follows may be the number of a person
        return f"{written(column)} is {quoted(word)}; {allowed}"

    def ends(self, column: str) -> tuple[NDArray[np.uint8], Array, Array]:
        place = self._header.places[column]
        return self.fields.text, self.fields.starts[:, place], self.fields.stops[:, place]

    def job_ids(self) -> Array:
        found = job_ids.job_ids(*self.ends("jobid"))
        self.refuse(found[0] < 0, "jobid", job_ids.ALLOWED)
        return found

    def states(self) -> Array:
        words = self.fields.words(self._header.places["state"])
        found = np.fromiter(map(_States().__getitem__, words), np.int64, len(words))
        if (found == -2).any():
            raise LogError(f"the states of this accounting output were cut; {MADE_BY}")
        self.refuse(found < 0, "state", states.ALLOWED)
        return found

    def times(self, column: str) -> tuple[Array, NDArray[np.bool_]]:
        if column not in self._header.places:
            return np.full(len(self.why), times.UNKNOWN), np.zeros(len(self.why), bool)
        seconds, is_local = times.times(*self.ends(column))
        self.refuse(seconds == times.WRONG, column, times.ALLOWED)
        return seconds, is_local

    def durations(self, printed: str, raw: str) -> Array:
        return self._of(
            {raw: durations.counts, printed: durations.durations},
            {raw: durations.ALLOWED_COUNT, printed: durations.ALLOWED},
        )

    def suspended(self) -> Array:
        return self._of({"suspended": durations.durations})

    def limits(self) -> Array:
        return self._of({"timelimit": durations.limits, "timelimitraw": durations.limits_in_minutes})

    def counts(self, columns: tuple[str, ...], scaled: bool, allowed: str = "") -> Array:
        reader = durations.scaled_counts if scaled else durations.counts
        return self._of(dict.fromkeys(columns, reader), dict.fromkeys(columns, allowed))

    def _of(self, readers: Mapping[str, Reader], allowed: Mapping[str, str] | None = None) -> Array:
        """Read the first of some columns that is there; -1 for all without one.

        What cannot be read refuses its line if it is said what is *allowed*; else it is not known, and counted.
        """
        column = self._header.first(*readers)
        if column is None:
            return np.full(len(self.why), -1)
        found = readers[column](*self.ends(column))
        wrong = found < durations.UNKNOWN
        if allowed and allowed[column]:
            self.refuse(wrong, column, allowed[column])
        elif wrong.any():
            self._not_known[column] = self._not_known.get(column, 0) + int(wrong.sum())
            found = np.where(wrong, durations.UNKNOWN, found)
        return found
