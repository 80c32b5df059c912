"""What a decision could have been: the candidates of "why" that can be forced."""

from typing import NamedTuple

from engine.parallel_jobs.replay.decision import Decision

START, WAIT = "start", "wait"

STARTS = ("starts", "backfills", "preempts")
"""Outcomes after which a job runs."""


class Choice(NamedTuple):
    """A candidate: `START`, `WAIT`, "class 2" (counted from 1, the fastest) or "share 5"; whether it was chosen."""

    name: str
    is_chosen: bool


def of_class(delay_class: int) -> str:
    """The name of the choice of a delay class (from 0)."""
    return f"class {delay_class + 1}"


SHARE = "share"


def of_share(machines: int) -> str:
    """The name of the choice of so many machines, where they are shared out."""
    return f"{SHARE} {machines}"


def choices(decision: Decision, arrives: bool) -> list[Choice]:
    """What could have become of the job of a *decision*; nothing where there was but one way.

    *arrives* says whether it came at this instant: for profit, jobs are asked then only.
    """
    if "candidates" in decision:
        # a slower class without any more machines is the same machines
        lots = {one["available"]: one for one in reversed(decision["candidates"]) if one["expected_delay"] is not None}
        lots |= {one["available"]: one for one in decision["candidates"] if one["chosen"]}
        there = sorted(lots.values(), key=lambda one: one["delay_class"])
        if not there:
            return []
        found = [Choice(of_class(one["delay_class"]), one["chosen"]) for one in there]
        return [*found, Choice(WAIT, not any(one.is_chosen for one in found))]
    if "before" in decision:
        # less leaves more for the others; what is more than an even share may not be there
        after, least = decision["after"], decision["least"]
        less = sorted({least, after - 1}) if after > least else []
        return [*(Choice(of_share(one), False) for one in less), Choice(of_share(after), True)] if less else []
    if decision["outcome"] in STARTS:
        return [Choice(START, True), Choice(WAIT, False)] if arrives or "brings" not in decision else []
    if "brings" in decision:
        # of those for whom too few machines can be freed, nothing can be forced
        return [Choice(START, False), Choice(WAIT, True)] if arrives and decision["outcome"] == "no profit" else []
    asked = decision.get("needed", decision.get("size"))
    if decision["outcome"] in ("waits", "reserved", "held") and asked is not None and asked <= decision.get("idle", 0):
        return [Choice(START, False), Choice(WAIT, True)]
    return []
