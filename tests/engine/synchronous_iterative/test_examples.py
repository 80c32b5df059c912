"""The examples run, and what the paper says of its figures is held against them."""

import pytest

from engine.contract.claim import Claim
from engine.papers.claims import claims_on, finding
from engine.papers.finding import Finding
from engine.results.result import Result
from engine.study.ahead import result_ahead
from engine.study.registry import EXAMPLES as ALL
from engine.synchronous_iterative.measures import simulate
from engine.synchronous_iterative.metric_names import METRICS
from engine.synchronous_iterative.papers.claims import CLAIMS
from engine.synchronous_iterative.papers.examples import EXAMPLES


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_gives_every_metric(name: str) -> None:
    example = EXAMPLES[name]
    assert ALL[name] is example
    one = example.at(example.points()[-1]).at({"application.iterations": 3})
    for policy in one.policies:
        measured = simulate(one, policy, 0)
        assert set(measured) == set(METRICS)
        assert all(value == value and abs(value) != float("inf") for value in measured.values())


FOUND = {
    "figure 1": Finding.AT_LEAST_PARTLY,
    "figure 1, longer iterations": Finding.AT_MOST_PARTLY,
    "figure 2": Finding.REPRODUCED,
    "figure 3": Finding.PARTLY,
    "figure 4": Finding.REPRODUCED,
    "figure 5": Finding.NOT,
    "figure 6": Finding.REPRODUCED,
    "figure 7": Finding.REPRODUCED,
}


def _stored(example: str) -> Result:
    """What is stored of it, which `tests/engine/study/test_ahead.py` holds against the engine to the last bit."""
    found = result_ahead(EXAMPLES[example])
    assert found is not None, "there is no stored result of this engine: app.py dev ahead has to be run"
    assert found.complete
    return found


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.name)
def test_what_comes_of_the_claims(claim: Claim) -> None:
    checked = [
        one
        for example in dict.fromkeys(check.example for check in claim.checks)
        for held in claims_on(_stored(example))
        if held.claim is claim
        for one in held.checked
    ]
    assert len(checked) == len(claim.checks)
    outcomes = {one.check.words: (one.outcome.value, tuple(one.measured[:3])) for one in checked}
    assert finding(checked) is FOUND[claim.name], outcomes
