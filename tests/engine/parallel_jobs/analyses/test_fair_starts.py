"""Fair starts are those of the reference with everybody left out who comes after, however little is simulated."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.parallel_jobs import simulation
from engine.parallel_jobs.analyses.fair_start import Past, fair_starts, lengths, past_of, prepared, stream_of
from engine.parallel_jobs.inputs.workload import as_built_in
from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEvents
from engine.parallel_jobs.model import Jobs
from engine.parallel_jobs.policies import PolicyCode
from engine.parallel_jobs.space_sharing.reference import simulation as reference
from tests.engine.parallel_jobs.space_sharing.operations import drawn, operated, own
from tests.engine.parallel_jobs.space_sharing.test_counting import equal_machines
from tests.engine.parallel_jobs.streams import disrupted_streams, streams
from tests.engine.parallel_jobs.systems import System

GENERATED = settings(max_examples=5, deadline=None)
BUILT_IN = [PolicyCode.FCFS, PolicyCode.FF, PolicyCode.EASY, PolicyCode.CONSERVATIVE, PolicyCode.UFF]
ORDERED = [PolicyCode.SAF, PolicyCode.LQF, PolicyCode.EASY_SJF, PolicyCode.F1, PolicyCode.EDF, PolicyCode.WFP3]
OWN = {
    "-submit": own(reservation=2),
    "-area": own("-area", reservation="all"),
    "size": own("size", reservation="skip", backfill="-submit"),
    "estimate + submit": own("estimate + submit"),
    "wait / size": own("wait / size", reservation="none"),
    "admit": own("-area", admit="estimate < 30 or idle > 2"),
    "fair": own("1000 * fair + wait", half_life_s=60.0),
    "user_waiting": own("-user_waiting", reservation=3),
}


def until(jobs: Jobs, number: int) -> Jobs:
    """The jobs up to this one."""
    own = {name: column[: number + 1] for name, column in jobs._asdict().items() if name != "speedup"}
    return jobs._replace(**own)


def check(system: System, policy: int, events: MachineEvents = NO_EVENTS) -> None:
    """Against the reference, which simulates all jobs up to the one that is asked about."""
    jobs, machines, rules = system
    policy, rules = as_built_in(policy, rules)
    records = simulation.run(jobs, machines, rules, policy, machine_events=events)
    schedule, least = prepared(jobs, records, rules), past_of(machines, rules, policy, events)
    which = np.arange(0, len(jobs.gap), 3)
    found = fair_starts(schedule, which, machines, rules, policy, events)
    assert (lengths(schedule, which, least) <= lengths(schedule, which, Past.ALL)).all()
    for start, number in zip(found, which.tolist(), strict=True):
        left = stream_of(schedule, number, Past.ALL, False).jobs if len(schedule.newcomers) else until(jobs, number)
        assert start == reference.run(left, machines, rules, policy, machine_events=events).start[number]


@pytest.mark.parametrize("policy", [*BUILT_IN, *ORDERED], ids=lambda code: code.name)
@GENERATED
@given(system=st.one_of(equal_machines(), streams()))
def test_they_are_those_of_the_reference(policy: PolicyCode, system: System) -> None:
    check(system, int(policy))


@pytest.mark.parametrize("order", OWN)
@GENERATED
@given(system=equal_machines(), seed=st.integers(0, 1000))
def test_and_of_own_policies(order: str, system: System, seed: int) -> None:
    rng, n = np.random.default_rng(seed), len(system.jobs.gap)
    jobs = system.jobs._replace(user=rng.integers(0, 4, n), queue=rng.integers(1, 4, n))
    check(System(jobs, system.machines, system.rules._replace(own=OWN[order])), int(PolicyCode.OWN))


@GENERATED
@given(case=disrupted_streams(most_jobs=25))
def test_and_where_machines_come_and_go(case: tuple[System, MachineEvents]) -> None:
    check(case[0], int(PolicyCode.EASY), case[1])


@GENERATED
@given(system=equal_machines(), seed=st.integers(0, 1000))
def test_and_where_a_site_is_run(system: System, seed: int) -> None:
    check(operated(system, own("queue_priority"), drawn(seed, preempts=False)), int(PolicyCode.OWN))
