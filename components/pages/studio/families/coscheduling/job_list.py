"""A list of jobs as text, a line for each, and back: what is pasted and typed is the same text."""

from collections.abc import Iterator
from typing import Any

from components.pages.studio.sketch.job_lines import (
    cells_of,
    number_cell,
    read_lines,
    read_number,
    text_cell,
    validated,
    write_line,
)
from engine.coscheduling.inputs.listed import MOST, ListedJob

JOBS = "workload.arrivals.jobs"
"""Where the list stands in a scenario."""

COLUMNS = ("arrival", "run", "tasks", "estimate", "label", "job_type", "user")
WORDS = {"run": "run time", "label": "name", "job_type": "type"}
IN_WORDS = ("label", "job_type", "user")


def format_jobs(jobs: list[dict[str, Any]]) -> str:
    """The *jobs* as `read_jobs` reads them."""
    return "\n".join(write_line(_cell(name, job.get(name)) for name in COLUMNS) for job in jobs)


def _cell(name: str, value: Any) -> str:
    return text_cell(value or "") if name in IN_WORDS else number_cell(value)


def read_jobs(text: str) -> list[dict[str, Any]]:
    """The jobs of *text* as trees; `ValuesError` names each line that cannot be read, and why."""
    return read_lines(text, MOST, _job, "“0, 1.5, 4” (arrival, run time, tasks)")


def _job(line: str) -> dict[str, Any]:
    cells = cells_of(line, len(COLUMNS), "arrival, run time and tasks")
    return validated(ListedJob, dict(_values(cells)), WORDS)


def _values(cells: list[str]) -> Iterator[tuple[str, Any]]:
    for name, cell in zip(COLUMNS, cells, strict=False):
        if name in IN_WORDS:
            yield name, cell
        elif cell:
            yield name, read_number(WORDS.get(name, name), cell, whole=name == "tasks")
