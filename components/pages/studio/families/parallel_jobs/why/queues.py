"""Why, under First-Come-First-Served, First Fit and the two kinds of backfilling."""

from math import inf
from typing import Literal

from components.controls.data_table import DataTable
from components.pages.studio.families.parallel_jobs.why.words import (
    Why,
    are,
    instant,
    machines,
    name,
    needed,
    number_of,
    of_outcome,
)
from components.words.wording import number
from engine.parallel_jobs.replay.tree import Occasion, Trace
from engine.parallel_jobs.space_sharing.reference.decision import Decision

DIGITS = 4
"""Significant digits of values: they are compared."""

LONGEST = 48
"""Characters of a part in a sentence; the table has all of it."""


def with_parts(trace: Trace, step: Occasion, why: Why) -> Why:
    """The same explanation with who goes before whom by the rule, if it was asked."""
    asked = {decision["job"]: decision for decision in step["decisions"] if "worth" in decision}
    ranked = sorted(asked.values(), key=lambda decision: (-decision["worth"], decision["job"]))
    if not ranked:
        return why
    return Why([*why.sentences, _first(trace, ranked)], [*why.tables, _table(trace, ranked)], why.cards)


def _first(trace: Trace, ranked: list[Decision]) -> str:
    """Who is first by the rule, and of what his value is made."""
    first = ranked[0]
    said = f"By the rule, {name(first['job']).lower()} comes first, with {number(first['worth'], DIGITS)}"
    made = [
        f"{number(value, DIGITS)} from {_short(text)}"
        for text, value in zip(trace["parts_of_rule"], first["parts"], strict=True)
    ]
    if len(ranked) > 1:
        said += f", before {name(ranked[1]['job']).lower()} with {number(ranked[1]['worth'], DIGITS)}"
    return f"{said}: {', '.join(made)}." if made else f"{said}."


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 2] + " …"


def _table(trace: Trace, ranked: list[Decision]) -> DataTable:
    body = [
        [number_of(d["job"]), number(d["worth"], DIGITS), *(number(part, DIGITS) for part in d["parts"])]
        for d in ranked
    ]
    head = ["job", "value of the order", *trace["parts_of_rule"]]
    return DataTable(
        "What the rule says of those that were decided on, larger goes first; then part by part.", head, body
    )


EACH = 3
"""Jobs that wait for the same reason, up to which each has a sentence of its own."""


def explain_in_order(trace: Trace, step: Occasion) -> Why:
    """First-Come-First-Served: the head of the queue fits, or everybody waits."""
    return Why([_head(decision) for decision in step["decisions"]], [])


def _head(decision: Decision) -> str:
    facts = f"it needs {machines(needed(decision))}, {are(decision['idle'], 'idle')}"
    if decision["outcome"] == "starts":
        return f"{name(decision['job'])} starts: {facts}."
    facts += _though(decision, "idle")
    return f"{name(decision['job'])} waits at the head of the queue: {facts}; nobody passes it."


def explain_first_fit(trace: Trace, step: Occasion) -> Why:
    """First Fit: whoever fits, in order of arrival."""
    sentences = [
        f"{name(d['job'])} starts: it needs {machines(needed(d))}, {are(d['idle'], 'idle')}."
        for d in of_outcome(step, "starts")
    ]
    sentences += who_waits(of_outcome(step, "waits"), "idle", "idle")
    body = [[number_of(d["job"]), d["needed"], d["idle"], d["outcome"]] for d in step["decisions"]]
    head = ["job", "machines needed", "machines idle", "outcome"]
    return Why(sentences, [DataTable("The queue, scanned in order of arrival.", head, body)])


def who_waits(waiting: list[Decision], fact: Literal["idle", "room"], word: str) -> list[str]:
    """A sentence for each of a few jobs that do not fit into what *fact* says is left; one sentence for many."""
    if len(waiting) <= EACH:
        return [
            f"{name(d['job'])} waits: it needs at least {machines(needed(d))}, {are(d[fact], word)}{_though(d, fact)}."
            for d in waiting
        ]
    # Those that start in between take from what is left, so the last one that waits tells what is left in the end.
    least, left = min(needed(d) for d in waiting), waiting[-1][fact]
    return [
        f"{len(waiting)} jobs wait: none fits when its turn comes. In the end {are(left, word)}; the smallest of them "
        f"needs {machines(least)}."
    ]


def _though(decision: Decision, fact: Literal["idle", "room"]) -> str:
    """What keeps a job that fits."""
    return ", but it would run into what is reserved" if decision[fact] >= needed(decision) else ""


