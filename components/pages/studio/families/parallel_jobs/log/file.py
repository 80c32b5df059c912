"""The part of the tab on a log that tells of its file: head, what its reading noticed, partitions, and flurries."""

from itertools import chain
from typing import Any

from dash import html

from components.controls.aria import aria
from components.controls.data_table import DataTable
from components.figures.parallel_jobs.logs.log_pictures import Recorded
from components.pages.studio.details import create_details
from components.pages.studio.families.parallel_jobs.ids import Id
from components.sketches.link import to_link
from components.words.published_log import published_rows
from components.words.wording import number
from engine.logs.divisions import names_in_head
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.results.result import Result

FORGET = "Forget the names of partitions and queues"
NOT_KNOWN = "Not known here: it stands in the file, and a link carries jobs alone; open the file to see it"
KINDS = {"swf": "Standard Workload Format", "sacct": "accounting output of Slurm", "list": "a list of jobs"}


def create_file_of_log() -> html.Details:
    """The table of it all."""
    return create_details("log-file", of="the file: head, reading, partitions and queues")


def create_forgetting() -> html.Button:
    """The button that drops what the file calls partitions and queues; it says what has become of them."""
    return html.Button(FORGET, id=Id.LOG_NAMES, type="button", className="open-log", **aria(live="polite"))


def file_table(result: Result, recorded: Recorded) -> DataTable:
    """One table: each component of a page costs time when it is opened."""
    head = [["Head", label, value] for label, value in head_table(result, recorded).body]
    read = [["Reading", what, said] for what, said in reading_table(result, recorded).body]
    parts = [
        [kind, f"{number_of} {name}".strip(), f"{jobs} jobs, {hours} processor-hours, sizes up to {largest}"]
        for kind, number_of, name, jobs, hours, largest in partitions_table(result, recorded).body
        if kind
    ]
    published = [["Published", *row] for row in published_rows(processors_of(result), recorded["jobs"])]
    return DataTable("What the file of the log says", ["Part", "What", "Value"], head + read + parts + published)


def processors_of(result: Result) -> int:
    """Of the machine that the log is replayed on; 0 if this is no scenario of parallel jobs."""
    scenario = result.scenario
    return sum(group.count for group in scenario.cluster.groups) if isinstance(scenario, ParallelJobsScenario) else 0


def _heard(recorded: Recorded) -> dict[str, Any]:
    """What the file said; nothing where that is forgotten."""
    found: dict[str, Any] = recorded.get("heard", {})
    return found


def head_table(_result: Result, recorded: Recorded) -> DataTable:
    """The labels of the head, word for word."""
    rows = _heard(recorded).get("head", [])
    return DataTable("The head of the file, word for word", ["Label", "Value"], rows or [["", _nothing(recorded)]])


def _nothing(recorded: Recorded) -> str:
    return "The file has no head" if _heard(recorded) else NOT_KNOWN


def reading_table(_result: Result, recorded: Recorded) -> DataTable:
    """What was noticed when the file was read: its form, notes, and the first lines that could not be read."""
    heard = _heard(recorded)
    if not heard:
        return DataTable("What was noticed when the file was read", ["What", "Sentence"], [["", NOT_KNOWN]])
    rows = [
        ["Form", KINDS.get(heard["kind"], heard["kind"])],
        ["Lines", f"{heard['lines']:,}, of which {heard['refused']:,} could not be read"],
        *(["Note", note] for note in heard["notes"]),
        *(["Refused", sentence] for sentence in heard["sentences"]),
    ]
    if more := heard["refused"] - len(heard["sentences"]):
        rows.append(["Refused", f"and {more:,} more"])
    return DataTable("What was noticed when the file was read", ["What", "Sentence"], rows)


def partitions_table(_result: Result, recorded: Recorded) -> DataTable:
    """Which partitions and queues there are, for whoever gives them machines and queues of their own."""
    head = ["Kind", "Number", "Name in the head", "Jobs", "Processor-hours", "Largest size (processors)"]
    rows = [
        [
            *(kind, _number(one["number"]), names.get(one["number"], "")),
            *(f"{one['jobs']:,}", number(one["hours"], 4), f"{one['largest']:,}"),
        ]
        for kind, key in (("Partition", "partitions"), ("Queue", "queues"))
        for names in [names_in_head(_heard(recorded).get("head", []), kind)]
        for one in recorded[key]
    ]
    nothing = [["", "", "The log has one partition and one queue, or more than 100", "", "", ""]]
    return DataTable("Partitions and queues of the log", head, rows or nothing)


def _number(value: int) -> str:
    return "not known" if value < 0 else str(value)


def create_flurries(result: Result, recorded: Recorded) -> list[Any]:
    """Weeks in which one user submitted at least half of all jobs, each with a link that leaves them out; and back."""
    scenario = result.scenario
    if not isinstance(scenario, ParallelJobsScenario) or scenario.workload.logged is None:
        return []
    without = [one.model_dump() for one in scenario.workload.logged.cleaning.without]
    said = [
        [
            f"User {one['user']} submitted {one['jobs']:,} jobs in week {one['week']}, "
            f"{number(100 * one['share'], 2)} % of all: a flurry, which says more of the user than of the machine. ",
            _link(scenario, f"Leave out user {one['user']} in week {one['week']}", [*without, _of(one)]),
            ". ",
        ]
        for one in recorded["flurries"]
        if _of(one) not in without
    ]
    if without:
        left = ", ".join(f"user {one['user']} in week {one['week']}" for one in without[:MOST])
        more = f" and {len(without) - MOST} more" if len(without) > MOST else ""
        said.append([f"Left out: {left}{more}. ", _link(scenario, "Take them back", []), "."])
    return list(chain.from_iterable(said))


MOST = 5
"""Weeks of users that are named one by one."""


def _of(flurry: dict[str, Any]) -> dict[str, int]:
    return {"user": flurry["user"], "week": flurry["week"]}


def _link(scenario: ParallelJobsScenario, words: str, without: list[dict[str, int]]) -> html.A:
    """To the same study of a log without these weeks of users; nothing is run before one says so."""
    tree = scenario.model_dump(mode="json")
    tree["workload"]["arrivals"]["cleaning"]["without"] = without
    return html.A(words, href=f"/?s={to_link(ParallelJobsScenario.read(tree))}&tab=log", className="twin-of-log")


TABLES: dict[str, Any] = {"log-file": file_table}
