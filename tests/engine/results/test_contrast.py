"""Two studies against each other: which inputs differ, which points match, and how far the results are apart."""

from typing import Any

import numpy as np
import orjson
import pytest
from scipy import stats

from engine.inputs.scenario import Scenario
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.results.contrast import Contrast, common_policies, contrasts, left_out
from engine.results.input_differences import Input, input_differences
from engine.results.matching import matches, points_at
from engine.results.pairing import WelchTest, pairing
from engine.results.result import Result
from engine.statistics.means import estimate
from engine.statistics.ratio import RatioTest
from engine.study.budget import limits
from engine.study.registry import read_scenario

RATE = "workload.arrivals.rate_per_1000_s"
NAMES = ("response_time", "middle_jobs_in_system", "late_jobs_in_system")


def scenario(change: Any = None, rates: list[float] | None = None, seed: int = 1, **study: Any) -> Scenario:
    """System 1 with two policies, without a sweep unless *rates* are given, changed by *change*."""
    tree = orjson.loads(EXAMPLES["schnor-system-1"].canonical())
    tree["policies"] = ["SED", "FCFS"]
    vary = {"field": RATE, "values": rates} if rates else None
    tree["study"] = {"vary": vary, "replications": 4, "seed": seed, **study}
    if change:
        change(tree)
    return read_scenario(tree)


def result(of: Scenario, response: Any, late: Any = 1.0) -> Result:
    """A result with these response times, and as many jobs late as given for each in the middle; both broadcast."""
    points, policies = len(of.points()), len(of.policies)
    response = np.asarray(response, dtype=np.float64)
    table = np.ones((points, policies, response.shape[-1], len(NAMES)))
    table[..., 0] = response
    table[..., 2] = late
    return Result(of, NAMES, table, limits)


def put(path: str, value: Any) -> Any:
    def change(tree: Any) -> None:
        *parents, last = path.split(".")
        for name in parents:
            tree = tree[int(name)] if isinstance(tree, list) else tree[name]
        tree[int(last) if isinstance(tree, list) else last] = value

    return change


# inputs ---------------------------------------------------------------------------------------------------------------


def test_the_same_inputs_do_not_differ_whatever_they_are_called() -> None:
    renamed = scenario(put("title", "other")).model_copy(update={"notes": "other"})
    assert input_differences(scenario(), renamed) == []
    for example in EXAMPLES.values():
        assert input_differences(example, example) == []


def test_a_changed_field_policies_and_seed_are_told_with_their_paths() -> None:
    def change(tree: Any) -> None:
        tree["cluster"]["groups"][1]["count"] = 20
        tree["policies"] = ["SED"]
        tree["study"]["seed"] = 7

    assert set(input_differences(scenario(), scenario(change))) == {
        Input("cluster.groups.1.count", "cluster.groups.1.count", 25, 20),
        Input("policies", "policies", ("SED", "FCFS"), ("SED",)),
        Input("study.seed", "study.seed", 1, 7),
    }


def test_a_varied_field_is_told_by_its_values_and_not_by_its_own() -> None:
    other_rate = scenario(put(RATE, 3.0), rates=[0.5, 1.0])
    assert input_differences(scenario(rates=[0.5, 1.0]), other_rate) == []  # the own value is not used
    assert input_differences(scenario(), other_rate) == [Input(RATE, RATE, 1.0, (0.5, 1.0))]


def test_a_derived_axis_is_told_though_it_is_no_field_and_what_follows_from_it_is_not() -> None:
    loaded = scenario(vary={"field": "offered_load", "values": [0.2, 0.4]})
    assert set(input_differences(scenario(), loaded)) == {
        Input(None, "offered_load", None, (0.2, 0.4)),
        Input(RATE, RATE, 1.0, None),
    }


