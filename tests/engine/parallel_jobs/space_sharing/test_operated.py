"""Sites as operators run them: reference and kernel agree, and what is not said changes nothing."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.parallel_jobs.machine_events.events import MachineEvents
from engine.parallel_jobs.model import Operation, OwnRules, Window
from engine.parallel_jobs.policies import PolicyCode
from engine.parallel_jobs.space_sharing.kernel import simulation as kernel
from engine.parallel_jobs.space_sharing.reference import simulation as reference
from tests.engine.parallel_jobs.space_sharing.operations import drawn, operated, own, policies
from tests.engine.parallel_jobs.streams import disrupted_streams, streams
from tests.engine.parallel_jobs.systems import System, differences

OWN = int(PolicyCode.OWN)
GENERATED = settings(max_examples=50, deadline=None)
FEWER = settings(max_examples=20, deadline=None)
SEED = st.integers(0, 10**6)


@GENERATED
@given(system=streams(), rules=policies(), seed=SEED)
def test_reference_and_kernel_agree(system: System, rules: OwnRules, seed: int) -> None:
    system = operated(system, rules, drawn(seed, preempts=False), seed)
    assert differences(reference.run(*system, OWN), kernel.run(*system, OWN, with_log=True)) == []


@GENERATED
@given(case=disrupted_streams(complete=False, limited=True), rules=policies(), seed=SEED)
def test_and_where_something_happens_to_machines(
    case: tuple[System, MachineEvents], rules: OwnRules, seed: int
) -> None:
    system, events = operated(case[0], rules, drawn(seed), seed), case[1]
    one = reference.run(*system, OWN, machine_events=events)
    assert differences(one, kernel.run(*system, OWN, with_log=True, machine_events=events)) == []


@GENERATED
@given(case=disrupted_streams(), rules=policies(), seed=SEED)
def test_and_where_jobs_preempt_others(case: tuple[System, MachineEvents], rules: OwnRules, seed: int) -> None:
    """Evictions cost what machine events make them cost, here without any."""
    system = operated(case[0], rules, drawn(seed, preempts=True), seed)
    assert differences(reference.run(*system, OWN), kernel.run(*system, OWN, with_log=True)) == []


@FEWER
@given(system=streams(), rules=policies())
def test_what_is_not_said_changes_nothing(system: System, rules: OwnRules) -> None:
    """An operation without queues, windows and predictions is none, bit for bit."""
    plain = operated(system, rules, Operation())
    without = plain._replace(rules=plain.rules._replace(operation=None))
    assert differences(kernel.run(*without, OWN, with_log=True), kernel.run(*plain, OWN, with_log=True)) == []


@pytest.mark.parametrize(("reservation", "policy"), [(1, "EASY"), ("none", "FCFS"), ("skip", "FF")])
@FEWER
@given(system=streams())
def test_nor_does_a_window_that_nobody_is_near(reservation: object, policy: str, system: System) -> None:
    """Where nobody ends early and machines are alike, the plan starts whom the policies without plans start."""
    jobs = system.jobs._replace(estimate=np.ones(len(system.jobs.gap)), expected=np.zeros(len(system.jobs.gap)))
    machines = system.machines._replace(speed_factor=np.ones(len(system.machines.speed_factor)))
    far = Operation(windows=(Window(1e9, 2e9, 1, 0.0),))
    calm = operated(System(jobs, machines, system.rules), own(reservation=reservation), far)
    found = kernel.run(*calm, OWN, with_log=True)
    built_in = kernel.run(*calm._replace(rules=system.rules), int(PolicyCode[policy]), with_log=True)
    assert differences(built_in, found) == []
