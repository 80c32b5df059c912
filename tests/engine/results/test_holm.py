"""Holm's procedure: differences that are tested together show no more by chance than one alone."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.statistics.means import estimate, holm_levels, p_value
from tests.engine.results.results_by_hand import NAN


@pytest.mark.parametrize(
    ("p_values", "errors"),
    [
        ([0.03], [0.05]),
        ([0.04, 0.001, 0.02], [0.05, 0.05 / 3, 0.05 / 2]),  # all three are shown: 0.001, 0.02, 0.04
        ([0.04, 0.001, 0.03], [0.05 / 2, 0.05 / 3, 0.05 / 2]),  # 0.03 > 0.025 shows nothing, nor does what follows
        ([0.02, 0.03, 0.04], [0.05 / 3] * 3),  # the least one shows nothing
        ([0.02, 0.02], [0.05 / 2, 0.05]),  # a tie is broken by the order, and both are shown
        ([0.03, 0.03], [0.05 / 2] * 2),  # or neither is
        ([NAN, 0.03, NAN], [0.05] * 3),  # what cannot be tested does not count
        ([NAN], [0.05]),
        ([], []),
    ],
)
def test_holm_by_hand(p_values: list[float], errors: list[float]) -> None:
    assert holm_levels(p_values) == pytest.approx([1 - error for error in errors])


def rejected(p_values: Sequence[float]) -> list[bool]:
    """Holm's procedure as a textbook has it: the k-th least of m is tested at 0.05 / (m + 1 - k), until one fails."""
    order, found = np.argsort(p_values), [False] * len(p_values)
    for k, n in enumerate(order):
        if p_values[n] > 0.05 / (len(p_values) - k):
            break
        found[n] = True
    return found


@given(shifts=st.lists(st.floats(0, 2), min_size=1, max_size=6), seed=st.integers(0, 2**32 - 1))
def test_an_interval_at_the_level_given_excludes_0_exactly_where_holm_rejects(shifts: list[float], seed: int) -> None:
    rng = np.random.default_rng(seed)
    samples = [rng.normal(shift, 1, 8) for shift in shifts]
    p_values = [p_value(sample) for sample in samples]
    found = [estimate(sample, level) for sample, level in zip(samples, holm_levels(p_values), strict=True)]
    assert [interval.low > 0 or interval.high < 0 for interval in found] == rejected(p_values)


def test_of_four_policies_that_do_not_differ_a_difference_is_shown_in_5_of_100_studies_at_most() -> None:
    """3,000 studies, and 0.05 + 3 standard errors = 0.062; without correction it would be more than 0.1."""
    rng = np.random.default_rng(1979)
    wrong = uncorrected = 0
    for _ in range(3000):
        own, *others = 100 + rng.normal(0, 1, (4, 10))
        samples = [own - other for other in others]
        levels = holm_levels([p_value(sample) for sample in samples])
        wrong += any(
            abs(found.mean) > found.half_width
            for found in (estimate(sample, level) for sample, level in zip(samples, levels, strict=True))
        )
        uncorrected += any(abs(found.mean) > found.half_width for found in map(estimate, samples))
    assert wrong / 3000 < 0.062
    assert uncorrected / 3000 > 0.1
