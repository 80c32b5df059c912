"""Policies that serve the same jobs one after the other leave them, and the machine events, as they were drawn."""

from collections.abc import Iterator

import numpy as np
import pytest

from engine.parallel_jobs.inputs import jobs as module
from engine.parallel_jobs.inputs.jobs import drawn
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.machine_events import as_far_as_needed
from engine.parallel_jobs.machine_events.as_far_as_needed import first_horizon
from engine.parallel_jobs.machine_events.draws import draw_machine_events
from engine.parallel_jobs.machine_events.events import NO_EVENTS
from engine.parallel_jobs.measures import simulate
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.parallel_jobs.policies import POLICIES

NAMES = ("schnor-system-1", "interactive-day", "evacuation", "kumar-table-4-5", "malleable-share")


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> Iterator[None]:
    _forget()
    yield
    _forget()


def _forget() -> None:
    module._last = (None, 0, None)
    as_far_as_needed._last = (None, 0, 0.0, NO_EVENTS)


def _small(name: str) -> ParallelJobsScenario:
    found = EXAMPLES[name].at({"workload.jobs": 60})
    assert isinstance(found, ParallelJobsScenario)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_no_policy_changes_what_the_next_one_is_given(name: str) -> None:
    scenario = _small(name)
    jobs, alone = drawn(scenario, 1)
    before = [column.copy() for column in (*jobs, alone)]
    for policy in POLICIES:
        simulate(scenario, policy, 1)
    assert drawn(scenario, 1).jobs is jobs
    for column, copy in zip((*jobs, alone), before, strict=True):
        np.testing.assert_array_equal(column, copy)


@pytest.mark.parametrize("name", NAMES)
def test_a_cell_is_the_same_whatever_was_computed_before(name: str) -> None:
    scenario = _small(name)
    cells = [(policy, replication) for replication in (0, 1) for policy in POLICIES]
    in_order = [repr(simulate(scenario, *cell)) for cell in cells]
    for cell, found in list(zip(cells, in_order, strict=True))[::-1]:
        _forget()
        assert repr(simulate(scenario, *cell)) == found


def test_only_the_last_jobs_are_kept_and_only_few(monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = _small("schnor-system-1")
    kept = drawn(scenario, 0)
    assert drawn(scenario, 0) is kept
    assert drawn(scenario, 1) is not kept
    assert drawn(scenario, 0) is not kept
    monkeypatch.setattr(module, "MOST", 60)
    many = scenario.at({"workload.jobs": 61})
    assert drawn(many, 0) is not drawn(many, 0)


@pytest.mark.parametrize("name", ["interactive-day", "evacuation"])
def test_no_policy_changes_the_machine_events_of_the_next_one(name: str) -> None:
    scenario = _small(name)
    horizon = first_horizon(scenario)
    kept = as_far_as_needed._drawn(scenario, 1, horizon)
    before = [column.copy() for column in kept]
    for policy in POLICIES:
        simulate(scenario, policy, 1)
        for column, copy in zip(kept, before, strict=True):
            np.testing.assert_array_equal(column, copy)


def test_only_the_last_machine_events_are_kept_and_a_longer_horizon_has_its_own() -> None:
    scenario = _small("interactive-day")
    horizon = first_horizon(scenario)
    kept = as_far_as_needed._drawn(scenario, 0, horizon)
    assert as_far_as_needed._drawn(scenario, 0, horizon) is kept
    for replication, reach in ((1, horizon), (1, 4 * horizon), (0, horizon)):
        found = as_far_as_needed._drawn(scenario, replication, reach)
        for column, anew in zip(found, draw_machine_events(scenario, replication, reach), strict=True):
            np.testing.assert_array_equal(column, anew)
