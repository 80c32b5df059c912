"""What the notes of the examples of ordered queues say is so in the stored numbers, beyond what chance does."""

import numpy as np
import pytest

from engine.contract.claim import Check
from engine.papers.claims import Checked, check
from engine.papers.finding import Outcome
from engine.parallel_jobs.inputs.jobs import drawn
from engine.parallel_jobs.measures import simulate
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.parallel_jobs.replication import replicate
from engine.results.result import Result
from engine.study.ahead import result_ahead

WHO, WHOM, MULTIPLES = "who-is-first", "policy-for-whom", "estimates-by-a-multiple"
MEAN = "bounded_slowdown"
NARROW, MIDDLE, WIDE = (f"class_slowdown[size {sizes}]" for sizes in ("1", "17-64", "65-256"))
FACTOR = "workload.arrivals.estimate.multiple_of"


def asked(one: Check, result: Result) -> Checked:
    """A check that stands alone."""
    (found,) = check([one], {one.example: result})
    return found


def stored(name: str) -> Result:
    found = result_ahead(EXAMPLES[name])
    assert found is not None
    return found


def mean(name: str, policy: str, metric: str = MEAN, point: int = 0) -> float:
    return float(np.mean(stored(name).samples(point, policy, metric)))


@pytest.mark.parametrize("policy", ["F1", "F2", "SAF", "F3", "SQF"])
def test_orders_by_small_areas_and_sizes_have_less_than_a_fifth_of_the_mean_of_the_others(policy: str) -> None:
    for other in ("EASY", "SJF", "UNICEF", "XF", "WFP3", "EASY-SJF", "FF", "LAF", "LQF", "FCFS"):
        found = asked(Check("", WHO, MEAN, policy, high=0.2, over=other), stored(WHO))
        assert found.outcome is Outcome.HOLDS, (policy, other, found)
    assert 39 <= round(mean(WHO, policy)) <= 46


@pytest.mark.parametrize("policy", ["F1", "F3", "F4", "SAF", "SQF", "SJF"])
def test_they_pay_with_the_last_hundredth(policy: str) -> None:
    found = asked(Check("", WHO, "response_time_p99", policy, low=1.05, over="EASY"), stored(WHO))
    assert found.outcome is Outcome.HOLDS


def test_the_page_shows_all_but_the_plain_queue() -> None:
    assert [policy for policy in EXAMPLES[WHO].policies if not stored(WHO).settles(0, policy)] == ["FCFS"]
    assert all(stored(WHOM).settles(0, policy) for policy in EXAMPLES[WHOM].policies)


@pytest.mark.parametrize(("policy", "low", "high"), [("F1", 38, 50), ("SAF", 38, 50), ("EASY", 507, 823)])
def test_the_means_at_a_load_of_085_are_those_of_a_prototype(policy: str, low: float, high: float) -> None:
    """F1 39 and EASY 606, give or take the sum of both intervals; above, long jobs gather."""
    at = EXAMPLES[WHO].at({"workload.arrivals.load": 0.85})
    found = [simulate(at, policy, replication) for replication in range(at.study.replications)]
    assert low < float(np.mean([one[MEAN] for one in found])) < high
    if policy != "EASY":
        late, middle = (np.mean([one[f"{when}_jobs_in_system"] for one in found]) for when in ("late", "middle"))
        assert late > 1.1 * middle


@pytest.mark.parametrize(("policy", "told"), [("EASY", 0.5), ("F1", 1.7), ("SAF", 2.5)])
def test_they_pay_with_the_largest_wait(policy: str, told: float) -> None:
    scenario = EXAMPLES[WHO]
    largest = []
    for replication in range(scenario.study.replications):
        records = replicate(scenario, policy, replication, drawn(scenario, replication).jobs)[3]
        largest.append(float((records.start - records.arrival).max()))
    assert round(float(np.mean(largest)) / 1e6, 1) == told
    assert f"{told}" in scenario.notes


@pytest.mark.parametrize(
    ("metric", "policy", "over"),
    [
        *((NARROW, "SJF", other) for other in ("EASY", "Conservative", "FF", "WFP3")),
        *((MIDDLE, "FF", other) for other in ("EASY", "Conservative", "SJF", "WFP3")),
        *((WIDE, "WFP3", other) for other in ("EASY", "Conservative", "SJF")),
    ],
)
def test_jobs_of_different_sizes_vote_for_different_policies(metric: str, policy: str, over: str) -> None:
    found = asked(Check("", WHOM, metric, policy, high=1.0, over=over), stored(WHOM))
    assert found.outcome is Outcome.HOLDS, found


def test_a_multiple_of_the_run_time_hardly_matters_and_estimates_of_users_do() -> None:
    for factor in (2, 3, 5, 10, 20):
        found = asked(
            Check("", MULTIPLES, MEAN, "EASY", 0.85, 1.2, over="EASY", at={FACTOR: factor}, over_at={FACTOR: 1}),
            stored(MULTIPLES),
        )
        assert found.outcome is Outcome.HOLDS, (factor, found)
    users = stored("users-estimates")
    told = users.samples([point["offered_load"] for point in users.points].index(0.7), "EASY", MEAN)
    for point in range(len(stored(MULTIPLES).points)):
        assert np.mean(told) > 1.5 * mean(MULTIPLES, "EASY", point=point)


@pytest.mark.parametrize(
    ("name", "policy", "metric", "point"),
    [
        (WHO, "EASY", MEAN, 0),
        *((WHOM, policy, NARROW, 0) for policy in ("EASY", "SJF")),
        *((WHOM, policy, MIDDLE, 0) for policy in ("EASY", "FF")),
        *((WHOM, policy, WIDE, 0) for policy in ("EASY", "WFP3")),
        *((MULTIPLES, "EASY", MEAN, point) for point in (0, 4)),
    ],
)
def test_numbers_of_the_notes(name: str, policy: str, metric: str, point: int) -> None:
    assert f"{round(mean(name, policy, metric, point)):,}" in EXAMPLES[name].notes
