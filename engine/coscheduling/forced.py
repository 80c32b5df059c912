"""A decision that somebody forces upon a scheme, once."""

from typing import NamedTuple

START, WAIT = "start", "wait"
"""Of dedicated nodes: a job starts before anybody else looks at them, or is looked at as if it did not fit."""

BOOST, NOBODY, RUN = "boost", "nobody", "run"
"""Of a node: whose process is boosted, that nobody's is, and whose is dispatched."""

SLOT = "slot"
"""Of gang scheduling: which row has the next slot."""

OF_A_NODE = (BOOST, NOBODY, RUN)


class Forced(NamedTuple):
    """What is forced.

    Attributes
    ----------
    time : ns, the instant
    kind : one of those above
    job : whose process; of `NOBODY` the one that the scheme would boost
    node : number, from 0, or row of the matrix; -1 where the decision is that of the queue
    """

    time: int
    kind: str
    job: int
    node: int = -1


# What is asked for of a decision, in words that a link can hold: "start", "boost 5" (node 5), "slot 2" (row 2).

PATTERN = rf"^({START}|{WAIT}|({BOOST}|{NOBODY}|{RUN}|{SLOT}) [1-9][0-9]{{0,5}})$"


def choice(kind: str, node: int = -1) -> str:
    """The words of a kind of decision on a node, or of a row; both from 0."""
    return kind if kind in (START, WAIT) else f"{kind} {node + 1}"


def forced_by(time: int, job: int, words: str) -> Forced:
    """What is to be forced by those words at *time* (ns)."""
    kind, _, number = words.partition(" ")
    return Forced(time, kind, job, int(number) - 1 if number else -1)
