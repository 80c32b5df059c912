"""How much work waits where jobs come more often in some hours than in others, as of a fluid, without chance."""

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
