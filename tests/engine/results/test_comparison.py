"""What a study says of two policies: differences corrected by Holm, what is left out, and where two curves cross."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise

import numpy as np
import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from engine.inputs.scenario import Scenario
from engine.metrics.catalogue import METRICS
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.results.comparison import Difference, crossings, differences
from engine.results.pairing import PairedTest, are_relative
from engine.results.result import DRIFT_METRICS, Result
from engine.statistics.means import estimate, holm_levels, p_value
from engine.statistics.ratio import Base, fieller
from engine.study.budget import limits
from engine.study.registry import read_scenario
from engine.study.run import run_study

NAMES = ("response_time", *DRIFT_METRICS)
POLICIES = ("SED", "SED-NU", "SED-NM", "FCFS")
NAN = float("nan")
T_9, T_39 = 2.262157, 2.022691
"""Quantiles of Student's t for 95 %, with 9 and 39 degrees of freedom (any table)."""


@cache
def scenario(policies: Sequence[str], xs: Sequence[float], second: Sequence[float] = ()) -> Scenario:
    tree = orjson.loads(EXAMPLES["schnor-system-1"].canonical())
    tree["policies"] = policies
    tree["study"]["vary"] = {"field": "workload.arrivals.rate_per_1000_s", "values": xs}
    if second:
        tree["study"]["and_vary"] = {"field": "cluster.groups.1.speed_factor", "values": second}
    return read_scenario(tree)


def result(
    values: Mapping[str, Sequence[np.ndarray]],
    xs: Sequence[float] = (1.0,),
    unsettled: Sequence[tuple[int, str]] = (),
    second: Sequence[float] = (),
) -> Result:
    """The result in which *values*[policy][point] are the response times of the replications."""
    longest = max(len(samples) for points in values.values() for samples in points)
    table = np.full((len(next(iter(values.values()))), len(values), longest, len(NAMES)), np.nan)
    for number, (policy, points) in enumerate(values.items()):
        for point, samples in enumerate(points):
            table[point, number, : len(samples), 0] = samples
            table[point, number, : len(samples), 1:] = 1.0, 2.0 if (point, policy) in unsettled else 1.0
    return Result(scenario(tuple(values), tuple(xs), tuple(second)), NAMES, table, limits)


def at_one_point(*samples: np.ndarray, unsettled: Sequence[str] = ()) -> Result:
    """One point at which the policies have these response times."""
    values = {policy: [sample] for policy, sample in zip(POLICIES, samples, strict=False)}
    return result(values, unsettled=[(0, policy) for policy in unsettled])


def one_difference(own: np.ndarray, other: np.ndarray) -> Difference:
    (found,) = differences(at_one_point(own, other), 0, "response_time")
    return found


# Holm -----------------------------------------------------------------------------------------------------------------


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


# differences ----------------------------------------------------------------------------------------------------------


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
    assert not one_difference(same, np.array([1.0, 2.0, NAN, np.nextafter(4.0, 5)])).exactly_same
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


# near zero ------------------------------------------------------------------------------------------------------------


def test_no_replication_is_dropped_because_the_other_has_nothing_there() -> None:
    """FCFS 10 s in all ten, UFF 0 s in eight and 12 s in two: it was "-18 +- 21 %" of two replications."""
    found = one_difference(np.full(10, 10.0), np.array([0.0] * 8 + [12.0] * 2))
    assert not found.is_relative
    assert found.size == estimate(np.array([10.0] * 8 + [-2.0] * 2))
    assert found.shown
    back = one_difference(np.array([0.0] * 8 + [12.0] * 2), np.full(10, 10.0))  # 10 s is something to be relative to
    assert back.is_relative
    assert back.size == pytest.approx(estimate(np.array([-1.0] * 8 + [0.2] * 2)))


def test_the_small_study_that_dropped_8_of_10_replications_counts_them_all() -> None:
    tree = {
        "family": "parallel-jobs",
        "version": 1,
        "cluster": {"groups": [{"name": "m", "count": 4, "speed_factor": 1}]},
        "workload": {
            "arrivals": {"process": "poisson", "rate_per_1000_s": 1.2},
            "jobs": 50,
            "job_classes": [{"demand": {"distribution": "exponential", "mean": 1000}, "min_size": 1, "max_size": 4}],
        },
        "policies": ["FCFS", "UFF"],
        "study": {"replications": 10, "seed": 3},
    }
    (found,) = differences(run_study(read_scenario(tree)), 0, "wait_time")
    assert found.size.replications == 10
    assert not found.is_relative


