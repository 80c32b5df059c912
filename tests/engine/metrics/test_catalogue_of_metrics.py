"""Which metrics a scenario has: those that mean something there."""

from typing import Any

import orjson
import pytest

from engine.study.cells import StudyPlan
from engine.study.registry import EXAMPLES, read_scenario


def changed(name: str, **workload: Any) -> StudyPlan:
    tree = orjson.loads(EXAMPLES[name].canonical())
    tree["workload"] |= workload
    tree["study"] |= {"vary": None, "and_vary": None, "replications": 1}
    tree["policies"] = ["PB"]
    return StudyPlan(read_scenario(tree))


def test_the_saturation_throughput_is_given_of_a_backlog_only() -> None:
    """Of jobs that come one by one it was the offered load, 0.3 at a load of 0.3."""
    backlog = changed("zhang-wl5", jobs=20)
    assert backlog.compute(backlog.cell(0))["saturation_throughput"] > 0
    stream = changed("zhang-wl5", jobs=20, arrivals={"process": "poisson", "rate_per_1000_s": 500})
    assert "saturation_throughput" not in stream.compute(stream.cell(0))


@pytest.mark.parametrize("family", ["master-worker", "synchronous-iterative"])
def test_a_family_without_queues_has_no_empty_rows_of_queues(family: str) -> None:
    for example in EXAMPLES.values():
        if example.family == family:
            assert not any(name.endswith("_jobs_in_system") for name in StudyPlan(example).metric_names())


def test_a_study_without_queues_settles_and_can_be_replicated_to_a_precision() -> None:
    example = next(one for one in EXAMPLES.values() if one.family == "synchronous-iterative")
    tree = orjson.loads(example.canonical())
    tree["study"] |= {"replications": 10, "precision": {"metric": "run_time", "half_width_percent": 50}}
    plan = StudyPlan(read_scenario(tree))
    result = plan.combine({})
    assert result.settles(0, plan.scenario.policies[0])
    assert result.growth(0, plan.scenario.policies[0]) == 1
    assert not result.complete


def test_jobs_of_a_second_are_not_all_bounded_by_ten() -> None:
    for example in EXAMPLES.values():
        if example.family == "coscheduling":
            assert example.measurement.slowdown_threshold <= 0.1, example.title
