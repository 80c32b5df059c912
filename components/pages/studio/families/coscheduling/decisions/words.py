"""What was decided, in sentences, and the candidates as a table."""

from typing import Any

from components.controls.data_table import DataTable
from components.pages.studio.families.coscheduling.words import span_words, time_words
from components.words.wording import MISSING, number
from engine.coscheduling.replay.tree import Candidate, Decision, Trace

STATES = {
    0: "waits in vain for a message",
    1: "computes, and no message is there for it (S1)",
    2: "computes, and a message is there for it (S2)",
    3: "waits for a message that has come (S3)",
}

TITLES = {
    "pass": "who starts",
    "slot": "whose slot it is",
    "boost": "whom the node boosts",
    "yield": "whom the one that yields boosts",
    "demand": "whether a message boosts its receiver",
    "run": "who gets the node",
}


def head_of(trace: Trace, one: Decision) -> str:
    """When, where and about what."""
    where = f" on node {one['node'] + 1}" if one["node"] >= 0 else ""
    return f"At {time_words(one['time'], trace['end'])}{where}: {TITLES[one['kind']]}"


def sentences_of(trace: Trace, one: Decision) -> tuple[str, ...]:
    """What was decided, and why."""
    chosen = [candidate for candidate in one["candidates"] if candidate["chosen"]]
    if one["kind"] == "pass":
        return _of_pass(trace, one, chosen)
    if not chosen:
        return (f"Nobody is boosted: none of the {len(one['candidates'])} processes can go on.",)
    name = f"Job {chosen[0]['job'] + 1}"
    others = len(one["candidates"]) - 1
    if one["kind"] == "slot":
        return (
            f"Row {chosen[0]['level'] + 1} has its turn, in which job {chosen[0]['job'] + 1} is.",
            f"{others} other {'row has' if others == 1 else 'rows have'} jobs; rows take turns.",
        )
    if one["kind"] == "run":
        return (
            f"{name} gets the node: its process is the first of level {chosen[0]['level']}.",
            f"{others} more {'is' if others == 1 else 'are'} ready.",
        )
    if one["kind"] == "demand":
        return (f"{name} is boosted: a message for it interrupts the node, on which it is not running.",)
    why = f"{name} is boosted, since it {STATES[chosen[0]['state']]}."
    return (why, f"Candidates are the {others + 1} processes of the node that are ready or running, in this order.")


def _of_pass(trace: Trace, one: Decision, chosen: list[Candidate]) -> tuple[str, ...]:
    idle, waiting = one["idle"], one["waiting"]
    names = ", ".join(str(candidate["job"] + 1) for candidate in chosen)
    starts = (
        f"Job{'s' if len(chosen) > 1 else ''} {names} start{'' if len(chosen) > 1 else 's'}"
        if chosen
        else "Nobody starts"
    )
    found = [
        f"{starts}: {idle} node{'' if idle == 1 else 's'} idle, {waiting} job{'' if waiting == 1 else 's'} waiting."
    ]
    for candidate in one["candidates"]:
        reserved = candidate.get("reserved")
        if reserved is not None:
            found.append(
                f"Job {candidate['job'] + 1} needs {candidate['tasks']} nodes; by the estimates it starts at "
                f"{time_words(reserved, trace['end'])}, and leaves {one['spare']} spare. Others may pass it if they do "
                "not delay it."
            )
    return tuple(found)


def table_of(one: Decision) -> DataTable:
    """The candidates, in the order in which they are looked at."""
    head, rows = _columns(one)
    return DataTable("Candidates, in the order in which they are looked at.", head, rows)


def _columns(one: Decision) -> tuple[list[str], list[list[Any]]]:
    there = one["candidates"]
    chosen = ["chosen" if candidate["chosen"] else "" for candidate in there]
    if one["kind"] == "pass":
        head = ["job", "nodes asked for", "waits for (s)", "estimate (s)", "fits", "starts"]
        return head, [
            [
                candidate["job"] + 1,
                candidate["tasks"],
                number(candidate["waits"], 4),
                number(candidate["estimate"], 4),
                "yes" if candidate["tasks"] <= one["idle"] else "no",
                "starts" if candidate["chosen"] else "",
            ]
            for candidate in there
        ]
    if one["kind"] == "slot":
        return ["row", "a job in it", "chosen"], [
            [candidate["level"] + 1, candidate["job"] + 1, word] for candidate, word in zip(there, chosen, strict=True)
        ]
    head = ["job", "task", "level", "what it does", "share of the processor (%)", "chosen"]
    return head, [
        [
            candidate["job"] + 1,
            candidate["task"] + 1,
            candidate["level"],
            STATES[candidate["state"]],
            MISSING if candidate["share"] is None else number(100 * candidate["share"], 3),
            word,
        ]
        for candidate, word in zip(there, chosen, strict=True)
    ]


def nothing_words(trace: Trace) -> tuple[str, ...]:
    """Where nobody had a choice."""
    told = trace["decisions"]
    return (
        f"Nobody had a choice from {time_words(told['since'], trace['end'])} to "
        f"{time_words(told['until'], trace['end'])}.",
        "A choice takes two: jobs that wait while nodes are idle, rows with jobs, or processes on one node. Look at "
        "another window.",
    )


def span_of_told(trace: Trace) -> str:
    """From when to when they are told, if that is not the window."""
    told, window = trace["decisions"], trace["window"]
    if not told["more"] and told["since"] <= window["since"]:
        return ""
    return (
        f"Told are the {len(told['taken'])} from {time_words(told['since'], trace['end'])} on, of "
        f"{span_words(told['until'] - told['since'])}; a later window has those after."
    )