def explain_easy(trace: Trace, step: Occasion) -> Why:
    """EASY: heads while they fit; a reservation for the next one; then whoever may pass it."""
    heads = [decision for decision in step["decisions"] if "needed" in decision and "spare" not in decision]
    sentences = [
        f"{name(d['job'])} {'starts' if d['outcome'] == 'starts' else 'is first in the queue and does not fit'}: "
        f"it needs {machines(needed(d))}, {are(d['idle'], 'idle')}."
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


def explain_own(trace: Trace, step: Occasion) -> Why:
    """An own policy, by what it reserves in this pass: for the first, for several, or for nobody."""
    return with_parts(trace, step, _by_reservation(trace, step))


def _by_reservation(trace: Trace, step: Occasion) -> Why:
    if any("spare" in decision for decision in step["decisions"]):
        return explain_easy(trace, step)
    if of_outcome(step, "reserved"):
        return explain_conservative(trace, step)
    return explain_first_fit(trace, step)


def explain_operated(trace: Trace, step: Occasion) -> Why:
    """Where limits of queues hold jobs, or some preempt others: these first, and then as an own policy."""
    said = [
        f"{name(d['job'])} takes processors from jobs that may be preempted: it needs {machines(needed(d))}, and with "
        f"what they leave {are(d['idle'], 'idle')}."
        for d in of_outcome(step, "preempts")
    ]
    held = of_outcome(step, "held")
    if len(held) <= EACH:
        said += [f"{name(d['job'])} is passed over: it waits for a limit of its queue." for d in held]
    else:
        said.append(f"{len(held)} jobs are passed over: they wait for limits of their queues.")
    others = [d for d in step["decisions"] if d["outcome"] not in SAID]
    rest = _by_reservation(trace, {**step, "decisions": others})
    return with_parts(trace, step, Why(said + rest.sentences, rest.tables))


SAID = ("preempts", "held")
"""Outcomes that only sites have of which it is said how they are run."""


def _reservation(decision: Decision) -> str:
    job, size = name(decision["job"]), machines(decision["size"])
    if decision["start"] is None:
        return f"{job} needs {size}, and by no estimate will there be so many: others may pass as long as that is so."
    return (
        f"{job} has {size} reserved from {instant(decision['start'])} on, when by the estimates enough jobs have "
        f"ended; {machines(decision['spare'])} will be spare then. Nobody may delay it."
    )


def reason_of_candidate(now: float, candidate: Decision) -> str:
    """Why a job may pass the head of the queue or not; times are estimates."""
    asked, idle, spare, until = needed(candidate), candidate["idle"], candidate["spare"], candidate["until"]
    if asked > idle:
        return f"it does not fit, it needs {machines(asked)} and {are(idle, 'idle')}"
    if until is None:
        return "it fits, and there is no reservation that it could delay"
    end = _end(now, candidate)
    if end <= until:
        return f"it fits and ends at {instant(end)}, before the reservation at {instant(until)}"
    if asked <= spare:
        return f"it fits and uses only {asked} of the {machines(spare)} that the reservation leaves spare"
    return (
        f"it is too long and too wide, it ends at {instant(end)}, after the reservation at {instant(until)}, "
        f"and needs {machines(asked)} where {are(spare, 'spare')}"
    )


def _end(now: float, candidate: Decision) -> float:
    """When a job would end that starts now: never, if nobody knows how long it runs."""
    run_time = candidate["run_time"]
    return inf if run_time is None else now + run_time


def _candidates(now: float, candidates: list[Decision]) -> DataTable:
    body = [
        [
            number_of(d["job"]),
            d["needed"],
            d["idle"],
            number(d["run_time"], 6),
            number(_end(now, d), 7) if d["run_time"] is not None else "–",
            number(d["until"], 7),
            d["spare"],
            f"{'passes' if d['outcome'] == 'backfills' else 'waits'}: {reason_of_candidate(now, d)}",
        ]
        for d in candidates
    ]
    head = ["job", "machines needed", "machines idle", "estimated run time (s)", "would end at (s)"]
    head += ["reservation at (s)", "machines spare", "verdict"]
    return DataTable("Who may pass the first in the queue.", head, body)


def explain_conservative(trace: Trace, step: Occasion) -> Why:
    """Conservative backfilling: whose reservation is due, and the reservations of the others."""
    sentences = [
        f"{name(d['job'])} starts: its reservation is due, it needs {machines(needed(d))} and {are(d['idle'], 'idle')}."
        for d in of_outcome(step, "starts")
    ]
    booked = of_outcome(step, "reserved")
    if not booked:
        return Why(sentences, [])
    behind = len(of_outcome(step, "waits"))
    many = "One job waits" if len(booked) == 1 else f"{len(booked)} jobs wait"
    if behind:
        many = f"{len(booked) + behind} jobs wait, the first {'' if len(booked) == 1 else f'{len(booked)} '}of them"
    following = min(booked, key=_start)
    if _start(following) == inf:
        sentences.append(f"{many}: there are too few machines to reserve any.")
    else:
        sentences.append(
            f"{many}{'' if behind else ', each'} with a reservation: next is {name(following['job']).lower()} with "
            f"{machines(following['size'])} at {instant(_start(following))}, in "
            f"{number(_start(following) - step['time'], 4)} s. Nobody may pass who would delay another."
        )
    body = []
    for d in booked:
        still = None if d["start"] is None else d["start"] - step["time"]
        body.append([number_of(d["job"]), d["size"], number(d["start"], 7), number(d["end"], 7), number(still, 5)])
    head = ["job", "machines", "from (s)", "to (s), estimated", "still to wait (s)"]
    return Why(sentences, [DataTable("Reservations, in order of arrival.", head, body)])


def _start(decision: Decision) -> float:
    """When a reservation begins; of one that cannot be given, never."""
    return inf if decision["start"] is None else decision["start"]