def test_what_is_on_one_side_only_has_nothing_on_the_other() -> None:
    def add(tree: Any) -> None:
        tree["cluster"]["groups"].append({"name": "new", "count": 2, "speed_factor": 2.0})
        tree["workload"]["arrivals"] = {"process": "batch"}

    found = {(one.path_b or one.path_a, one.a, one.b) for one in input_differences(scenario(), scenario(add))}
    assert found == {
        ("cluster.groups.2.name", None, "new"),
        ("cluster.groups.2.count", None, 2),
        ("cluster.groups.2.speed_factor", None, 2.0),
        ("cluster.groups.2.price_per_hour", None, 0.0),
        ("workload.arrivals.process", "poisson", "batch"),
        (RATE, 1.0, None),
    }
    assert len(input_differences(scenario(add), scenario())) == len(found)


def test_groups_are_matched_by_name_and_else_by_place() -> None:
    def without_fast(tree: Any) -> None:
        tree["cluster"]["groups"] = [{"name": "slow", "count": 24, "speed_factor": 4.0}]

    fewer = input_differences(scenario(), scenario(without_fast))
    assert Input("cluster.groups.1.count", "cluster.groups.0.count", 25, 24) in fewer
    assert Input("cluster.groups.0.count", None, 5, None) in fewer
    renamed = input_differences(scenario(), scenario(put("cluster.groups.1.name", "old")))
    assert [(one.a, one.b) for one in renamed] == [("slow", "old")]


def test_another_order_of_groups_is_one_difference() -> None:
    turned = scenario(lambda tree: tree["cluster"]["groups"].reverse())
    assert [(one.a, one.b) for one in input_differences(scenario(), turned)] == [(("fast", "slow"), ("slow", "fast"))]


# points ---------------------------------------------------------------------------------------------------------------


def pairs(a: Scenario, b: Scenario) -> list[tuple[int, int]]:
    return [(match.a, match.b) for match in matches(a, b)]


def test_points_with_the_same_value_match() -> None:
    a, b = scenario(rates=[0.1, 0.2, 0.5, 0.9]), scenario(rates=[0.2, 0.3, 0.9])
    assert pairs(a, b) == [(1, 0), (3, 2)]
    assert matches(a, b)[0].values == {RATE: 0.2}


def test_a_study_without_a_sweep_matches_where_the_other_has_its_value() -> None:
    a = scenario(rates=[0.5, 1.0, 1.5])
    assert pairs(a, scenario()) == [(1, 0)]
    assert pairs(scenario(), a) == [(0, 1)]
    assert pairs(scenario(put(RATE, 1.1)), a) == []
    assert pairs(scenario(), scenario(put("cluster.groups.1.count", 3))) == [(0, 0)]


def test_sweeps_of_different_fields_match_where_both_values_are_equal() -> None:
    over_machines = scenario(vary={"field": "cluster.groups.1.count", "values": [20, 25, 30]})
    assert pairs(scenario(rates=[0.5, 1.0]), over_machines) == [(1, 1)]
    assert pairs(scenario(rates=[0.5, 0.9]), over_machines) == []


def test_a_field_that_the_other_side_lacks_matches_nothing() -> None:
    batch = scenario(put("workload.arrivals", {"process": "batch"}))
    assert pairs(scenario(rates=[0.5, 1.0]), batch) == []


def test_machine_groups_are_the_same_by_name_and_not_by_place() -> None:
    a = scenario(vary={"field": "cluster.groups.1.count", "values": [20, 25]})

    def turn(tree: Any) -> None:
        tree["cluster"]["groups"].reverse()
        tree["study"]["vary"] = {"field": "cluster.groups.0.count", "values": [25, 30]}

    assert pairs(a, scenario(turn)) == [(1, 0)]


def test_an_offered_load_matches_the_rate_that_it_stands_for() -> None:
    """System 1 can do 5 + 25 / 4 = 11.25 s of work in a second; at 6000 s a job, 0.8 of it are 1.5 jobs per 1000 s."""
    loaded = scenario(vary={"field": "offered_load", "values": [0.4, 0.8]})
    assert pairs(scenario(rates=[0.75, 1.0, 1.5]), loaded) == [(0, 0), (2, 1)]


