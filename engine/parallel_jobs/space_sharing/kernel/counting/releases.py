"""How many processors users expect back, and when: instants in order, in blocks that are split and merged.

What the head of the queue waits for is found without a look at all that run: by their sums blocks are passed over.
"""

from typing import NamedTuple

import numpy as np

from engine.compiled.compilation import part, small
from engine.compiled.structure import by_reference

ROOM = 128
"""Instants of a block."""

USED, UNUSED = range(2)
"""Entries of `Releases.tally`: blocks in use, blocks that are not."""


@by_reference
class Releases(NamedTuple):
    """B blocks; a place is where a block stands in the order of time.

    Attributes
    ----------
    when : float64 (B, ROOM), s, ascending in each block
    back : int64 (B, ROOM), processors, none of them 0
    filled, total : int64 (B,), instants and processors of each block
    first : float64 (B,), by place: the first instant
    block : int64 (B,), by place: which block
    unused : int64 (B,), a stack of blocks
    tally : int64 (2,)
    """

    when: np.ndarray
    back: np.ndarray
    filled: np.ndarray
    total: np.ndarray
    first: np.ndarray
    block: np.ndarray
    unused: np.ndarray
    tally: np.ndarray


def no_releases(most: int) -> Releases:
    """Nobody runs; there is room for *most* jobs: two neighbors always have more than half a block together."""
    blocks = 4 * most // ROOM + 4
    return Releases(
        when=np.empty((blocks, ROOM)),
        back=np.empty((blocks, ROOM), dtype=np.int64),
        filled=np.zeros(blocks, dtype=np.int64),
        total=np.zeros(blocks, dtype=np.int64),
        first=np.full(blocks, -np.inf),
        block=np.zeros(blocks, dtype=np.int64),
        unused=np.arange(blocks, dtype=np.int64)[::-1].copy(),
        tally=np.array([0, blocks], dtype=np.int64),
    )


@small
def release(r, when, processors):
    """Expect so many processors back at an instant."""
    if r.tally[USED] == 0:
        _insert_block(r, 0, when)
    at = _place(r, when)
    if r.filled[r.block[at]] == ROOM:
        _split(r, at)
        if r.first[at + 1] <= when:
            at += 1
    b = r.block[at]
    i, n = _rank(r, b, when), r.filled[b]
    r.total[b] += processors
    if i < n and r.when[b, i] == when:
        r.back[b, i] += processors
        return
    for k in range(n, i, -1):
        r.when[b, k] = r.when[b, k - 1]
    for k in range(n, i, -1):
        r.back[b, k] = r.back[b, k - 1]
    r.when[b, i], r.back[b, i] = when, processors
    r.filled[b] = n + 1
    if i == 0:
        r.first[at] = when


@small
def released(r, when, processors):
    """They are back, at this instant or before, and no longer expected."""
    at = _place(r, when)
    b = r.block[at]
    i = _rank(r, b, when)
    r.total[b] -= processors
    r.back[b, i] -= processors
    if r.back[b, i] > 0:
        return
    n = r.filled[b] - 1
    for k in range(i, n):
        r.when[b, k] = r.when[b, k + 1]
    for k in range(i, n):
        r.back[b, k] = r.back[b, k + 1]
    r.filled[b] = n
    if i == 0 and n > 0:
        r.first[at] = r.when[b, 0]
    if n <= ROOM // 2:
        _thin_out(r, at)


@small
def reservation_of(r, free, asked):
    """When *asked* processors are there by what is expected, *free* of them now, and how many are spare then.

    The same as `rules.backfilling.reservation`.
    """
    there, at = free, 0
    while at < r.tally[USED] and there + r.total[r.block[at]] < asked:
        there += r.total[r.block[at]]
        at += 1
    if at == r.tally[USED]:
        return np.inf, 0
    b, i = r.block[at], 0
    while True:
        there += r.back[b, i]
        if there >= asked:
            break
        i += 1
    if r.when[b, i] == np.inf:
        return np.inf, 0
    return r.when[b, i], there - asked


@small
def _place(r, when):
    """The place of the block that has the instant, or would."""
    low, high = 0, r.tally[USED]
    while high - low > 1:
        middle = (low + high) >> 1
        if r.first[middle] <= when:
            low = middle
        else:
            high = middle
    return low


@small
def _rank(r, b, when):
    """How many instants of block *b* come before."""
    low, high = 0, r.filled[b]
    while low < high:
        middle = (low + high) >> 1
        if r.when[b, middle] < when:
            low = middle + 1
        else:
            high = middle
    return low


@part
def _insert_block(r, at, first):
    """Put an empty block there."""
    for k in range(r.tally[USED], at, -1):
        r.first[k], r.block[k] = r.first[k - 1], r.block[k - 1]
    r.tally[UNUSED] -= 1
    b = r.unused[r.tally[UNUSED]]
    r.first[at], r.block[at], r.filled[b], r.total[b] = first, b, 0, 0
    r.tally[USED] += 1


@part
def _split(r, at):
    """Give half of the block to a new one behind it."""
    half = ROOM // 2
    b = r.block[at]
    _insert_block(r, at + 1, r.when[b, half])
    other = r.block[at + 1]
    _move(r, b, half, other)


@part
def _move(r, b, since, other):
    """Put the instants of block *b* from number *since* on behind those of another."""
    n = r.filled[other]
    for k in range(since, r.filled[b]):
        r.when[other, n], r.back[other, n] = r.when[b, k], r.back[b, k]
        r.total[other] += r.back[b, k]
        r.total[b] -= r.back[b, k]
        n += 1
    r.filled[other], r.filled[b] = n, since


@part
def _thin_out(r, at):
    """Merge the block with a neighbor if both together are half a block or less."""
    if at > 0 and r.filled[r.block[at]] + r.filled[r.block[at - 1]] <= ROOM // 2:
        at -= 1
    elif at + 1 == r.tally[USED] or r.filled[r.block[at]] + r.filled[r.block[at + 1]] > ROOM // 2:
        if r.filled[r.block[at]] == 0:  # the only one
            _drop(r, at)
        return
    if r.filled[r.block[at]] == 0:
        _drop(r, at)
        return
    _move(r, r.block[at + 1], 0, r.block[at])
    _drop(r, at + 1)


@part
def _drop(r, at):
    """Take an empty block away."""
    r.unused[r.tally[UNUSED]] = r.block[at]
    r.tally[UNUSED] += 1
    for k in range(at, r.tally[USED] - 1):
        r.first[k], r.block[k] = r.first[k + 1], r.block[k + 1]
    r.tally[USED] -= 1
