"""What a study says of two policies: by how much they differ, and which replications count."""

import numpy as np
import pytest

from engine.results.comparison import differences
from engine.statistics.means import estimate
from tests.engine.results.results_by_hand import NAN, at_one_point, one_difference


def test_a_difference_is_relative_to_the_other() -> None:
    """80, 90 and 100 against 100, 100 and 80: -20 %, -10 % and +25 %, on average -5/3 %."""
    found = one_difference(np.array([80.0, 90, 100]), np.array([100.0, 100, 80]))
    assert (found.point, found.policy, found.other, found.level) == (0, "SED", "SED-NU", 0.95)
    assert found.size == pytest.approx(estimate(np.array([-0.2, -0.1, 0.25])))
    assert found.size.mean == pytest.approx(-0.05 / 3)
    assert not found.shown


def test_the_first_policy_is_compared_with_each_other_one_unless_said_otherwise() -> None:
    rng = np.random.default_rng(2)
    three = at_one_point(*rng.normal(100, 1, (3, 10)))
    names = [(found.policy, found.other) for found in differences(three, 0, "response_time")]
    assert names == [("SED", "SED-NU"), ("SED", "SED-NM")]
    names = [(found.policy, found.other) for found in differences(three, 0, "response_time", "SED-NU")]
    assert names == [("SED-NU", "SED"), ("SED-NU", "SED-NM")]


def test_several_differences_are_corrected_by_holm() -> None:
    """Differences of 1 +- 0.1, 1.1 +- 1 and 0 +- 1: the first is clear, the second would be shown if it were alone."""
    own = np.full(10, 100.0)
    noise = np.tile([-1.0, 1.0], 5)
    others = [100 / (1 + (shift + spread * noise) / 100) for shift, spread in ((1, 0.1), (0.8, 1), (0.0, 1))]
    found = differences(at_one_point(own, *others), 0, "response_time")
    assert [difference.level for difference in found] == pytest.approx([1 - 0.05 / 3, 1 - 0.05 / 2, 1 - 0.05 / 2])
    assert [difference.shown for difference in found] == [True, False, False]
    assert one_difference(own, others[1]).shown


def test_a_policy_that_does_not_settle_is_left_out_and_not_counted_by_holm() -> None:
    rng = np.random.default_rng(3)
    samples = rng.normal(100, 1, (4, 10))
    samples[0] += 10
    found = differences(at_one_point(*samples, unsettled=["SED-NU", "FCFS"]), 0, "response_time")
    assert [(difference.other, difference.level) for difference in found] == [("SED-NM", 0.95)]


def test_a_policy_that_does_not_settle_is_compared_with_nobody() -> None:
    rng = np.random.default_rng(3)
    assert differences(at_one_point(*rng.normal(100, 1, (3, 10)), unsettled=["SED"]), 0, "response_time") == []


def test_policies_are_compared_replication_by_replication() -> None:
    rng = np.random.default_rng(4)
    jobs = rng.uniform(50, 150, 30)
    own, other = 0.9 * jobs + rng.normal(0, 0.1, 30), jobs
    paired = one_difference(own, other).size.half_width
    unpaired = one_difference(rng.permutation(own), other).size.half_width
    assert unpaired > 20 * paired


def test_only_replications_that_both_have_are_compared() -> None:
    found = one_difference(np.array([80.0, NAN, 90, 1000]), np.array([100.0, 5, 100, NAN]))
    assert found.size == estimate(np.array([80 / 100 - 1, 90 / 100 - 1]))


def test_with_one_replication_nothing_is_shown() -> None:
    found = one_difference(np.array([80.0]), np.array([100.0]))
    assert found.size.replications == 1
    assert not found.shown
    assert not found.exactly_same


def test_policies_that_do_the_same_are_exactly_the_same() -> None:
    same = np.array([1.0, 2.0, NAN, 4.0])
    assert one_difference(same, same).exactly_same
    assert one_difference(same, np.array([1.0, 2.0, NAN, np.nextafter(4.0, 5)])).exactly_same, "by rounding alone"
    assert not one_difference(same, np.array([1.0, 2.0, NAN, 4.0 * (1 + 1e-11)])).exactly_same
    assert not one_difference(same[:1], same[:1]).exactly_same
    assert one_difference(np.zeros(3), np.zeros(3)).exactly_same


def test_differences_that_cancel_are_not_the_same() -> None:
    found = one_difference(np.array([101.0, 99.0, 101.0, 99.0]), np.full(4, 100.0))
    assert found.size.mean == pytest.approx(0, abs=1e-12)
    assert not found.exactly_same


def test_a_policy_that_differs_where_the_other_has_nothing_is_not_exactly_the_same() -> None:
    """One of four replications has migrations, under one policy only: relative to 0 that is no number."""
    found = one_difference(np.array([0.0, 0.0, 0.5, 0.0]), np.zeros(4))
    assert not found.exactly_same
    assert (found.is_relative, found.size) == (False, estimate(np.array([0.0, 0.0, 0.5, 0.0])))
