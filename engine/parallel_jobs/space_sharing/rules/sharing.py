"""Equal shares for malleable jobs (Kumar 2001, section 3.2.2). Called by the reference and by the kernel alike."""

import numpy as np

from engine.compiled.compilation import compiled


@compiled
def deal(least: np.ndarray, most: np.ndarray, processors: int, share: np.ndarray) -> None:
    """Everybody the least, the rest one by one in turn to those below their most.

    Whole rounds are dealt at once, which comes to the same.

    Parameters
    ----------
    least, most : int64 (R,), of the running jobs in the order in which they started
    processors : of the cluster; at least the sum of *least*
    share : int64 (R,); written
    """
    left = processors
    for k in range(len(share)):
        share[k] = least[k]
        left -= least[k]
    while left > 0:
        hungry, room = 0, left
        for k in range(len(share)):
            if share[k] < most[k]:
                hungry += 1
                room = min(room, most[k] - share[k])
        if hungry == 0:
            return
        each = max(1, min(left // hungry, room))
        for k in range(len(share)):
            if share[k] < most[k] and left > 0:
                share[k] += each
                left -= each
