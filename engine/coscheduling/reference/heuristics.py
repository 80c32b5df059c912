"""Whom periodic boost, or a process that yields, chooses (rule 13)."""

from typing import NamedTuple

from engine.coscheduling.policies import HEURISTICS
from engine.coscheduling.reference.process import Process
from engine.coscheduling.rules import S1, S2, S3, STAGES, Readiness


class Choice(NamedTuple):
    """Who was chosen, if anybody, the place among the candidates, and how often one of them was looked at."""

    process: Process | None
    place: int
    looks: int


def readiness(process: Process) -> Readiness:
    """The state of a process that is ready or running."""
    if process.awaited is not None:
        return Readiness.WAITS_IN_VAIN if process.waits_in_vain else S3
    return S2 if any(process.pending) else S1


def choose(candidates: list[Process], heuristic: int, fair: bool, now: int) -> Choice:
    """Go through the stages of a heuristic, each time through the candidates in the order given."""
    looks = 0
    for stage in STAGES[HEURISTICS[heuristic]]:
        found = [place for place, process in enumerate(candidates) if readiness(process) & stage]
        if found and not fair:
            return Choice(candidates[found[0]], found[0], looks + found[0] + 1)
        looks += len(candidates)
        if found:
            place = min(found, key=lambda place: share(candidates[place], now))  # of equal ones the first
            return Choice(candidates[place], place, looks)
    return Choice(None, -1, looks)


def share(process: Process, now: int) -> float:
    """Processor time over time since admission, 0 at the very admission."""
    return process.processor_time / (now - process.admitted) if now > process.admitted else 0.0
