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
