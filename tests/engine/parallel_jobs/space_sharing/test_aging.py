"""Aging: waiting that counts in every order, and a bound after which nobody is passed by who came later."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.inputs.rejection import ScenarioError
from engine.parallel_jobs import simulation
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.site.aging import aged
from engine.parallel_jobs.inputs.workload import draw_jobs, machines_of, simulated_as
from engine.parallel_jobs.policies import POLICIES, PolicyCode
from engine.parallel_jobs.records import Records
from engine.parallel_jobs.space_sharing.kernel import simulation as kernel
from engine.parallel_jobs.space_sharing.reference import simulation as reference
from tests.engine.parallel_jobs.space_sharing.test_own_policies import one_path, own, policies, with_rules
from tests.engine.parallel_jobs.streams import streams
from tests.engine.parallel_jobs.systems import FREE_MIGRATION, System, differences, jobs, machines

OWN = int(PolicyCode.OWN)
GENERATED = settings(max_examples=30, deadline=None)
ORDERED_QUEUES = [name for name, policy in POLICIES.items() if policy.idea == "Ordered queues"]


def scenario(policy: str, machines: int = 4, **options: Any) -> ParallelJobsScenario:
    kind = {"demand": {"distribution": "exponential", "mean": 30.0}, "min_size": 1, "max_size": 3, "kind": "rigid"}
    kind |= {"max_size_spread": {"spread": "evenly", "up_to": 4}, "estimate": {"estimate": "uniform-error"}}
    tree = {
        "family": "parallel-jobs",
        "cluster": {"groups": [{"name": "node", "count": machines, "speed_factor": 1.0}]},
        "workload": {
            "arrivals": {"process": "poisson", "rate_per_1000_s": 50.0},
            "job_classes": [kind | {"deadline": {"deadline": "exponential-deadline", "mean": 500.0}}],
            "jobs": 300,
        },
        "policies": [policy],
        "options": options,
    }
    return ParallelJobsScenario.read(tree)


def simulated(one: ParallelJobsScenario) -> Records:
    code, rules = simulated_as(one, one.policies[0])
    return simulation.run(draw_jobs(one, 0), machines_of(one), rules, code, with_log=True)


@pytest.mark.parametrize("policy", ORDERED_QUEUES)
def test_whom_nobody_may_pass_for_long_is_served_by_arrival(policy: str) -> None:
    """A bound that all waits are beyond is the order of arrival, and one that none reaches does nothing."""
    easy, plain = simulated(scenario("EASY")), simulated(scenario(policy))
    assert differences(simulated(scenario(policy, wait_bound_s=1e9)), plain) == []
    assert differences(simulated(scenario(policy, wait_bound_s=1e-9)), easy) == []
    assert policy in ("EASY-SJF", "Multifactor") or differences(plain, easy) != []
    between = simulated(scenario(policy, wait_bound_s=400.0))
    largest = {name: float((one.start - one.arrival).max()) for name, one in (("plain", plain), ("between", between))}
    assert largest["between"] <= largest["plain"]


@pytest.mark.parametrize("policy", ORDERED_QUEUES)
def test_much_aging_is_the_order_of_arrival(policy: str) -> None:
    assert differences(simulated(scenario(policy, aging=1e12)), simulated(scenario("EASY"))) == []


@GENERATED
@given(
    system=streams(), rules=policies(), aging=st.sampled_from([0.0, 0.5, 1e6]), bound=st.sampled_from([0.0, 4.0, 60])
)
def test_reference_and_kernels_agree(system: System, rules: Any, aging: float, bound: float) -> None:
    older = with_rules(system, aged(rules, aging, bound))
    one = reference.run(*older, OWN)
    assert differences(one, kernel.run(*older, OWN, with_log=True)) == []
    assert differences(one, simulation.run(*older, OWN, with_log=True)) == []


@GENERATED
@given(system=streams())
def test_aging_is_what_a_rule_says(system: System) -> None:
    older = one_path(system, aged(own("-area"), 0.5, 0.0))
    assert differences(older, one_path(system, own("-area + 0.5 * wait"))) == []
    bounded = one_path(system, aged(own("-area"), 0.0, 40.0))
    assert differences(bounded, one_path(system, own("if(wait > 40, 1e12 + wait, -area)"))) == []


@pytest.mark.parametrize(
    ("aging", "bound", "starts"),
    [
        (0.0, 0.0, [0, 22, 10, 14, 18]),
        (0.0, 12.0, [0, 14, 10, 22, 26]),  # at 14 the second has waited for 13 s; at 22 both others have, for long
        (1.0, 0.0, [0, 22, 10, 14, 18]),  # estimate + arrival: 9, 6, 7, 8
        (2.0, 0.0, [0, 14, 10, 22, 26]),  # estimate + 2 x arrival: 10, 8, 10, 12
    ],
)
def test_a_stream_by_hand(aging: float, bound: float, starts: list[float]) -> None:
    """One processor, shortest first; the second job is the longest of those that wait."""
    stream = jobs([0, 1, 2, 3, 4], [10, 8, 4, 4, 4], [(1, 1)] * 5)
    system = System(stream, machines((1, 1)), FREE_MIGRATION)
    assert one_path(system, aged(own("-estimate"), aging, bound)).start.tolist() == starts


def test_the_longest_rule_there_can_be_still_has_room() -> None:
    deep = "(wait + " * 15 + "wait" + ")" * 15
    rules = own("+".join([deep, *["wait"] * 40]))
    system = System(jobs([0, 0, 1], [2, 3, 1], [(1, 1)] * 3), machines((1, 1)), FREE_MIGRATION)
    assert np.isfinite(one_path(system, aged(rules, 3.0, 2.0)).end).all()


def test_a_bound_is_not_for_machines_that_are_only_counted() -> None:
    with pytest.raises(ScenarioError) as error:
        scenario("SAF", 5_000, wait_bound_s=60.0)
    assert error.value.rejections[0].path == "options.wait_bound_s"
    scenario("SAF", 5_000, aging=1.0)
    scenario("EASY", 5_000, wait_bound_s=60.0)
