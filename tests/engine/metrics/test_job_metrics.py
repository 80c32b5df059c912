"""What is measured of jobs: worked by hand on four of them, and the response time that a job would have alone."""

from typing import Any

import numpy as np
import orjson
import pytest

from engine.inputs.measurement import Measurement
from engine.inputs.warm_up import FixedWarmUp
from engine.metrics.job_metrics import BOX, JOB_METRICS, JobTimes, detail_names, measure_jobs, short_jobs
from engine.parallel_jobs import simulation
from engine.parallel_jobs.inputs.jobs import alone
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import draw_jobs, machines_of, simulated_as
from engine.parallel_jobs.measures import simulate
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.parallel_jobs.policies import POLICIES
from engine.parallel_jobs.records import Reason
from engine.study.registry import read_scenario

FOUR = JobTimes(
    arrival=np.array([0.0, 1.0, 2.0, 3.0]),
    start=np.array([0.0, 4.0, 9.0, 12.0]),
    end=np.array([4.0, 9.0, 12.0, 18.0]),
    alone=np.array([4.0, 2.0, 5.0, 3.0]),
    job_class=np.array([0, 1, 0, 1]),
)
"""Response times 4, 8, 10, 15; slowdowns 1, 4, 2, 5, of which "even" has 1 and 2 and "odd" 4 and 5."""

CLASSES = ("even", "odd")


LOW = 1.0
"""A threshold below all that the four take alone: bounded slowdowns are slowdowns then."""


def measured(classes: tuple[str, ...] = CLASSES, **measurement: Any) -> dict[str, float]:
    measurement = {"slowdown_threshold": LOW} | measurement
    return measure_jobs(FOUR, classes, Measurement(**measurement))[0]


# four jobs ------------------------------------------------------------------------------------------------------------


def test_times_by_hand() -> None:
    found = measured()
    assert found["response_time"] == 37 / 4
    assert found["wait_time"] == (0 + 3 + 7 + 9) / 4


def test_the_slowdown_is_the_mean_of_the_ratios() -> None:
    assert measured()["slowdown"] == pytest.approx((1 + 4 + 2 + 5) / 4)


@pytest.mark.parametrize(
    ("threshold", "expected"),
    [
        (0.5, (1 + 4 + 2 + 5) / 4),  # below all: the slowdown
        (4.0, (4 / 4 + 8 / 4 + 10 / 5 + 15 / 4) / 4),  # above the 2 and 3 s that two jobs take alone
        (10.0, (1 + 1 + 1 + 1.5) / 4),  # above all: 4 / 10 and 8 / 10 count as 1
        (100.0, 1.0),
    ],
)
def test_the_bounded_slowdown_takes_short_jobs_for_as_long_as_the_threshold(threshold: float, expected: float) -> None:
    assert measured(slowdown_threshold=threshold)["bounded_slowdown"] == pytest.approx(expected)


def test_percentiles_lie_between_two_jobs_in_proportion() -> None:
    """Of 4, 8, 10, 15: half way between 8 and 10, then 0.85 and 0.97 of the way from 10 to 15."""
    found = measured()
    assert [found[f"response_time_p{p}"] for p in (50, 95, 99)] == pytest.approx([9, 14.25, 14.85])


def test_indices_of_fairness_are_of_the_slowdowns() -> None:
    """1, 2, 4, 5: Jain 12^2 / (4 x 46); Gini (-3 x 1 - 2 + 4 + 3 x 5) / (4 x 12); the lower half has 3 of 12."""
    found = measured()
    assert found["jain_index"] == pytest.approx(144 / 184)
    assert found["gini"] == pytest.approx(14 / 48)
    assert found["lorenz[0.5]"] == pytest.approx(3 / 12)
    assert found["lorenz[0.1]"] == pytest.approx(0.4 / 12)
    assert found["lorenz[0.9]"] == pytest.approx((7 + 0.6 * 5) / 12)


def test_fairness_is_of_bounded_slowdowns_whose_mean_exists() -> None:
    """Bounded by 4 s: 1, 2, 2 and 3.75. One job of a microsecond made Jain's index 0.25, whatever the others got."""
    found = measured(slowdown_threshold=4.0)
    bounded = np.array([1, 2, 2, 3.75])
    assert found["jain_index"] == pytest.approx(bounded.sum() ** 2 / (4 * (bounded**2).sum()))
    assert found["lorenz[0.5]"] == pytest.approx(3 / 8.75)
    assert (found["class_slowdown[even]"], found["class_slowdown[odd]"]) == pytest.approx((1.5, 2.875))
    assert found["class_slowdown_p50[odd]"] == pytest.approx(2.875)
    tiny = FOUR._replace(alone=np.array([4.0, 1e-6, 5.0, 3.0]))
    unfair = measure_jobs(tiny, CLASSES, Measurement(slowdown_threshold=4.0))[0]
    assert {name: unfair[name] for name in found if name != "slowdown"} == {
        name: value for name, value in found.items() if name != "slowdown"
    }
    assert unfair["slowdown"] > 1e6


