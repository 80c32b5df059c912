"""What is in a log of a real machine, as text for the command line."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import orjson
from tabulate import tabulate

from engine.logs.caveats import caveats, counts, of_file
from engine.logs.cleaning.choices import Cleaning
from engine.logs.cleaning.clean import CleanedLog, clean
from engine.logs.limits import SENT
from engine.logs.reading import read_log
from engine.logs.result import Reading
from engine.logs.summary import Summary, summarize
from engine.logs.week_clock import DAY, HOUR

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MOST = 15
"""Rows of a table by user."""


def read_file(path: Path, zone: str = "") -> Reading:
    """Read a log from a file; raises `LogError`, or OSError."""
    with path.open("rb") as file:
        return read_log(file.read(SENT + 1), zone)


def log_report(reading: Reading, form: str, choices: Cleaning | None = None) -> str:
    """Head, what cleaning did and a summary, as "table" or "json"; raises `LogError` if no job is left."""
    log = clean(reading.table, reading.head, choices)
    summary = summarize(log)
    if form == "json":
        return orjson.dumps(_tree(reading, log, summary), option=orjson.OPT_INDENT_2).decode()
    said = "\n".join(caveats(counts(log), of_file(reading)))
    parts = [_head(reading, log), _cleaning(log), said, _summary(log, summary)]
    return "\n\n".join(part for part in parts if part)


def _tree(reading: Reading, log: CleanedLog, summary: Summary) -> dict[str, Any]:
    return {
        "name": reading.table.name,
        "kind": reading.kind,
        "lines": reading.lines,
        "refused": reading.refused,
        "sentences": reading.sentences,
        "notes": [*reading.notes, *log.clock.said],
        "head": reading.head.labels,
        "proposal": log.proposal._asdict(),
        "report": [row._asdict() for row in log.report],
        "caveats": caveats(counts(log), of_file(reading)),
        "flurries": [one._asdict() for one in log.flurries],
        "summary": summary.tree(),
    }


def _head(reading: Reading, log: CleanedLog) -> str:
    rows = [(label, value.replace("\n", "\n  ")) for label, value in reading.head.labels]
    said = [*reading.notes, *log.clock.said]
    if reading.head.is_cleaned:
        said.append("The archive has already filtered this log.")
    if reading.refused:
        said += [f"{_count(reading.refused, 'line')} refused:", *(f"  {one}" for one in reading.sentences)]
    lines = [
        f"log {reading.table.name}",
        f"{_count(len(reading.table), 'job')} in {_count(reading.lines, 'line')} ({reading.kind})",
    ]
    return "\n".join([*lines, *said, "", tabulate(rows, tablefmt="plain", disable_numparse=True)]).rstrip()


def _cleaning(log: CleanedLog) -> str:
    rows = [
        [row.rule, row.choice, f"{row.jobs:,}", f"{row.hours:,.1f}", f"{row.share:.2%}"]
        for row in log.report
        if row.jobs or not row.dropped
    ]
    head = ("rule", "choice", "jobs", "processor-hours", "of all")
    align = ("left", "left", "right", "right", "right")
    return tabulate(rows, head, colalign=align, disable_numparse=True)


def _summary(log: CleanedLog, summary: Summary) -> str:
    counts = [_count(summary.jobs, "job"), _count(summary.users, "user"), _count(log.weeks, "week")]
    lines = [
        "{} of {} in {} from ".format(*counts) + _when(log),
        f"{summary.processors:,} processors ({_source(log)}), offered load {summary.load:.3f}",
    ]
    if done := summary.recorded:
        lines.append(
            f"as recorded: mean wait {done.wait:,.0f} s, bounded slowdown {done.bounded_slowdown:.4g}, "
            f"utilization {done.utilization:.3f}; {done.sentence}"
        )
    else:
        lines.append("as recorded: not known, for the wait of more than 1 % of the jobs is not")
    lines += [
        f"flurry: user {one.user} submitted {one.jobs:,} jobs in week {one.week}, {one.share:.0%} of all"
        for one in log.flurries[:MOST]
    ]
    if len(log.flurries) > MOST:
        lines.append(f"and {len(log.flurries) - MOST:,} more flurries")
    sizes = [[row.size, f"{row.jobs:,}", f"{row.hours:,.1f}"] for row in summary.sizes.itertuples()]
    runs = [[f"{_short(row.low)} to {_short(row.high)}", f"{row.jobs:,}"] for row in summary.run_times.itertuples()]
    users = [
        [row.user, f"{row.jobs:,}", f"{row.hours:,.1f}", f"{row.share:.1%}"]
        for row in summary.by_user.head(MOST).itertuples()
    ]
    week = [[day, *hours] for day, hours in zip(DAYS, summary.hour_of_week.tolist(), strict=True)]
    tables = [
        _right(sizes, ("processors", "jobs", "processor-hours")),
        _right(runs, ("run time (s)", "jobs")),
        _right(users, ("user", "jobs", "processor-hours", "of all")),
        "arrivals by hour of the week\n" + _right(week, ("", *map(str, range(24)))),
    ]
    return "\n\n".join(["\n".join(lines), *_partitions(log), *tables])


def _partitions(log: CleanedLog) -> list[str]:
    """Which partitions there are and what they need, for whoever gives them queues of their own; of one, nothing."""
    numbers, place = np.unique(log.partition, return_inverse=True)
    if len(numbers) < 2:
        return []
    jobs, hours = np.bincount(place), np.bincount(place, weights=log.run * log.size) / HOUR
    largest = [int(log.size[place == one].max()) for one in range(min(MOST, len(numbers)))]
    names = ["not known" if number < 0 else number for number in numbers[:MOST].tolist()]
    rows = zip(names, jobs.tolist(), hours.tolist(), largest, strict=False)
    told = [[name, f"{count:,}", f"{worked:,.1f}", f"{size:,}"] for name, count, worked, size in rows]
    more = len(numbers) - MOST
    table = _right(told, ("partition", "jobs", "processor-hours", "largest size"))
    return [table + (f"\nand {more:,} more partitions" if more > 0 else "")]


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def _short(number: float) -> str:
    return f"{float(f'{number:.3g}'):,.12g}"


def _right(rows: list[list[Any]], head: tuple[str, ...]) -> str:
    return tabulate(rows, head, colalign=("left", *["right"] * (len(head) - 1)), disable_numparse=True)


def _source(log: CleanedLog) -> str:
    chosen, (proposed, source) = log.processors, log.proposal
    return source if chosen == proposed else f"chosen; {proposed:,} is {source}"


def _when(log: CleanedLog) -> str:
    if log.clock.monday is None:
        return "a day that the log does not tell"
    local = timedelta(seconds=int(log.clock.offsets[0]))
    first = datetime.fromtimestamp(log.clock.monday + log.arrival[0] // DAY * DAY, UTC) + local
    return f"{first:%Y-%m-%d} ({log.clock.zone})"
