"""`break A B`, and `break` of all pairs: the example found, for the terminal or as JSON."""

from collections.abc import Callable, Sequence
from typing import Any

import orjson
from tabulate import tabulate

from components.words.searches.broken import (
    broken_headline,
    broken_lines,
    job_rows,
    matrix_caption,
    matrix_cells,
    search_rows,
)
from components.words.wording import number

COLUMNS = 60
IDLE, SHARED = ".", "+"
JOBS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def text_schedule(schedule: dict[str, Any], machines: int, until: float, columns: int = COLUMNS) -> list[str]:
    """A line for each of the *machines* of a schedule (see `engine.parallel_jobs.replay.schedules`).

    A character is a second, or a part of the time *until* (s) where that has more seconds than *columns*: the number of
    the job that is there when it begins, a dot where none is, a plus where several share the machine.
    """
    width = int(min(columns, max(1, until)))
    step = until / width if until > width else 1.0
    lines = [[IDLE] * width for _ in range(machines)]
    for job, since, to, runs in schedule["blocks"]:
        for first, count in runs:
            for line in lines[first : first + count]:
                for column in range(width):
                    if since <= column * step < to:
                        line[column] = _letter(job) if line[column] == IDLE else SHARED
    return ["".join(line) for line in lines]


def seconds_per_column(until: float, columns: int = COLUMNS) -> float:
    """How long a character is, s."""
    return max(1.0, until / columns)


def _letter(job: int) -> str:
    return JOBS[job] if job < len(JOBS) else "?"


def side_by_side(left: Sequence[str], right: Sequence[str], gap: str = "   ") -> str:
    """Two pictures beside each other, if they fit into a terminal; else one below the other."""
    if not left or len(left[0]) + len(gap) + len(right[0]) > 2 * COLUMNS:
        return "\n".join([*left, "", *right])
    width = max(len(line) for line in left)
    return "\n".join(f"{one:<{width}}{gap}{other}" for one, other in zip(left, right, strict=True))


Tree = dict[str, Any]
LinkOf = Callable[[Tree], str]
"""The tree of a scenario -> the address that opens it."""


def broken_report(found: Tree, form: str, link_of: LinkOf) -> str:
    """The example as "table" or "json"."""
    link = link_of(found["scenario"])
    if form == "json":
        told = {"sentences": broken_lines(found), "link": link, **found}
        return orjson.dumps(told, option=orjson.OPT_INDENT_2).decode()
    parts = ["\n".join(broken_lines(found))]
    if found["is_worse"]:
        parts += [_machines(found), _job_table(found), *_pictures(found), _search(found)]
        parts.append(f"On the board, played and with the reasons of each decision: {link}")
    return "\n\n".join(parts)


def broken_matrix_report(tree: Tree, form: str, link_of: LinkOf) -> str:
    """Everyone against everyone as "table" or "json"."""
    if form == "json":
        pairs = [{"sentence": broken_headline(one), "link": link_of(one["scenario"]), **one} for one in tree["pairs"]]
        return orjson.dumps({**tree, "pairs": pairs}, option=orjson.OPT_INDENT_2).decode()
    rows = [[row, *cells] for row, cells in zip(tree["policies"], matrix_cells(tree), strict=True)]
    table = tabulate(rows, ("", *tree["policies"]), disable_numparse=True, stralign="right")
    links = [f"{broken_headline(one)}\n  {link_of(one['scenario'])}" for one in tree["pairs"] if one["is_worse"]]
    return "\n\n".join([matrix_caption(tree["metric"]), table, *links])


def _machines(found: Tree) -> str:
    cluster = found["scenario"]["cluster"]
    if "groups" not in cluster:
        return f"Nodes: {cluster['nodes']}, with at most {cluster['multiprogramming_level']} processes each."
    groups = cluster["groups"]
    words = [f"{one['count']} of speed factor {one['speed_factor']:g}" for one in groups]
    return f"Machines: {', '.join(words)}."


def _job_table(found: Tree) -> str:
    head, rows = job_rows(found)
    return tabulate(rows, head)


def _pictures(found: Tree) -> list[str]:
    """Both schedules in letters, if a machine works for one job at a time."""
    if "groups" not in found["scenario"]["cluster"]:
        return []
    machines = sum(group["count"] for group in found["scenario"]["cluster"]["groups"])
    until = max(one["makespan"] for one in found["schedules"])
    pictures = []
    for one in reversed(found["schedules"]):
        lines = text_schedule(one, machines, until)
        head = f"{one['policy']}, a line per machine"
        width = max(len(lines[0]), len(head))
        pictures.append([f"{head:<{width}}", *(f"{line:<{width}}" for line in lines)])
    a_character = f"A character is {number(seconds_per_column(until))} s, a number a job, a dot idle"
    shared = ", a plus shared by several" if any("+" in line for part in pictures for line in part[1:]) else ""
    return [f"{side_by_side(pictures[0], pictures[1])}\n{a_character}{shared}."]


def _search(found: Tree) -> str:
    head, rows = search_rows(found)
    return tabulate(rows, head, disable_numparse=True)
