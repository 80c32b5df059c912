"""Logs made of one by resampling as replications: how far one can trust what the one says.

Resampled logs are not independent of each other: all know only what one log knows, and their mean comes no nearer to
the truth, however many there are. Their scatter s is that of what one log says; so the interval is theta +- t_{K-1} s,
of positive metrics theta exp(+- t_{K-1} s) with s of the logarithms, and never s / sqrt(R). K is the number of long
blocks into which the log would be cut: about so many independent things are in it (parallel-jobs README, logs).

What stands in the table of a study are values whose ordinary interval is just this one, and whose paired differences
have that of the differences: theta where the log is itself a replication, and theta + c (x_r - mean x) for the others,
with x the value, or theta times its logarithm, and c the same for all policies and metrics.
"""

from math import sqrt

import numpy as np

from engine.compiled.elementwise import ln
from engine.statistics.means import CONFIDENCE
from engine.statistics.student import t_quantile


def of_resampled(values: np.ndarray, blocks: int, is_positive: bool, first_is_itself: bool) -> np.ndarray:
    """The values of R replications.

    Parameters
    ----------
    values : float64 (R,), what each log says; NaN where it says nothing
    blocks : K, at least 2
    is_positive : whether the metric is told on a logarithmic scale
    first_is_itself : whether the first replication is the log itself, in which case R is at least 3

    Returns
    -------
    float64 (R,); their mean is what the log itself says or, where it is none of them, the mean over them. All are
    missing where a log says nothing
    """
    if not np.isfinite(values).all():
        return np.full(len(values), np.nan)
    count = len(values)
    others = values[1:] if first_is_itself else values
    theta = float(values[0] if first_is_itself else values.mean())
    on_log_scale = is_positive and bool((values > 0).all())
    told = theta * ln(others) if on_log_scale else others
    wider = t_quantile(blocks - 1, (1 + CONFIDENCE) / 2) / t_quantile(count - 1, (1 + CONFIDENCE) / 2)
    # The sum of squares is over one number fewer than the formula of the interval takes it to be over.
    wider *= sqrt(count * (count - 1) / (count - 2)) if first_is_itself else sqrt(count)
    found = np.full(count, theta)
    found[count - len(others) :] += wider * (told - told.mean())
    return found
