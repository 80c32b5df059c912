"""Why, under Simple Profit and Lazy Profit: what a job needs and brings, and what it costs the others."""

from components.controls.data_table import DataTable
from components.pages.studio.families.parallel_jobs.why.words import (
    Why,
    are,
    dollars,
    instant,
    machines,
    name,
    number_of,
)
from engine.parallel_jobs.replay.tree import Occasion, Trace
from engine.parallel_jobs.space_sharing.reference.decision import Decision


def explain_profits(trace: Trace, step: Occasion) -> Why:
    """Each attempt to start a job, and what became of the job."""
    sentences = []
    attempts = [decision for decision in step["decisions"] if "brings" in decision]
    planned = {line["job"] for line in step["plan"]}
    for decision in step["decisions"]:
        sentences += _attempt(decision) if "brings" in decision else [_accepted(decision)]
        if decision["outcome"] not in ("starts", "waits accepted") and decision["job"] != step["job"]:
            fate = "goes on waiting" if decision["job"] in planned else "is dropped, since it cannot wait any longer"
            sentences.append(f"{name(decision['job'])}, accepted before, {fate}.")
    arrived = [decision for decision in step["decisions"] if decision["job"] == step["job"]]
    if arrived and not any(decision["outcome"] in ("starts", "waits accepted") for decision in arrived):
        lazy = trace["policy"].startswith("Lazy")
        late = "it could not start at the lookahead either" if lazy else "under Simple Profit no job waits"
        sentences.append(f"{name(step['job'])} is rejected: {late}.")
    tables = [_attempts(attempts)] if attempts else []
    if any(decision["taken"] for decision in attempts):
        tables.append(_taken(attempts))
    return Why(sentences, tables)


def _attempt(decision: Decision) -> list[str]:
    job, needed = name(decision["job"]), decision["needed"]
    if needed is None:
        return [f"{job} cannot meet its deadline on any number of machines."]
    asked = f"{job} needs {machines(needed)} to meet its deadline"
    reserved = decision["reserved"]
    kept = f", and {are(reserved, 'reserved')} for accepted jobs that wait" if reserved else ""
    if decision["outcome"] == "too few processors":
        return [
            f"{asked}. Too few: beside what the running jobs need to meet theirs there is room for "
            f"{machines(decision['room'])}{kept}."
        ]
    loss = sum(taken["loss"] for taken in decision["taken"])
    others = ", ".join(
        f"{taken['processors']} from {name(taken['job']).lower()} (which loses {dollars(taken['loss'])})"
        for taken in decision["taken"]
    )
    sentences = [f"{asked}; {are(decision['idle'], 'idle')}{f', and it takes {others}' if others else ''}{kept}."]
    balance = f"{dollars(decision['brings'])} − {dollars(loss)} = {dollars(decision['brings'] - loss)}"
    if decision["outcome"] == "starts" and loss == 0:
        sentences.append(f"It brings {dollars(decision['brings'])} and costs the others nothing: {job.lower()} starts.")
    elif decision["outcome"] == "starts":
        less = "" if decision["brings"] >= loss else ", but it was accepted and cannot wait any longer"
        more = "more" if decision["brings"] >= loss else "less"
        sentences.append(f"It brings {more} than it costs, {balance}{less}: {job.lower()} starts.")
    elif decision["outcome"] == "no profit":
        sentences.append(f"It costs the others more than it brings, {balance}: {job.lower()} does not start.")
    return sentences


def _accepted(decision: Decision) -> str:
    return (
        f"{name(decision['job'])} is accepted and waits: the lookahead is {name(decision['ahead']).lower()}, whose "
        f"deadline, {instant(decision['lookahead'])}, is the earliest; when that job is gone, all that wait have "
        "enough machines to meet their deadlines."
    )


def _attempts(attempts: list[Decision]) -> DataTable:
    body = []
    for d in attempts:
        loss = sum(taken["loss"] for taken in d["taken"])
        needed = d["needed"] if d["needed"] is not None else "more than allowed"
        brings, balance = (dollars(d["brings"]), dollars(d["brings"] - loss)) if d["got"] else ("–", "–")
        body.append(
            [
                number_of(d["job"]),
                needed,
                d["idle"],
                d["room"],
                d["reserved"],
                d["got"],
                brings,
                dollars(loss),
                balance,
                d["outcome"],
            ]
        )
    head = ["job", "machines needed for its deadline", "idle", "room beside what the others need"]
    head += ["reserved for accepted jobs", "machines it gets", "brings", "costs the others", "gain", "outcome"]
    return DataTable("Attempts to start a job.", head, body)


def _taken(attempts: list[Decision]) -> DataTable:
    body = [
        [number_of(d["job"]), number_of(taken["job"]), taken["processors"], dollars(taken["loss"])]
        for d in attempts
        for taken in d["taken"]
    ]
    return DataTable("From whom machines are taken.", ["for job", "from job", "machines", "its loss"], body)
