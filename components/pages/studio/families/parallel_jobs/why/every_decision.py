"""All decisions of a window as one table, whatever the policy."""

from typing import Any

from components.controls.data_table import DataTable
from components.words.wording import number
from engine.parallel_jobs.replay.tree import Step, Trace
from engine.parallel_jobs.space_sharing.reference.decision import Decision

FACTS = {
    "needed": "machines needed",
    "idle": "machines idle",
    "room": "room beside least sizes",
    "reserved": "reserved for accepted jobs",
    "before": "machines before",
    "after": "machines after",
    "least": "least size",
    "most": "largest size",
    "size": "machines reserved",
    "start": "reserved from (s)",
    "end": "reserved to (s)",
    "run_time": "estimated run time (s)",
    "until": "first in the queue starts at (s)",
    "spare": "machines spare then",
    "got": "machines it gets",
    "brings": "brings ($)",
    "taken": "taken from others",
    "lookahead": "lookahead (s)",
    "ahead": "lookahead job",
    "worth": "value of the order",
}
"""{fact of a decision: head of its column}, in the order of the columns."""

DIGITS = 9
"""Significant digits of times: a download is computed with."""


def table_of_decisions(trace: Trace) -> DataTable:
    """One row for each decision or, under time sharing, for each candidate."""
    decisions = [(step, decision) for step in trace["steps"] for decision in step["decisions"]]
    if any("candidates" in decision for _, decision in decisions):
        return _candidates(trace, decisions)
    facts = [fact for fact in FACTS if any(fact in decision for _, decision in decisions)]
    parts = trace["parts_of_rule"]
    body = [
        [
            *(number(step["time"], DIGITS), d["job"] + 1, d["outcome"]),
            *(_cell(fact, d.get(fact)) for fact in facts),
            *(_cell("parts", value) for value in d.get("parts", [None] * len(parts))),
        ]
        for step, d in decisions
    ]
    head = ["time (s)", "job", "outcome", *(FACTS[fact] for fact in facts), *parts]
    return DataTable("Decisions of the window with what they were made from.", head, body)


def _cell(fact: str, value: Any) -> Any:
    if value is None:
        return ""
    if fact == "taken":
        return "; ".join(f"{one['processors']} from job {one['job'] + 1}, loss {one['loss']:.2f} $" for one in value)
    if fact == "ahead":
        return value + 1
    return number(value, DIGITS) if isinstance(value, float) else value


def _candidates(trace: Trace, decisions: list[tuple[Step, Decision]]) -> DataTable:
    body = [
        [
            number(step["time"], 7),
            decision["job"] + 1,
            decision["outcome"],
            number(trace["classes"][c["delay_class"]]),
            c["available"],
            c["size"],
            number(c["expected_delay"], 4),
            "chosen" if c["chosen"] else "",
        ]
        for step, decision in decisions
        for c in decision.get("candidates", [])
    ]
    head = ["time (s)", "job", "outcome", "delay of class", "available", "machines", "expected delay", "chosen"]
    return DataTable("Decisions of the window with their candidates.", head, body)
