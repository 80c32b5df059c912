"""What the page says of the decisions of own policies, whatever they reserve."""

import pytest

from components.pages.studio.families.parallel_jobs.why.answer import explain, why_of
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.replay.trace import trace
from engine.study.registry import EXAMPLES, read_scenario


@pytest.mark.parametrize("reservation", ["none", "skip", 1, 3, "all"])
@pytest.mark.parametrize("order", ["-submit", "-area", "(wait / estimate)^3 * size"], ids=["arrival", "area", "wfp3"])
def test_every_decision_of_an_own_policy_is_explained(reservation: object, order: str) -> None:
    tree = EXAMPLES["which-policy-where"].model_dump(mode="json")
    tree["own_policies"] = [{"name": "mine", "order": order, "reservation": reservation}]
    tree["policies"], tree["study"] = ["own:mine"], {"replications": 1}
    tree["workload"] |= {"jobs": 60}
    tree["workload"]["arrivals"]["rate_per_1000_s"] *= 3
    scenario = read_scenario(tree)
    assert isinstance(scenario, ParallelJobsScenario)
    found = trace(scenario.at({}), "own:mine", 0)
    said = [why_of(found, step).sentences for step in found["steps"]]
    assert len(said) > 60
    assert all(said)
    assert explain(found, 30)
    waits = any("waits" in sentence or "first in the queue" in sentence for one in said for sentence in one)
    assert waits or reservation not in ("none", 1)
