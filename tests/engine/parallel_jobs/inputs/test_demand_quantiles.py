"""A distribution that nobody has a formula for is asked itself."""

from typing import Any, Literal

import numpy as np
import pytest

from engine.inputs.draws import Draws
from engine.inputs.quantity import Strict
from engine.parallel_jobs.inputs.demand_quantiles import quantile, variation
from engine.parallel_jobs.inputs.demands import Constant, Exponential


class Triangular(Strict):
    """From 0 to 2, most often 1: the sum of two uniform numbers."""

    distribution: Literal["triangular"] = "triangular"
    mean: float = 1.0

    def sample(self, draws: Draws, jobs: int) -> np.ndarray:
        first, second = draws.stream("demand.uniform").random((2, jobs))
        return first + second


def test_a_new_distribution_has_quantiles_and_a_variation() -> None:
    """Half are above 1, an eighth above 1.5; the variance is 1/6. Taken for constant, all three would be wrong."""
    new: Any = Triangular()
    assert quantile(new, 0.5) == pytest.approx(1.0, abs=0.03)
    assert quantile(new, 0.125) == pytest.approx(1.5, abs=0.03)
    assert variation(new) == pytest.approx(1 / 6, rel=0.05)


def test_those_with_a_formula_use_it() -> None:
    exponential, constant = (
        Exponential(distribution="exponential", mean=2.0),
        Constant(distribution="constant", mean=2.0),
    )
    assert quantile(exponential, 0.5) == pytest.approx(2 * np.log(2))
    assert (quantile(constant, 0.1), variation(constant)) == (2.0, 0.0)
