"""Very many machines: what only counts them may have them, and what looks at each of them says why not."""

import time
from typing import Any

import pytest

from engine.inputs.rejection import ScenarioError
from engine.parallel_jobs.analyses.ask import ask
from engine.parallel_jobs.costs.estimate import cost
from engine.parallel_jobs.inputs.large_clusters import ONE_BY_ONE
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.measures import simulate
from engine.parallel_jobs.replay.trace import trace


def tree_of(counts: tuple[int, ...], policies: tuple[str, ...] = ("FCFS", "FF", "EASY"), **more: Any) -> dict[str, Any]:
    """Rigid jobs of up to half of the first group at a load of about 0.7."""
    kind = {
        "demand": {"distribution": "exponential", "mean": 1e6},
        "min_size": 1,
        "max_size": 1,
        "max_size_spread": {"spread": "powers-of-two", "up_to": max(1, counts[0] // 2)},
    }
    arrivals = {"process": "poisson", "rate_per_1000_s": 0.7 * sum(counts) / 1000}
    return {
        "family": "parallel-jobs",
        "cluster": {"groups": [{"name": str(n), "count": one, "speed_factor": 1.0} for n, one in enumerate(counts)]},
        "workload": {"arrivals": arrivals, "job_classes": [kind], "jobs": 2_000},
        "policies": list(policies),
    } | more


def refusal(tree: dict[str, Any]) -> tuple[str, str]:
    with pytest.raises(ScenarioError) as refused:
        ParallelJobsScenario.read(tree)
    (reason,) = refused.value.rejections
    return reason.path, reason.sentence


@pytest.mark.parametrize("counts", [(200_000,), (150_000, 50_000)])
def test_two_hundred_thousand_machines_are_counted_in_no_time(counts: tuple[int, ...]) -> None:
    scenario = ParallelJobsScenario.read(tree_of(counts))
    for policy in scenario.policies:
        simulate(scenario.at({"workload.jobs": 10}), policy, 0)
        began = time.process_time()
        found = simulate(scenario, policy, 0)
        seconds = max(0.01, time.process_time() - began)
        assert seconds < 1
        assert 0.1 < max(0.01, cost(scenario, policy).seconds) / seconds < 10
        assert 0 < found["utilization"] <= 1


def test_up_to_a_bound_everything_is_possible() -> None:
    ParallelJobsScenario.read(tree_of((ONE_BY_ONE,), ("SED", "EASY", "Lazy")))


@pytest.mark.parametrize("policy", ["SED", "UFF", "Simple", "Lazy-R"])
def test_a_policy_that_looks_at_machines_says_so(policy: str) -> None:
    path, sentence = refusal(tree_of((1_000, 1_001), ("EASY", policy)))
    assert path == "policies"
    assert f'"{policy}" looks at machines one by one' in sentence
    assert "up to 2,000" in sentence
    assert "2,001" in sentence
    assert "FCFS" in sentence


def test_different_machines_events_and_lists_are_refused_in_words() -> None:
    tree = tree_of((2_000, 1))
    tree["cluster"]["groups"][1]["speed_factor"] = 2.0
    assert refusal(tree)[0] == "cluster.groups"
    failures = {"event": "failures", "group": "0", "mean_between": 1e6, "mean_repair": 10.0}
    assert refusal(tree_of((2_001,), machine_events=[failures]))[0] == "machine_events"
    listed = {"arrivals": {"process": "listed", "jobs": [{"arrival": 0.0, "machines": 3, "run": 10.0}]}}
    assert refusal(tree_of((2_001,), workload=listed)) == (
        "workload.arrivals",
        "jobs are listed: that is for up to 2,000 machines, and the cluster has 2,001; let them arrive at random",
    )


def test_pictures_of_single_machines_are_refused_before_anything_is_simulated() -> None:
    scenario = ParallelJobsScenario.read(tree_of((80_640,)))
    for wanted in (lambda: trace(scenario, "EASY", 0), lambda: ask(scenario, "EASY", 0, b"{}")):
        with pytest.raises(ValueError, match="one by one, up to 2,000 of them; this cluster has 80,640"):
            wanted()


def test_a_swept_number_of_machines_is_held_against_the_same_bound() -> None:
    tree = tree_of((1_000,), ("SED",), study={"vary": {"field": "cluster.groups.0.count", "values": [1_000, 3_000]}})
    path, sentence = refusal(tree)
    assert path == "study.vary.values.1"
    assert '"SED" looks at machines one by one' in sentence
