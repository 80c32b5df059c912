"""Instants in order, in blocks that are split and given back: a number of processors goes with each.

A table of blocks has, of B blocks with room for R instants each:

when, number : float64 and int64 (B, R), instants, ascending in each block (s), and what goes with them
filled : int64 (B,), instants of each block
first : float64 (B,), by place: the first instant; a place is where a block stands in the order of time
block : int64 (B,), by place: which block
unused : int64 (B,), a stack of blocks
tally : int64 (2,), see below
"""

from engine.compiled.compilation import part, small

USED, UNUSED = range(2)
"""Entries of *tally*: blocks in use, blocks that are not."""


@small
def place_of(t, when):
    """The place of the block that has the instant, or would."""
    low, high = 0, t.tally[USED]
    while high - low > 1:
        middle = (low + high) >> 1
        if t.first[middle] <= when:
            low = middle
        else:
            high = middle
    return low


@small
def rank(t, b, when):
    """How many instants of block *b* come before."""
    low, high = 0, t.filled[b]
    while low < high:
        middle = (low + high) >> 1
        if t.when[b, middle] < when:
            low = middle + 1
        else:
            high = middle
    return low


@small
def insert(t, at, k, when, number):
    """Put an instant into the block at a place, which has room, as its number *k*."""
    b = t.block[at]
    n = t.filled[b]
    for x in range(n, k, -1):
        t.when[b, x] = t.when[b, x - 1]
    for x in range(n, k, -1):
        t.number[b, x] = t.number[b, x - 1]
    t.when[b, k], t.number[b, k] = when, number
    t.filled[b] = n + 1
    if k == 0:
        t.first[at] = when


@small
def give_back(t, b):
    """Block *b* is used no longer."""
    t.unused[t.tally[UNUSED]] = b
    t.tally[UNUSED] += 1


@part
def insert_block(t, at, first):
    """Put an empty block there; which."""
    for k in range(t.tally[USED], at, -1):
        t.first[k], t.block[k] = t.first[k - 1], t.block[k - 1]
    t.tally[UNUSED] -= 1
    b = t.unused[t.tally[UNUSED]]
    t.first[at], t.block[at], t.filled[b] = first, b, 0
    t.tally[USED] += 1
    return b
