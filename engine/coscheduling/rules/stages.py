"""Whom periodic boost, or a process that yields, looks for, stage by stage (rule 13; section 4.9)."""

from enum import IntFlag


class Readiness(IntFlag):
    """What the end of a process in the network tells about it; S1 to S4 of the paper. A stage is several of them."""

    NO_MESSAGE = 1  # S1: does not wait, and no message is there
    MESSAGE_BEFORE_RECEIVE = 2  # S2: does not wait, and a message is there
    CAN_RECEIVE = 4  # S3: waits for a message that is there
    WAITS_IN_VAIN = 8  # S4: never chosen

    @property
    def number(self) -> int:
        """Of a single one: 1 to 4, as in S1 to S4."""
        return self.bit_length()


S1, S2, S3 = Readiness.NO_MESSAGE, Readiness.MESSAGE_BEFORE_RECEIVE, Readiness.CAN_RECEIVE
NAMES = {S3: "S3", S2: "S2", S1: "S1"}

STAGES: dict[str, tuple[Readiness, ...]] = {
    "A": (S3, S2 | S1),
    "B": (S3, S2, S1),
    "C": (S3 | S2 | S1,),
    "D": (S3 | S2, S1),
    "E": (S2, S3, S1),
}
"""Of each heuristic, the states that are looked for in turn."""

MOST_STAGES = max(map(len, STAGES.values()))


def in_words(heuristic: str) -> str:
    """The stages of a heuristic: "S3 or S2, then S1"."""
    return ", then ".join(_joined([name for state, name in NAMES.items() if state & one]) for one in STAGES[heuristic])


def _joined(names: list[str]) -> str:
    *before, last = names
    return f"{', '.join(before)} or {last}" if before else last
