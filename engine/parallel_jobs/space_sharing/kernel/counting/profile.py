"""Idle processors over time, for reservations: the same instants as in `rules/backfilling.py`, in blocks.

A search for room passes over blocks in which there is too little everywhere, or enough; a booking changes whole blocks
at once.
"""

from typing import NamedTuple

import numpy as np

from engine.compiled.compilation import part, small
from engine.compiled.structure import by_reference

ROOM = 32
"""Instants of a block."""

USED, UNUSED = range(2)
"""Entries of `Profile.tally`: blocks in use, blocks that are not."""


@by_reference
class Profile(NamedTuple):
    """B blocks; a place is where a block stands in the order of time.

    Attributes
    ----------
    instant : float64 (B, ROOM), s, ascending; the first of all is in the past or now
    idle : int64 (B, ROOM), processors from that instant to the next, less `more` of the block
    filled, more, least, most : int64 (B,), instants of each block; what all its numbers have to be raised by; bounds of
        its numbers as they stand
    touched : bool (B,), whether two neighbors in it may have become equal
    first : float64 (B,), by place: the first instant
    block : int64 (B,), by place: which block
    unused : int64 (B,), a stack of blocks
    tally : int64 (2,)
    """

    instant: np.ndarray
    idle: np.ndarray
    filled: np.ndarray
    more: np.ndarray
    least: np.ndarray
    most: np.ndarray
    touched: np.ndarray
    first: np.ndarray
    block: np.ndarray
    unused: np.ndarray
    tally: np.ndarray


def all_idle(n_jobs: int, processors: int) -> Profile:
    """Nothing is booked; there is room for 4 instants per job, as long as two neighbors have half a block together."""
    blocks = 4 * (4 * n_jobs + 4) // ROOM + 8
    profile = Profile(
        instant=np.empty((blocks, ROOM)),
        idle=np.empty((blocks, ROOM), dtype=np.int64),
        filled=np.zeros(blocks, dtype=np.int64),
        more=np.zeros(blocks, dtype=np.int64),
        least=np.zeros(blocks, dtype=np.int64),
        most=np.zeros(blocks, dtype=np.int64),
        touched=np.zeros(blocks, dtype=np.bool_),
        first=np.zeros(blocks),
        block=np.zeros(blocks, dtype=np.int64),
        unused=np.arange(blocks, dtype=np.int64)[::-1].copy(),
        tally=np.array([1, blocks - 1], dtype=np.int64),
    )
    profile.instant[0, 0], profile.idle[0, 0], profile.filled[0] = 0.0, processors, 1
    profile.least[0] = profile.most[0] = processors
    return profile


@small
def _place(p, when):
    """The place of the block that has the instant, or would."""
    low, high = 0, p.tally[USED]
    while high - low > 1:
        middle = (low + high) >> 1
        if p.first[middle] <= when:
            low = middle
        else:
            high = middle
    return low


@small
def _rank(p, b, when):
    """How many instants of block *b* come before."""
    low, high = 0, p.filled[b]
    while low < high:
        middle = (low + high) >> 1
        if p.instant[b, middle] < when:
            low = middle + 1
        else:
            high = middle
    return low


@small
def book(p, since, until, processors):
    """Take *processors* out of the profile from *since* to *until* (put them back if negative)."""
    _cut(p, until)
    at, begin = _cut(p, since)
    last = at
    while last + 1 < p.tally[USED] and p.first[last + 1] <= until:
        last += 1
    end = _rank(p, p.block[last], until)
    while at < last:
        if begin == 0:
            p.more[p.block[at]] -= processors
        else:
            _change(p, p.block[at], begin, p.filled[p.block[at]], processors)
        at, begin = at + 1, 0
    _change(p, p.block[last], begin, end, processors)


@small
def _change(p, b, begin, end, processors):
    """Take them out of some instants of a block."""
    if begin >= end:
        return
    for k in range(begin, end):
        p.idle[b, k] -= processors
    _bound(p, b)
    p.touched[b] = True


@small
def _bound(p, b):
    least = most = p.idle[b, 0]
    for k in range(1, p.filled[b]):
        least, most = min(least, p.idle[b, k]), max(most, p.idle[b, k])
    p.least[b], p.most[b] = least, most


@small
def _cut(p, when):
    """Make *when* one of the instants; its place, and its number in the block."""
    at = _place(p, when)
    b = p.block[at]
    k = _rank(p, b, when)
    if k < p.filled[b] and p.instant[b, k] == when:
        return at, k
    if p.filled[b] == ROOM:
        _split(p, at)
        if k > ROOM // 2:
            at, k = at + 1, k - ROOM // 2
            b = p.block[at]
    n = p.filled[b]
    for x in range(n, k, -1):
        p.instant[b, x] = p.instant[b, x - 1]
    for x in range(n, k, -1):
        p.idle[b, x] = p.idle[b, x - 1]
    p.instant[b, k] = when
    p.idle[b, k] = p.idle[b, max(0, k - 1)]  # before the first instant everything is over, and any number will do
    p.filled[b] = n + 1
    p.touched[b] = True
    if k == 0:
        p.first[at] = when
    return at, k


@part
def _split(p, at):
    """Give half of the block to a new one behind it."""
    half = ROOM // 2
    p.tally[UNUSED] -= 1
    b, other = p.block[at], p.unused[p.tally[UNUSED]]
    for k in range(p.tally[USED], at + 1, -1):
        p.first[k], p.block[k] = p.first[k - 1], p.block[k - 1]
    p.first[at + 1], p.block[at + 1] = p.instant[b, half], other
    p.tally[USED] += 1
    for k in range(half, ROOM):
        p.instant[other, k - half], p.idle[other, k - half] = p.instant[b, k], p.idle[b, k]
    p.filled[b], p.filled[other] = half, ROOM - half
    p.more[other], p.touched[other] = p.more[b], p.touched[b]
    _bound(p, b)
    _bound(p, other)


