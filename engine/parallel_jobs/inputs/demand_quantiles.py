"""Quantiles of service demands, from formulas: what can be said about jobs before any is drawn.

A distribution without a formula here is asked by a sample of its own.
"""

from functools import lru_cache
from math import exp, log, sqrt
from statistics import NormalDist

import numpy as np

from engine.inputs.draws import Draws
from engine.parallel_jobs.inputs.demands import Constant, Demand, Exponential, Hyperexponential, LogNormal, Uniform

NORMAL = NormalDist()


def quantile(demand: Demand, above: float) -> float:
    """The demand that a share *above* (0 to 1, both excluded) of all jobs exceeds, s; of two phases to within 10 %."""
    if isinstance(demand, Uniform):
        return demand.high - above * (demand.high - demand.low)
    if isinstance(demand, Exponential):
        return -demand.mean * log(above)
    if isinstance(demand, LogNormal):
        variance = log(1 + demand.coefficient_of_variation**2)
        return exp(log(demand.mean) - variance / 2 - sqrt(variance) * NORMAL.inv_cdf(above))
    if isinstance(demand, Hyperexponential):
        square = demand.coefficient_of_variation**2
        share = (1 + sqrt((square - 1) / (square + 1))) / 2
        longer = 1 - share
        short, long = demand.mean / (2 * share), demand.mean / (2 * longer)
        found = max(-short * log(above), -long * log(above / longer) if above < longer else 0.0)
        for _ in range(20):  # Newton's steps from below, on a convex function
            of_short, of_long = share * exp(-found / short), longer * exp(-found / long)
            step = (of_short + of_long - above) / (of_short / short + of_long / long)
            found += step
            if step < 0.01 * found:
                break
        return found
    return demand.mean if isinstance(demand, Constant) else float(np.quantile(_sample(demand), 1 - above))


@lru_cache(4096)
def ladder(demand: Demand, jobs: int) -> tuple[tuple[float, float], ...]:
    """(share, demand in s) of ever longer jobs: half of all, half of the rest, and so on up to the longest of *jobs*.

    The shares add to 1, and the sum of the products is about the mean; a tail that no job reaches is left out.
    """
    steps, rest = [], 1.0
    while rest * jobs > 2 and rest > 1e-7:
        steps.append((rest / 2, quantile(demand, 0.75 * rest)))
        rest /= 2
    steps.append((rest, quantile(demand, rest / 2)))
    return tuple(steps)


@lru_cache(4096)
def variation(demand: Demand) -> float:
    """Squared coefficient of variation."""
    if isinstance(demand, Exponential):
        return 1.0
    if isinstance(demand, Uniform):
        return (demand.high - demand.low) ** 2 / 12 / demand.mean**2
    if isinstance(demand, LogNormal | Hyperexponential):
        return demand.coefficient_of_variation**2
    if isinstance(demand, Constant):
        return 0.0
    drawn = _sample(demand)
    return float(drawn.var() / drawn.mean() ** 2)


SAMPLE = 10_000


@lru_cache(64)
def _sample(demand: Demand) -> np.ndarray:
    return demand.sample(Draws(1, 0), SAMPLE)
