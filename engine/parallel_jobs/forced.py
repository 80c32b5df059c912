"""A decision that somebody forces upon a policy, once; and what a reference says when it cannot be forced."""

from typing import NamedTuple

STAYS = -1
"""In place of a delay class: the job does not start, or move, now."""


class Forced(NamedTuple):
    """What is forced.

    Attributes
    ----------
    time : s, the instant; whatever is decided about the job at it is decided so
    job : number of the job
    starts : whether it starts, or moves
    delay_class : under time sharing, in which class; `STAYS` where it does not, or where there are no classes
    share : machines that it gets where they are shared out; 0 where that is not what is forced
    """

    time: float
    job: int
    starts: bool
    delay_class: int = STAYS
    share: int = 0


class TooManyError(ValueError):
    """So many jobs wait that to decide about them would take minutes; the text is for the page."""

    def __init__(self) -> None:
        super().__init__(
            "so many jobs wait that to decide about each of them anew would take minutes; choose an earlier decision, "
            "or a lower load"
        )
