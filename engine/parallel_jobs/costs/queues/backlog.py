"""How much waits where jobs come more often in some hours than in others, or where machines come later or go for good:
as of a fluid, without chance.
"""

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from engine.inputs.by_hour import HOUR, ByHour

CYCLES = 3
"""Days or weeks that are looked at, from an empty cluster on."""


def mean_backlog(arrivals: ByHour, load: float, end: float) -> float:
    """Work that waits when the mean job arrives, in seconds of the whole cluster.

    Parameters
    ----------
    load : work that arrives over what is done, in the mean over whole days
    end : when the last job arrives, s
    """
    hours = arrivals.relative
    waiting = seen = came = 0.0
    for number in range(min(len(hours) * CYCLES, int(end / HOUR) + 1)):
        share = hours[number % len(hours)]
        after = max(0.0, waiting + (load * share - 1.0) * HOUR)
        seen, came = seen + share * (waiting + after) / 2, came + share
        waiting = after
    return seen / came if came else 0.0


class Waiting(NamedTuple):
    """Share of all jobs that wait when one comes, and when one starts, in the mean."""

    coming: float
    starting: float

    @property
    def mean(self) -> float:
        """Of both."""
        return (self.coming + self.starting) / 2


def who_waits(load: float, end: float, capacity: Sequence[tuple[float, float]]) -> Waiting:
    """How many wait if jobs come evenly.

    Parameters
    ----------
    load : work that arrives over what is done at a capacity of 1
    end : when the last job arrives, s
    capacity : from when on (s, the first at 0) how much is done
    """
    arrived = started = now = waiting = 0.0
    for (_, done), until in zip(capacity, [*(since for since, _ in capacity[1:]), inf], strict=True):
        while now < until and (now < end or waiting > 0.0):
            coming = load if now < end else 0.0
            change = coming - done
            span = min(until, end if now < end else inf) - now
            if waiting > 0.0 > change:
                span = min(span, waiting / -change)
            elif span == inf:  # nothing is ever done again: those who wait are sent away
                return Waiting(arrived / (load * end) ** 2, started / (load * end) ** 2)
            begins = done if waiting > 0.0 or change > 0.0 else coming
            after = max(0.0, waiting + change * span)
            arrived, started = (
                sums + rate * span * (waiting + after) / 2 for sums, rate in ((arrived, coming), (started, begins))
            )
            now, waiting = now + span, after if after > 1e-9 * load * end else 0.0
    return Waiting(arrived / (load * end) ** 2, started / (load * end) ** 2)
