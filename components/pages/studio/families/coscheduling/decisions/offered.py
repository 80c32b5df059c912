"""The decisions of a window for the page: each a step of the player, with candidates that can be forced."""

from typing import Any

from components.controls.data_table import DataTable
from components.pages.studio.families.coscheduling.decisions.words import (
    STATES,
    head_of,
    nothing_words,
    sentences_of,
    span_of_told,
    table_of,
)
from components.pages.studio.families.coscheduling.words import time_words
from components.pages.studio.what_if.candidates import Candidate, Offered
from engine.coscheduling.forced import WAIT
from engine.coscheduling.replay import tree

TAB = "node-decisions"
"""The tab on which they stand."""


def offered_at(trace: tree.Trace, step: int) -> Offered:
    """What was decided at a step, and who else could have been chosen."""
    told = trace.get("decisions")
    if not told or not told["taken"]:
        return Offered(0.0, [], "Decisions", nothing_words(trace) if told else ())
    one = told["taken"][max(0, min(step, len(told["taken"]) - 1))]
    span = span_of_told(trace)
    sentences = (*sentences_of(trace, one), *([span] if span else []))
    return Offered(one["time"], _candidates(one), head_of(trace, one), sentences, table_of(one))


def _candidates(one: tree.Decision) -> list[Candidate]:
    found: list[Candidate] = []
    for candidate in one["candidates"]:
        job, choice = candidate["job"], candidate["choice"]
        if one["kind"] == "pass":
            found += _of_pass(candidate)
        elif choice:
            found.append(Candidate(job, choice, _words(one, candidate), candidate["chosen"]))
    if one["nobody"]:
        chosen = next(candidate["job"] for candidate in one["candidates"] if candidate["chosen"])
        found.append(Candidate(chosen, one["nobody"], f"Nobody is boosted on node {one['node'] + 1}", False))
    return found


def _of_pass(candidate: tree.Candidate) -> list[Candidate]:
    job, choice = candidate["job"], candidate["choice"]
    if not choice:
        return []  # it does not fit
    if choice == WAIT:
        return [
            Candidate(job, "start", f"Job {job + 1} starts now", True),
            Candidate(job, choice, f"Job {job + 1} does not start now", False),
        ]
    return [Candidate(job, choice, f"Job {job + 1} starts now, before the others", False)]


def _words(one: tree.Decision, candidate: tree.Candidate) -> str:
    job, node = candidate["job"] + 1, one["node"] + 1
    if one["kind"] == "slot":
        return f"Row {candidate['level'] + 1} has the slot (job {job})"
    return f"Job {job} runs next on node {node}" if one["kind"] == "run" else f"Job {job} is boosted on node {node}"


def for_player(trace: tree.Trace) -> dict[str, Any]:
    """The steps of the player on this tab."""
    told = trace["decisions"]
    words = [f"Decision {n + 1} of {len(told['taken'])}. {head_of(trace, one)}." for n, one in enumerate(told["taken"])]
    return {
        "steps": [{"time": one["time"]} for one in told["taken"]],
        "words": words,
        "none": "Nothing had to be decided.",
    }


def table_of_decisions(trace: tree.Trace) -> DataTable:
    """All decisions of the window with their candidates."""
    body: list[list[Any]] = []
    told = trace.get("decisions")
    for one in told["taken"] if told else []:
        for candidate in one["candidates"]:
            state = candidate.get("state")
            what = STATES[state] if state is not None and one["kind"] not in ("pass", "slot") else ""
            row = candidate["level"] + 1 if one["kind"] == "slot" else ""
            place = one["node"] + 1 if one["node"] >= 0 else row
            word = "chosen" if candidate["chosen"] else ""
            body.append([time_words(one["time"], trace["end"]), one["kind"], place, candidate["job"] + 1, what, word])
    head = ["time", "decision", "node, or row", "job", "what it does", "chosen"]
    return DataTable("Decisions of the window with their candidates.", head, body)
