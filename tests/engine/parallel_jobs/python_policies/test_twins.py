"""Policies in Python against the same ones built in, bit for bit."""

import numpy as np
import pytest
from hypothesis import given, settings

from engine.parallel_jobs.inputs.site.own_policies import OwnPolicy
from engine.parallel_jobs.machine_events.events import MachineEvents
from engine.parallel_jobs.policies import PolicyCode
from engine.parallel_jobs.python_policies.clock import Call, DecidedClock
from engine.parallel_jobs.space_sharing.reference import simulation as reference
from engine.policy import Policy
from tests.engine.parallel_jobs.python_policies.classes import (
    FairFirst,
    FirstFit,
    SmallestArea,
    UniformFirstFit,
    Wfp3,
    decided,
    documented,
)
from tests.engine.parallel_jobs.streams import disrupted_streams, streams
from tests.engine.parallel_jobs.systems import System, differences

EXAMPLES = pytest.mark.parametrize(
    ("policy", "code"),
    [
        (documented()["FirstComeFirstServed"], PolicyCode.FCFS),
        (FirstFit, PolicyCode.FF),
        (documented()["Easy"], PolicyCode.EASY),
    ],
    ids=["FCFS", "FF", "EASY"],
)
ORDERED = pytest.mark.parametrize(
    ("policy", "code"), [(SmallestArea, PolicyCode.SAF), (Wfp3, PolicyCode.WFP3)], ids=["SAF", "WFP3"]
)


@EXAMPLES
@settings(max_examples=100, deadline=None)
@given(system=streams(most_jobs=50))
def test_the_documented_ones_are_the_built_in_ones(policy: type[Policy], code: int, system: System) -> None:
    assert differences(reference.run(*system, code), decided(system, policy())) == []


@EXAMPLES
@settings(max_examples=20, deadline=None)
@given(case=disrupted_streams(complete=False, limited=True))
def test_and_where_something_happens_to_machines(
    policy: type[Policy], code: int, case: tuple[System, MachineEvents]
) -> None:
    system, events = case
    assert differences(reference.run(*system, code, events), decided(system, policy(), events)) == []


@ORDERED
@settings(max_examples=20, deadline=None)
@given(case=disrupted_streams(complete=False, limited=True))
def test_an_order_with_a_reservation_is_an_ordered_queue(
    policy: type[Policy], code: int, case: tuple[System, MachineEvents]
) -> None:
    system, events = case
    assert differences(reference.run(*system, code, events), decided(system, policy(), events)) == []


@settings(max_examples=30, deadline=None)
@given(case=disrupted_streams(complete=False, limited=True))
def test_a_rule_and_its_class_give_equal_records(case: tuple[System, MachineEvents]) -> None:
    system, events = case
    rule = OwnPolicy(
        name="fair",
        order="1000 * fair + wait / estimate",
        reservation=1,
        backfill="",
        admit="true",
        machines="-speed_factor",
        half_life_s=604_800.0,
    ).rules()
    by_rule = system._replace(rules=system.rules._replace(own=rule))
    one = reference.run(*by_rule, PolicyCode.OWN, events)
    assert differences(one, decided(system, FairFirst(), events)) == []


@settings(max_examples=30, deadline=None)
@given(system=streams(most_jobs=40))
def test_sizes_shared_out_evenly_are_uniform_first_fit(system: System) -> None:
    one, other = reference.run(*system, PolicyCode.UFF), decided(system, UniformFirstFit())
    assert differences(one, other) == []


@settings(max_examples=30, deadline=None)
@given(case=disrupted_streams())
def test_it_is_asked_once_per_instant(case: tuple[System, MachineEvents]) -> None:
    """Ends, arrivals and what changes machines make an instant; it always hears what has happened."""
    system, events = case
    calls: list[Call] = []
    clock = DecidedClock(*system, FirstFit(), events, calls.append)
    records = clock.run()
    instants = [call.now for call in calls]
    assert instants == sorted(set(instants)), "no job here is shorter than the clock resolves"
    assert set(instants) >= {*records.arrival.tolist(), *records.end.tolist()}
    assert set(instants) <= {*records.arrival.tolist(), *records.end.tolist(), *records.log.time.tolist()}
    assert clock.calls == len(instants)
    assert all(call.events for call in calls)


@settings(max_examples=30, deadline=None)
@given(system=streams(most_jobs=40))
def test_without_machine_events_the_calls_are_the_instants_at_which_jobs_come_or_go(system: System) -> None:
    clock = DecidedClock(*system, FirstFit())
    records = clock.run()
    assert clock.calls == len(np.unique(np.concatenate([records.arrival, records.end])))
