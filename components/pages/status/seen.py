"""What was seen of broker, workers and studies, as a sentence and as tables."""

from typing import Any

from components.controls.data_table import DataTable, create_table
from components.visits.answers import client
from components.words.wording import number
from engine import ENGINE_VERSION
from workers.client import UNREACHABLE
from workers.overview import Overview
from workers.room import FULL

LONGEST_TITLE = 60


def words_of(seen: Overview) -> str:
    """Whether all is well, and how much there is to do."""
    if not seen.broker:
        return "The broker is away: nothing can be run or looked up. Studies go on when it is back."
    if seen.refusal:
        return f"Nothing can be run: {FULL}. Studies go on when there is room."
    others = {worker.engine for worker in seen.workers.values()} - {ENGINE_VERSION}
    strange = f" Workers with engine {', '.join(sorted(others))} compute nothing for these pages." if others else ""
    if not seen.useful:
        return f"No worker is alive: studies wait in the queue until one joins (python3 app.py worker).{strange}"
    counts, waiting = seen.counts, sum(seen.waiting.values())
    done = sum(counts.values())
    reused = f", {number(100 * counts['reused'] / done, 2)} % of them known already" if done else ""
    failed = f"; {number(counts['failed'], 6)} failed" if counts["failed"] else ""
    if missing := max(map(len, seen.compiling.values()), default=0):
        strange = f" {_count(missing, 'model')} still to be compiled on this computer.{strange}"
    return (
        f"All is well: {_count(len(seen.useful), 'worker')}, {_count(len(seen.running), 'study', 'studies')} running, "
        f"{_count(waiting, 'piece')} of work waiting. {number(done, 9)} cells so far{reused}{failed}.{strange}"
    )


def _count(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"


def workers_table(seen: Overview) -> Any:
    """Every worker that is alive."""
    body: list[list[Any]] = [
        [name.partition("@")[2].split(":")[0], name.rsplit(":", 1)[1], worker.tasks, worker.engine]
        for name, worker in sorted(seen.workers.items())
    ]
    return create_table(DataTable("Workers that are there.", ["host", "processes", "tasks", "engine"], body))


def titles_of(seen: Overview) -> dict[str, str]:
    """The titles of the studies that are running, by id."""
    try:
        scenarios = {study: client().scenario(study) for study in seen.running}
    except UNREACHABLE:
        return {}
    return {study: scenario.title[:LONGEST_TITLE] for study, scenario in scenarios.items() if scenario is not None}


def studies_table(seen: Overview, titles: dict[str, str]) -> Any:
    """Every study that is running, the oldest first."""
    body: list[list[Any]] = []
    for study, record in sorted(seen.running.items(), key=lambda item: item[1].submitted):
        seconds = max(record.now - record.submitted, 0.001)
        body.append(
            [
                titles.get(study) or "without a title",
                study[:8],
                f"{number(record.done, 6)} of {number(record.cells, 6)}",
                number((record.done - record.before) / seconds, 3),
                number(record.reused, 6),
                number(record.failed, 6),
                number(seconds, 3),
            ]
        )
    head = ["study", "id", "cells", "cells per second", "reused", "failed", "running for (s)"]
    return create_table(DataTable("Studies that are running, the oldest first.", head, body))
