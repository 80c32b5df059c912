"""When jobs arrive."""

from typing import Literal

import numpy as np

from engine.inputs.draws import Draws
from engine.inputs.quantity import Strict, choice, quantity


class Poisson(Strict):
    """Exponential times between arrivals."""

    process: Literal["poisson"] = choice("Arrivals", "Jobs arrive one by one, at random.", words="at random (Poisson)")
    rate_per_1000_s: float = quantity(
        "Arrival rate",
        "jobs per 1000 s",
        1e-6,
        1e6,
        "Mean number of jobs that arrive in 1000 seconds.",
        step=0.1,
        beginning=1.0,
    )

    def variates(self, draws: Draws, jobs: int) -> np.ndarray:
        """The unit exponentials behind the gaps, one per job, so that rates share their draws; float64 (J,)."""
        return draws.stream("arrivals").exponential(jobs)

    def gaps(self, draws: Draws, jobs: int) -> np.ndarray:
        """Times before each arrival; float64 (J,), s."""
        return self.variates(draws, jobs) * (1000.0 / self.rate_per_1000_s)


class Batch(Strict):
    """All jobs are there at time 0: the system is saturated until the queue is empty."""

    process: Literal["batch"] = choice("Arrivals", "All jobs are there at time 0.", words="all at time 0")

    def gaps(self, draws: Draws, jobs: int) -> np.ndarray:
        """Times before each arrival; float64 (J,), all 0 s."""
        return np.zeros(jobs)
