"""When a point has enough replications: stage by stage by hand, and how often what is said then is true."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.statistics.means import estimate
from engine.statistics.steadiness import present
from engine.statistics.stopping import FEWEST, Limit, Replications, Stop, Verdict, follow

FIRST, PRECISION = 10, 0.05
MANY = Limit(1000, Stop.REPLICATIONS)

T_9, T_19 = 2.262157, 2.093024
"""Quantiles of Student's t for 95 %, with 9 and 19 degrees of freedom (any table)."""


def alternating(n: int, spread: float, mean: float = 100.0) -> np.ndarray:
    """mean + spread, mean - spread, and so on: standard deviation spread x sqrt(n / (n - 1)) for even n."""
    return mean + spread * (-1.0) ** np.arange(n)


def there(*policies: np.ndarray, unsettled: tuple[int, ...] = (), shortest: int | None = None) -> Replications:
    """Everything computed; of the policies *unsettled* the queue doubles."""
    metric = np.array(policies)
    middle = np.ones(metric.shape)
    late = middle.copy()
    late[list(unsettled)] = 2.0
    done = np.ones(metric.shape, dtype=bool)
    if shortest is not None:
        done[0, shortest:] = False
    return Replications(done, metric, middle, late)


def part(whole: Replications, done: np.ndarray) -> Replications:
    """What is known when only the cells *done* have been computed."""
    kept = [np.where(done, values, np.nan) for values in whole[1:]]
    return Replications(done, *kept)


def verdict(found: Replications, limit: Limit = MANY, first: int = FIRST) -> Verdict:
    return follow(found, first, PRECISION, limit)


# stage by stage -------------------------------------------------------------------------------------------------------


def test_fewer_than_ten_replications_are_never_looked_at() -> None:
    assert FEWEST == 10


def test_constant_samples_are_precise_after_the_first_stage() -> None:
    assert verdict(there(np.full(40, 7.0))) == (10, Stop.PRECISE)


def test_a_half_width_of_exactly_what_is_asked_is_precise() -> None:
    """Spread s: s x sqrt(10/9) x T_9 / sqrt(10) = s x 0.75405, asked 100 x 0.05 / 1.05 = 4.7619, so s = 6.3151."""
    edge = 100 * 0.05 / 1.05 / (T_9 / 3)
    assert edge == pytest.approx(6.3151, abs=1e-4)
    assert verdict(there(alternating(10, edge * 0.99999))) == (10, Stop.PRECISE)
    assert verdict(there(alternating(10, edge * 1.00001))) == (11, Stop.OPEN)


def test_the_true_mean_and_not_the_estimate_is_what_the_precision_refers_to() -> None:
    """A half-width of 4.9 % of the estimate is too much: the truth may be 4.9 / 95.1 = 5.15 % away from it."""
    samples = alternating(10, 4.9 / (T_9 / 3))
    assert estimate(samples).half_width == pytest.approx(4.9)
    assert verdict(there(samples)).stop is Stop.OPEN


def test_the_spread_says_how_many_more_are_needed() -> None:
    """Spread 8: half-width 8 x 0.75405 = 6.0324 where 4.7619 is asked; 10 x (6.0324 / 4.7619)^2 = 16.05, so 17."""
    assert verdict(there(alternating(10, 8))) == (17, Stop.OPEN)


def test_wide_samples_double() -> None:
    """Spread 40 needs 10 x (30.162 / 4.7619)^2 = 401.2, but one looks at 20, 40, 80, ... first."""
    samples = alternating(400, 40)
    stages = [verdict(there(samples[:n])).replications for n in (10, 20, 40, 80, 160)]
    assert stages == [20, 40, 80, 160, 277]


def test_one_looks_only_at_the_ends_of_stages() -> None:
    """Precise at 11 replications, but the next look is at 20."""
    lucky = np.concatenate((alternating(10, 40), np.full(9, 100.0), [900.0]))
    assert verdict(there(lucky[:11])) == verdict(there(lucky[:19])) == (20, Stop.OPEN)
    assert verdict(there(lucky)).stop is Stop.OPEN


def test_after_a_stage_the_new_spread_decides() -> None:
    """After 20: half-width 8 x sqrt(10 / 19) x T_19 / sqrt(20) = 2.716 is enough."""
    samples = np.concatenate((alternating(10, 8), np.full(10, 100.0)))
    assert verdict(there(samples[:10])).replications == 17
    half_width = T_19 * 8 * np.sqrt(10 / 19) / np.sqrt(20)
    assert estimate(samples).half_width == pytest.approx(half_width, rel=1e-6)
    assert verdict(there(samples)) == (17, Stop.PRECISE)


