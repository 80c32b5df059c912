"""How many jobs have which estimate: shares by rank of popularity, and which value has which rank."""

import numpy as np

from engine.compiled.elementary import exp, power, total
from engine.inputs.draws import Stream
from engine.workload_models.tsafrir05.values import HEAD

HEAD_SHARE = 0.89
"""Of all jobs; the most popular estimate has what the formula leaves of it."""

RANKS = (
    (3, 1, 1, 1),
    (1, 3, 4, 6),
    (4, 4, 10, 5),
    (17, 2, 14, 3),
    (13, 12, 20, 7),
    (7, 9, 2, 2),
    (8, 8, 3, 18),
    (18, 18, 7, 19),
    (2, 6, 12, 4),
    (6, 7, 6, 11),
    (16, 11, 19, 20),
    (10, 20, 5, 9),
    (5, 16, 18, 10),
    (15, 5, 16, 14),
    (14, 14, 9, 13),
    (19, 13, 17, 16),
    (11, 10, 15, 15),
    (12, 15, 13, 17),
    (9, 17, 8, 8),
    (20, 19, 11, 12),
)
"""Of the largest estimate, and then of the others of the head from the shortest on, at SDSC, CTC, KTH and BLUE."""

LAST_PLACE = {rank: max(n for n, row in enumerate(RANKS) if rank in row) for rank in range(1, HEAD + 1)}


def head_shares() -> list[float]:
    """Of the ranks from 1 on."""
    others = [(14.0491 * exp(-0.177531 * k) + 0.462513) / 100 for k in range(2, HEAD + 1)]
    return [HEAD_SHARE - total(others), *others]


def tail_shares(count: int) -> list[float]:
    """Of the ranks from 21 on, of so many values that are not of the head."""
    weights = [power(float(rank), -2.267) for rank in range(HEAD + 1, HEAD + 1 + count)]
    whole = total(weights)
    return [(1.0 - HEAD_SHARE) * weight / whole for weight in weights]


def draw_ranks(stream: Stream) -> list[int]:
    """The rank of each place of the head, as a mixture of the four logs.

    At each place the ranks that the logs have there come into a pool; a rank is overdue at the last place where any log
    has it.
    """
    uniform = stream.random((HEAD, 2))
    pool: list[int] = []
    found: list[int] = []
    for place, row in enumerate(RANKS):
        pool += [rank for rank in row if rank not in found]
        overdue = [rank for rank in pool if LAST_PLACE[rank] <= place]
        if place == 0:
            rank = 1
        elif overdue:
            rank = min(overdue)
        else:
            rank = min(pool[int(one * len(pool))] for one in uniform[place])
        found.append(rank)
        pool = [one for one in pool if one != rank]
    return found


def counts(shares: list[float], jobs: int) -> list[int]:
    """How many of so many *jobs* have each share: at least one each, and all together as many as there are."""
    found = [max(1, int(np.floor(share * jobs + 0.5))) for share in shares]
    whole, left = sum(found), jobs - sum(found)
    most = abs(left)
    for n in sorted(range(len(found)), key=lambda one: -found[one]):
        step = min(abs(left), -(-most * found[n] // whole))
        found[n] += step if left > 0 else -min(step, found[n] - 1)
        left = jobs - sum(found)
    return found