def test_beside_next_to_nothing_there_is_no_percentage() -> None:
    """ "6 800 +- 4 500 % above it": a hundredth of a second that is well known is no base for 70 s either."""
    noise = np.linspace(-1, 1, 10)
    found = one_difference(70 + 10 * noise, 0.01 + 0.0001 * noise)
    assert not found.is_relative
    assert found.size.mean == pytest.approx(69.99)
    assert one_difference(9.9 + noise, 1 + 0.1 * noise).is_relative


def test_what_can_be_negative_is_compared_by_difference() -> None:
    """Relative, -20 beside -10 would be 100 % more."""
    losses = {"efficiency_loss", "time_loss", "loss_median", "loss_q95", "loss_maximum", "loss_minimum"}
    errors = {"formula_error", "length_aware_error", "background_delay"}
    found = {metric.name for metric in METRICS.values() if metric.can_be_negative}
    assert found == {*losses, *errors, "time_loss_q95", "time_loss_maximum"}
    test = PairedTest(np.array([10.0, 11, 12]), np.array([20.0, 22, 24]))
    assert are_relative([test], can_be_negative=False)
    assert not are_relative([test], can_be_negative=True)
    assert not PairedTest(np.array([10.0, -11, 12]), np.array([20.0, 22, 24])).can_be_relative


def test_differences_that_are_told_together_have_one_base() -> None:
    rng = np.random.default_rng(8)
    own, other = rng.normal(100, 1, (2, 10))
    found = differences(at_one_point(own, other, np.zeros(10)), 0, "response_time")
    assert [one.is_relative for one in found] == [False, False]
    found = differences(at_one_point(own, other, own), 0, "response_time")
    assert [one.is_relative for one in found] == [True, True]


@given(
    seed=st.integers(0, 2**32 - 1), ratio=st.sampled_from([0.5, 0.9, 1.0, 1.1, 3.0]), replications=st.integers(12, 80)
)
def test_the_interval_of_a_ratio_of_means_agrees_with_the_paired_test(
    seed: int, ratio: float, replications: int
) -> None:
    rng = np.random.default_rng(seed)
    below = np.append(rng.uniform(0.5, 1.5, replications), 0.0)
    above = ratio * below + rng.normal(0, 0.1, len(below))
    test = PairedTest(below, above)
    assert (test.base, test.can_be_relative) == (Base.MEANS, True)
    for level in (0.95, 0.99, 0.995):
        found = test.estimate(True, level)
        assert found.low < above.mean() / below.mean() - 1 < found.high
        assert found.excludes_zero == (test.p_value(True) < 1 - level)
        assert found.excludes_zero == test.estimate(False, level).excludes_zero


def test_the_interval_of_a_ratio_of_means_holds_the_truth_in_95_of_100_studies() -> None:
    """Waits, of which one replication in ten has none: 40 of them, ratio 2."""
    rng = np.random.default_rng(1940)
    held = []
    for _ in range(2000):
        below = np.where(rng.random(40) < 0.1, 0.0, rng.uniform(0.5, 1.5, 40))
        found = fieller(2 * below + rng.normal(0, 0.3, 40), below)
        held.append(found.low <= 2 <= found.high)
    assert abs(np.mean(held) - 0.95) < 4 * np.sqrt(0.95 * 0.05 / 2000)


# crossings ------------------------------------------------------------------------------------------------------------

ONE_EACH_WAY = np.tile([-1.0, 1.0], 5)
"""Ten differences from the mean; their mean has the standard error 1/3."""


def curves(
    gaps: Sequence[np.ndarray], xs: Sequence[float], unsettled: Sequence[int] = (), second: Sequence[float] = ()
) -> Result:
    """Two policies whose response times differ by *gaps* at the points *xs*; both vary wildly together."""
    rng = np.random.default_rng(6)
    other = [1000 + 100 * rng.random(len(gap)) for gap in gaps]
    own = [base + gap for base, gap in zip(other, gaps, strict=True)]
    return result({"SED": own, "FCFS": other}, xs, [(n, "FCFS") for n in unsettled], second)