@small
def room(p, asked, run_time, now, start, since, until):
    """The same as `rules.backfilling.earlier_place`, of what is *freed* from *since* to *until*."""
    before = min(start, until)
    if before <= now:
        return start
    earliest, used = max(now, since - run_time), p.tally[USED]
    at = 0
    if used > 1 and p.first[1] <= earliest:
        at = _place(p, earliest)
    b = p.block[at]
    k = 0
    if p.filled[b] > 1 and p.instant[b, 1] <= earliest:
        k = _rank(p, b, earliest)
        if k == p.filled[b] or p.instant[b, k] > earliest:
            k = max(0, k - 1)
    while at < used:
        b = p.block[at]
        if k == 0 and p.first[at] >= before:
            break
        if p.most[b] + p.more[b] < asked:
            at, k = at + 1, 0
            continue
        wanted, n = asked - p.more[b], p.filled[b]
        while k < n and p.idle[b, k] < wanted:
            k += 1
        if k == n:
            at, k = at + 1, 0
            continue
        if p.instant[b, k] >= before:
            break
        found = max(now, p.instant[b, k])
        end = min(found + run_time, start)
        k += 1
        while True:  # how far there is enough
            n, wanted = p.filled[b], asked - p.more[b]
            while k < n and p.instant[b, k] < end and p.idle[b, k] >= wanted:
                k += 1
            if k < n:
                break
            at, k = at + 1, 0
            while at < used and p.least[p.block[at]] + p.more[p.block[at]] >= asked and p.first[at] < end:
                at += 1  # if it ends in one of these, it has ended
            if at == used or p.first[at] >= end:
                return found
            b = p.block[at]
        if p.instant[b, k] >= end:
            return found
    return start


@small
def idle_at(p, when):
    """Processors that are idle from *when* on."""
    b = p.block[_place(p, when)]
    k = _rank(p, b, when)
    if k == p.filled[b] or p.instant[b, k] > when:
        k = max(0, k - 1)
    return p.idle[b, k] + p.more[b]


@small
def most_idle(p, since, until):
    """The most processors that are idle at once from *since* to *until*, or more."""
    at, found = _place(p, since), 0
    while at < p.tally[USED] and p.first[at] < until:
        found = max(found, p.most[p.block[at]] + p.more[p.block[at]])
        at += 1
    return found


@small
def forget_blocks(p, now):
    """Drop blocks that are over: nobody looks there any more."""
    over = 0
    while over + 1 < p.tally[USED] and p.first[over + 1] <= now:
        p.unused[p.tally[UNUSED]] = p.block[over]
        p.tally[UNUSED] += 1
        over += 1
    if over > 0:
        p.tally[USED] -= over
        for at in range(p.tally[USED]):
            p.first[at], p.block[at] = p.first[at + over], p.block[at + over]


@part
def forget(p, now):
    """Drop what is over, and instants at which nothing changes: the same as `rules.backfilling.forget`."""
    forget_blocks(p, now)
    _drop_past(p, now)
    kept, before = 0, -1
    for at in range(p.tally[USED]):
        b = p.block[at]
        if before >= 0 and (p.touched[b] or p.idle[b, 0] + p.more[b] == before):
            _thin_out(p, b, before)
        elif p.touched[b]:
            _thin_out(p, b, -1)
        if p.filled[b] == 0:
            p.unused[p.tally[UNUSED]] = b
            p.tally[UNUSED] += 1
            continue
        before = p.idle[b, p.filled[b] - 1] + p.more[b]
        if kept > 0 and p.filled[p.block[kept - 1]] + p.filled[b] <= ROOM // 2:
            _append(p, p.block[kept - 1], b)
            continue
        p.first[kept], p.block[kept] = p.instant[b, 0], b
        kept += 1
    p.tally[USED] = kept


@small
def _drop_past(p, now):
    """Of the first block keep the last instant that is not in the future, and what comes after it."""
    b = p.block[0]
    over, n = 0, p.filled[b]
    while over + 1 < n and p.instant[b, over + 1] <= now:
        over += 1
    if over > 0:
        for k in range(over, n):
            p.instant[b, k - over], p.idle[b, k - over] = p.instant[b, k], p.idle[b, k]
        p.filled[b] = n - over
        p.first[0], p.touched[b] = p.instant[b, 0], True


@small
def _thin_out(p, b, before):
    """Drop the instants of a block at which nothing changes; *before* is what was idle before it, or -1."""
    kept = 0
    for k in range(p.filled[b]):
        if p.idle[b, k] + p.more[b] != before:
            before = p.idle[b, k] + p.more[b]
            p.instant[b, kept], p.idle[b, kept] = p.instant[b, k], p.idle[b, k]
            kept += 1
    p.filled[b], p.touched[b] = kept, False
    if kept > 0:
        _bound(p, b)


@small
def _append(p, b, other):
    """Put the instants of one block behind those of another."""
    n = p.filled[b]
    for k in range(p.filled[other]):
        p.instant[b, n + k] = p.instant[other, k]
        p.idle[b, n + k] = p.idle[other, k] + p.more[other] - p.more[b]
    p.filled[b] = n + p.filled[other]
    _bound(p, b)
    p.unused[p.tally[UNUSED]] = other
    p.tally[UNUSED] += 1
