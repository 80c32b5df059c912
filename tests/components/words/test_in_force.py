"""What a methods paragraph leaves out does not change a number, and what it lists is there."""

from re import fullmatch
from typing import Any

import orjson
import pytest

from components.words.methods import OWN, RULES, is_in_force, parameters
from engine.inputs.paths import leaves
from engine.inputs.scenario import Scenario
from engine.study.registry import EXAMPLES, FAMILIES, read_scenario

OTHERS: dict[str, Any] = {
    "options.migrate_only_if_it_pays": True,
    "options.hold_old_machines": True,
    "options.upgrade_only_when_queue_empty": True,
    "options.migration.checkpoint": 500.0,
    "options.migration.latency": 50.0,
    "options.migration.transfer_per_kb": 1.0,
    "workload.job_classes.0.process_size_kb": 1e6,
    "options.resize_cost": 300.0,
    "options.lazy_by_the_letter": True,
    "options.reservation_depth": 1,
    "options.aging": 1e6,
    "options.wait_bound_s": 100.0,
    "options.multifactor.age_weight": 0.0,
    "options.multifactor.half_life_s": 60.0,
    "options.multifactor.damping": 9.0,
}


def small(policy: str) -> dict[str, Any]:
    tree: dict[str, Any] = orjson.loads(EXAMPLES["kumar-table-4-5"].canonical())
    tree["policies"] = [policy]
    tree["workload"]["jobs"] = 60
    tree["cluster"]["groups"].append({"name": "slow", "count": 3, "speed_factor": 2.0})
    tree["study"] |= {"vary": None, "and_vary": None, "replications": 1, "precision": None}
    return tree


def metrics(scenario: Scenario) -> dict[str, float]:
    return FAMILIES[scenario.family].runs.simulate(scenario, scenario.policies[0], 0)


@pytest.mark.parametrize("policy", FAMILIES["parallel-jobs"].policies)
def test_what_is_not_in_force_changes_no_number(policy: str) -> None:
    tree = small(policy)
    before = read_scenario(tree)
    changes = {path: value for path, value in OTHERS.items() if not is_in_force(before, path)}
    for path, value in changes.items():
        *parents, last = path.split(".")
        place: Any = tree
        for name in parents:
            place = place[int(name)] if isinstance(place, list) else place[name]
        place[last] = value
    if not is_in_force(before, "workload.job_classes.0.estimate.estimate"):
        for kind in tree["workload"]["job_classes"]:
            kind["estimate"] = {"estimate": "multiple", "multiple_of": 5.0}
    assert metrics(read_scenario(tree)) == pytest.approx(metrics(before), rel=0, abs=0, nan_ok=True)


def test_a_methods_paragraph_lists_what_is_in_force_only() -> None:
    words = parameters(read_scenario(small("FCFS")))
    for absent in ("Migration cost", "Process size", "Lazy by the letter", "Resize cost", "Run time estimate"):
        assert absent not in words
    words = parameters(read_scenario(small("SED")))
    for present in ("Migration cost, checkpoint", "Process size", "Hold the old machines"):
        assert present in words


def test_every_rule_is_of_fields_that_there_are() -> None:
    for family, rules in RULES.items():
        paths = [
            path for one in EXAMPLES.values() if one.family == family for path, _ in leaves(one.model_dump(mode="json"))
        ]
        for rule in rules:
            assert any(fullmatch(rule.fields, path) for path in paths), rule.fields
            assert rule.policies - {OWN} <= set(FAMILIES[family].policies)


def test_what_the_cases_of_a_population_vary_is_not_listed_once_more() -> None:
    population = next(one for one in EXAMPLES.values() if getattr(one, "population", None) is not None)
    assert not is_in_force(population, "application.tasks")
    assert is_in_force(population, "application.mean_task_time")