def found_crossings(
    gaps: Sequence[np.ndarray], xs: Sequence[float], unsettled: Sequence[int] = ()
) -> list[tuple[float, float, float]]:
    both = curves(gaps, xs, unsettled)
    found = crossings(both, "SED", "FCFS", "response_time")
    assert all((crossing.policy, crossing.other) == ("SED", "FCFS") for crossing in found)
    mirrored = crossings(both, "FCFS", "SED", "response_time")
    assert [crossing[2:] for crossing in mirrored] == [pytest.approx(crossing[2:]) for crossing in found]
    return [(crossing.low, crossing.x, crossing.high) for crossing in found]


def parallel(means: Sequence[float] | np.ndarray, spread: float) -> list[np.ndarray]:
    """Gaps of ten replications that all run parallel: the interval is the mean plus or minus *spread* x T_9 / 3."""
    return [mean + spread * ONE_EACH_WAY for mean in means]


def test_two_straight_lines_cross_where_they_cross() -> None:
    """The gap is x - 2.4 with half-width 0.1 x T_9 / 3 = 0.0754 everywhere."""
    xs = [1.0, 2.0, 3.0, 4.0]
    half = 0.1 * T_9 / 3
    expected = (2.4 - half, 2.4, 2.4 + half)
    assert found_crossings(parallel(np.array(xs) - 2.4, 0.1), xs) == [pytest.approx(expected, rel=1e-6)]


def test_an_interval_may_span_several_segments() -> None:
    """Half-width 2 x T_9 / 3 = 1.508, so from 0.892 to 3.908, between unevenly spaced points; the slope is 1."""
    xs = [0.5, 1.0, 2.0, 3.0, 3.5, 5.0]
    half = 2 * T_9 / 3
    expected = (2.4 - half, 2.4, 2.4 + half)
    assert found_crossings(parallel(np.array(xs) - 2.4, 2), xs) == [pytest.approx(expected, rel=1e-6)]


