"""How many processors users expect back, and when: instants in order, in blocks that are split and merged.

What the head of the queue waits for is found without a look at all that run: by their sums blocks are passed over.
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

ROOM = 128
"""Instants of a block."""


@by_reference
class Releases(NamedTuple):
    """A table of blocks; what goes with an instant is never 0.

    Attributes
    ----------
    total : int64 (B,), processors of each block
    """

    when: np.ndarray
    number: np.ndarray
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
        number=np.empty((blocks, ROOM), dtype=np.int64),
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
        r.total[insert_block(r, 0, when)] = 0
    at = place_of(r, when)
    if r.filled[r.block[at]] == ROOM:
        _split(r, at)
        if r.first[at + 1] <= when:
            at += 1
    b = r.block[at]
    i = rank(r, b, when)
    r.total[b] += processors
    if i < r.filled[b] and r.when[b, i] == when:
        r.number[b, i] += processors
    else:
        insert(r, at, i, when, processors)


@small
def released(r, when, processors):
    """They are back, at this instant or before, and no longer expected."""
    at = place_of(r, when)
    b = r.block[at]
    i = rank(r, b, when)
    r.total[b] -= processors
    r.number[b, i] -= processors
    if r.number[b, i] > 0:
        return
    n = r.filled[b] - 1
    for k in range(i, n):
        r.when[b, k] = r.when[b, k + 1]
    for k in range(i, n):
        r.number[b, k] = r.number[b, k + 1]
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
        there += r.number[b, i]
        if there >= asked:
            break
        i += 1
    if r.when[b, i] == np.inf:
        return np.inf, 0
    return r.when[b, i], there - asked


@part
def _split(r, at):
    """Give half of the block to a new one behind it."""
    half = ROOM // 2
    b = r.block[at]
    other = insert_block(r, at + 1, r.when[b, half])
    r.total[other] = 0
    _move(r, b, half, other)


@part
def _move(r, b, since, other):
    """Put the instants of block *b* from number *since* on behind those of another."""
    n = r.filled[other]
    for k in range(since, r.filled[b]):
        r.when[other, n], r.number[other, n] = r.when[b, k], r.number[b, k]
        r.total[other] += r.number[b, k]
        r.total[b] -= r.number[b, k]
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
    give_back(r, r.block[at])
    for k in range(at, r.tally[USED] - 1):
        r.first[k], r.block[k] = r.first[k + 1], r.block[k + 1]
    r.tally[USED] -= 1
