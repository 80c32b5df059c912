"""tsafrir05: the run time estimates that users give (Tsafrir, Etsion & Feitelson 2005)."""

from itertools import pairwise
from math import floor

import numpy as np

from engine.compiled.compilation import compiled
from engine.compiled.elementary import exp, power, total
from engine.inputs.draws import Draws, Stream

# Which estimates users give: few round ones that most of them take, and others up to the largest.
#
# Constants are those of the author's program; times are in seconds.

MINUTE, HOUR = 60, 3600

HEAD = 20
"""So many values have most of the jobs."""

LEAST_LARGEST, STEP = 100 * MINUTE, 5 * MINUTE
"""The smallest largest estimate with room for the head, and of what all of them are multiples."""

USUAL = (*(n * MINUTE for n in (5, 10, 15, 20, 30)), *(n * HOUR for n in (1, 2, 3, 4, 5, 6, 8, 10, 12, 18)))
MULTIPLES = (*(n * HOUR for n in (200, 100, 50, 10, 5, 2, 1)), *(n * MINUTE for n in (20, 10, 5)))

IN_USE = ((0, 0), (20, 10), (200, 20), (1000, 35), (10_000, 90), (70_000, 340), (250_000, 565))
"""(jobs, different estimates): straight lines between these; of more jobs, no more."""

MOVES = (0, 30, -30, 20, -20, 10, -10)


def values_in_use(jobs: int) -> int:
    """How many different estimates so many *jobs* have."""
    for (from_jobs, low), (to_jobs, high) in pairwise(IN_USE):
        if jobs <= to_jobs:
            return floor(low + (high - low) * (jobs - from_jobs) / (to_jobs - from_jobs) + 0.5)
    return IN_USE[-1][1]


def check_largest(largest: float) -> None:
    """Refuse a *largest* estimate (s) that leaves no room for the head; `ValueError`."""
    if largest < LEAST_LARGEST or largest % STEP:
        raise ValueError(
            f"the largest estimate is {largest / MINUTE:g} min; at least {LEAST_LARGEST // MINUTE} min are needed, in "
            f"whole {STEP // MINUTE} minutes"
        )


def head(largest: int) -> list[int]:
    """The 20 most frequent estimates, in no order but the *largest* first."""
    found = [largest, *(one for one in USUAL if one < largest)]
    for unit in MULTIPLES:
        for one in range(largest // unit * unit, 0, -unit):
            if len(found) < HEAD and one not in found:
                found.append(one)
    return found


def tail(largest: int, count: int, taken: list[int]) -> list[int]:
    """The other estimates of *count* in all, ascending; what finds no free place is left out."""
    others = count - HEAD
    bend = 1.0 + 12.1039 * power(float(count), -0.6026)
    used, found = set(taken), []
    for n in range(1, others + 1):
        x = n / others
        near = floor(largest * (bend - 1.0) * x / (bend - x) / MINUTE + 0.5) * MINUTE
        place = next((near + move for move in MOVES if 0 < near + move <= largest and near + move not in used), None)
        if place is not None:
            used.add(place)
            found.append(place)
    return sorted(found)


# How many jobs have which estimate: shares by rank of popularity, and which value has which rank.

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


# Estimates for jobs whose run times are known: each job takes one that is left and not too short, at random.

FEWEST = 200
"""Jobs."""

MOST_CUT = 0.05
"""Of the jobs may run for longer than the largest estimate; it is too small then."""


class NoRoomError(ValueError):
    """What was drawn cannot be told by these estimates; the text is a sentence."""


def sample(run: np.ndarray, largest: int, draws: Draws, most_cut: float = MOST_CUT) -> np.ndarray:
    """An estimate for each job; float64 (J,), s.

    Parameters
    ----------
    run : float64 (J,), run times, s; those above *largest* have to be cut to it, of at most 5 % of the jobs
    largest : the largest estimate, s
    most_cut : that share instead of 5 %

    Raises
    ------
    ValueError
        If there are fewer than 200 jobs, no room for 20 usual values, too many long jobs, or no estimate for some job.
    """
    jobs = len(run)
    check_largest(largest)
    if jobs < FEWEST:
        raise ValueError(f"these are {jobs} jobs; the model of estimates needs at least {FEWEST}")
    longer = int(np.count_nonzero(run > largest))
    if longer > most_cut * jobs:
        raise ValueError(f"{longer} of {jobs} jobs run for longer than the largest estimate; at most 5 % may")
    estimates = np.sort(_estimates(jobs, largest, draws))[::-1].copy()
    order = np.argsort(-run, kind="stable")
    longest_first = np.minimum(run[order], float(largest))
    found, pool = np.empty(jobs), np.empty(jobs)
    if not _assign(longest_first, estimates, draws.stream("tsafrir05 assignment").random(jobs), pool, found):
        raise NoRoomError("there are more long jobs than long estimates; the largest estimate has to be larger")
    back = np.empty(jobs)
    back[order] = found
    return back


def _estimates(jobs: int, largest: int, draws: Draws) -> np.ndarray:
    """What is given to the jobs, in no order; float64 (J,), s."""
    of_head = head(largest)
    by_time = [largest, *sorted(of_head[1:])]
    others = tail(largest, values_in_use(jobs), of_head)
    shares = head_shares()
    of_values = [shares[rank - 1] for rank in draw_ranks(draws.stream("tsafrir05 head"))]
    dealt = np.argsort(draws.stream("tsafrir05 tail").random(len(others)), kind="stable")
    of_others = np.array(tail_shares(len(others)))[dealt].tolist()
    how_many = counts([*of_values, *of_others], jobs)
    return np.repeat(np.array([*by_time, *others], dtype=np.float64), how_many)


@compiled
def _assign(run: np.ndarray, estimates: np.ndarray, uniform: np.ndarray, pool: np.ndarray, found: np.ndarray) -> bool:
    """Jobs and estimates from the longest on; False if a job finds none."""
    count = following = 0
    for j in range(run.shape[0]):
        while following < estimates.shape[0] and estimates[following] >= run[j]:
            pool[count] = estimates[following]
            count, following = count + 1, following + 1
        if not count:
            return False
        k = int(uniform[j] * count)
        count -= 1
        found[j] = pool[k]
        pool[k] = pool[count]
    return True
