"""Episodes where queues have limits, windows are reserved, estimates are predicted and jobs preempt others."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contract.entries import Step
from engine.parallel_jobs import simulation
from engine.parallel_jobs.analyses.states import states_of
from engine.parallel_jobs.analyses.why import entries
from engine.parallel_jobs.inputs.site.operation import of_queue
from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEvents
from engine.parallel_jobs.model import Operation, OwnRules, QueueRules, Window
from engine.parallel_jobs.policies import PolicyCode
from engine.parallel_jobs.records import Records
from engine.parallel_jobs.replication import Replication
from engine.study.registry import EXAMPLES
from engine.why.episodes import episodes
from engine.why.ledger import ledger
from engine.why.states import episodes_of_states
from tests.engine.parallel_jobs.space_sharing.operations import drawn, operated, policies
from tests.engine.parallel_jobs.streams import disrupted_streams, streams
from tests.engine.parallel_jobs.systems import System
from tests.engine.why.test_states import rounded, where_states_differ

OWN = int(PolicyCode.OWN)
CALM = st.tuples(streams(most_jobs=25), st.just(NO_EVENTS))
STREAMS = CALM | disrupted_streams(most_jobs=25)
OPERATIONS = st.one_of(
    st.builds(drawn, st.integers(0, 10**6)),
    st.builds(
        lambda first, windows, predicts: Operation(
            (QueueRules(of_queue(first), 2.0, may_preempt=True), QueueRules(None, 1.0, may_be_preempted=True)),
            windows,
            predicts,
        ),
        st.sampled_from(["size <= 2", "estimate > 10", "queue == 2", "size > 1"]),
        st.sampled_from([(), (Window(20, 50, 2, 0),)]),
        st.booleans(),
    ),
)


def told(system: System, events: MachineEvents, rules: OwnRules, operation: Operation) -> tuple[Records, list[Step]]:
    of = operated(system, rules, operation)
    records = simulation.run(*of, OWN, True, events)
    found = states_of(Replication(of.jobs, of.machines, events, records), of.rules, is_shared=False)
    assert found is not None, "what is left of a job as it ends is not nothing"
    return records, found


@settings(max_examples=60, deadline=None)
@given(stream=STREAMS, rules=policies(), operation=OPERATIONS)
def test_nothing_is_left_of_any_job_as_it_ends(
    stream: tuple[System, MachineEvents], rules: OwnRules, operation: Operation
) -> None:
    """Failure: a preempted job of which its work is thought to be lost, or whose pause is forgotten."""
    records, steps = told(*stream, rules, operation)
    evicted = records.checkpoints.sum() + records.failures.sum()
    places = [place for step in steps for (place, _), _ in step.items if isinstance(place, tuple)]
    assert (evicted > 0) == any(place[0] == "waits again" for place in places)


@settings(max_examples=40, deadline=None)
@given(stream=STREAMS, a=policies(), b=policies(), operation=OPERATIONS)
def test_episodes_are_where_states_differ_and_make_the_whole_difference(
    stream: tuple[System, MachineEvents], a: OwnRules, b: OwnRules, operation: Operation
) -> None:
    (one, mine), (other, yours) = (told(*stream, rules, operation) for rules in (a, b))
    brought = np.where((one.reason == 0) & (other.reason == 0), other.end - one.end, 0.0)
    found = episodes_of_states(mine, yours, brought)
    spans = where_states_differ(rounded(mine), rounded(yours), stream[0].jobs.demand)
    assert [x for row in found for x in row[:2]] == pytest.approx([x for span in spans for x in span], abs=1e-8)
    assert sum(row.brought for row in found) == pytest.approx(brought.sum(), abs=1e-6)
    back = episodes_of_states(yours, mine, -brought)
    assert [row[:2] for row in back] == [row[:2] for row in found]
    assert episodes_of_states(mine, mine, brought) == []


QUEUES = [{"name": "short", "jobs": "estimate <= 600", "priority": 2}, {"name": "long", "user_jobs": 12}]
WINDOW = {"name": "course", "begins_s": 50_000, "ends_s": 90_000, "processors": 20}


def site(**more: Any) -> Any:
    """An example of queues of equal machines, run as a site."""
    example: Any = EXAMPLES["night-and-day"]
    found = type(example).read(example.model_dump(mode="json") | {"policies": ["FCFS", "EASY"]} | more)
    return found.at(found.points()[0])


@pytest.mark.parametrize("more", [{"queues": QUEUES}, {"advance_reservations": [WINDOW]}])
def test_of_equal_machines_when_jobs_run_tells_the_same_as_states_followed_step_by_step(more: dict[str, Any]) -> None:
    scenario = site(**more)
    a, b = scenario.policies[:2]
    one, other = (entries(scenario, policy, 0) for policy in (a, b))
    assert one.stays is not None
    assert other.stays is not None
    assert one.states is not None
    assert other.states is not None
    mine, yours = one.states(), other.states()
    assert mine is not None
    assert yours is not None
    brought = other.measures[0].parts["waiting"] - one.measures[0].parts["waiting"]
    fast, slow = episodes(one.stays, other.stays, brought), episodes_of_states(mine, yours, brought)
    assert len(fast) == len(slow) > 1
    assert [x for row in fast for x in row[:2]] == pytest.approx([x for row in slow for x in row[:2]])
    found = ledger(scenario, (a, b), "wait_time", replications=1)
    assert found.episodes is not None
    assert found.episodes.number == len(fast)


def test_where_jobs_preempt_others_the_ledger_tells_episodes_and_their_sum_is_the_difference() -> None:
    of_queues = [QUEUES[0] | {"may_preempt": True}, QUEUES[1] | {"may_be_preempted": True}]
    scenario = site(queues=of_queues, options={"migration": {"checkpoint": 20.0}})
    a, b = scenario.policies[:2]
    assert entries(scenario, a, 0).stays is None
    found = ledger(scenario, (a, b), replications=1)
    assert found.episodes is not None
    assert found.episodes.number > 1
    if found.episodes.number <= 200:
        told_sum = sum(one.brought for one in found.episodes.largest)
        assert told_sum == pytest.approx(found.difference.mean, rel=1e-6)
