"""Arrivals that come in bursts, or more evenly than at random."""

from typing import Literal

import numpy as np

from engine.coscheduling.inputs.hyper_erlang import variates
from engine.inputs.arrivals import Poisson
from engine.inputs.draws import Draws
from engine.inputs.quantity import Strict, choice, quantity

MANY = 500.0
"""What a rate begins with, per 1000 s: jobs last seconds here, not hours."""


class ManyPoisson(Poisson):
    """Exponential times between arrivals."""

    rate_per_1000_s: float = quantity(
        "Arrival rate",
        "jobs per 1000 s",
        1e-6,
        1e6,
        "Mean number of jobs that arrive in 1000 seconds.",
        step=0.1,
        beginning=MANY,
    )


class HyperErlang(Strict):
    """Times between arrivals with a given mean and variation, as fitted to traces of a real machine (section 3.2)."""

    process: Literal["hyper-erlang"] = choice(
        "Arrivals", "Jobs arrive in bursts (variation above 1) or evenly (below).", words="bursts (hyper-Erlang)"
    )
    rate_per_1000_s: float = quantity(
        "Arrival rate",
        "jobs per 1000 s",
        1e-6,
        1e6,
        "Mean number of jobs that arrive in 1000 seconds.",
        step=10,
        beginning=MANY,
    )
    variation: float = quantity("Variation", "1", 0.1, 10, "Standard deviation over mean of the gaps.", 1.5, step=0.1)

    def gaps(self, draws: Draws, jobs: int) -> np.ndarray:
        """Times before each arrival; float64 (J,), s."""
        return variates(draws, "arrivals.hyper-erlang", jobs, self.variation) * (1000.0 / self.rate_per_1000_s)