def test_the_least_precise_policy_decides() -> None:
    precise, wide = np.full(10, 3.0), alternating(10, 8)
    assert verdict(there(precise, wide)) == verdict(there(wide, precise)) == (17, Stop.OPEN)


def test_the_first_stage_is_as_long_as_asked() -> None:
    constant = there(np.full(40, 7.0))
    assert follow(constant, 25, PRECISION, MANY) == (25, Stop.PRECISE)


# limits ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stop", [Stop.REPLICATIONS, Stop.TIME])
def test_a_point_ends_at_its_limit_and_says_which_one(stop: Stop) -> None:
    limit = Limit(35, stop)
    stages = [verdict(there(alternating(n, 40)), limit) for n in (10, 20, 35)]
    assert stages == [(20, Stop.OPEN), (35, Stop.OPEN), (35, stop)]


def test_what_is_precise_at_its_limit_is_precise() -> None:
    assert verdict(there(np.full(10, 7.0)), Limit(10, Stop.TIME)) == (10, Stop.PRECISE)


def test_a_limit_below_the_first_stage_shortens_it() -> None:
    assert verdict(there(alternating(40, 40)), Limit(6, Stop.TIME)) == (6, Stop.TIME)


# policies that do not settle ------------------------------------------------------------------------------------------


def test_what_does_not_settle_need_not_be_precise() -> None:
    precise, wide = np.full(10, 3.0), alternating(10, 40)
    assert verdict(there(precise, wide, unsettled=(1,))) == (10, Stop.PRECISE)
    assert verdict(there(precise, wide, unsettled=(0,))) == (20, Stop.OPEN)


def test_where_no_policy_settles_a_second_look_with_twice_as_many_decides() -> None:
    wide = alternating(20, 40)
    found = there(wide, wide, unsettled=(0, 1))
    assert verdict(part(found, np.broadcast_to(np.arange(20) < 10, (2, 20)))) == (20, Stop.OPEN)
    assert verdict(found) == (20, Stop.UNSETTLED)
    assert verdict(found, Limit(10, Stop.TIME)) == (10, Stop.UNSETTLED)  # there is no second look to come
    assert verdict(found, Limit(15, Stop.TIME)) == (15, Stop.UNSETTLED)


def test_one_look_that_finds_no_policy_to_settle_ends_nothing() -> None:
    """6.7 % of the studies of M/M/1 at a load of 0.8 were given up, each after a single look of several."""
    found = there(alternating(20, 1))
    found.late[0, :10] = 2.0
    found.late[0, 10:] = 0.5
    assert verdict(found) == (20, Stop.PRECISE)


def test_whether_a_policy_settles_is_asked_again_after_every_stage() -> None:
    """The wide policy does not settle in the first ten replications, but over 17 its growth may be an accident."""
    found = there(alternating(17, 40), alternating(17, 8))
    found.late[0, :10], found.late[0, 10:] = 2.0, 0.0
    first_ten = np.broadcast_to(np.arange(17) < 10, (2, 17))
    assert verdict(part(found, first_ten)) == (17, Stop.OPEN)
    assert verdict(found) == (34, Stop.OPEN)


# what is missing ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shortest", [0, 1, 9])
def test_while_a_cell_of_a_stage_is_missing_the_stage_is_open(shortest: int) -> None:
    constant = np.full(10, 7.0)
    assert verdict(there(constant, constant, shortest=shortest)) == (10, Stop.OPEN)


def test_a_missing_cell_of_a_later_stage_leaves_that_stage_open() -> None:
    wide = alternating(20, 40)
    assert verdict(there(wide, wide, shortest=19)) == (20, Stop.OPEN)


def test_with_nothing_there_the_first_stage_is_open() -> None:
    empty = np.empty((2, 0))
    assert verdict(Replications(empty.astype(bool), empty, empty, empty)) == (10, Stop.OPEN)


@pytest.mark.parametrize("measured", [0, 1])
def test_where_next_to_nothing_is_measured_the_stages_double(measured: int) -> None:
    """The slowdown of a class of jobs that came in one replication at most: no spread says how many are needed."""
    rare = np.full(20, np.nan)
    rare[:measured] = 5.0
    assert verdict(there(rare[:10])) == (20, Stop.OPEN)
    assert verdict(there(rare), Limit(20, Stop.REPLICATIONS)) == (20, Stop.REPLICATIONS)


# around 0 -------------------------------------------------------------------------------------------------------------


def test_around_0_nothing_is_precise() -> None:
    """No half-width is 5 % of a mean of 0, so the stages double until the limit."""
    found = there(alternating(40, 1, mean=0.0))
    assert verdict(found, Limit(40, Stop.REPLICATIONS)) == (40, Stop.REPLICATIONS)
    assert verdict(there(alternating(10, 1, mean=0.0))) == (20, Stop.OPEN)


