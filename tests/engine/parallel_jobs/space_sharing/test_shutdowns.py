"""Shutdowns under space sharing: jobs shrink, move, or are saved within the notice."""

import numpy as np
import pytest

from engine.parallel_jobs.records import Reason
from tests.engine.parallel_jobs.space_sharing.disruptions import (
    COMES,
    COSTLY,
    EVERY_POLICY,
    FAILURE,
    ONE,
    RETURN,
    SHUTDOWN,
    both,
    happened,
    with_deadlines,
)
from tests.engine.parallel_jobs.systems import FREE_MIGRATION, System, jobs, machine_events, machines


@pytest.mark.parametrize(("resize_cost", "end"), [(0.0, 14.0), (1.0, 15.0)])
@pytest.mark.parametrize("policy", ["UFF", "Simple", "Lazy"])
def test_a_malleable_job_shrinks(policy: str, resize_cost: float, end: float) -> None:
    """44 s on 4 machines: 8 are done at 2, when one is shut down without any notice: 36 are left for 3."""
    rules = COSTLY._replace(resize_cost=resize_cost)
    system = with_deadlines(System(jobs([0], [44], [(1, 4)]), machines((4, 1)), rules), [100])
    records = both(system, policy, machine_events((2, 1, SHUTDOWN, 0)))
    assert (records.end.tolist(), records.resizes.tolist(), records.lost.tolist()) == ([end], [1], [0])
    assert records.log.machine[-3:].tolist() == [0, 2, 3]


@pytest.mark.parametrize(("policy", "ends"), [("UFF", [20.0]), ("Simple", [20.0]), ("Lazy", [20.0])])
def test_a_job_at_its_least_does_not_shrink(policy: str, ends: list[float]) -> None:
    """40 s on 4 machines, at least 3 of them: the second shutdown is a failure, and the job waits until 10.

    8 are done at 2, 6 more at 4, and then all is lost; 40 s on 4 machines from 10 on.
    """
    system = with_deadlines(System(jobs([0], [40], [(3, 4)]), machines((4, 1)), COSTLY), [100])
    gone = [(2.0, 0, SHUTDOWN, 0.0), (4.0, 1, SHUTDOWN, 0.0)]
    records = both(system, policy, machine_events(*gone, (10, 0, RETURN, 0), (10, 1, RETURN, 0)))
    assert records.lost.tolist() == [14]
    assert (records.end.tolist(), records.failures.tolist()) == (ends, [1])


@EVERY_POLICY
@pytest.mark.parametrize(("notice", "end", "lost"), [(11, 47, 0), (10, 54, 14)])
def test_an_idle_machine_replaces_the_one_that_goes(policy: str, notice: float, end: float, lost: float) -> None:
    """Speed factors 1 and 2, 20 s on the fast one. At 4 that is shut down with 11 s of notice, or 1 s too little.

    It stops until 15 and does the remaining 16 s at 1/2. Otherwise it computes until 14, as long as it can (it had been
    killed at 4), and begins anew on the slow one.
    """
    system = System(jobs([0], [20], [(1, 1)]), machines((1, 1), (1, 2)), COSTLY)
    records = both(system, policy, machine_events((4, 0, SHUTDOWN, notice)))
    assert (records.end.tolist(), records.lost.tolist()) == ([end], [lost])
    moved = int(lost == 0)
    assert [r[0] for r in (records.migrations, records.evacuations, records.failures)] == [moved, moved, 1 - moved]


@EVERY_POLICY
@pytest.mark.parametrize(("notice", "end", "lost"), [(12, 48, 0), (11, 40, 30)])
def test_otherwise_there_is_a_checkpoint_of_all_its_processes(
    policy: str, notice: float, end: float, lost: float
) -> None:
    """40 s on 2 machines, both of which it needs. At 4 one is shut down until 20; a checkpoint takes 12 s.

    With a checkpoint it has 32 s left, stops for 12 s and ends at 20 + 12 + 16. Without one it computes until 15, when
    the notice is over and 30 s of work are lost, and begins anew at 20. With a notice of 16 s it would have ended.
    """
    system = System(jobs([0], [40], [(2, 2)]), machines((2, 1)), COSTLY)
    records = both(system, policy, machine_events((4, 0, SHUTDOWN, notice), (20, 0, RETURN, 0)))
    assert (records.end.tolist(), records.lost.tolist()) == ([end], [lost])
    assert (records.checkpoints[0], records.failures[0]) == ((1, 0) if lost == 0 else (0, 1))
    assert (records.start[0], records.size[0]) == (0, 2)
    gone = ["4 MACHINE", "4 EVICTION"] if lost == 0 else ["4 MACHINE", "15 MACHINE", "15 EVICTION"]
    assert happened(records)[2:] == [*gone, "20 MACHINE", "20 START", f"{end:g} END"]


@EVERY_POLICY
def test_the_notice_of_a_shutdown_was_not_used_for_computing(policy: str) -> None:
    """One machine, a job with 50 s left when it is shut down with 300 s of notice: it ended after an hour, not at 100.

    Another job may not start on the machine before it has returned.
    """
    system = with_deadlines(System(jobs([0, 60], [100, 5], [(1, 1)] * 2), ONE, COSTLY), [200, 9000])
    records = both(system, policy, machine_events((50, 0, SHUTDOWN, 300), (3600, 0, RETURN, 0)))
    waits = records.reason[1] == Reason.NONE
    assert records.end.tolist() == [100, 3605 if waits else 60]
    assert waits or policy.startswith("Simple")
    assert happened(records)[:5] == ["0 ARRIVAL", "0 START", "50 MACHINE", "60 ARRIVAL"] + (
        ["100 END"] if waits else ["60 REJECTION"]
    )


@EVERY_POLICY
def test_a_job_that_a_user_keeps_from_ending_within_the_notice_is_evicted_when_it_ends(policy: str) -> None:
    """50 s left at 50, and 55 s of notice; a user comes at 60. By 105 it has 17.5 s left, which take 35 s from 200."""
    system = System(jobs([0], [100], [(1, 1)]), ONE, FREE_MIGRATION)
    happenings = machine_events((50, 0, SHUTDOWN, 55), (60, 0, COMES, 0), (200, 0, RETURN, 0))
    records = both(system, policy, happenings)
    assert (records.end.tolist(), records.checkpoints.tolist(), records.lost.tolist()) == ([235], [1], [0])
    assert happened(records)[5:7] == ["105 MACHINE", "105 EVICTION"]


@pytest.mark.parametrize("policy", ["UFF", "Simple", "Lazy"])
def test_a_malleable_job_that_ends_within_the_notice_does_not_shrink(policy: str) -> None:
    """40 s on 4 machines; one is shut down at 2 with 8 s of notice, which is all that the job needs, or 7 s."""
    system = with_deadlines(System(jobs([0], [40], [(1, 4)]), machines((4, 1)), COSTLY), [100])
    assert both(system, policy, machine_events((2, 1, SHUTDOWN, 8))).end.tolist() == [10]
    assert both(system, policy, machine_events((2, 1, SHUTDOWN, 7))).end == pytest.approx([2 + 32 / 3])


def test_a_moldable_job_that_was_evicted_chooses_its_size_anew() -> None:
    """40 s on 4 machines; at 2 one fails, and all is done by the other 3 from then on."""
    stream = jobs([0], [42], [(1, 4)])._replace(moldable=np.array([True]))
    system = System(stream, machines((4, 1)), FREE_MIGRATION)
    for policy in ("UFF", "Simple", "Lazy"):
        assert both(system, policy, machine_events((2, 0, FAILURE, 0))).end.tolist() == [16]
