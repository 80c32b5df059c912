"""Episodes where machines fail, come and go, or have other users: states are told exactly, evicted jobs included."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contract.entries import Step
from engine.parallel_jobs import simulation
from engine.parallel_jobs.analyses.states import states_of
from engine.parallel_jobs.machine_events.events import MachineEvents
from engine.parallel_jobs.policies import APPENDING, POLICIES, TIME_SHARING, PolicyCode
from engine.parallel_jobs.records import Records
from engine.parallel_jobs.replication import Replication
from engine.study.registry import EXAMPLES
from engine.why.ledger import ledger
from engine.why.states import episodes_of_states
from tests.engine.parallel_jobs.streams import disrupted_streams
from tests.engine.parallel_jobs.systems import System
from tests.engine.why.test_states import rounded, where_states_differ

OF_RULES = PolicyCode.OWN, PolicyCode.MULTIFACTOR  # which a system without rules does not know
CODES = st.sampled_from(sorted({int(one.code) for one in POLICIES.values()} - set(OF_RULES)))
DISTURBED = disrupted_streams(most_jobs=25, hold_old_machines=True) | disrupted_streams(most_jobs=25, limited=True)


def told(system: System, events: MachineEvents, code: int) -> tuple[Records, list[Step]]:
    records = simulation.run(*system, code, True, events)
    done = Replication(system.jobs, system.machines, events, records)
    found = states_of(done, system.rules, code in TIME_SHARING, code in APPENDING)
    assert found is not None, "what is left of a job as it ends is not nothing"
    return records, found


@settings(deadline=None)
@given(disturbed=DISTURBED, code=CODES)
def test_nothing_is_left_of_any_job_as_it_ends(disturbed: tuple[System, MachineEvents], code: int) -> None:
    """Failure: an eviction with a checkpoint that is taken for one without, a pause, a user, or work that is lost."""
    records, steps = told(*disturbed, code)
    evicted = records.checkpoints.sum() + records.failures.sum()
    assert sum(progress is None for step in steps for progress in step.progress.values()) >= (records.reason == 0).sum()
    assert (evicted > 0) == any(place[0] == "waits again" for place in placed(steps))


def placed(steps: list[Step]) -> list[Any]:
    return [place for step in steps for (place, _), _ in step.items if isinstance(place, tuple)]


@settings(max_examples=20, deadline=None)
@given(disturbed=DISTURBED, a=CODES, b=CODES)
def test_episodes_are_where_states_differ_and_make_the_whole_difference(
    disturbed: tuple[System, MachineEvents], a: int, b: int
) -> None:
    (one, mine), (other, yours) = told(*disturbed, a), told(*disturbed, b)
    brought = np.where((one.reason == 0) & (other.reason == 0), other.end - one.end, 0.0)
    found = episodes_of_states(mine, yours, brought)
    spans = where_states_differ(rounded(mine), rounded(yours), disturbed[0].jobs.demand)
    assert [x for row in found for x in row[:2]] == pytest.approx([x for span in spans for x in span], abs=1e-8)
    assert sum(row.brought for row in found) == pytest.approx(brought.sum(), abs=1e-6)
    back = episodes_of_states(yours, mine, -brought)
    assert [row[:2] for row in back] == [row[:2] for row in found]
    assert episodes_of_states(mine, mine, brought) == []


def test_the_example_in_which_machines_go_away_has_episodes_now() -> None:
    scenario: Any = EXAMPLES["evacuation"]
    found = ledger(scenario.at(scenario.points()[0]), ("SED", "SED-NM"), replications=1).episodes
    assert found is not None
    assert found.number > 0
