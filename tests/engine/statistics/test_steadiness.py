"""The drift test: what it measures, what it decides, and how often it is wrong about M/M/1."""

from functools import cache

import numpy as np
import pytest

from engine.statistics.steadiness import FEW, growth, present, settles

JOBS, REPLICATIONS, STUDIES = 2000, 10, 100


@cache
def mm1(load: float) -> tuple[np.ndarray, np.ndarray]:
    """`present` of every replication of many studies of M/M/1 with mean service time 1; (studies, replications) each.

    Lindley 1952: the next wait is the wait plus service less the gap, or 0; so it is how far the sums of those are
    above their least value.
    """
    rng = np.random.default_rng(round(100 * load))
    middle, late = np.empty((2, STUDIES, REPLICATIONS))
    for n in range(STUDIES):
        gap, service = rng.exponential(1 / load, (REPLICATIONS, JOBS)), rng.exponential(1, (REPLICATIONS, JOBS))
        steps = np.zeros((REPLICATIONS, JOBS))
        steps[:, 1:] = service[:, :-1] - gap[:, 1:]
        sums = steps.cumsum(axis=1)
        wait = sums - np.minimum.accumulate(sums, axis=1)
        arrival = gap.cumsum(axis=1)
        for r in range(REPLICATIONS):
            middle[n, r], late[n, r] = present(arrival[r], arrival[r] + wait[r] + service[r])
    return middle, late


def steadily_growing(jobs: int = 3000) -> tuple[float, float]:
    """Jobs that arrive every second and never leave before the last arrival."""
    arrival = np.arange(jobs + 1.0)
    return present(arrival, np.full(jobs + 1, 10.0 * jobs))


# the number in system -------------------------------------------------------------------------------------------------


def test_present_by_hand() -> None:
    """Arrivals from 0 to 9, so the thirds are 3 to 6 and 6 to 9.

    In the middle: job 0 for 1 s, job 1 for 3 s, job 2 for 1.5 s. Late: job 1 for 1 s, job 2 for 3 s, job 3 for nothing,
    since it comes with the end of arrivals.
    """
    arrival = np.array([0.0, 2.0, 4.5, 9.0])
    end = np.array([4.0, 7.0, 11.0, 30.0])
    assert present(arrival, end) == pytest.approx((5.5 / 3, 4 / 3))


def test_time_after_the_last_arrival_does_not_count() -> None:
    arrival = np.array([0.0, 3.0, 9.0])
    assert present(arrival, np.array([1.0, 9.0, 10.0])) == present(arrival, np.array([1.0, 1e9, 1e6])) == (1, 1)


def test_the_clock_begins_at_zero_and_not_with_the_first_arrival() -> None:
    """Arrivals at 6 and 9: nobody is there from 3 to 6."""
    assert present(np.array([6.0, 9.0]), np.array([20.0, 20.0])) == (0, 1)


def test_of_jobs_that_all_come_at_once_nothing_is_said() -> None:
    assert present(np.zeros(5), np.arange(5.0)) == (0, 0)


# growth ---------------------------------------------------------------------------------------------------------------


def test_a_steadily_growing_queue_grows_by_five_thirds() -> None:
    """At time t there are t jobs, so the means are those of the middles of the thirds, 1/2 and 5/6 of the whole."""
    middle, late = np.array([steadily_growing()]).T
    assert growth(middle, late) == pytest.approx(5 / 3, rel=1e-3)


def test_a_settled_queue_does_not_grow() -> None:
    """Every second a job that stays half a second."""
    arrival = np.arange(3001.0)
    middle, late = np.array([present(arrival, arrival + 0.5)]).T
    assert growth(middle, late) == pytest.approx(1, rel=1e-3)


def test_growth_is_of_the_means_over_all_replications() -> None:
    """1 + 3 late, 1 + 1 in the middle, whatever the ratios of the single replications."""
    assert growth(np.array([1.0, 1.0]), np.array([1.0, 3.0])) == 2
    assert growth(np.array([3.0, 1.0]), np.array([2.0, 6.0])) == 2


def test_where_nothing_is_known_there_is_no_growth() -> None:
    nothing = np.full(4, np.nan)
    assert growth(nothing, nothing) == growth(np.zeros(3), np.zeros(3)) == growth(np.array([]), np.array([])) == 1


# the decision ---------------------------------------------------------------------------------------------------------


def test_where_nothing_is_known_a_queue_settles() -> None:
    for n in (0, 1, FEW, 20):
        assert settles(np.full(n, np.nan), np.full(n, np.nan))


@pytest.mark.parametrize("n", range(1, FEW))
def test_few_replications_that_all_grow_are_judged_by_how_much(n: int) -> None:
    middle = np.linspace(10, 90, n)
    assert settles(middle, middle * 1.33)
    assert not settles(middle, middle * 1.34)