def test_what_is_always_0_is_precise() -> None:
    assert verdict(there(np.zeros(10))) == (10, Stop.PRECISE)


def test_the_sign_of_a_mean_does_not_matter() -> None:
    assert verdict(there(-alternating(10, 8))) == verdict(there(alternating(10, 8)))


# order and place ------------------------------------------------------------------------------------------------------


@given(
    seed=st.integers(0, 2**32 - 1),
    variation=st.sampled_from([0.05, 0.15, 0.4]),
    policies=st.integers(1, 3),
    drift=st.booleans(),
)
def test_what_comes_after_the_last_stage_changes_no_verdict(
    seed: int, variation: float, policies: int, drift: bool
) -> None:
    rng = np.random.default_rng(seed)
    metric = rng.normal(1, variation, (policies, 200))
    middle = rng.exponential(1, (policies, 200))
    late = rng.exponential(1.3 if drift else 1, (policies, 200))
    whole = Replications(np.ones(metric.shape, dtype=bool), metric, middle, late)
    limit = Limit(100, Stop.REPLICATIONS)
    found = verdict(whole, limit)
    assert found.stop is not Stop.OPEN
    end = found.replications
    assert verdict(Replications(*(values[:, :end] for values in whole)), limit) == found
    holes = rng.random(metric.shape) < 0.5
    holes[:, :end] = True
    assert verdict(part(whole, holes), limit) == found
    one_missing = np.ones(metric.shape, dtype=bool)
    one_missing[rng.integers(policies), rng.integers(end)] = False
    assert verdict(part(whole, one_missing), limit).stop is Stop.OPEN


@cache
def mm1(load: float, studies: int, replications: int, jobs: int = 2000) -> list[Replications]:
    """Studies of M/M/1 by Lindley 1952, as in `test_steadiness`, with mean response times."""
    rng = np.random.default_rng(round(100 * load))
    found = []
    for _ in range(studies):
        gap, service = rng.exponential(1 / load, (replications, jobs)), rng.exponential(1, (replications, jobs))
        steps = np.zeros((replications, jobs))
        steps[:, 1:] = service[:, :-1] - gap[:, 1:]
        sums = steps.cumsum(axis=1)
        wait = sums - np.minimum.accumulate(sums, axis=1)
        arrival = gap.cumsum(axis=1)
        pairs = [present(a, a + w + s) for a, w, s in zip(arrival, wait, service, strict=True)]
        middle, late = np.array(pairs).T
        metric = (wait + service).mean(axis=1)
        found.append(Replications(np.ones((1, replications), bool), metric[None], middle[None], late[None]))
    return found


def test_a_stable_queue_is_given_up_in_5_of_100_studies_at_most_and_an_overloaded_one_always() -> None:
    """`dev statistics` measures more of them: 1.8 % at a load of 0.8, where it was 6.7 %."""
    stable = [verdict(one, Limit(80, Stop.REPLICATIONS)).stop for one in mm1(0.8, 60, 80)]
    assert sum(stop is Stop.UNSETTLED for stop in stable) <= 3
    overloaded = [verdict(one, Limit(20, Stop.REPLICATIONS)).stop for one in mm1(1.1, 20, 20)]
    assert set(overloaded) == {Stop.UNSETTLED}


# measured -------------------------------------------------------------------------------------------------------------


@cache
def points(variation: float = 0.15, number: int = 600) -> list[tuple[int, float, float, float]]:
    """(replications, mean, low, high) of points with true mean 1 that were followed to 5 %."""
    rng = np.random.default_rng(2015)
    found = []
    for _ in range(number):
        samples = rng.normal(1, variation, 300)
        ended = verdict(there(samples))
        assert ended.stop is Stop.PRECISE
        mean, low, high, n = estimate(samples[: ended.replications])
        found.append((n, mean, low, high))
    return found


def test_95_of_100_precise_points_are_as_close_to_the_truth_as_asked() -> None:
    assert np.mean([abs(mean - 1) <= PRECISION for _, mean, _, _ in points()]) >= 0.95


def test_stopping_when_it_is_narrow_leaves_an_interval_nearly_its_confidence() -> None:
    assert np.mean([low <= 1 <= high for _, _, low, high in points()]) >= 0.92


def test_about_as_many_replications_are_made_as_a_known_spread_would_need() -> None:
    """(1.96 x 0.15 / (0.05 / 1.05))^2 = 38.1."""
    assert 0.8 * 38.1 <= np.mean([n for n, *_ in points()]) <= 1.3 * 38.1
