"""Where the curves of two policies cross, and how surely."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from engine.results.comparison import crossings
from engine.results.result import Result
from engine.study.budget import limits
from engine.study.registry import read_scenario
from tests.engine.results.results_by_hand import NAMES, result, scenario

T_9, T_39 = 2.262157, 2.022691
"""Quantiles of Student's t for 95 %, with 9 and 39 degrees of freedom (any table)."""
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
