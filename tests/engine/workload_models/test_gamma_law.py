"""A gamma law that is drawn by its quantile."""

import numpy as np
import pytest
from scipy import special

from engine.workload_models.gamma_law import GammaLaw

UNIFORM = np.concatenate(
    [10.0 ** -np.arange(1.0, 16.0), np.linspace(0.001, 0.999, 999), 1 - 10.0 ** -np.arange(1.0, 15)]
)


@pytest.mark.parametrize(
    ("shape", "error"), [(1.0, 1e-5), (3.8351, 2e-8), (4.2, 1e-8), (10.4605, 1e-9), (312.0, 1e-12), (639.1, 1e-12)]
)
def test_quantiles_are_those_of_scipy(shape: float, error: float) -> None:
    known = np.where(UNIFORM < 0.5, special.gammaincinv(shape, UNIFORM), special.gammainccinv(shape, 1 - UNIFORM))
    assert GammaLaw(shape, 3.0).quantile(UNIFORM) == pytest.approx(3.0 * known, rel=error)


def test_values_at_the_ends_of_what_is_drawn_are_finite() -> None:
    found = GammaLaw(4.2, 0.94).quantile(np.array([0.0, 1 - 2.0**-53]))
    assert 0 < found[0] < 1e-3
    assert 30 < found[1] < 60


def test_the_mean_of_the_exponential_is_the_integral() -> None:
    law = GammaLaw(4.2, 0.94)
    x = np.linspace(1e-9, 12, 200_001)
    density = x**3.2 * np.exp(-x / 0.94) / (special.gamma(4.2) * 0.94**4.2)
    assert law.mean_exponential(12.0) == pytest.approx(np.trapezoid(density * np.exp(x), x), rel=1e-8)
    assert law.below(5.0) == pytest.approx(special.gammainc(4.2, 5 / 0.94), rel=1e-12)
    assert law.density(5.0) == pytest.approx(np.interp(5.0, x, density), rel=1e-8)
