"""The day of lublin99, by maximum likelihood of its half hours."""

import numpy as np

from engine.workload_models.gamma_law import GammaLaw
from engine.workload_models.lublin99.arrivals import HALF_HOUR, HALF_HOURS, SHIFT

WIDEST = 30.0
"""A scale above it has hardly a day in it."""

NO_DAY = "no day found: is the time zone right?"

FINEST = 1e-5


def fit_day(arrival: np.ndarray) -> GammaLaw:
    """From arrivals in seconds after a midnight (of local time); float64 (J,).

    `ValueError` if all are in one half hour of the day.
    """
    from scipy import special  # takes long to import

    half_hour = (arrival // HALF_HOUR).astype(np.int64) % HALF_HOURS
    i = np.arange(SHIFT, SHIFT + HALF_HOURS)
    count = np.bincount(half_hour, minlength=HALF_HOURS)[(i - 1) % HALF_HOURS].astype(np.float64)
    if np.count_nonzero(count) < 2:
        raise ValueError("all jobs arrive in the same half hour of the day: there is no day to fit")
    mean = float((count * i).sum() / count.sum())
    variance = float((count * (i - mean) ** 2).sum() / count.sum())

    def likelihood(place: np.ndarray) -> float:
        a, b = np.exp(place[0] - place[1]), np.exp(place[1])
        share = special.gammainc(a, (i + 0.5) / b) - special.gammainc(a, (i - 0.5) / b)
        return float((count * np.log(np.maximum(share, 1e-300) / max(float(share.sum()), 1e-300))).sum())

    best = np.log(np.array([mean, variance / mean]))  # of mean and scale: the two hardly depend on each other
    most, step = likelihood(best), 0.1
    while step > FINEST:
        around = [best + step * np.array(way) for way in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        values = [likelihood(one) for one in around]
        if best[1] > np.log(2 * WIDEST):
            break  # the flatter, the likelier
        if max(values) > most:
            most, best = max(values), around[int(np.argmax(values))]
        else:
            step /= 2
    return GammaLaw(float(np.exp(best[0] - best[1])), float(np.exp(best[1])))