def test_values_match_to_nine_digits() -> None:
    """With three, Compare would put a load of 0.9001 beside one of 0.9004."""
    assert pairs(scenario(rates=[0.9001, 0.9002]), scenario(rates=[0.9002, 0.9004])) == [(1, 0)]
    assert pairs(scenario(rates=[0.1 + 0.2, 0.5]), scenario(rates=[0.3, 0.50000001])) == [(0, 0)]


def test_of_two_swept_fields_a_slice_can_be_taken() -> None:
    both = scenario(rates=[0.5, 1.0], and_vary={"field": "cluster.groups.1.count", "values": [20, 25]})
    assert points_at(both, {"cluster.groups.slow.count": 25}) == [2, 3]
    assert points_at(both, {"another field": 25}) == points_at(both, None) == [0, 1, 2, 3]
    assert [(m.a, m.b) for m in matches(both, scenario(), {"cluster.groups.slow.count": 25})] == [(3, 0)]
    assert [(m.a, m.b) for m in matches(both, scenario(), {"cluster.groups.slow.count": 20})] == []


# differences ----------------------------------------------------------------------------------------------------------

A_SAMPLES = np.array([[[10.0, 20.0, 30.0, 40.0], [5.0, 5.0, 5.0, 5.0]]])
B_SAMPLES = np.array([[[9.0, 17.0, 27.0, 35.0], [5.0, 5.0, 5.0, 5.0]]])


def test_equal_seeds_are_paired_by_replication() -> None:
    assert pairing(scenario(), scenario()) == (True, "both use seed 1")
    found = contrasts(result(scenario(), A_SAMPLES), result(scenario(), B_SAMPLES), "response_time")
    ratios = np.array([9 / 10, 17 / 20, 27 / 30, 35 / 40]) - 1
    assert found[0].size == pytest.approx(estimate(ratios, found[0].level))
    assert found[0].size.mean == pytest.approx(-0.11875)
    assert found[0].shown


def test_by_hand_a_paired_interval() -> None:
    """-0.10 and -0.12: mean -0.11, standard deviation 0.0141421, t = 12.7062 with one degree of freedom (any table)."""
    only_sed = put("policies", ["SED"])
    a, b = result(scenario(only_sed), [[[10.0, 25.0]]]), result(scenario(only_sed), [[[9.0, 22.0]]])
    (found,) = contrasts(a, b, "response_time")
    assert found.size.mean == pytest.approx(-0.11)
    assert found.size.half_width == pytest.approx(12.7062 * 0.0141421 / np.sqrt(2), rel=1e-4)
    assert (found.level, found.shown) == (0.95, False)


def test_only_replications_that_both_have_are_paired() -> None:
    long = result(scenario(), [[[10.0, 20.0, np.nan, 40.0, 50.0, 60.0]] * 2])
    short = result(scenario(), [[[11.0, 22.0, 33.0, 44.0]] * 2])
    assert [found.size.replications for found in contrasts(long, short, "response_time")] == [3, 3]


def test_other_seeds_are_not_paired() -> None:
    other = scenario(seed=2)
    assert pairing(scenario(), other) == (False, "the seeds differ (1 and 2)")
    found = contrasts(result(scenario(), A_SAMPLES), result(other, B_SAMPLES), "response_time")
    assert found[0].size.mean == pytest.approx(B_SAMPLES[0, 0].mean() / A_SAMPLES[0, 0].mean() - 1)
    assert not found[0].shown


def test_by_hand_the_ratio_of_two_independent_means() -> None:
    """Means 4 and 2, variances 2 and 2 of two values each: ratio 2 with variance (1 + 2^2 x 1) / 2^2 = 5 / 4, and
    (1 + 4)^2 / (1^2 / 1 + 4^2 / 1) = 25 / 17 degrees of freedom.
    """
    only_sed = put("policies", ["SED"])
    a, b = result(scenario(only_sed), [[[1.0, 3.0]]]), result(scenario(only_sed, seed=2), [[[3.0, 5.0]]])
    (found,) = contrasts(a, b, "response_time")
    assert found.size.mean == pytest.approx(1.0)
    assert found.size.high - found.size.mean == pytest.approx(stats.t.ppf(0.975, 25 / 17) * np.sqrt(5) / 2, rel=1e-6)


