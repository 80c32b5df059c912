"""What is counted where machines come and go, against replications: numbers of steps, and never a clock on the wall."""

from random import Random

import numpy as np
import pytest

from engine.contract.generated import generate
from engine.inputs.rejection import ScenarioError
from engine.parallel_jobs.costs.crowd import FOR_PROFIT
from engine.parallel_jobs.costs.disturbance import disturbance
from engine.parallel_jobs.costs.estimate import cost, steps
from engine.parallel_jobs.costs.expected_length import length
from engine.parallel_jobs.costs.sampled import SAMPLED
from engine.parallel_jobs.costs.taken import taken
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.parallel_jobs.replication import replicate

CELLS, DEAREST = 60, 0.1
FEW = 100.0
"""Machine events, or starts, that take no time worth speaking of."""


def disrupted_cells() -> list[tuple[ParallelJobsScenario, str]]:
    """Cheap cells of generated scenarios with machine events."""
    lot = Random(5)
    found: list[tuple[ParallelJobsScenario, str]] = []
    while len(found) < CELLS:
        tree = generate(ParallelJobsScenario, SAMPLED, lot)
        try:
            scenario = ParallelJobsScenario.read(tree)
        except ScenarioError:
            continue
        if scenario.machine_events:
            found += [(scenario, policy) for policy in scenario.policies if cost(scenario, policy).seconds < DEAREST]
    return found[:CELLS]


def off(counted: float, came: float) -> float:
    """By how many times a count is wrong."""
    ratio = max(FEW, counted) / max(FEW, came)
    return max(ratio, 1 / ratio)


@pytest.mark.slow
def test_most_counts_are_within_a_factor_of_three_of_what_happens() -> None:
    """Jobs that start, of which policies for profit take a handful; and machine events until the last one has ended."""
    starts, events = [], []
    for scenario, policy in disrupted_cells():
        counted = steps(scenario, policy)
        _, _, drawn, records = replicate(scenario, policy, 0, draw_jobs(scenario, 0))
        passes = counted["coming"] / scenario.workload.jobs
        ended = records.end[np.isfinite(records.end) & (records.end > records.start)]
        starts.append(off(counted["job"] / passes, len(ended)))
        last = ended.max(initial=0.0)
        events.append(off(counted["event"] / passes, float((drawn.time <= last).sum()) / passes))
    assert np.mean(np.array(starts) < 3) > 0.9
    assert np.mean(np.array(events) < 3) > 0.8


def disrupted(
    policy: str, kind: dict[str, object], event: dict[str, object], **workload: object
) -> ParallelJobsScenario:
    """100 equal machines, to which something happens."""
    arrivals = {"process": "poisson", "rate_per_1000_s": 5.0}
    demand = {"distribution": "constant", "mean": 1000.0}
    return ParallelJobsScenario.read(
        {
            "family": "parallel-jobs",
            "cluster": {"groups": [{"name": "all", "count": 100, "speed_factor": 1.0}]},
            "workload": {"arrivals": arrivals, "jobs": 1000, "job_classes": [{"demand": demand} | kind]} | workload,
            "policies": [policy],
            "machine_events": [{"group": "all"} | event],
        }
    )


FAILURES = {"event": "failures", "mean_between": 20_000.0, "mean_repair": 2_000.0}
BATCH = {"arrivals": {"process": "batch"}}


def test_a_few_jobs_that_want_all_machines_say_how_long_a_replication_takes() -> None:
    """Their mean size says that there are always machines enough; all 100 are hardly ever there at once."""
    most = {"kind": "rigid", "min_size": 1, "max_size": 1, "max_size_spread": {"spread": "evenly", "up_to": 100}}
    fewer = most | {"max_size_spread": {"spread": "evenly", "up_to": 60}}
    for policy in ("FCFS", "FF", "EASY", "UFF"):
        all_of_them, some = (disrupted(policy, kind, FAILURES) for kind in (most, fewer))
        long, short = (length(of, policy, disturbance(of)).tail for of in (all_of_them, some))
        assert long > 20 * short


@pytest.mark.parametrize("policy", sorted(FOR_PROFIT))
def test_of_a_batch_for_profit_few_jobs_start_and_the_rest_cost_little(policy: str) -> None:
    """They were counted as if all ran: up to 18 times too dear."""
    soon = {"min_size": 10, "max_size": 10, "deadline": {"deadline": "constant-deadline", "mean": 150.0}}
    of = disrupted(policy, soon, FAILURES, **BATCH)
    found = taken(of, policy.endswith("-R"), disturbance(of))
    assert 5 <= found.share * 1000 <= 10
    assert found.length < 1000
    assert steps(of, policy)["job"] < 30


def test_the_same_scenario_costs_the_same_again() -> None:
    of = disrupted("Simple", {"min_size": 1, "max_size": 10}, FAILURES)
    assert cost(of, "Simple") == cost(of.at_seed(7), "Simple")