def test_of_few_replications_each_has_to_grow() -> None:
    """One that luck has filled is no overload: 30 grow to 50, 10 to 20 and 20 to 20."""
    middle, late = np.array([30.0, 10.0, 20.0]), np.array([50.0, 20.0, 20.0])
    assert growth(middle, late) == 1.5
    assert settles(middle, late)
    assert not settles(middle, late + np.array([0, 0, 0.1]))


def test_of_few_replications_two_jobs_for_one_are_no_overload() -> None:
    middle = np.full(3, 1.0)
    assert settles(middle, 2 * middle)
    assert settles(4.9 * middle, 9.8 * middle)
    assert not settles(5.1 * middle, 10.2 * middle)


@pytest.mark.parametrize("n", [FEW, 10, 100])
def test_with_more_replications_a_smaller_growth_is_enough(n: int) -> None:
    middle = np.linspace(9, 10, n)
    assert settles(middle, middle * 1.14)
    assert not settles(middle, middle * 1.16)


def test_growth_that_may_be_an_accident_settles() -> None:
    """Doubled, but by differences of -1, -1, -1, -1 and 14: t = 2 / (6.71 / sqrt 5) = 0.67, far below 2.78."""
    middle = np.full(5, 2.0)
    accident, steady = middle + np.array([-1, -1, -1, -1, 14]), middle + np.array([2, 1.9, 2.1, 2, 2])
    assert growth(middle, accident) == pytest.approx(growth(middle, steady)) == 2
    assert settles(middle, accident)
    assert not settles(middle, steady)


def test_the_t_test_is_one_sided_at_2_5_percent() -> None:
    """Differences d - 2, d - 1, d, d + 1, d + 2 have t = d / sqrt(2.5 / 5), and 2.7764 is the quantile (any table)."""
    middle = np.full(5, 5.0)
    spread = np.array([-2.0, -1.0, 0.0, 1.0, 2.0])
    edge = 2.7764 * np.sqrt(0.5)
    assert growth(middle, middle + edge) > 1.15
    assert settles(middle, middle + spread + edge - 0.001)
    assert not settles(middle, middle + spread + edge + 0.001)


def test_a_shrinking_queue_settles() -> None:
    middle = np.linspace(9, 10, 10)
    assert settles(middle, middle / 2)


def test_a_missing_replication_does_not_count() -> None:
    middle, late = np.linspace(9, 10, 10), 2 * np.linspace(9, 10, 10)
    gaps = np.full(20, np.nan)
    more_middle, more_late = gaps.copy(), gaps.copy()
    more_middle[::2], more_late[::2] = middle, late
    assert growth(more_middle, more_late) == growth(middle, late) == 2
    assert not settles(more_middle, more_late)


def test_missing_replications_do_not_make_many_of_few() -> None:
    """Grown by 1.2: too much for ten replications, not for four."""
    middle = np.linspace(9, 10, 10)
    late = 1.2 * middle
    assert not settles(middle, late)
    middle[4:], late[4:] = np.nan, np.nan
    assert settles(middle, late)


# M/M/1 ----------------------------------------------------------------------------------------------------------------


def test_the_simulated_queue_is_mm1() -> None:
    """Mean number in system load / (1 - load) = 4; the first third, in which it fills, is left out."""
    middle, late = mm1(0.8)
    assert (middle.mean() + late.mean()) / 2 == pytest.approx(4, rel=0.05)


def test_a_queue_at_load_four_fifths_is_rarely_said_not_to_settle() -> None:
    alarms = sum(not settles(*study) for study in zip(*mm1(0.8), strict=True))
    assert alarms <= 12


def test_a_queue_at_load_six_fifths_is_nearly_always_said_not_to_settle() -> None:
    alarms = sum(not settles(*study) for study in zip(*mm1(1.2), strict=True))
    assert alarms >= 95


def test_at_load_six_fifths_even_few_replications_show_it() -> None:
    alarms = sum(not settles(middle[:3], late[:3]) for middle, late in zip(*mm1(1.2), strict=True))
    assert alarms >= 90


@pytest.mark.parametrize(("load", "jobs", "replications"), [(0.65, 3000, 5), (0.65, 300, 10)])
def test_of_queues_that_settle_at_most_one_in_forty_is_told_not_to(load: float, jobs: int, replications: int) -> None:
    """Counted of M/M/1 (Lindley 1952): 1.2 to 2.1 % of 2,000 studies, however short, and so 1 of 60 (F7).

    A failure is a share that 2.5 % is too little for, 400 studies being told.
    """
    draws = np.random.default_rng(7)
    wrong = 0
    for _ in range(400):
        found = []
        for _ in range(replications):
            arrival, work = draws.exponential(1 / load, jobs).cumsum(), draws.exponential(1.0, jobs)
            done = work.cumsum()
            found.append(present(arrival, done + np.maximum.accumulate(arrival - (done - work))))
        wrong += not settles(*np.array(found).T)
    assert wrong <= 400 * 0.025 + 2.33 * (400 * 0.025 * 0.975) ** 0.5