def test_where_the_slowdown_has_no_mean_is_known_of_the_demands() -> None:
    tree = orjson.loads(EXAMPLES["schnor-system-1"].canonical())
    tree["workload"]["job_classes"][0]["demand"] = {"distribution": "constant", "mean": 10}
    assert short_jobs(tree) == []
    tree["workload"]["job_classes"][0]["demand"] = {"distribution": "exponential", "mean": 10}
    assert short_jobs(tree) == ["exponential"]


def test_each_class_has_its_own_mean_and_percentiles() -> None:
    """1 and 2, 4 and 5: 5 % lie at 0.05 of the way from the one to the other, and so on."""
    found = measured()
    assert (found["class_slowdown[even]"], found["class_slowdown[odd]"]) == pytest.approx((1.5, 4.5))
    for name, first in (("even", 1), ("odd", 4)):
        boxes = [found[f"class_slowdown_p{percent}[{name}]"] for percent in BOX]
        assert boxes == pytest.approx([first + percent / 100 for percent in BOX])


def test_the_variation_is_of_the_class_means() -> None:
    """1.5 and 4.5: standard deviation 3 / sqrt 2, mean 3."""
    assert measured()["class_variation"] == pytest.approx(1 / np.sqrt(2))


def test_one_class_has_no_variation_and_the_slowdowns_of_all() -> None:
    found = measured(("all",))
    assert "class_variation" not in found
    assert found["class_slowdown[all]"] == pytest.approx(3)
    assert found["class_slowdown_p50[all]"] == pytest.approx(3)


def test_a_class_that_does_not_come_has_no_values_and_does_not_vary() -> None:
    found = measured((*CLASSES, "rare"))
    assert not [name for name in found if name.endswith("[rare]")]
    assert {name: found[name] for name in measured()} == measured()
    never = measure_jobs(FOUR._replace(job_class=np.zeros(4, dtype=int)), CLASSES, Measurement())[0]
    assert np.isnan(never["class_variation"])


def test_jobs_in_system_in_the_middle_and_in_the_last_third() -> None:
    """From 1 to 2 jobs 0 and 1 are there, from 2 to 3 jobs 0, 1 and 2."""
    found = measured()
    assert (found["middle_jobs_in_system"], found["late_jobs_in_system"]) == (2, 3)


def test_the_warm_up_is_left_out_of_everything_but_the_drift_test() -> None:
    """Without the first one: response times 8, 10, 15, slowdowns 4, 2, 5."""
    found, counted = measure_jobs(
        FOUR, CLASSES, Measurement(warm_up=FixedWarmUp(method="fixed", jobs=1), slowdown_threshold=LOW)
    )
    assert counted.start == found["warm_up_jobs"] == 1
    assert [found[name] for name in ("response_time", "wait_time", "slowdown")] == pytest.approx([11, 19 / 3, 11 / 3])
    assert found["response_time_p50"] == 10
    assert found["jain_index"] == pytest.approx(121 / (3 * 45))
    assert (found["class_slowdown[even]"], found["class_slowdown[odd]"]) == (2, 4.5)
    assert (found["middle_jobs_in_system"], found["late_jobs_in_system"]) == (2, 3)


@pytest.mark.parametrize("classes", [("all",), CLASSES])
def test_the_names_are_those_that_are_listed(classes: tuple[str, ...]) -> None:
    assert set(measured(classes)) == {*JOB_METRICS, *detail_names(classes)}


# alone ----------------------------------------------------------------------------------------------------------------


def system_1(**kind: Any) -> ParallelJobsScenario:
    """5 fast machines and 25 of speed factor 4; jobs of 6000 s for 3 to 30 machines, unless changed."""
    return of_kinds(kind)


def of_kinds(*kinds: dict[str, Any], jobs: int = 20) -> ParallelJobsScenario:
    tree = orjson.loads(EXAMPLES["schnor-system-1"].at({"workload.jobs": jobs}).canonical())
    (first,) = tree["workload"]["job_classes"]
    tree["workload"]["job_classes"] = [first | {"name": str(n)} | kind for n, kind in enumerate(kinds)]
    scenario = read_scenario(tree)
    assert isinstance(scenario, ParallelJobsScenario)
    return scenario


