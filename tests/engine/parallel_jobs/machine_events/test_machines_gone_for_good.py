"""Machines that never return: nothing changes before they go, and who could never start is rejected then."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.inputs.rejection import ScenarioError
from engine.parallel_jobs import simulation
from engine.parallel_jobs.inputs.machine_changes import lasting_machines
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.parallel_jobs.machine_events.events import MachineEventKind, MachineEvents
from engine.parallel_jobs.policies import TIME_SHARING
from engine.parallel_jobs.records import Happening, Reason, Records
from engine.parallel_jobs.replication import replicate
from engine.parallel_jobs.space_sharing.kernel import simulation as kernel
from engine.parallel_jobs.space_sharing.reference import simulation as reference
from engine.parallel_jobs.time_sharing.kernel import simulation as time_sharing
from engine.parallel_jobs.time_sharing.reference import simulation as readable_time_sharing
from tests.engine.parallel_jobs.streams import REPRESENTED, disrupted_streams, with_limits
from tests.engine.parallel_jobs.systems import (
    FREE_MIGRATION,
    System,
    differences,
    disrupted_systems,
    jobs,
    machine_events,
    machines,
)

CODES = {name: policy.code for name, policy in REPRESENTED.items()}
EVERY_POLICY = pytest.mark.parametrize("policy", CODES)
QUEUES = pytest.mark.parametrize("policy", [name for name in CODES if name.partition("-")[0] not in ("Simple", "Lazy")])
SHUTDOWN, FAILURE, LIMIT = MachineEventKind.SHUTDOWN, MachineEventKind.FAILURE, MachineEventKind.LIMIT


def scenario(*events: dict[str, Any], jobs: int = 3, count: int = 10, **job_class: Any) -> ParallelJobsScenario:
    kind = {"demand": {"distribution": "constant", "mean": 8000}, "min_size": 1, "max_size": 10, "kind": "rigid"}
    groups = [{"name": "m", "count": count, "speed_factor": 1}]
    if count < 10:
        groups.append({"name": "n", "count": 10 - count, "speed_factor": 1})
    return ParallelJobsScenario.read(
        {
            "family": "parallel-jobs",
            "cluster": {"groups": groups},
            "workload": {"arrivals": {"process": "batch"}, "jobs": jobs, "job_classes": [kind | job_class]},
            "policies": ["FCFS"],
            "machine_events": list(events),
        }
    )


def gone(count: int, at: float, group: str = "m") -> dict[str, Any]:
    return {"event": "shutdown", "group": group, "count": count, "at": at, "notice": 0, "duration": 0}


def run(one: ParallelJobsScenario, policy: str) -> Records:
    return replicate(one, policy, 0, draw_jobs(one, 0), with_log=True).records


@QUEUES
def test_a_shutdown_after_the_end_of_all_jobs_changed_rigid_ones_from_the_beginning(policy: str) -> None:
    """Three jobs of 800 s on all 10 machines take 2400 s, not 3429, whatever is to happen after 30 years."""
    records = run(scenario(gone(3, 1e9)), policy)
    assert records.end.tolist() == [800, 1600, 2400]
    assert records.size.tolist() == [10, 10, 10]


@EVERY_POLICY
@pytest.mark.parametrize("kind", ["rigid", "moldable", "malleable"])
def test_nor_does_it_change_jobs_of_many_sizes(policy: str, kind: str) -> None:
    sizes: dict[str, Any] = {"max_size": 1, "max_size_spread": {"spread": "evenly", "up_to": 10}, "kind": kind}
    one, other = (run(scenario(*events, jobs=60, **sizes), policy) for events in ([], [gone(3, 1e9)]))
    same = ("arrival", "start", "end", "size", "reason")
    assert [name for name in same if getattr(one, name).tobytes() != getattr(other, name).tobytes()] == []


@EVERY_POLICY
def test_a_job_that_could_never_start_again_is_rejected_when_the_machines_go(policy: str) -> None:
    """Ten machines, three of them gone for good at 900 s, when the second job runs on all of them."""
    records = run(scenario(gone(3, 900.0), jobs=3), policy)
    assert records.end[0] == 800
    rejected = records.log.happening == Happening.REJECTION
    if CODES[policy] < CODES["Simple"]:  # the others reject them before, or for lack of time
        assert records.reason.tolist() == [Reason.NONE, Reason.DROPPED, Reason.TOO_FEW_PROCESSORS]
        assert records.log.time[rejected].tolist() == [900.0, 900.0]
    assert np.isfinite(records.end).all()


@QUEUES
def test_who_can_do_with_less_asks_for_less_from_then_on(policy: str) -> None:
    """A malleable job that has 10 machines, or asks for them, goes on with 7."""
    records = run(scenario(gone(3, 900.0), jobs=3, kind="malleable"), policy)
    assert (records.reason == Reason.NONE).all()
    assert np.isfinite(records.end).all()
    assert records.end.max() < 6000


def test_a_class_that_never_fits_is_refused_and_one_that_does_at_first_is_not() -> None:
    with pytest.raises(ScenarioError, match="this leaves 7 machines, but there are jobs that need 10"):
        scenario(gone(3, 0.0))
    with pytest.raises(ScenarioError, match="this leaves 7 machines, but there are jobs that need 8"):
        scenario({"event": "spares", "group": "m", "count": 3}, min_size=8, kind="malleable")
    assert scenario(gone(3, 1.0))


def test_spares_that_stand_in_for_good_were_counted_twice() -> None:
    """8 and 2 machines, the 2 are spares: when 2 of the 8 go for good, there are still 8."""
    spares = {"event": "spares", "group": "n", "count": 2}
    both = scenario(spares, gone(2, 100.0), count=8, max_size=8)
    assert [lasting_machines(both.machine_events, both.cluster, at) for at in (0.0, 100.0)] == [8, 8]
    assert (run(both, "FCFS").reason == Reason.NONE).all()
    three = scenario(spares, gone(3, 100.0), count=8, max_size=8)
    assert lasting_machines(three.machine_events, three.cluster, 100.0) == 7
    the_spares = scenario(spares, gone(2, 100.0, "n"), count=8, max_size=8)
    assert lasting_machines(the_spares.machine_events, the_spares.cluster, 100.0) == 8


@EVERY_POLICY
def test_who_comes_later_is_rejected_on_arrival_and_blocks_nobody(policy: str) -> None:
    """Two machines, of which one is gone for good at 5: the job of both that comes at 6 goes, the next one starts."""
    stream = jobs([0, 6, 7], [2, 8, 2], [(1, 1), (2, 2), (1, 1)])
    happenings = machine_events((5, 1, FAILURE, 0), (5, 1, LIMIT, 0))
    records = simulation.run(*System(stream, machines((2, 1)), FREE_MIGRATION), CODES[policy], True, happenings)
    assert records.reason.tolist() == [Reason.NONE, Reason.TOO_FEW_PROCESSORS, Reason.NONE]
    assert records.start.tolist() == [0, 6, 7]


@pytest.mark.parametrize("policy", sorted(set(CODES) - {"SED", "SED-NU", "SED-NM"}))
@settings(max_examples=20, deadline=None)
@given(case=disrupted_streams(complete=False, limited=True))
def test_both_programs_agree_in_space_sharing(policy: str, case: tuple[System, MachineEvents]) -> None:
    system, happenings = case
    one = reference.run(*system, CODES[policy], machine_events=happenings)
    assert differences(one, kernel.run(*system, CODES[policy], True, happenings)) == []


@pytest.mark.parametrize("policy", ["SED", "SED-NU", "SED-NM"])
@settings(max_examples=20, deadline=None)
@given(case=disrupted_systems(complete=False), seed=st.integers(0, 10**6))
def test_both_programs_agree_in_time_sharing(policy: str, case: tuple[System, MachineEvents], seed: int) -> None:
    assert CODES[policy] in TIME_SHARING
    system, happenings = case
    happenings = with_limits(happenings, len(system.machines.group), np.random.default_rng(seed))
    one = readable_time_sharing.run(*system, CODES[policy], machine_events=happenings)
    assert differences(one, time_sharing.run(*system, CODES[policy], True, happenings)) == []
