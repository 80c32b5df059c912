"""Claims: what holds, what fails and what is open, on results made by hand."""

import numpy as np
import pytest

from engine.claim import Check
from engine.claims import Finding, Outcome, check, claims_on, finding
from engine.registry import EXAMPLES, FAMILIES
from engine.report import chosen_scenario
from engine.result import Result

FIELD = "workload.skewness"


def result(values: dict[str, list[float]], name: str = "zhang-wl4", metric: str = "response_time") -> Result:
    """A result with these replications of *metric* at every point, and nothing of other policies."""
    some = len(next(iter(values.values())))
    scenario = chosen_scenario(name, some, None)
    table = np.full((len(scenario.points()), len(scenario.policies), some, 1), np.nan)
    for policy, samples in values.items():
        table[:, list(scenario.policies).index(policy), :, 0] = samples
    return Result(scenario, (metric,), table)


@pytest.mark.parametrize(
    ("low", "high", "outcome"),
    [
        (1.5, np.inf, Outcome.HOLDS),
        (1.5, 2.5, Outcome.HOLDS),
        (2.0, np.inf, Outcome.OPEN),
        (2.5, np.inf, Outcome.FAILS),
        (-np.inf, 1.5, Outcome.FAILS),
    ],
)
def test_a_check_holds_if_all_of_the_interval_lies_in_the_range(low: float, high: float, outcome: Outcome) -> None:
    """The ratio of each replication is 2, give or take 0.1."""
    both = result({"GS": [2.0, 4.2, 5.7], "PB": [1.0, 2.0, 3.0]})
    found = check(Check("", "zhang-wl4", "response_time", "GS", low, high, over="PB"), both)
    assert found.measured.mean == pytest.approx(2.0)
    assert found.outcome is outcome


def test_a_single_replication_leaves_it_open() -> None:
    one = result({"GS": [2.0]})
    assert check(Check("", "zhang-wl4", "response_time", "GS", low=1), one).outcome is Outcome.OPEN


def test_growth_is_between_points() -> None:
    swept = result({"GS": [1.0, 2.0]}, "zhang-skewness", "execution_time")
    swept.table[2] *= 1.4
    growth = Check("", "zhang-skewness", "execution_time", "GS", over="GS", at={FIELD: 150.0}, over_at={FIELD: 20.0})
    assert check(growth, swept).measured.mean == pytest.approx(1.4)


def test_findings() -> None:
    both = result({"GS": [2.0, 4.2, 5.7], "PB": [1.0, 2.0, 3.0]})
    holds, fails = (check(Check("", "zhang-wl4", "response_time", "GS", low, over="PB"), both) for low in (1.5, 2.5))
    assert finding([holds, holds]) is Finding.REPRODUCED
    assert finding([holds, fails]) is Finding.PARTLY
    assert finding([holds, fails, fails]) is Finding.HARDLY
    assert finding([fails]) is Finding.NOT


def test_claims_are_known_by_the_study_and_not_by_its_seed() -> None:
    again = chosen_scenario("zhang-wl4", 3, 12345)
    found = claims_on(Result(again, ("response_time",), np.ones((1, len(again.policies), 3, 1))))
    assert [held.claim.name for held in found] == ["Z2"]
    other = EXAMPLES["zhang-wl4"].at({"workload.skewness": 30.0})
    assert claims_on(Result(other, ("response_time",), np.ones((1, len(other.policies), 10, 1)))) == []


def test_every_check_asks_an_example_that_can_answer() -> None:
    for claim in (claim for family in FAMILIES.values() for claim in family.claims):
        for one in claim.checks:
            example = EXAMPLES[one.example]
            assert {one.policy, one.over or one.policy} <= set(example.policies), one
            assert all(at is None or dict(at) in example.points() for at in (one.at, one.over_at)), one
