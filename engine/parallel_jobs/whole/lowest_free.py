"""Names for processors that a policy only counts: each piece takes the lowest free runs of them."""

import numpy as np

from engine.compiled.compilation import compiled


@compiled
def name_processors(
    since: np.ndarray,
    until: np.ndarray,
    size: np.ndarray,
    by_end: np.ndarray,
    first: np.ndarray,
    low: np.ndarray,
    count: np.ndarray,
    free_low: np.ndarray,
    free_count: np.ndarray,
) -> int:
    """Fill in the runs of N pieces, by *since* ascending, and return how many there are; -1 if they do not fit.

    Whoever ends at an instant is gone before anybody starts. *by_end* is the order of the ends. *first* is int64
    (N + 1,): piece n has the runs first[n] to first[n + 1] of *low* and *count*, int32, lowest first.
    *free_low* and *free_count*, int64 and one longer than there are processors, begin with the run of the idle cluster.
    """
    free = 1
    gone, runs = 0, 0
    for piece in range(len(since)):
        while gone < len(since) and until[by_end[gone]] <= since[piece]:
            ended = by_end[gone]
            gone += 1
            for run in range(first[ended], first[ended + 1]):
                begin, length = low[run], count[run]
                at, above = 0, free  # of the first free run behind it
                while at < above:
                    middle = (at + above) // 2
                    if free_low[middle] < begin:
                        at = middle + 1
                    else:
                        above = middle
                joins_left = at > 0 and free_low[at - 1] + free_count[at - 1] == begin
                joins_right = at < free and begin + length == free_low[at]
                if joins_left and joins_right:
                    free_count[at - 1] += length + free_count[at]
                    for n in range(at, free - 1):
                        free_low[n], free_count[n] = free_low[n + 1], free_count[n + 1]
                    free -= 1
                elif joins_left:
                    free_count[at - 1] += length
                elif joins_right:
                    free_low[at] = begin
                    free_count[at] += length
                else:
                    for n in range(free, at, -1):
                        free_low[n], free_count[n] = free_low[n - 1], free_count[n - 1]
                    free_low[at], free_count[at] = begin, length
                    free += 1
        first[piece] = runs
        left, whole = size[piece], 0
        while left > 0 and whole < free:
            if runs == len(low):
                return -1
            taken = min(left, free_count[whole])
            low[runs], count[runs] = free_low[whole], taken
            runs += 1
            left -= taken
            if taken < free_count[whole]:
                free_low[whole] += taken
                free_count[whole] -= taken
                break
            whole += 1
        if whole:
            for n in range(whole, free):
                free_low[n - whole], free_count[n - whole] = free_low[n], free_count[n]
            free -= whole
        first[piece + 1] = runs
    return runs
