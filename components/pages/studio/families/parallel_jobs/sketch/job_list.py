"""A list of jobs as text, a line for each, and back: what is pasted, typed and drawn is the same text.

`board/jobs/job_text.js` reads and writes the same lines.
"""

import re
from collections.abc import Iterator
from typing import Any

from components.controls.values import ValuesError
from components.pages.studio.sketch.job_lines import (
    cells_of,
    number_cell,
    read_lines,
    read_number,
    text_cell,
    validated,
    write_line,
)
from engine.parallel_jobs.inputs.sources.listed import MOST, ListedJob

JOBS = "workload.arrivals.jobs"
"""Where the list stands in a scenario."""

COLUMNS = ("arrival", "run", "machines", "estimate", "label", "kind", "deadline", "profit")
WORDS = {"run": "run time", "label": "name"}
SIZES = re.compile(r"^(rigid|moldable|malleable)(?:\s+(\d{1,6})?\s*[-–]\s*(\d{1,6})?)?$")


def format_jobs(jobs: list[dict[str, Any]]) -> str:
    """The *jobs* as `read_jobs` reads them."""
    return "\n".join(_format(job) for job in jobs)


def _format(job: dict[str, Any]) -> str:
    cells = [number_cell(job.get(name)) for name in COLUMNS[:4]]
    cells += [text_cell(job.get("label") or ""), _kind(job), number_cell(job.get("deadline")), _profit(job)]
    return write_line(cells)


def _kind(job: dict[str, Any]) -> str:
    kind = job.get("kind", "rigid")
    low, high = job.get("smallest"), job.get("largest")
    sizes = "" if low is None and high is None else f" {number_cell(low)}-{number_cell(high)}"
    return "" if kind == "rigid" else f"{kind}{sizes}"


def _profit(job: dict[str, Any]) -> str:
    profit = job.get("profit")
    return "" if profit is None or profit == ListedJob.model_fields["profit"].default else number_cell(profit)


def read_jobs(text: str) -> list[dict[str, Any]]:
    """The jobs of *text* as trees with all their fields; `ValuesError` names each line that cannot be read, and why."""
    return read_lines(text, MOST, _job, "“0, 10, 3” (arrival, run time, machines)")


def _job(line: str) -> dict[str, Any]:
    cells = cells_of(line, len(COLUMNS), "arrival, run time and machines")
    return validated(ListedJob, dict(_values(cells)), WORDS)


def _values(cells: list[str]) -> Iterator[tuple[str, Any]]:
    for name, cell in zip(COLUMNS, cells, strict=False):
        if name == "label":
            yield name, cell
        elif name == "kind" and cell:
            yield from _sizes(cell)
        elif cell:
            yield name, read_number(WORDS.get(name, name), cell, whole=name == "machines")


def _sizes(cell: str) -> Iterator[tuple[str, Any]]:
    found = SIZES.match(cell.lower())
    if found is None:
        raise ValuesError(f"“{cell[:30]}” is no kind; write rigid, moldable 1-8 or malleable 1-8")
    kind, low, high = found.groups()
    yield "kind", kind
    if low:
        yield "smallest", int(low)
    if high:
        yield "largest", int(high)
