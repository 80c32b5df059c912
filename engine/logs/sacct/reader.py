"""Accounting output of Slurm, read: the same table as of SWF, and a head that says where it is from."""

from collections.abc import Iterator

import numpy as np

from engine.logs.cleaning.cluster import in_use_at_once
from engine.logs.head import Head, shown
from engine.logs.limits import HEAD, LINE, LINES, LogError
from engine.logs.result import Reading, Refusals, quoted
from engine.logs.sacct import states
from engine.logs.sacct.header import MADE_BY, Header, read_header, written
from engine.logs.sacct.jobs import Jobs, jobs_of
from engine.logs.sacct.rows import Rows
from engine.logs.table import Table
from engine.logs.week_clock import zone_named

EARLIER_RUNS = "If it was made without --duplicates, earlier runs of jobs that were requeued are missing."


def read_sacct(blocks: Iterator[bytes], zone: str = "") -> Reading:
    """Read a text in blocks of whole lines, the first of which names the columns.

    *zone* is the IANA name of the time zone in which `sacct` ran; UTC without one.

    Raises
    ------
    LogError
        If a column is missing, there is no job, or more than 1 % of the lines are refused. Never names a person.
    """
    zone_named(zone or "UTC")
    header, rest, before = _first_line(blocks)
    refusals = Refusals()
    rows = Rows(header, zone or "UTC", refusals)
    rows.lines = before
    for block in rest:
        rows.add(block)
        if rows.lines + 1 > LINES:
            raise LogError(f"the file has more than {LINES:,} lines, which is what is allowed")
    rows.end()
    try:
        refusals.check(sum(piece.shape[1] for piece in rows.pieces))
    except LogError as error:
        raise LogError(f"{error.why}; {_remedy(header)}", error.lines) if rows.broken else error from None
    jobs = jobs_of(rows)
    if jobs.table is None:
        raise LogError("there is no job in this file that is over")
    return Reading(
        table=jobs.table,
        head=_head(jobs, jobs.table, zone or "UTC", header),
        kind="sacct",
        lines=rows.lines + 1,
        refused=refusals.count,
        sentences=tuple(refusals.sentences),
        notes=tuple(_notes(rows, jobs, zone, header)),
        zone_is_missing=not zone,
        not_modelled=jobs.not_modelled,
        not_over=_not_over(jobs),
    )


def _remedy(header: Header) -> str:
    between = quoted(header.delimiter)
    return f"a text such as JobName may hold {between} or a line end: leave it out, for it is not read; {MADE_BY}"


def _not_over(jobs: Jobs) -> int:
    return sum(jobs.by_state.get(word.decode(), 0) for word in states.LEFT_OUT)


def _first_line(blocks: Iterator[bytes]) -> tuple[Header, Iterator[bytes], int]:
    """Read the header; give the rest, and how many blank lines stand before it."""
    before = 0
    for block in blocks:
        text = block.lstrip(b" \t\r\n")
        before += block.count(b"\n", 0, len(block) - len(text))
        if text:
            line, _, rest = text.partition(b"\n")
            return read_header(line[: LINE + 1]), _behind(rest, blocks), before
    raise LogError("there is no job in this file")


def _behind(text: bytes, blocks: Iterator[bytes]) -> Iterator[bytes]:
    if text:
        yield text
    yield from blocks


def _by_nodes(header: Header) -> bool:
    return header.first("alloccpus", "ncpus") is None and header.first("allocnodes", "nnodes") is not None


def _head(jobs: Jobs, table: Table, zone: str, header: Header) -> Head:
    start = np.where(table["wait"] >= 0, table["submit"] + table["wait"], np.nan)
    most, _ = in_use_at_once(start, table["run"].astype(float), table["allocated"])
    labels = [("Version", "2.2"), ("Conversion", "accounting output of Slurm, read by Corral")]
    labels += [("MaxNodes" if _by_nodes(header) else "MaxProcs", str(most))] if most else []
    labels += [("Preemption", "Yes")] if jobs.preempted else []
    labels += [("UnixStartTime", str(jobs.first_submit)), ("TimeZoneString", zone)]
    for label, names in (("Queue", jobs.queues), ("Partition", jobs.partitions)):
        some = sorted(names.items())[: HEAD // 3]
        labels += [(label, f"{number} {shown(name.decode('utf-8', 'replace'))}") for number, name in some]
    unit = "nodes" if _by_nodes(header) else "processors"
    labels.append(("Note", f"The cluster has at least as many {unit} as were in use at once; that number is given."))
    return Head(tuple(labels))


def _notes(rows: Rows, jobs: Jobs, zone: str, header: Header) -> Iterator[str]:
    if not zone:
        what = "Times without a zone are taken for UTC" if rows.has_local_times else "Days and weeks are those of UTC"
        yield f"{what}: say in which time zone the machine stands."
    if _by_nodes(header):
        yield "The unit of size is the node: there is no column AllocCPUS."
    if rows.steps:
        yield f"{rows.steps:,} {'step' if rows.steps == 1 else 'steps'} of jobs skipped."
    yield "States: " + ", ".join(f"{word} {count:,}" for word, count in jobs.by_state.items()) + "."
    if over := jobs.by_state.get("TIMEOUT"):
        yield f"{over:,} ended by their limit (TIMEOUT): their run time is the limit's, not the job's."
    left_out = [word.decode() for word in states.LEFT_OUT if word.decode() in jobs.by_state]
    if left_out:
        yield f"{_not_over(jobs):,} are not over, or not here ({', '.join(left_out)}): left out."
    if jobs.task_lines:
        yield f"{jobs.task_lines:,} for tasks of arrays that never started, {jobs.cancelled_tasks:,} tasks in all."
    if jobs.tasks_that_ran:
        yield f"{jobs.tasks_that_ran:,} for several tasks of an array at once that ran: each line is read as one job."
    if jobs.parts:
        yield f"{jobs.parts:,} are parts of heterogeneous jobs; in reality those of a job start together."
    if jobs.read_twice:
        yield f"{jobs.read_twice:,} lines tell of a run that another tells of, too: read once."
    if jobs.before_submission:
        yield f"{jobs.before_submission:,} started before they were submitted; their wait is not known."
    if rows.twice:
        yield f"{rows.twice:,} have a time in an hour that occurs twice; it is taken for the earlier."
    if rows.mended:
        yield (
            f"{rows.mended:,} {'row has' if rows.mended == 1 else 'rows have'} {quoted(header.delimiter)} or a line "
            "end in a text that is not read, such as JobName; all else of them is read."
        )
    for column, count in rows.not_known.items():
        values = "value" if count == 1 else "values"
        yield f"{count:,} {values} of {written(column)} cannot be read: taken as not known."
    yield EARLIER_RUNS
