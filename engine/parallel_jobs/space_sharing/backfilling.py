"""Reservations: when waiting jobs can start at the latest, by the estimates, and who may start before his turn.

Called by the reference and by the kernel alike. All instants are in s, all run times are estimates.
"""

import numpy as np

from engine.compilation import compiled

# EASY: one reservation, for the head of the queue ---------------------------------------------------------------------


@compiled
def reservation(expected_end: np.ndarray, size: np.ndarray, free: int, asked: int) -> tuple[float, int]:
    """When the head of the queue can start at the latest, and how many processors it leaves spare then.

    That is never (infinity) if it asks for more than there are, since machines are gone.
    Source: Lifka 1995, "The ANL/IBM SP scheduling system".

    Parameters
    ----------
    expected_end : float64 (R,), of the running jobs
    size : int64 (R,), their processors
    free : idle processors now, fewer than asked for
    asked : processors that the head asks for
    """
    there, when = free, -np.inf
    while there < asked:
        following = np.inf
        for k in range(len(size)):
            if when < expected_end[k] < following:
                following = expected_end[k]
        if following == np.inf:
            return np.inf, 0
        when = following
        for k in range(len(size)):
            if expected_end[k] == when:
                there += size[k]
    return when, there - asked


@compiled
def may_backfill(now: float, run_time: float, asked: int, free: int, shadow: float, spare: int) -> bool:
    """Whether a job may pass the head: it ends before the reservation, or uses only what the reservation leaves."""
    return asked <= free and (now + run_time <= shadow or asked <= spare)


# conservative: a reservation for everybody, in a profile of idle processors over time ---------------------------------
# instant : float64, ascending, the first one in the past or now; idle : int64, from that instant to the next


@compiled
def place(instant: np.ndarray, idle: np.ndarray, n: int, asked: int, run_time: float, now: float) -> float:
    """The earliest instant from which *asked* processors are idle for *run_time*.

    Source: Mu'alem & Feitelson 2001, section 2.
    """
    for i in range(n):
        if i + 1 < n and instant[i + 1] <= now:
            continue  # over
        if idle[i] < asked:
            continue
        start = max(now, instant[i])
        end = start + run_time
        k = i + 1
        while k < n and instant[k] < end and idle[k] >= asked:
            k += 1
        if k == n or instant[k] >= end:
            return start
    return np.inf  # more than there are: after the last instant all processors are idle


@compiled
def book(instant: np.ndarray, idle: np.ndarray, n: int, since: float, until: float, processors: int) -> int:
    """Take *processors* out of the profile from *since* to *until* (put them back if negative); its new length."""
    n = _cut(instant, idle, n, since)
    n = _cut(instant, idle, n, until)
    for i in range(n):
        if since <= instant[i] < until:
            idle[i] -= processors
    return n


@compiled
def _cut(instant: np.ndarray, idle: np.ndarray, n: int, when: float) -> int:
    """Make *when* one of the instants of the profile."""
    i = np.searchsorted(instant[:n], when)
    if i < n and instant[i] == when:
        return n
    for k in range(n, i, -1):
        instant[k], idle[k] = instant[k - 1], idle[k - 1]
    instant[i] = when
    idle[i] = idle[i - 1]
    return n + 1


@compiled
def forget(instant: np.ndarray, idle: np.ndarray, n: int, now: float) -> int:
    """Drop what is over, and instants at which nothing changes; the new length."""
    kept = 0
    for i in range(n):
        if i + 1 < n and instant[i + 1] <= now:
            continue
        if kept > 0 and idle[kept - 1] == idle[i]:
            continue
        instant[kept], idle[kept] = instant[i], idle[i]
        kept += 1
    return kept
