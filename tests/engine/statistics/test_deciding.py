"""A decision about a tested value: wrong rarely enough, the same however its replications came, and open to the end."""

import numpy as np
import pytest

from engine.statistics.deciding import Bound, Sampled, Standing, decide, looks

NO_QUEUE = np.full(400, np.nan)
AT_MOST_5 = [Bound(1, 5.0)]


def sampled(*criteria: np.ndarray, middle: np.ndarray = NO_QUEUE, late: np.ndarray = NO_QUEUE) -> Sampled:
    n = len(criteria[0])
    return Sampled(np.array(criteria), middle[:n], late[:n])


def test_one_looks_after_ten_and_then_after_twice_as_many() -> None:
    assert looks(10, 200) == [10, 20, 40, 80, 160, 200]
    assert looks(10, 10) == [10]
    assert looks(20, 10) == [10]


@pytest.mark.parametrize("mean", [5.0, 5.0001, 4.9999])
def test_next_to_the_goal_a_wrong_decision_is_rare(mean: float) -> None:
    """Failure: in more than 5 % of 2,000 tests a side is told of a mean that lies on the goal."""
    draws = np.random.default_rng(7).normal(mean, 2.0, (2000, 200))
    told = [decide(sampled(row), AT_MOST_5, 10, 200, 0.05).standing is not Standing.UNTOLD for row in draws]
    # Either side is told with at most the error each.
    assert np.mean(told) < 0.1


def test_far_from_the_goal_ten_replications_are_enough_and_near_it_more() -> None:
    draws = np.random.default_rng(8).normal(0, 1.0, (200, 200))
    used = {
        mean: np.mean([decide(sampled(row + mean), AT_MOST_5, 10, 200, 0.01).replications for row in draws])
        for mean in (1.0, 4.5)
    }
    assert used[1.0] == 10 < used[4.5]
    assert all(decide(sampled(row + 1.0), AT_MOST_5, 10, 200, 0.01).standing is Standing.MEETS for row in draws)


def test_a_bound_from_below_is_the_mirror_of_one_from_above() -> None:
    for row in np.random.default_rng(9).normal(4.6, 1.0, (50, 80)):
        one = decide(sampled(row), [Bound(1, 5.0)], 10, 80, 0.01)
        other = decide(sampled(-row), [Bound(-1, -5.0)], 10, 80, 0.01)
        assert (one.standing, one.replications) == (other.standing, other.replications)
        assert one.low == tuple(-x for x in other.high)


def test_of_two_criteria_both_have_to_hold_and_one_is_enough_to_miss() -> None:
    rows = np.random.default_rng(10).normal([[1.0], [9.0]], 1.0, (2, 40))
    standing = {
        values: decide(sampled(*rows), [Bound(1, value) for value in values], 10, 40, 0.05).standing
        for values in ((5.0, 12.0), (5.0, 5.0), (0.5, 12.0))
    }
    assert standing == {
        (5.0, 12.0): Standing.MEETS, (5.0, 5.0): Standing.MISSES, (0.5, 12.0): Standing.MISSES,
    }  # fmt: skip


def test_what_is_decided_does_not_change_when_more_replications_are_there() -> None:
    for row in np.random.default_rng(11).normal(4.7, 1.0, (100, 200)):
        whole = decide(sampled(row), AT_MOST_5, 10, 200, 0.01)
        assert decide(sampled(row[: whole.replications]), AT_MOST_5, 10, 200, 0.01) == whole
        if whole.replications > 10:
            before = decide(sampled(row[: whole.replications - 1]), AT_MOST_5, 10, 200, 0.01)
            assert (before.standing, before.replications) == (Standing.OPEN, whole.replications)


def test_a_replication_without_the_metric_is_not_left_out() -> None:
    row = np.ones(20)
    row[3] = np.nan
    assert decide(sampled(row), AT_MOST_5, 10, 20, 0.05).standing is Standing.UNTOLD


def test_a_queue_that_grows_is_a_miss_though_its_mean_is_low() -> None:
    noise = np.random.default_rng(12).normal(0, 0.1, (3, 40))
    growing = decide(sampled(noise[0] + 1, middle=noise[1] + 10, late=noise[2] + 20), AT_MOST_5, 10, 40, 0.05)
    assert (growing.standing, growing.steady) == (Standing.MISSES, False)
    resting = decide(sampled(noise[0] + 1, middle=noise[1] + 10, late=noise[2] + 10), AT_MOST_5, 10, 40, 0.05)
    assert (resting.standing, resting.steady) == (Standing.MEETS, True)


def test_equal_replications_on_the_goal_meet_it() -> None:
    assert decide(sampled(np.full(10, 5.0)), AT_MOST_5, 10, 200, 0.05).standing is Standing.MEETS
    assert decide(sampled(np.full(10, 5.1)), AT_MOST_5, 10, 200, 0.05).standing is Standing.MISSES
