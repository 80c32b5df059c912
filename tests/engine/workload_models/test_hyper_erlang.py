"""Hyper-Erlang laws by three moments: golden values, the way back, and what prevents it."""

from math import sqrt

import numpy as np
import pytest

from engine.inputs.draws import Draws
from engine.workload_models.hyper_erlang import HyperErlang, of_moments

GOLDEN = [
    ((100, 20_000, 6e6), (2, 0.5, 0.01267949192, 0.04732050808)),
    ((100, 30_000, 2e7), (1, 0.118753574, 0.003417354981, 0.01350572194)),
    ((100, 12_000, 2e6), (6, 0.000582072, 0.007496177647, 0.06024575784)),
    ((33.6, 1332.8, 59_875.2), (7, 0.95, 0.2, 1)),
]


@pytest.mark.parametrize(("moments", "known"), GOLDEN)
def test_golden(moments: tuple[float, float, float], known: tuple[int, float, float, float]) -> None:
    found = of_moments(*moments)
    assert found.order == known[0]
    assert (found.first, *found.rates) == pytest.approx(known[1:], rel=2e-6)
    assert found.rates == pytest.approx(known[2:], rel=1e-9)
    assert found.moments() == pytest.approx(moments, rel=1e-9)
    assert found.rates[0] < found.rates[1]


@pytest.mark.parametrize("order", [1, 3, 11, 30])
@pytest.mark.parametrize("first", [0.05, 0.5, 0.9])
def test_a_law_has_its_own_moments_and_at_most_its_order(order: int, first: float) -> None:
    law = HyperErlang(order, first, (0.1, 0.9))
    found = of_moments(*law.moments())
    assert found.order <= order
    assert found.moments() == pytest.approx(law.moments(), rel=1e-9)


@pytest.mark.parametrize(
    ("moments", "sentence"),
    [
        ((100, 10_100, 2e6), "the second moment 10100 is too small for an order up to 40; more than 10250"),
        ((100, 30_000, 8e6), "the third moment 8e.06 is too small"),
        ((0, 1, 1), "have to be positive"),
    ],
)
def test_it_is_said_which_moment_prevents_it(moments: tuple[float, float, float], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        of_moments(*moments)


@pytest.mark.parametrize("number", range(4))
def test_what_is_drawn_has_the_moments(number: int) -> None:
    law = of_moments(*GOLDEN[number][0])
    values = law.sample(Draws(1, 0), "gaps", 200_000)
    for power, known in enumerate(law.moments(), 1):
        drawn = values**power
        assert abs(drawn.mean() - known) < 4 * drawn.std() / sqrt(len(drawn))
    assert (law.sample(Draws(1, 0), "gaps", 100) == values[:100]).all()
    assert np.unique(values).size > 199_000
