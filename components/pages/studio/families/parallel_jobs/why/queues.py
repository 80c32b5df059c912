"""Why, under First-Come-First-Served, First Fit and the two kinds of backfilling."""

from typing import Any

from components.controls.data_table import DataTable
from components.pages.studio.families.parallel_jobs.why.words import Why, are, instant, machines, name, of_outcome
from components.words.wording import number

EACH = 3
"""Jobs that wait for the same reason, up to which each has a sentence of its own."""


def explain_in_order(trace: dict[str, Any], step: dict[str, Any]) -> Why:
    """First-Come-First-Served: the head of the queue fits, or everybody waits."""
    return Why([_head(decision) for decision in step["decisions"]], [])


def _head(decision: dict[str, Any]) -> str:
    facts = f"it needs {machines(decision['needed'])}, {are(decision['idle'], 'idle')}"
    if decision["outcome"] == "starts":
        return f"{name(decision['job'])} starts: {facts}."
    return f"{name(decision['job'])} waits at the head of the queue: {facts}; nobody passes it."


def explain_first_fit(trace: dict[str, Any], step: dict[str, Any]) -> Why:
    """First Fit: whoever fits, in order of arrival."""
    sentences = [
        f"{name(d['job'])} starts: it needs {machines(d['needed'])}, {are(d['idle'], 'idle')}."
        for d in of_outcome(step, "starts")
    ]
    sentences += who_waits(of_outcome(step, "waits"), "idle", "idle")
    body = [[d["job"] + 1, d["needed"], d["idle"], d["outcome"]] for d in step["decisions"]]
    head = ["job", "machines needed", "machines idle", "outcome"]
    return Why(sentences, [DataTable("The queue, scanned in order of arrival.", head, body)])


def who_waits(waiting: list[dict[str, Any]], fact: str, word: str) -> list[str]:
    """A sentence for each of a few jobs that do not fit into what *fact* says is left; one sentence for many."""
    if len(waiting) <= EACH:
        return [
            f"{name(d['job'])} waits: it needs at least {machines(d['needed'])}, {are(d[fact], word)}." for d in waiting
        ]
    # Those that start in between take from what is left, so the last one that waits tells what is left in the end.
    least, left = min(d["needed"] for d in waiting), waiting[-1][fact]
    return [
        f"{len(waiting)} jobs wait: none fits when its turn comes. In the end {are(left, word)}; the smallest of them "
        f"needs {machines(least)}."
    ]


def explain_easy(trace: dict[str, Any], step: dict[str, Any]) -> Why:
    """EASY: heads while they fit; a reservation for the next one; then whoever may pass it."""
    heads = [decision for decision in step["decisions"] if "needed" in decision and "spare" not in decision]
    sentences = [
        f"{name(d['job'])} {'starts' if d['outcome'] == 'starts' else 'is first in the queue and does not fit'}: "
        f"it needs {machines(d['needed'])}, {are(d['idle'], 'idle')}."
        for d in heads
    ]
    sentences += [_reservation(decision) for decision in of_outcome(step, "reserved")]
    candidates = [decision for decision in step["decisions"] if "run_time" in decision]
    passing = [d for d in candidates if d["outcome"] == "backfills"]
    sentences += [f"{name(d['job'])} passes: {reason_of_candidate(step['time'], d)}." for d in passing]
    staying = [d for d in candidates if d["outcome"] != "backfills"]
    if len(staying) <= EACH:
        sentences += [f"{name(d['job'])} may not pass: {reason_of_candidate(step['time'], d)}." for d in staying]
    else:
        sentences.append(f"{len(staying)} jobs may not pass; the table says why.")
    return Why(sentences, [_candidates(step["time"], candidates)] if candidates else [])


def _reservation(decision: dict[str, Any]) -> str:
    job, size = name(decision["job"]), machines(decision["size"])
    if decision["start"] is None:
        return f"{job} needs {size}, and by no estimate will there be so many: others may pass as long as that is so."
    return (
        f"{job} has {size} reserved from {instant(decision['start'])} on, when by the estimates enough jobs have "
        f"ended; {machines(decision['spare'])} will be spare then. Nobody may delay it."
    )


def reason_of_candidate(now: float, candidate: dict[str, Any]) -> str:
    """Why a job may pass the head of the queue or not; times are estimates."""
    needed, idle, spare, until = (candidate[fact] for fact in ("needed", "idle", "spare", "until"))
    if needed > idle:
        return f"it does not fit, it needs {machines(needed)} and {are(idle, 'idle')}"
    if until is None:
        return "it fits, and there is no reservation that it could delay"
    end = now + candidate["run_time"]
    if end <= until:
        return f"it fits and ends at {instant(end)}, before the reservation at {instant(until)}"
    if needed <= spare:
        return f"it fits and uses only {needed} of the {machines(spare)} that the reservation leaves spare"
    return (
        f"it is too long and too wide, it ends at {instant(end)}, after the reservation at {instant(until)}, "
        f"and needs {machines(needed)} where {are(spare, 'spare')}"
    )


def _candidates(now: float, candidates: list[dict[str, Any]]) -> DataTable:
    body = [
        [
            d["job"] + 1,
            d["needed"],
            d["idle"],
            number(d["run_time"], 6),
            number(now + d["run_time"], 7) if d["run_time"] is not None else "–",
            number(d["until"], 7),
            d["spare"],
            f"{'passes' if d['outcome'] == 'backfills' else 'waits'}: {reason_of_candidate(now, d)}",
        ]
        for d in candidates
    ]
    head = ["job", "machines needed", "machines idle", "estimated run time (s)", "would end at (s)"]
    head += ["reservation at (s)", "machines spare", "verdict"]
    return DataTable("Who may pass the first in the queue.", head, body)


def explain_conservative(trace: dict[str, Any], step: dict[str, Any]) -> Why:
    """Conservative backfilling: whose reservation is due, and the reservations of the others."""
    sentences = [
        f"{name(d['job'])} starts: its reservation is due, it needs {machines(d['needed'])} and "
        f"{are(d['idle'], 'idle')}."
        for d in of_outcome(step, "starts")
    ]
    booked = of_outcome(step, "reserved")
    if not booked:
        return Why(sentences, [])
    many = "One job waits" if len(booked) == 1 else f"{len(booked)} jobs wait"
    following = min((d for d in booked if d["start"] is not None), key=lambda d: d["start"], default=None)
    if following is None:
        sentences.append(f"{many}: there are too few machines to reserve any.")
    else:
        sentences.append(
            f"{many}, each with a reservation: next is {name(following['job']).lower()} with "
            f"{machines(following['size'])} at {instant(following['start'])}, in "
            f"{number(following['start'] - step['time'], 4)} s. Nobody may pass who would delay another."
        )
    body = []
    for d in booked:
        still = d["start"] - step["time"] if d["start"] is not None else None
        body.append([d["job"] + 1, d["size"], number(d["start"], 7), number(d["end"], 7), number(still, 5)])
    head = ["job", "machines", "from (s)", "to (s), estimated", "still to wait (s)"]
    return Why(sentences, [DataTable("Reservations, in order of arrival.", head, body)])
