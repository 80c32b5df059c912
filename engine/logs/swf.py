"""Standard Workload Format (SWF 2.2): a line per job, 18 fields, comments that begin with a semicolon.

Source: S. Chapin et al., "Benchmarks and Standards for the Evaluation of Parallel Job Schedulers", JSSPP 1999, and the
definition in the Parallel Workloads Archive.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.logs.head import read_head
from engine.logs.limits import HEAD, LINE, LINES, SENTENCES, LogError
from engine.logs.names import NEGATIVE, NOTHING, Names
from engine.logs.numbers import THOUSAND, numbers
from engine.logs.result import Reading, Refusals, quoted
from engine.logs.table import FIELDS, NAMES, TIMES, Table

# Where the words of each line stand in a block of text, for all lines at once.

NEWLINE, COMMENT = 10, 59

_BLANK = np.zeros(256, bool)
_BLANK[list(b" \t\r\n")] = True


@dataclass(frozen=True)
class Lines:
    """A block of whole lines, cut into words.

    Attributes
    ----------
    text : uint8 array
        The block, with a line end at its end.
    begins, ends : int64 arrays (lines,)
        Where each line begins, and where its line end stands.
    starts, stops : int64 arrays (words,)
        Where each word begins, and the place behind it.
    first, count : int64 arrays (lines,)
        The first word of each line, and how many it has.
    is_comment : bool array (lines,)
    """

    text: NDArray[np.uint8]
    begins: NDArray[np.int64]
    ends: NDArray[np.int64]
    starts: NDArray[np.int64]
    stops: NDArray[np.int64]
    first: NDArray[np.int64]
    count: NDArray[np.int64]
    is_comment: NDArray[np.bool_]

    def line(self, which: int) -> bytes:
        """One line, without its end."""
        return self.text[self.begins[which] : self.ends[which]].tobytes().rstrip(b"\r")

    def word(self, line: int, place: int) -> bytes:
        """One word of a line, counted from 0."""
        at = self.first[line] + place
        return self.text[self.starts[at] : self.stops[at]].tobytes()


def lines_of(block: bytes) -> Lines:
    """Cut a block that ends with a line end. Blanks, tabs and carriage returns stand between words."""
    text = np.frombuffer(block, np.uint8)
    blank = _BLANK[text]
    ends = np.flatnonzero(text == NEWLINE)
    begins = np.concatenate(([0], ends[:-1] + 1))
    change = np.flatnonzero(blank[1:] != blank[:-1]) + 1
    if not blank[0]:
        change = np.concatenate(([0], change))
    starts, stops = change[::2], change[1::2]  # the block ends with a blank
    behind = np.searchsorted(starts, ends)
    first = np.concatenate(([0], behind[:-1]))
    count = behind - first
    is_comment = np.zeros(len(ends), bool)
    some = np.flatnonzero(count)
    is_comment[some] = text[starts[first[some]]] == COMMENT
    return Lines(text, begins, ends, starts, stops, first, count, is_comment)


IN_A_LINE = 18

WORDS = {
    "job": "job number",
    "submit": "submit time",
    "wait": "wait time",
    "run": "run time",
    "allocated": "processors allocated",
    "requested": "processors requested",
    "estimate": "time requested",
    "status": "status",
    "user": "user",
    "group": "group",
    "queue": "queue",
    "partition": "partition",
    "preceding": "preceding job",
    "think": "think time",
}

NEEDED = ("submit", "run", "allocated", "requested")
"""Fields of which a job needs the first two and one of the others; what cannot be read of the rest is not known."""

REMEDY = (
    "a line of SWF has 18 numbers, -1 where one is not known; of a table with other columns the first line names them, "
    "as submit run size"
)

_Piece = tuple[NDArray[np.int64], bool]


def read_swf(blocks: Iterator[bytes]) -> Reading:
    """Read a text in blocks of whole lines; fields that the table has no place for are not looked at.

    Raises
    ------
    LogError
        If there is no job, if more than 1 % of the lines are refused, or if there are too many lines.
    """
    pieces: list[_Piece] = []
    comments: list[str] = []
    refusals = Refusals()
    odd: Counter[str] = Counter()
    names = {name: Names() for name in NAMES}
    names["preceding"] = names["job"]
    lines_before = comment_lines = wider = widest = 0
    for block in blocks:
        lines = lines_of(block)
        if lines_before + len(lines.ends) > LINES:
            raise LogError(f"the file has more than {LINES:,} lines, which is what is allowed")
        is_job = (lines.count > 0) & ~lines.is_comment
        comment_lines += int(lines.is_comment.sum())
        if not pieces:
            _add_head(comments, lines, is_job)
        rows, piece = _jobs(lines, np.flatnonzero(is_job), lines_before, refusals, odd, names)
        extra = lines.count[rows] - IN_A_LINE
        wider += int((extra > 0).sum())
        widest = max(widest, int(extra.max(initial=0)))
        if is_job.any():
            pieces.append(piece)
        lines_before += len(lines.ends)
    refusals.check(sum(piece.shape[1] for piece, _ in pieces), REMEDY)
    notes = [
        f"{WORDS[name]} (field {FIELDS[name]}) is not known of {count:,} {'job' if count == 1 else 'jobs'}: "
        "it cannot be read there."
        for name, count in odd.items()
        if count
    ]
    if named := [WORDS[name] for name in NAMES if names[name].has_text and name != "preceding"]:
        notes.append(f"Names in column {' and '.join(named)} are numbers from here on, in order of the lines.")
    if wider:
        columns, in_lines = "column" if widest == 1 else "columns", "line" if wider == 1 else "lines"
        notes.append(f"extended format: {widest} extra {columns} in {wider:,} {in_lines}")
    if comment_lines > HEAD:
        notes.append(f"{comment_lines:,} lines of comment; at most the first {HEAD:,} are read as the head")
    names.clear()  # they hold on to the pieces
    return Reading(
        table=_joined(pieces),
        head=read_head(comments),
        kind="swf",
        lines=lines_before,
        refused=refusals.count,
        sentences=tuple(refusals.sentences),
        notes=tuple(notes),
    )


def _add_head(comments: list[str], lines: Lines, is_job: NDArray[np.bool_]) -> None:
    """Take the comments before the first line of a job."""
    end = int(is_job.argmax()) if is_job.any() else len(is_job)
    for which in np.flatnonzero(lines.is_comment[:end])[: HEAD - len(comments)]:
        comments.append(lines.line(which)[:LINE].decode("utf-8", "replace"))


def _jobs(
    lines: Lines,
    rows: NDArray[np.int64],
    lines_before: int,
    refusals: Refusals,
    odd: Counter[str],
    names: dict[str, Names],
) -> tuple[NDArray[np.int64], _Piece]:
    """Read the lines of jobs: those that are good, and their columns in seconds, or in milliseconds.

    Values that are not known because nobody can read them are counted in *odd*.
    """
    too_long = lines.ends[rows] - lines.begins[rows] > LINE
    too_few = lines.count[rows] < IN_A_LINE
    bad = too_long | too_few
    regular = rows[~bad]
    columns = np.empty((len(FIELDS), len(regular)), np.int64)
    is_good = {}
    whole = True
    for row, (name, field) in enumerate(FIELDS.items()):
        if name in NAMES:
            continue
        words = lines.first[regular] + field - 1
        found = numbers(lines.text, lines.starts[words], lines.stops[words])
        good = found.good
        if not found.whole and name not in TIMES:
            good = good & (found.thousandths % THOUSAND == 0)
        whole &= found.whole or name not in TIMES
        columns[row] = np.where(good, found.thousandths, -THOUSAND)
        if not good.all():
            is_good[name] = good
    wrong = _wrong_field(lines, regular, columns, is_good)
    for name, good in is_good.items():
        odd[name] += int((~good & (wrong == 0)).sum())
    if wrong.any():
        columns = columns[:, wrong == 0]
        whole = not any((columns[row] % THOUSAND).any() for row, name in enumerate(FIELDS) if name in TIMES)
    for row, name in enumerate(FIELDS):
        if name in NAMES:
            words = lines.first[regular[wrong == 0]] + FIELDS[name] - 1
            columns[row] = names[name].add(lines.text, lines.starts[words], lines.stops[words], columns[row])
        elif whole or name not in TIMES:
            columns[row] //= THOUSAND
    fields = np.zeros(len(rows), np.int64)
    fields[~bad] = wrong
    bad |= fields > 0
    refusals.count += int(bad.sum())
    if not refusals.are_told:
        for at in np.flatnonzero(bad)[: SENTENCES - len(refusals.sentences)]:
            line = int(rows[at])
            why = _why(lines, line, bool(too_long[at]), int(fields[at]))
            refusals.tell(f"line {lines_before + line + 1:,}: {why}", lines.line(line)[:LINE])
    return rows[~bad], (columns, whole)


def _wrong_field(
    lines: Lines, rows: NDArray[np.int64], columns: NDArray[np.int64], is_good: dict[str, NDArray[np.bool_]]
) -> NDArray[np.int64]:
    """Give the field of each line, from 1, that a job cannot be without and nobody can read; 0 for none.

    Words for what is not known, and numbers below -1, are no such: then the job has no run time, as in any log.
    """
    wrong = np.zeros(len(rows), np.int64)
    sizes = np.maximum(*(columns[list(FIELDS).index(name)] for name in NEEDED[2:]))
    for name in [one for one in NEEDED if one in is_good]:
        for at in np.flatnonzero(~is_good[name]).tolist():
            word = lines.word(int(rows[at]), FIELDS[name] - 1)[:40]
            said = word.lower() in NOTHING or NEGATIVE.fullmatch(word)
            if wrong[at] == 0 and not said and (name in NEEDED[:2] or sizes[at] <= 0):
                wrong[at] = FIELDS[name]
    return wrong


def _why(lines: Lines, line: int, too_long: bool, field: int) -> str:
    if too_long:
        return f"more than {LINE:,} characters"
    if not field:
        count = lines.count[line]
        return f"{count} {'field' if count == 1 else 'fields'}; a job has {IN_A_LINE}"
    name = next(name for name, number in FIELDS.items() if number == field)
    word = lines.word(line, field - 1)
    kind = "number" if name in TIMES else "whole number"
    return f"field {field} ({WORDS[name]}) is {quoted(word)}; a {kind} from -1 to 10^12 is needed"


def _joined(pieces: list[_Piece]) -> Table:
    """Put the pieces together; each is gone once it has been copied."""
    unit = 1 if all(whole for _, whole in pieces) else THOUSAND
    columns = np.empty((len(FIELDS), sum(piece.shape[1] for piece, _ in pieces)), np.int64)
    end = columns.shape[1]
    while pieces:
        piece, whole = pieces.pop()
        start = end - piece.shape[1]
        columns[:, start:end] = piece
        if whole and unit > 1:
            columns[[row for row, name in enumerate(FIELDS) if name in TIMES], start:end] *= unit
        end = start
    return Table(columns, unit).whole()
