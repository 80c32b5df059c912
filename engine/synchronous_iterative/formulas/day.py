"""A run that lasts through hours of different loads: how long it takes, and how much of it falls into which hour."""

import numpy as np

from engine.synchronous_iterative.inputs.background import HOUR, HOURS

SHORTEST = 1e-9
"""Of iterations, s: as printed, the equations can come to nothing at all."""


def elapsed(per_iteration: np.ndarray, iterations: int, start_hour: int) -> np.ndarray:
    """Seconds of the run that fall into each hour of the day.

    Within an hour the application does 3600 s over the time of an iteration in that hour: a run is long against an
    iteration, and what the load was an hour ago is forgotten.

    Parameters
    ----------
    per_iteration : float64 (24, N), time of an iteration in each hour, s, for N sets of machines
    iterations : how many there are
    start_hour : the hour in which the run begins, at its beginning

    Returns
    -------
    float64 (24, N)
    """
    order = (start_hour + np.arange(HOURS)) % HOURS
    done = HOUR / np.maximum(per_iteration[order], SHORTEST)  # iterations in each hour
    in_a_day = done.sum(axis=0)
    days = np.floor(iterations / in_a_day)
    left = iterations - days * in_a_day
    before = np.cumsum(done, axis=0) - done
    share = np.clip((left - before) / done, 0.0, 1.0)
    seconds = np.empty_like(per_iteration)
    seconds[order] = (days + share) * HOUR
    return seconds
