"""What is asked for of a decision, in words that a link can hold: "start", "boost 5" (node 5), "slot 2" (row 2)."""

from engine.coscheduling.forced import BOOST, NOBODY, OF_A_NODE, RUN, SLOT, START, WAIT, Forced

PATTERN = rf"^({START}|{WAIT}|({BOOST}|{NOBODY}|{RUN}|{SLOT}) [1-9][0-9]{{0,5}})$"


def choice(kind: str, node: int = -1) -> str:
    """The words of a kind of decision on a node, or of a row; both from 0."""
    return kind if kind in (START, WAIT) else f"{kind} {node + 1}"


def forced_by(time: int, job: int, words: str) -> Forced:
    """What is to be forced by those words at *time* (ns)."""
    kind, _, number = words.partition(" ")
    return Forced(time, kind, job, int(number) - 1 if number else -1)


__all__ = ["OF_A_NODE", "PATTERN", "choice", "forced_by"]