@pytest.mark.parametrize("xs", [[0.1, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [1.0, 2.0, 3.0, 3.5]])
def test_an_interval_that_is_open_on_either_side_is_no_crossing(xs: list[float]) -> None:
    """From 2.4 - 2.262 = 0.138 to 4.662: closed in the first sweep, on neither side in the second."""
    found = found_crossings(parallel(np.array(xs) - 2.4, 3), xs)
    assert len(found) == (1 if len(xs) == 7 else 0)
    assert found_crossings(parallel(np.array(xs)[1:] - 2.4, 3), xs[1:]) == []  # open on the left
    assert found_crossings(parallel(np.array(xs)[:5] - 2.4, 3), xs[:5]) == []  # open on the right


def test_curves_that_do_not_meet_do_not_cross() -> None:
    assert found_crossings(parallel([1, 2, 3], 0.1), [1.0, 2.0, 3.0]) == []


def test_every_crossing_is_found() -> None:
    """Gaps -1, 1, -1 with half-width 0.0754: crossings in the middle of each segment of slope 2 and -2."""
    half = 0.1 * T_9 / 3 / 2
    expected = [(x - half, x, x + half) for x in (1.5, 2.5)]
    found = found_crossings(parallel([-1, 1, -1], 0.1), [1.0, 2.0, 3.0])
    assert found == [pytest.approx(crossing, rel=1e-6) for crossing in expected]


def test_a_zigzag_within_the_noise_counts_once() -> None:
    """Gaps -3, 0.1, -0.1, 3: the mean changes its sign three times, but between a shown -3 and a shown +3."""
    found = found_crossings(parallel([-3, 0.1, -0.1, 3], 1), [1.0, 2.0, 3.0, 4.0])
    ((low, x, high),) = found
    assert x == pytest.approx(1 + 3 / 3.1)
    assert low == pytest.approx(1 + (3 - T_9 / 3) / 3.1, rel=1e-6)
    assert high == pytest.approx(3 + (T_9 / 3 + 0.1) / 3.1, rel=1e-6)


def test_a_touch_within_the_noise_is_no_crossing() -> None:
    """Gaps -3, 0.1, -3: better on both sides, and that it is ever worse is not shown."""
    assert found_crossings(parallel([-3, 0.1, -3], 1), [1.0, 2.0, 3.0]) == []


def test_curves_may_cross_exactly_at_a_point_of_the_sweep() -> None:
    half = 0.1 * T_9 / 3
    gaps = [-1 + 0.1 * ONE_EACH_WAY, 0.1 * ONE_EACH_WAY, 1 + 0.1 * ONE_EACH_WAY]
    both = result({"SED": [1000 + gap for gap in gaps], "FCFS": [np.full(10, 1000.0)] * 3}, [1.0, 2.0, 3.0])
    (found,) = crossings(both, "SED", "FCFS", "response_time")
    assert found[2:] == pytest.approx((2 - half, 2, 2 + half), rel=1e-6)


def test_policies_that_do_the_same_for_a_while_cross_there() -> None:
    """Exactly the same at 2 and 3; the interval ends where the difference is shown, right beside those points."""
    noise = np.linspace(0.9, 1.1, 10)
    gaps = [-noise, np.zeros(10), np.zeros(10), noise]
    both = result({"SED": [1000 + gap for gap in gaps], "FCFS": [np.full(10, 1000.0)] * 4}, [1.0, 2.0, 3.0, 4.0])
    (found,) = crossings(both, "SED", "FCFS", "response_time")
    assert found[2:] == pytest.approx((2, 2, 3))
    back = [-noise, np.zeros(10), np.zeros(10), -noise]
    both = result({"SED": [1000 + gap for gap in back], "FCFS": [np.full(10, 1000.0)] * 4}, [1.0, 2.0, 3.0, 4.0])
    assert crossings(both, "SED", "FCFS", "response_time") == []


@pytest.mark.parametrize("spread", [0.0, 1e-12, 1e-9, 1e-6])
def test_without_noise_a_crossing_has_no_width(spread: float) -> None:
    """As when all jobs are there at time 0 and need the same: every replication is equal."""
    xs = [1.0, 2.0, 3.0, 4.0]
    own = [100 + (x - 2.4) + spread * ONE_EACH_WAY for x in xs]
    both = result({"SED": own, "FCFS": [np.full(10, 100.0)] * 4}, xs)
    (found,) = crossings(both, "SED", "FCFS", "response_time")
    assert found[2:] == pytest.approx((2.4, 2.4, 2.4), abs=1e-6)
    assert found.low <= found.x <= found.high


def test_a_crossing_is_not_looked_for_across_a_point_that_does_not_settle() -> None:
    xs = [1.0, 2.0, 3.0, 4.0]
    assert found_crossings(parallel(np.array(xs) - 2.4, 0.1), xs, unsettled=[1]) == []
    assert len(found_crossings(parallel(np.array(xs) - 2.4, 0.1), xs, unsettled=[0, 3])) == 1
    assert found_crossings(parallel(np.array(xs) - 2.4, 0.1), xs, unsettled=range(4)) == []


def test_points_may_have_different_numbers_of_replications() -> None:
    """The gap is x - 1.5 plus or minus 1; ten replications up to x = 1, forty from x = 2 on.

    Between 1 and 2 only ten are common, and half-width 0.754 does not show the 0.5 at x = 2. The forty of x = 2 do:
    T_39 x sqrt(40 / 39) / sqrt(40) = 0.324. So the interval ends there.
    """
    xs = [0.0, 1.0, 2.0, 3.0]
    gaps = [x - 1.5 + np.tile(ONE_EACH_WAY, 1 if x < 2 else 4) for x in xs]
    assert T_39 / np.sqrt(39) == pytest.approx(0.324, abs=1e-3)
    assert found_crossings(gaps, [x + 0.1 for x in xs]) == [pytest.approx((1.6 - T_9 / 3, 1.6, 2.1), rel=1e-6)]


def test_a_crossing_may_hide_in_the_replications_that_a_point_has_more() -> None:
    """At x = 2 the first ten replications say -0.1 and all forty +0.1, so the sign changes in no segment but there."""
    xs = [1.0, 2.0, 3.0]
    middle = np.concatenate((ONE_EACH_WAY - 0.1, np.tile(ONE_EACH_WAY, 3) + 0.5 / 3))
    assert (middle[:10].mean(), middle.mean()) == pytest.approx((-0.1, 0.1))
    ((low, x, high),) = found_crossings([ONE_EACH_WAY - 3, middle, np.tile(ONE_EACH_WAY, 4) + 3], xs)
    assert low == pytest.approx(1 + (3 - T_9 / 3) / 2.9, rel=1e-6)
    assert x == 2
    assert 2 < high < 2.1


def signs_shown(gaps: Sequence[np.ndarray], xs: np.ndarray) -> np.ndarray:
    """What the 95 % interval shows at each of *xs* between the points 0, 1, 2, ...: -1, +1, or 0 for nothing."""
    left = np.clip(xs.astype(int), 0, len(gaps) - 2)
    whole = np.array(gaps)
    values = whole[left] + (xs - left)[:, None] * (whole[left + 1] - whole[left])
    n = values.shape[1]
    half = stats.t.ppf(0.975, n - 1) * values.std(axis=1, ddof=1) / np.sqrt(n)
    mean = values.mean(axis=1)
    return np.where(abs(mean) > half, np.sign(mean), 0)


@given(
    seed=st.integers(0, 2**32 - 1),
    common=st.sampled_from([0.05, 0.5, 1.5]),
    own=st.sampled_from([0.01, 0.3]),
    replications=st.integers(3, 12),
)
def test_a_scan_along_the_sweep_finds_the_same_crossings(
    seed: int, common: float, own: float, replications: int
) -> None:
    rng = np.random.default_rng(seed)
    heights, shared = rng.normal(0, 1.5, 6), rng.normal(0, common, replications)
    gaps = [height + shared + rng.normal(0, own, replications) for height in heights]
    found = np.array(found_crossings(gaps, [n + 0.1 for n in range(6)])).reshape(-1, 3) - 0.1
    grid, near = np.linspace(0, 5, 2001), 1e-7
    signs = signs_shown(gaps, grid)
    for low, x, high in found:
        assert low <= x <= high
        before, after = signs_shown(gaps, np.array([low - near, high + near]))
        assert before * after == -1
        assert not signs[(grid > low + near) & (grid < high - near)].any()
    shown = np.flatnonzero(signs)
    for a, b in ((a, b) for a, b in pairwise(shown) if signs[a] != signs[b]):
        assert ((found[:, 0] > grid[a] - near) & (found[:, 2] < grid[b] + near)).any()


def test_fewer_than_two_common_replications_show_no_crossing() -> None:
    xs = [1.0, 2.0, 3.0]
    gaps = [np.array([x - 1.9, x - 1.91]) for x in xs]
    assert len(found_crossings(gaps, xs)) == 1
    assert found_crossings([gap[:1] for gap in gaps], xs) == []
    assert found_crossings([gaps[0], gaps[1][:1], gaps[2]], xs) == []


def test_of_two_swept_fields_there_are_no_crossings() -> None:
    gaps = parallel([-1, 1, -1, 1], 0.1)
    assert len(crossings(curves(gaps, [1.0, 2.0, 3.0, 4.0]), "SED", "FCFS", "response_time")) == 3
    assert crossings(curves(gaps, [1.0, 2.0], second=[2.0, 4.0]), "SED", "FCFS", "response_time") == []


def test_of_a_single_point_there_are_no_crossings() -> None:
    assert found_crossings(parallel([0.001], 1), [1.0]) == []
    tree = orjson.loads(scenario(("SED", "FCFS"), (1.0,)).canonical())
    tree["study"]["vary"] = None
    alone = Result(read_scenario(tree), NAMES, np.ones((1, 2, 10, 3)), limits)
    assert crossings(alone, "SED", "FCFS", "response_time") == []


def test_the_interval_holds_the_true_crossing_in_95_of_100_studies() -> None:
    """400 studies whose replications have slopes and heights of their own; the true gap is x - 2.4."""
    rng = np.random.default_rng(1954)
    xs = np.array([1.0, 2.0, 3.0, 4.0])
    held, spans = [], []
    for _ in range(400):
        height, slope, noise = rng.normal(0, 0.3, 10), rng.normal(1, 0.2, 10), rng.normal(0, 0.1, (4, 10))
        gaps = [height + slope * (x - 2.4) + noise[n] for n, x in enumerate(xs)]
        found = crossings(curves(gaps, xs.tolist()), "SED", "FCFS", "response_time")
        assert len(found) == 1
        held.append(found[0].low <= 2.4 <= found[0].high)
        spans.append(int(found[0].high) - int(found[0].low))
    assert 0.92 <= np.mean(held) <= 0.98
    assert max(spans) > 0  # some of the intervals span segments
