"""A table of jobs with named columns, read: the table of a log, in the order of its lines.

Columns are found by name, in any order and case; others are not looked at. What a job can be without and cannot be read
is not known of it, and counted. Names of people and queues become numbers from 1 in order of the rows, and are gone
when reading ends, unless all of a column are numbers already.
"""

from collections.abc import Iterator

from engine.logs.head import Head
from engine.logs.limits import LINE, LINES, LogError
from engine.logs.lists.header import Header, read_header, separator
from engine.logs.lists.jobs import jobs_of
from engine.logs.lists.rows import Rows
from engine.logs.result import Reading
from engine.logs.week_clock import zone_named

REMEDY = "correct these lines, or leave them out"


def read_list(blocks: Iterator[bytes], zone: str = "") -> Reading:
    """Read a text in blocks of whole lines, the first of which names the columns.

    *zone* is the IANA name of the time zone of dates that say none; UTC without one.

    Raises
    ------
    LogError
        If a column is missing, there is no job, or more than 1 % of the lines are refused. Quotes no names.
    """
    zone_named(zone or "UTC")
    header, rest, lines = _first_line(blocks)
    rows = Rows(header, lines, zone)
    for block in rest:
        rows.add(block)
        if rows.lines > LINES:
            raise LogError(f"the file has more than {LINES:,} lines, which is what is allowed: choose a shorter period")
    rows.refusals.check(sum(len(piece["submit"]) for piece in rows.pieces), REMEDY)
    jobs = jobs_of(rows)
    return Reading(
        table=jobs.table,
        head=_head(jobs.first_submit, zone),
        kind="list",
        lines=rows.lines,
        refused=rows.refusals.count,
        sentences=tuple(rows.refusals.sentences),
        notes=jobs.notes,
        zone_is_missing=jobs.first_submit is not None and not zone,
        not_modelled=jobs.not_modelled,
        not_over=rows.not_over,
    )


def _head(first_submit: int | None, zone: str) -> Head:
    labels = [("Conversion", "a list of jobs with named columns, read by Corral")]
    labels += [] if first_submit is None else [("UnixStartTime", str(first_submit))]
    labels += [("TimeZoneString", zone or "UTC")] if zone or first_submit is not None else []
    return Head(tuple(labels))


def _first_line(blocks: Iterator[bytes]) -> tuple[Header, Iterator[bytes], int]:
    """Read the header; give the rest, and how many lines there are down to it."""
    lines, cut = 0, b""
    for block in blocks:
        text = block.lstrip(b" \t\r\n") if not cut else block
        lines += block.count(b"\n", 0, len(block) - len(text))
        while text:
            line, _, text = text.partition(b"\n")
            lines += 1
            if not line.strip():
                continue
            if said := separator(line):
                cut = said
                continue
            if len(line) > LINE:
                raise LogError(
                    f"the first line has more than {LINE:,} characters, which is what is allowed: leave out columns"
                )
            return read_header(line, cut), _with(text, blocks), lines
    raise LogError("there is no job in this file: no line of it names columns")


def _with(text: bytes, blocks: Iterator[bytes]) -> Iterator[bytes]:
    if text:
        yield text
    yield from blocks
