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


def test_the_parts_of_a_rule_are_told_and_sum_up_to_the_value() -> None:
    tree = EXAMPLES["which-policy-where"].model_dump(mode="json")
    tree["own_policies"] = [{"name": "mine", "order": "min(wait / 1 d, 1) + fair - 0.01 * size"}]
    tree["policies"], tree["study"] = ["own:mine"], {"replications": 1}
    tree["workload"] |= {"jobs": 60}
    tree["workload"]["arrivals"]["rate_per_1000_s"] *= 3
    found = trace(read_scenario(tree).at({}), "own:mine", 0)  # type: ignore[arg-type]
    assert found["parts_of_rule"] == ["min(wait / 86400, 1)", "fair", "-(0.01 * size)"]
    told = [decision for step in found["steps"] for decision in step["decisions"] if "worth" in decision]
    assert len(told) > 60
    assert all(sum(one["parts"]) == pytest.approx(one["worth"], rel=1e-12) for one in told)
    asked = next(n for n, step in enumerate(found["steps"]) if len(step["decisions"]) > 2)
    why = why_of(found, found["steps"][asked])
    assert "By the rule, job" in why.sentences[-1]
    assert "from fair" in why.sentences[-1]
    values = [float(str(row[1]).replace("\u2212", "-")) for row in why.tables[-1].body]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) > 1
