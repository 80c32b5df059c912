"""A cell that is only measured."""

from engine.study.registry import EXAMPLES
from workers.trial import trial


def test_a_cell_is_measured_and_ended_at_its_bound() -> None:
    scenario = EXAMPLES["users-estimates"].at({"workload.jobs": 2000, "workload.arrivals.load": 0.7})
    assert 0 < trial(scenario, "EASY", 30.0) < 30
    longer = scenario.at({"workload.jobs": 100_000, "workload.arrivals.load": 1.2})
    assert trial(longer, "Conservative", 0.1) == 0.1
