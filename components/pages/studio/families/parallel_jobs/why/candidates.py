"""The candidates of a decision as pictures: the cluster with its free machines, and a bar for the score."""

from components.pages.studio.families.parallel_jobs.why.words import Card, Squares, dollars, machines, name
from components.words.wording import number
from engine.parallel_jobs.replay.tree import Occasion, Trace
from engine.parallel_jobs.space_sharing.reference.decision import Candidate, Decision

TAKES = ("starts", "backfills")
"""Outcomes after which a job has its machines."""


def cards_of(trace: Trace, step: Occasion) -> list[Card]:
    """A card for each candidate of each decision at *step*, in their order."""
    decisions = step["decisions"]
    gains = [_gain(decision) for decision in decisions if decision.get("got")]
    found: list[Card] = []
    for decision in decisions:
        if "candidates" in decision:
            found += _of_delays(trace, decision, several=len(decisions) > 1)
        elif "before" in decision:
            found.append(_of_share(trace, decision))
        elif decision.get("needed") is not None and "idle" in decision:
            found.append(_of_job(trace, decision, step["time"], max(gains, default=0.0)))
    return found


def _of_delays(trace: Trace, decision: Decision, several: bool) -> list[Card]:
    """Under time sharing, a delay class each; the shorter its expected delay, the better."""
    longest = max((c["expected_delay"] or 0.0 for c in decision["candidates"]), default=0.0) or 1.0
    of = f"{name(decision['job'])}: " if several else ""
    return [
        Card(
            f"{of or 'Delay '}{'delay ' if of else ''}{number(trace['classes'][c['delay_class']])}",
            _groups(trace, c),
            c["expected_delay"] / longest if c["expected_delay"] is not None else None,
            f"{c['available']} available: too few"
            if c["expected_delay"] is None
            else f"{c['available']} available, gets {c['size']}: expected delay {number(c['expected_delay'], 3)}",
            c["chosen"],
            "expected delay, the shortest wins",
        )
        for c in decision["candidates"]
    ]


def _groups(trace: Trace, candidate: Candidate) -> list[Squares]:
    found = []
    for number_of_group, group in enumerate(trace["groups"]):
        count = trace["machine_group"].count(number_of_group)
        free = candidate["free"][number_of_group]
        given = candidate["given"][number_of_group] if candidate["given"] else 0
        found.append(Squares(group["name"], given=given, free=max(0, free - given), busy=count - max(free, given)))
    return found


def _of_job(trace: Trace, decision: Decision, now: float, largest_gain: float) -> Card:
    """A job that needs some of the idle machines; its bar is its gain, or how soon it would have to end."""
    total, idle, asked = len(trace["machine_group"]), decision["idle"], decision["needed"] or 0
    takes = decision["outcome"] in TAKES
    got = min(asked, idle)
    short = max(0, min(asked, total) - idle)
    taken = sum(one["processors"] for one in decision.get("taken", []))
    squares = Squares(
        "machines",
        given=got + min(taken, short) if takes else 0,
        free=idle - (got if takes else 0),
        missing=short - (min(taken, short) if takes else 0),
        busy=total - idle - short,
    )
    score, bar, said = None, "", f"needs {machines(asked)}, {idle} idle"
    run, until = decision.get("run_time"), decision.get("until")
    if decision.get("got"):
        gain = _gain(decision)
        score, bar, said = max(0.0, gain) / (largest_gain or 1.0), "gain", f"{said}: gain {dollars(gain)}"
    elif run is not None and until is not None and until > now:
        score, bar = min(1.0, run / (until - now)), "run time, whole: until the reservation"
        said = f"{said}: runs {number(run, 4)} s, the reservation is in {number(until - now, 4)} s"
    return Card(name(decision["job"]), [squares], score, said, takes, bar)


def _gain(decision: Decision) -> float:
    return decision["brings"] - sum(taken["loss"] for taken in decision["taken"])


def _of_share(trace: Trace, decision: Decision) -> Card:
    """Where machines are shared out: what a job has after it."""
    total, before, after = len(trace["machine_group"]), decision["before"], decision["after"]
    change = f"{machines(after)}, as before" if before == after else f"from {before} to {machines(after)}"
    squares = Squares("machines", given=after, busy=total - after)
    return Card(name(decision["job"]), [squares], after / total, change, before == 0, "share of the machines")