def test_equal_means_are_tested_as_welch_does() -> None:
    one, other = np.array([10.0, 20.0, 30.0, 40.0]), np.array([24.0, 25.0, 26.0])
    assert RatioTest.of(one, other).p_value() == pytest.approx(1) == stats.ttest_ind(one, other, equal_var=False).pvalue
    assert RatioTest.of(np.ones(3), np.ones(4)).p_value() == 1
    assert RatioTest.of(np.ones(3), np.full(4, 2.0)).p_value() == 0
    assert np.isnan(RatioTest.of(np.ones(1), one).p_value())


@pytest.mark.parametrize("ratio", [0.2, 1.0, 5.0])
def test_the_interval_of_an_unpaired_ratio_holds_the_truth(ratio: float) -> None:
    rng = np.random.default_rng(17)
    held = 0
    for _ in range(2000):
        found = RatioTest.of(rng.normal(ratio, 0.1 * ratio, 10), rng.normal(1, 0.1, 10)).relative(0.95)
        held += found.low <= ratio - 1 <= found.high
    assert abs(held / 2000 - 0.95) < 4 * np.sqrt(0.95 * 0.05 / 2000)


@pytest.mark.parametrize("seed", [1, 2])
def test_several_policies_at_a_point_are_corrected_by_holm(seed: int) -> None:
    three = put("policies", ["SED", "SED-NU", "FCFS"])
    rng = np.random.default_rng(5)
    base = rng.normal(100, 1, (1, 3, 8))
    moved = base * np.array([0.5, 0.9, 1.0])[:, None] + rng.normal(0, 0.5, (1, 3, 8))
    a, b = result(scenario(three), base), result(scenario(three, seed=seed), moved)
    levels = {found.policy: found.level for found in contrasts(a, b, "response_time")}
    assert levels["SED"] == pytest.approx(1 - 0.05 / 3)
    assert levels["SED-NU"] == pytest.approx(1 - 0.05 / 2)
    assert levels["FCFS"] == pytest.approx(0.95)


def test_what_does_not_settle_on_either_side_is_left_out_and_listed() -> None:
    a, b = scenario(rates=[0.5, 1.0]), scenario(rates=[0.5, 1.0])
    grows = np.array([[[1.0] * 4, [1.0] * 4], [[1.0] * 4, [30.0] * 4]])  # FCFS at the second point
    calm, growing = result(a, [[[5.0, 6, 7, 8]] * 2] * 2), result(b, [[[5.0, 6, 7, 8]] * 2] * 2, grows)
    found = contrasts(calm, growing, "response_time")
    assert [(one.match.a, one.policy) for one in found] == [(0, "SED"), (0, "FCFS"), (1, "SED")]
    assert all(one.exactly_same and not one.shown for one in found)
    (out,) = left_out(calm, growing)
    assert (out.match.values, out.policy, out.sides) == ({RATE: 1.0}, "FCFS", ("B",))
    assert [one.sides for one in left_out(growing, growing)] == [("A", "B")]


def test_only_common_policies_are_compared_and_nothing_known_gives_nothing() -> None:
    one, other = scenario(put("policies", ["SED", "FCFS"])), scenario(put("policies", ["SED-NU", "FCFS"]))
    assert common_policies(one, other) == ["FCFS"]
    known, unknown = result(one, [[[5.0, 6.0]] * 2]), result(other, [[[np.nan, np.nan]] * 2])
    assert contrasts(known, unknown, "response_time") == []
    assert [found.policy for found in contrasts(known, result(other, [[[5.0, 7.0]] * 2]), "response_time")] == ["FCFS"]


