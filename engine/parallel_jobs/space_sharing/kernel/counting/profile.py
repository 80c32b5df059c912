"""Idle processors over time, for reservations: the same instants as in `rules/backfilling.py`, in blocks.

A search for room passes over blocks in which there is too little everywhere, or enough; a booking changes whole blocks
at once.
"""

from typing import NamedTuple

import numpy as np

from engine.compiled.compilation import part, small
from engine.compiled.structure import by_reference
from engine.parallel_jobs.space_sharing.kernel.counting.blocks import (
    USED,
    give_back,
    insert,
    insert_block,
    place_of,
    rank,
)

ROOM = 32
"""Instants of a block."""


@by_reference
class Profile(NamedTuple):
    """A table of blocks; the first of all instants is in the past or now.

    Attributes
    ----------
    number : processors that are idle from that instant to the next, less `more` of the block
    more, least, most : int64 (B,), what all numbers of a block have to be raised by; bounds of them as they stand
    touched : bool (B,), whether two neighbors in it may have become equal
    """

    when: np.ndarray
    number: np.ndarray
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
        when=np.empty((blocks, ROOM)),
        number=np.empty((blocks, ROOM), dtype=np.int64),
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
    profile.when[0, 0], profile.number[0, 0], profile.filled[0] = 0.0, processors, 1
    profile.least[0] = profile.most[0] = processors
    return profile


@small
def book(p, since, until, processors):
    """Take *processors* out of the profile from *since* to *until* (put them back if negative)."""
    _cut(p, until)
    at, begin = _cut(p, since)
    last = at
    while last + 1 < p.tally[USED] and p.first[last + 1] <= until:
        last += 1
    end = rank(p, p.block[last], until)
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
        p.number[b, k] -= processors
    _bound(p, b)
    p.touched[b] = True


@small
def _bound(p, b):
    least = most = p.number[b, 0]
    for k in range(1, p.filled[b]):
        least, most = min(least, p.number[b, k]), max(most, p.number[b, k])
    p.least[b], p.most[b] = least, most


@small
def _cut(p, when):
    """Make *when* one of the instants; its place, and its number in the block."""
    at = place_of(p, when)
    b = p.block[at]
    k = rank(p, b, when)
    if k < p.filled[b] and p.when[b, k] == when:
        return at, k
    if p.filled[b] == ROOM:
        _split(p, at)
        if k > ROOM // 2:
            at, k = at + 1, k - ROOM // 2
            b = p.block[at]
    insert(p, at, k, when, p.number[b, max(0, k - 1)])  # before the first instant all is over: any number will do
    p.touched[b] = True
    return at, k


@part
def _split(p, at):
    """Give half of the block to a new one behind it."""
    half = ROOM // 2
    b = p.block[at]
    other = insert_block(p, at + 1, p.when[b, half])
    for k in range(half, ROOM):
        p.when[other, k - half], p.number[other, k - half] = p.when[b, k], p.number[b, k]
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
        at = place_of(p, earliest)
    b = p.block[at]
    k = 0
    if p.filled[b] > 1 and p.when[b, 1] <= earliest:
        k = rank(p, b, earliest)
        if k == p.filled[b] or p.when[b, k] > earliest:
            k = max(0, k - 1)
    while at < used:
        b = p.block[at]
        if k == 0 and p.first[at] >= before:
            break
        if p.most[b] + p.more[b] < asked:
            at, k = at + 1, 0
            continue
        wanted, n = asked - p.more[b], p.filled[b]
        while k < n and p.number[b, k] < wanted:
            k += 1
        if k == n:
            at, k = at + 1, 0
            continue
        if p.when[b, k] >= before:
            break
        found = max(now, p.when[b, k])
        end = min(found + run_time, start)
        k += 1
        while True:  # how far there is enough
            n, wanted = p.filled[b], asked - p.more[b]
            while k < n and p.when[b, k] < end and p.number[b, k] >= wanted:
                k += 1
            if k < n:
                break
            at, k = at + 1, 0
            while at < used and p.least[p.block[at]] + p.more[p.block[at]] >= asked and p.first[at] < end:
                at += 1  # if it ends in one of these, it has ended
            if at == used or p.first[at] >= end:
                return found
            b = p.block[at]
        if p.when[b, k] >= end:
            return found
    return start


@small
def idle_at(p, when):
    """Processors that are idle from *when* on."""
    b = p.block[place_of(p, when)]
    k = rank(p, b, when)
    if k == p.filled[b] or p.when[b, k] > when:
        k = max(0, k - 1)
    return p.number[b, k] + p.more[b]


@small
def most_idle(p, since, until):
    """The most processors that are idle at once from *since* to *until*, or more."""
    at, found = place_of(p, since), 0
    while at < p.tally[USED] and p.first[at] < until:
        found = max(found, p.most[p.block[at]] + p.more[p.block[at]])
        at += 1
    return found


@small
def forget_blocks(p, now):
    """Drop blocks that are over: nobody looks there any more."""
    over = 0
    while over + 1 < p.tally[USED] and p.first[over + 1] <= now:
        give_back(p, p.block[over])
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
        if before >= 0 and (p.touched[b] or p.number[b, 0] + p.more[b] == before):
            _thin_out(p, b, before)
        elif p.touched[b]:
            _thin_out(p, b, -1)
        if p.filled[b] == 0:
            give_back(p, b)
            continue
        before = p.number[b, p.filled[b] - 1] + p.more[b]
        if kept > 0 and p.filled[p.block[kept - 1]] + p.filled[b] <= ROOM // 2:
            _append(p, p.block[kept - 1], b)
            continue
        p.first[kept], p.block[kept] = p.when[b, 0], b
        kept += 1
    p.tally[USED] = kept


@small
def _drop_past(p, now):
    """Of the first block keep the last instant that is not in the future, and what comes after it."""
    b = p.block[0]
    over, n = 0, p.filled[b]
    while over + 1 < n and p.when[b, over + 1] <= now:
        over += 1
    if over > 0:
        for k in range(over, n):
            p.when[b, k - over], p.number[b, k - over] = p.when[b, k], p.number[b, k]
        p.filled[b] = n - over
        p.first[0], p.touched[b] = p.when[b, 0], True


@small
def _thin_out(p, b, before):
    """Drop the instants of a block at which nothing changes; *before* is what was idle before it, or -1."""
    kept = 0
    for k in range(p.filled[b]):
        if p.number[b, k] + p.more[b] != before:
            before = p.number[b, k] + p.more[b]
            p.when[b, kept], p.number[b, kept] = p.when[b, k], p.number[b, k]
            kept += 1
    p.filled[b], p.touched[b] = kept, False
    if kept > 0:
        _bound(p, b)


@small
def _append(p, b, other):
    """Put the instants of one block behind those of another."""
    n = p.filled[b]
    for k in range(p.filled[other]):
        p.when[b, n + k] = p.when[other, k]
        p.number[b, n + k] = p.number[other, k] + p.more[other] - p.more[b]
    p.filled[b] = n + p.filled[other]
    _bound(p, b)
    give_back(p, other)
