"""What happens at the same nanosecond happens in the order of rule 17."""

from enum import IntEnum

from engine import occurrence as simulated
from engine.coscheduling.system import MILLISECOND
from engine.occurrence import Action, WholeClock


class Rank(IntEnum):
    """Kinds of events in their order at equal times; arrivals in the queue count before all of them."""

    ARRIVAL = 0  # of a message at the interface of its receiver
    ADMISSION = 1
    DELIVERY = 2
    IO_END = 3
    PROCESSOR = 4
    TICK = 5  # or change of slot, or pass of dedicated nodes


MOST = 2**32
"""More than there are nodes or slots."""


class Occurrence(simulated.Occurrence):
    """An action after a delay; at equal times by rank, then by place: a sending node, or a slot."""

    def __init__(self, env: WholeClock, delay: int, rank: Rank, action: Action, place: int = 0) -> None:
        super().__init__(env, delay, rank * MOST + place, action)


def next_millisecond(time: int) -> int:
    """The whole millisecond after *time*."""
    return (time // MILLISECOND + 1) * MILLISECOND


def millisecond_from(time: int) -> int:
    """The first whole millisecond that is not before *time*."""
    return -(-time // MILLISECOND) * MILLISECOND