@pytest.mark.parametrize("seed", [1, 2])
def test_beside_a_mean_of_zero_a_difference_is_absolute(seed: int) -> None:
    """There was none at all, as if nothing had been found."""
    nothing, something = result(scenario(), np.zeros((1, 2, 3))), result(scenario(seed=seed), np.ones((1, 2, 3)))
    found = contrasts(nothing, something, "response_time")
    assert [(one.size.mean, one.is_relative, one.shown) for one in found] == [(1.0, False, True)] * 2
    same: list[Contrast] = contrasts(nothing, result(scenario(seed=seed), np.zeros((1, 2, 3))), "response_time")
    assert [(one.exactly_same, one.shown) for one in same] == [(True, False)] * 2


@pytest.mark.parametrize("seed", [1, 2])
def test_contrasts_share_one_base_since_they_share_an_axis(seed: int) -> None:
    a, b = scenario(rates=[0.5, 1.0]), scenario(rates=[0.5, 1.0], seed=seed)
    low = np.array([[[0.0, 0, 0, 1]] * 2, [[50.0, 60, 70, 80]] * 2])
    found = contrasts(result(a, low), result(b, low + np.array([1.0, 2, 1, 2])), "response_time")
    assert [one.is_relative for one in found] == [False] * 4
    assert [one.size.mean for one in found] == pytest.approx([1.5] * 4)
    assert [one.size.replications for one in found] == [4] * 4


def test_by_hand_the_difference_of_two_independent_means() -> None:
    """Means 0.5 and 3.5, variances 0.5 and 4.5 of two values each, so the standard error is sqrt(0.25 + 2.25)."""
    only_sed = put("policies", ["SED"])
    a, b = result(scenario(only_sed), [[[0.0, 1.0]]]), result(scenario(only_sed, seed=2), [[[2.0, 5.0]]])
    (found,) = contrasts(a, b, "response_time")
    freedom = 2.5**2 / (0.25**2 + 2.25**2)
    assert found.size.mean == pytest.approx(3.0)
    assert found.size.half_width == pytest.approx(stats.t.ppf(0.975, freedom) * np.sqrt(2.5), rel=1e-6)
    assert WelchTest(np.array([0.0, 1.0]), np.array([2.0, 5.0])).p_value(False) == pytest.approx(
        stats.ttest_ind([0.0, 1.0], [2.0, 5.0], equal_var=False).pvalue
    )


def test_one_replication_with_nothing_in_a_counts_as_any_other() -> None:
    a, b = result(scenario(), np.zeros((1, 2, 3))), result(scenario(), [[[0.0, 0.0, 2.0], [0.0, 0.0, 0.0]]])
    found = contrasts(a, b, "response_time")
    assert [(one.policy, one.exactly_same, one.size.replications) for one in found] == [
        ("SED", False, 3),
        ("FCFS", True, 3),
    ]


def test_a_ratio_to_a_mean_of_almost_nothing_does_not_overflow() -> None:
    """It was `OverflowError: (34, 'Numerical result out of range')`."""
    for below in ([1e-300, 2e-300], [5e-324, 5e-324], [1e-300, 1e300]):
        found = RatioTest.of(np.array([1e10, 2e10]), np.array(below))
        assert not found.p_value() < 0  # a number, or none
    assert np.isfinite(RatioTest.of(np.array([1.0, 3.0]), np.array([1e-300, 2e-300])).freedom)
    (one, _) = contrasts(
        result(scenario(), [[[1e-300, 2e-300]] * 2]), result(scenario(seed=2), [[[1e10, 2e10]] * 2]), "response_time"
    )
    assert (one.is_relative, one.size.mean) == (False, 1.5e10)


def test_one_replication_has_a_difference_without_an_interval() -> None:
    found = contrasts(result(scenario(), [[[5.0]] * 2]), result(scenario(), [[[6.0]] * 2]), "response_time")
    assert found[0].size.mean == pytest.approx(0.2)
    assert not found[0].shown
