"""lublin99 fitted to jobs that there were."""

from typing import NamedTuple

import numpy as np

from engine.workload_models.fit.day import NO_DAY, WIDEST, fit_day
from engine.workload_models.fit.gaps import fit_gaps
from engine.workload_models.fit.run_times import fit_run_times
from engine.workload_models.fit.sizes import fit_sizes
from engine.workload_models.lublin99.arrivals import day_clock
from engine.workload_models.lublin99.constants import ALL, Kind

FEWEST = 100
"""Jobs."""


class Fitted(NamedTuple):
    """The constants, and what is to be said of them."""

    kind: Kind
    notes: tuple[str, ...]


def fit(arrival: np.ndarray, size: np.ndarray, run: np.ndarray, processors: int) -> Fitted:
    """The model of J rigid jobs, in order of arrival, on so many *processors*.

    Parameters
    ----------
    arrival : float64 (J,), s since a midnight of local time
    size : int (J,), processors, from 1 to *processors*
    run : float64 (J,), s

    Raises
    ------
    ValueError
        If there are fewer than 100 jobs, or what they are like is nothing that the model can be.
    """
    if len(arrival) < FEWEST:
        raise ValueError(f"these are {len(arrival)} jobs; at least {FEWEST} are needed for a fit")
    day = fit_day(arrival)
    kind = ALL._replace(
        **fit_sizes(size, processors)._asdict(),
        **fit_run_times(size, run)._asdict(),
        between=fit_gaps(arrival, day_clock(day)),
        day=day,
    )
    return Fitted(kind, (NO_DAY,) if day.scale > WIDEST else ())