def times_alone(scenario: ParallelJobsScenario) -> np.ndarray:
    return alone(scenario, draw_jobs(scenario, 0), machines_of(scenario))


@pytest.mark.parametrize(
    ("kind", "seconds"),
    [
        ({}, 800),  # 30 machines at the pace of the slow ones do 7.5 s per second, the 5 fast ones 5
        ({"max_size": 5}, 1200),  # the 5 fast ones
        ({"max_size": 20}, 1200),  # 20 with slow ones would do just as much
        ({"max_size": 21}, 6000 / 5.25),
        ({"min_size": 6, "max_size": 10}, 2400),  # the fast ones are too few: 10 at a quarter of the pace
        ({"min_size": 1, "max_size": 1}, 6000),
        ({"max_size": 2000}, 800),
        ({"demand": {"distribution": "constant", "mean": 15}}, 2),
    ],
)
def test_the_response_time_alone_by_hand(kind: dict[str, Any], seconds: float) -> None:
    assert times_alone(system_1(**kind)) == pytest.approx(np.full(20, seconds), rel=1e-14)


def test_each_class_of_jobs_has_its_own_best_mapping() -> None:
    scenario = of_kinds({"max_size": 5}, {}, {"max_size": 1, "min_size": 1})
    expected = np.array([1200, 800, 6000])[draw_jobs(scenario, 0).job_class]
    assert len(set(expected.tolist())) == 3
    assert times_alone(scenario) == pytest.approx(expected)


def test_the_order_of_the_groups_does_not_matter() -> None:
    tree = orjson.loads(system_1(max_size=21).canonical())
    tree["cluster"]["groups"].reverse()
    turned: Any = read_scenario(tree)
    assert times_alone(turned) == pytest.approx(times_alone(system_1(max_size=21)))


@pytest.mark.parametrize("policy", ["SED", "SED-NU", "SED-NM"])
def test_a_job_that_is_alone_takes_as_long_as_alone(policy: str) -> None:
    """Jobs come so rarely that nobody meets."""
    kinds = of_kinds({"max_size": 5}, {"max_size": 21}, {"min_size": 6, "max_size": 10})
    found = simulate(kinds.at({"workload.arrivals.rate_per_1000_s": 1e-6}), policy, 0)
    assert found["slowdown"] == pytest.approx(1, rel=1e-6)
    assert (found["jain_index"], found["class_variation"]) == pytest.approx((1, 0), abs=1e-6)


def generated(seed: int) -> ParallelJobsScenario:
    """Two to four groups and one to three classes of anything, neither idle nor swamped."""
    rng = np.random.default_rng(seed)
    groups: list[dict[str, Any]] = [
        {"name": str(n), "count": int(rng.integers(1, 8)), "speed_factor": float(rng.choice([1, 1.1, 1.5, 2, 3.3, 4]))}
        for n in range(rng.integers(2, 5))
    ]
    machines = sum(group["count"] for group in groups)
    tree = orjson.loads(EXAMPLES["schnor-system-1"].at({"workload.jobs": 300}).canonical())
    tree["cluster"]["groups"] = groups
    tree["workload"]["job_classes"] = [
        {
            "name": str(n),
            "demand": {"distribution": "exponential", "mean": float(rng.integers(10, 500))},
            "min_size": (low := int(rng.integers(1, machines + 1))),
            "max_size": int(rng.integers(low, machines + 4)),
        }
        for n in range(rng.integers(1, 4))
    ]
    if rng.random() < 0.5:
        tree["options"]["migration"] = {"checkpoint": 0.0, "latency": 0.0, "transfer_per_kb": 0.0}
    tree["study"]["vary"] = {"field": "offered_load", "values": [float(rng.choice([0.3, 0.6, 0.9]))]}
    scenario: Any = read_scenario(tree)
    return scenario.at(scenario.points()[0])


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("seed", range(8))
def test_under_no_policy_a_job_is_faster_than_alone(policy: str, seed: int) -> None:
    scenario = generated(seed)
    jobs, machines = draw_jobs(scenario, 0), machines_of(scenario)
    code, rules = simulated_as(scenario, policy)
    records = simulation.run(jobs, machines, rules, code)
    taken = records.reason == Reason.NONE
    slowdown = ((records.end - records.arrival) / alone(scenario, jobs, machines))[taken]
    # A time of 1e6 s has a last digit of 1e-10 s, and the shortest jobs take a thousandth of a second.
    assert slowdown.min() >= 1 - 1e-6
