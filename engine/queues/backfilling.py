"""EASY: one reservation, for the head of the queue, and who may start before his turn.

Instants and run times, which are estimates, are floating-point numbers in one family and whole numbers in another: the
arithmetic is the same, and exact for both as long as the numbers are.
"""

import numpy as np

from engine.compiled.compilation import compiled


@compiled
def reservation(expected_end: np.ndarray, size: np.ndarray, free: int, asked: int, never: float) -> tuple[float, int]:
    """When the head of the queue can start at the latest, and how many processors it leaves spare then.

    That is *never* if it asks for more than there are, since machines are gone.
    Source: Lifka 1995, "The ANL/IBM SP scheduling system".

    Parameters
    ----------
    expected_end : (R,), of the running jobs; float64 or int64
    size : int64 (R,), their processors
    free : idle processors now, fewer than asked for
    asked : processors that the head asks for
    never : later than everything, of the type of the ends
    """
    there, when = free, -never
    while there < asked:
        following = never
        for k in range(len(size)):
            if when < expected_end[k] < following:
                following = expected_end[k]
        if following == never:
            return never, 0
        when = following
        for k in range(len(size)):
            if expected_end[k] == when:
                there += size[k]
    return when, there - asked


@compiled
def may_backfill(now: float, run_time: float, asked: int, free: int, shadow: float, spare: int) -> bool:
    """Whether a job may pass the head: it ends before the reservation, or uses only what the reservation leaves."""
    return asked <= free and (now + run_time <= shadow or asked <= spare)
