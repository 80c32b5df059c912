"""What queues in an order of their own cost, built-in and own: what they look at, and when."""

from typing import Any

import pytest

from engine.parallel_jobs.costs.counting import is_counted
from engine.parallel_jobs.costs.estimate import cost
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import draw_jobs, machines_of, simulated_as
from engine.parallel_jobs.space_sharing.kernel.counting.run import is_enough, is_quicker

CONSTANT = {"distribution": "constant", "mean": 1000.0}
EXPONENTIAL = {"distribution": "exponential", "mean": 1000.0}
UNEQUAL = ((100, 1.0), (100, 4.0))


def batch(demand: dict[str, Any], policy: str, groups: tuple[Any, ...] = UNEQUAL, **own: Any) -> ParallelJobsScenario:
    """6,000 jobs of one machine each that are there at once; *own* is said of an own policy."""
    tree = {
        "family": "parallel-jobs",
        "cluster": {"groups": [{"name": str(n), "count": m, "speed_factor": a} for n, (m, a) in enumerate(groups)]},
        "workload": {
            "arrivals": {"process": "batch"},
            "jobs": 6000,
            "job_classes": [{"demand": demand, "min_size": 1, "max_size": 1}],
        },
        "own_policies": [{"name": "x", **own}] if own else [],
        "policies": [policy],
    }
    return ParallelJobsScenario.read(tree)


def seconds(*given: Any, **own: Any) -> float:
    scenario = batch(*given, **own)
    return cost(scenario, scenario.policies[0]).seconds


@pytest.mark.parametrize("policy", ["XF", "SJF", "own:x"])
def test_jobs_that_end_together_are_one_pass(policy: str) -> None:
    """6,218 jobs that take equally long were told to take a second, and took 0.02 s."""
    own = {"order": "-size"} if policy == "own:x" else {}
    assert seconds(CONSTANT, policy, **own) < 0.3 * seconds(EXPONENTIAL, policy, **own)


def spread(**own: Any) -> float:
    """The same of 1 to 50 machines, so that some fit beside the head."""
    tree = batch(EXPONENTIAL, "own:x", **own).model_dump(mode="json")
    sizes = {"max_size_spread": {"spread": "evenly", "up_to": 50}, "requested_size": "largest"}
    tree["workload"]["job_classes"][0].update(sizes)
    return cost(ParallelJobsScenario.read(tree), "own:x").seconds


def test_those_that_pass_in_another_order_are_sorted_at_each_pass() -> None:
    """1.36 s instead of 0.62; where nobody fits but the head, nobody is sorted: 0.86 s instead of 0.48, to be worth
    something else."""
    same, other = (spread(order="-area", **more) for more in ({}, {"backfill": "-estimate"}))
    strict = spread(order="-area", backfill="-estimate", reservation="none")
    assert 1.5 * same < other < 4 * same
    assert strict < 1.5 * same
    alike = seconds(EXPONENTIAL, "own:x", order="-area", backfill="-estimate")
    assert alike < 1.8 * seconds(EXPONENTIAL, "own:x", order="-area")


def test_who_is_not_taken_does_not_wait() -> None:
    """17,700 jobs of which each user may have twenty were told to take 1.4 s, and took 0.014."""
    everybody, few, nobody = (
        seconds(EXPONENTIAL, "own:x", order="wait / size", admit=rule)
        for rule in ("true", "user_waiting < 20", "false")
    )
    assert few < 0.3 * everybody
    assert nobody <= few


def test_a_rule_that_asks_for_more_takes_longer() -> None:
    short, long = (
        seconds(EXPONENTIAL, "own:x", order=rule)
        for rule in ("wait", "wait / size + 3 * (wait + 1) / (estimate + size)")
    )
    assert long > 1.2 * short


@pytest.mark.parametrize("groups", [((100, 1.0), (20, 1.0)), UNEQUAL])
@pytest.mark.parametrize(
    "own",
    [
        {"order": "-size"},
        {"order": "wait / size"},
        {"order": "-size", "reservation": 3},
        {"order": "-size", "admit": "size < 3"},
        {"order": "-size", "backfill": "wait"},
    ],
)
def test_an_own_policy_is_priced_by_the_kernel_that_runs_it(groups: tuple[Any, ...], own: dict[str, Any]) -> None:
    """Rules that move were priced as if processors were counted for them."""
    scenario = batch(EXPONENTIAL, "own:x", groups, **own)
    code, rules = simulated_as(scenario, "own:x")
    jobs, machines = draw_jobs(scenario, 0), machines_of(scenario)
    counts = is_enough(machines, code) and is_quicker(jobs, machines, code, rules)
    assert is_counted(scenario, "own:x") == counts
