"""Gamma laws of our own agree with those of SciPy, in both tails."""

import numpy as np
import pytest
from scipy import special

from engine.compiled.incomplete_gamma import gamma_above, gamma_below, gamma_density, ln_gamma

SHAPES = (0.5, 1.0, 4.2, 10.4605, 312.0, 639.1)


@pytest.mark.parametrize("shape", SHAPES)
def test_shares_below_and_above_are_those_of_scipy(shape: float) -> None:
    for x in shape * np.array([0.01, 0.3, 0.9, 1.0, 1.1, 2.0, 5.0]):
        assert ln_gamma(shape) == pytest.approx(special.gammaln(shape), rel=1e-14, abs=1e-14)
        for found, known in (
            (gamma_below(shape, x), special.gammainc(shape, x)),
            (gamma_above(shape, x), special.gammaincc(shape, x)),
        ):
            assert found == pytest.approx(known, rel=2e-12, abs=1e-290)
        density = np.exp(shape * np.log(x) - x - special.gammaln(shape)) / x
        assert gamma_density(shape, x) == pytest.approx(density, rel=1e-11, abs=1e-290)


def test_beyond_both_ends_everything_or_nothing_is_below() -> None:
    assert [gamma_below(2.0, x) for x in (-1.0, 0.0, np.inf)] == [0.0, 0.0, 1.0]
    assert [gamma_above(2.0, x) for x in (-1.0, 0.0, np.inf)] == [1.0, 1.0, 0.0]
