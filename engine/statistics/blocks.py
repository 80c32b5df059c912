"""Blocks of one long run as replications: how far one can trust what a single log says.

A log is one path. Its blocks (runs of whole weeks) are far enough apart to be nearly independent, and what is told of
the whole log is a ratio of sums over them. The value of block k here is

    v_k = theta + (Y_k - theta N_k) / mean N,    theta = sum Y / sum N,

the ratio's linearization (batch means; parallel-jobs README, logs): the mean of the v_k is theta itself, the log's own
value, and their scatter is that of theta. So intervals and paired differences of replications hold for blocks as they
stand.
"""

import numpy as np


def of_ratio(means: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The values of blocks of a mean.

    Parameters
    ----------
    means : float64 (K,), the mean of each block; whatever it is where the block has weight 0
    weights : float64 (K,), over what each is a mean: jobs, or seconds

    Returns
    -------
    float64 (K,); missing if nothing has any weight
    """
    there = weights > 0
    if not there.any():
        return np.full(len(means), np.nan)
    sums = np.where(there, np.where(there, means, 0.0) * weights, 0.0)
    theta = sums.sum() / weights.sum()
    values: np.ndarray = theta + (sums - theta * weights) / weights.mean()
    return values


def around(whole: float, of_blocks: np.ndarray) -> np.ndarray:
    """The values of blocks of what is no mean, as percentiles and indices: the *whole* log's, with the scatter of the
    blocks' own; float64 (K,). A block that lacks its own has none.
    """
    values: np.ndarray = whole + of_blocks - np.nanmean(of_blocks) if np.isfinite(of_blocks).any() else of_blocks
    return values
