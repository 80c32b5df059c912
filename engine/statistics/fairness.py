"""How evenly something is shared out: indices over all jobs, and over the means of job classes."""

import numpy as np

SHARES = tuple(n / 10 for n in range(1, 10))
"""Shares of the jobs at which the Lorenz curve is kept; at 0 and 1 it is 0 and 1."""

_SHARES = np.array(SHARES)


def jain_index(values: np.ndarray) -> float:
    """(sum x)^2 / (n sum x^2): 1 if all are equal, 1/n if one has all (Jain, Chiu & Hawe 1984)."""
    return float(values.sum() * values.sum() / (len(values) * (values * values).sum()))


def gini(ascending: np.ndarray) -> float:
    """Half the mean absolute difference of two, over the mean: 0 if all are equal (Gini 1912).

    Parameters
    ----------
    ascending : float64 (n,), sorted, not all 0
    """
    n = len(ascending)
    weight = np.arange(1 - n, n, 2, dtype=np.float64)  # 2 rank - n - 1
    return float((weight * ascending).sum() / (n * ascending.sum()))


def lorenz(ascending: np.ndarray) -> np.ndarray:
    """What share of the total the least SHARES of n values have, between two values in proportion (Lorenz 1905).

    Parameters
    ----------
    ascending : float64 (n,), sorted, not all 0
    """
    total = np.empty(len(ascending) + 1)
    total[0] = 0.0
    np.cumsum(ascending, out=total[1:])
    place = _SHARES * len(ascending)
    near = place.astype(np.int64)  # of a million values only those beside each share are looked at
    before, after = total[near] / total[-1], total[near + 1] / total[-1]
    found: np.ndarray = (after - before) * (place - near) + before
    return found


def class_variation(means: np.ndarray) -> float:
    """Coefficient of variation (sample) of the mean slowdowns of the job classes; NaN with fewer than two.

    Zhang et al. 2001, section 4.8, compare schemes by it.

    Parameters
    ----------
    means : float64 (C,), NaN for a class without jobs
    """
    present = means[~np.isnan(means)]
    return float(present.std(ddof=1) / present.mean()) if len(present) > 1 else float("nan")
