"""Estimates for jobs whose run times are known: each job takes one that is left and not too short, at random."""

import numpy as np

from engine.compiled.compilation import compiled
from engine.inputs.draws import Draws
from engine.workload_models.tsafrir05.popularity import counts, draw_ranks, head_shares, tail_shares
from engine.workload_models.tsafrir05.values import check_largest, head, tail, values_in_use

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
