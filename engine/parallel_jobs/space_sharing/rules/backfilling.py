"""Conservative backfilling: a reservation for every waiting job, by the estimates. That of EASY is in `engine/queues`.

Called by the reference and by the kernel alike. All instants are in s, all run times are estimates.
"""

import numpy as np

from engine.compiled.compilation import compiled, part

# the profile: idle processors over time -------------------------------------------------------------------------------
# instant : float64, ascending, the first one in the past or now; idle : int64, from that instant to the next
# There is room for 4 instants per job: those of its present place and of the one before, until they are forgotten.

Span = tuple[float, float]
"""Since when, until when."""

ALWAYS, NEVER = (-np.inf, np.inf), (np.inf, -np.inf)


@compiled
def place(instant: np.ndarray, idle: np.ndarray, n: int, asked: int, run_time: float, now: float) -> float:
    """The earliest instant from which *asked* processors are idle for *run_time*.

    Source: Mu'alem & Feitelson 2001, section 2.
    """
    return earlier_place(instant, idle, n, asked, run_time, now, np.inf, ALWAYS)


@compiled
def earlier_place(
    instant: np.ndarray, idle: np.ndarray, n: int, asked: int, run_time: float, now: float, start: float, freed: Span
) -> float:
    """The same for a job that is booked from *start* on, its booking in the profile; *start* if none is earlier.

    Its booking can stay there: who starts earlier ends earlier, and what he needs from *start* on is his own.

    Parameters
    ----------
    start : not in the past; infinite for a job that is not booked
    freed : what has become idle since the job was at its earliest place, or more; a place that does not reach in there
        was none before, and is none now
    """
    since, until = freed
    before = min(start, until)
    if before <= now:
        return start
    i = max(0, _first_of(instant, n, max(now, since - run_time), True) - 1)
    while i < n and instant[i] < before:
        if idle[i] < asked:
            i += 1
            continue
        at = max(now, instant[i])
        end = min(at + run_time, start)
        i += 1
        while i < n and instant[i] < end and idle[i] >= asked:
            i += 1
        if i == n or instant[i] >= end:
            return at
        # who starts in between does not get past instant i either
    return start  # infinite: more than there are, since all processors are idle after the last instant


@compiled
def book(instant: np.ndarray, idle: np.ndarray, n: int, since: float, until: float, processors: int) -> int:
    """Take *processors* out of the profile from *since* to *until* (put them back if negative); its new length."""
    first, n = _cut(instant, idle, n, since)
    last, n = _cut(instant, idle, n, until)
    for i in range(first, last):
        idle[i] -= processors
    return n


@compiled
def _cut(instant: np.ndarray, idle: np.ndarray, n: int, when: float) -> tuple[int, int]:
    """Make *when* one of the instants of the profile; its place there, and the new length."""
    i = _first_of(instant, n, when, False)
    if i < n and instant[i] == when:
        return i, n
    _insert(instant[i : n + 1], when)
    _insert(idle[i : n + 1], idle[i - 1])  # before the first instant everything is over, and any number will do
    return i, n + 1


@part
def _first_of(instant: np.ndarray, n: int, when: float, later: bool) -> int:
    """Place of the first instant from *when* on, or that is *later*; n if there is none."""
    first, last = 0, n
    while first < last:
        middle = (first + last) // 2
        if instant[middle] < when or (later and instant[middle] == when):
            first = middle + 1
        else:
            last = middle
    return first


@part
def _insert(table: np.ndarray, entry: float) -> None:
    """Put *entry* first; the last one is overwritten."""
    for k in range(len(table)):
        table[k], entry = entry, table[k]


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


@compiled
def hull(one: Span, other: Span) -> Span:
    """The shortest time span that contains both."""
    return min(one[0], other[0]), max(one[1], other[1])
