"""Whom periodic boost, or a process that yields, chooses (rule 13)."""

from enum import IntEnum
from typing import NamedTuple

from engine.coscheduling.policies import HEURISTICS
from engine.coscheduling.reference.process import Process


class Readiness(IntEnum):
    """What the end of a process in the network tells about it; S1 to S4 of the paper."""

    NO_MESSAGE = 1  # S1: does not wait, and no message is there
    MESSAGE_BEFORE_RECEIVE = 2  # S2: does not wait, and a message is there
    CAN_RECEIVE = 3  # S3: waits for a message that is there
    WAITS_IN_VAIN = 4  # S4: never chosen


S1, S2, S3 = Readiness.NO_MESSAGE, Readiness.MESSAGE_BEFORE_RECEIVE, Readiness.CAN_RECEIVE

STAGES: dict[str, list[set[Readiness]]] = {
    "A": [{S3}, {S2, S1}],
    "B": [{S3}, {S2}, {S1}],
    "C": [{S3, S2, S1}],
    "D": [{S3, S2}, {S1}],
    "E": [{S2}, {S3}, {S1}],
}
"""Of each heuristic, the states that are looked for in turn."""


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
        found = [place for place, process in enumerate(candidates) if readiness(process) in stage]
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
