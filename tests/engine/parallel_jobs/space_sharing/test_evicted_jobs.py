"""Where jobs wait that have lost their machines, under space sharing: in queues, and for profit."""

import pytest

from engine.parallel_jobs.machine_events.events import MachineEventKind
from engine.parallel_jobs.records import Reason
from tests.engine.parallel_jobs.space_sharing.disruptions import (
    FAILURE,
    FOR_PROFIT,
    ONE,
    QUEUES,
    RETURN,
    SHUTDOWN,
    both,
    with_deadlines,
)
from tests.engine.parallel_jobs.systems import FREE_MIGRATION, System, jobs, machine_events, machines

# queues ---------------------------------------------------------------------------------------------------------------


@QUEUES
def test_an_evicted_job_is_the_head_of_the_queue(policy: str) -> None:
    """Two machines: job 0 on both for 10 s; job 1, one machine for 5 s, waits. At 4 machine 0 fails, until 6.

    Job 0 does not fit before 6. Strictly in order, job 1 waits for it. The others let job 1 pass: nobody can know when
    job 0 starts.
    """
    system = System(jobs([0, 1], [20, 5], [(2, 2), (1, 1)]), machines((2, 1)), FREE_MIGRATION)
    ends = both(system, policy, machine_events((4, 0, FAILURE, 0), (6, 0, RETURN, 0))).end.tolist()
    assert ends == ([16, 21] if policy == "FCFS" else [19, 9])


@QUEUES
def test_of_several_evicted_jobs_the_last_one_is_first(policy: str) -> None:
    """Two machines with 10 s each fail at 4 and 5; one is back at 6. Job 2 has waited all the time."""
    system = System(jobs([0, 0, 1], [10, 10, 1], [(1, 1)] * 3), machines((2, 1)), FREE_MIGRATION)
    records = both(system, policy, machine_events((4, 0, FAILURE, 0), (5, 1, FAILURE, 0), (6, 0, RETURN, 0)))
    assert records.end.tolist() == [26, 16, 27]


@QUEUES
@pytest.mark.parametrize("kind", [FAILURE, SHUTDOWN])
def test_of_those_evicted_at_one_instant_the_lowest_number_is_first(policy: str, kind: MachineEventKind) -> None:
    """Three machines with 10 s each go at 4, and one is back at 6; the last one evicted was first before."""
    system = System(jobs([0, 0, 0, 1], [10] * 4, [(1, 1)] * 4), machines((3, 1)), FREE_MIGRATION)
    gone = [(4.0, machine, kind, 0.0) for machine in range(3)]
    records = both(system, policy, machine_events(*gone, (6, 0, RETURN, 0)))
    assert records.end.tolist() == ([16, 26, 36, 46] if kind is FAILURE else [12, 18, 24, 34])


# for profit -----------------------------------------------------------------------------------------------------------


@FOR_PROFIT
def test_an_accepted_job_that_fails_runs_late(policy: str) -> None:
    """10 s until 12, on one machine that is away from 4 to 5: until 15. Job 1 cannot have the machine before its end.

    Under Lazy Profit the late job is still the one that is looked ahead to, and job 1 can wait for it.
    """
    system = with_deadlines(System(jobs([0, 6], [10, 5], [(1, 1)] * 2), ONE, FREE_MIGRATION), [12, 40])
    records = both(system, policy, machine_events((4, 0, FAILURE, 0), (5, 0, RETURN, 0)))
    waits = policy.startswith("Lazy")
    assert records.end.tolist() == [15, 20 if waits else 6]
    assert records.reason.tolist() == [Reason.NONE, Reason.NONE if waits else Reason.TOO_FEW_PROCESSORS]


@FOR_PROFIT
def test_a_new_job_may_not_take_what_an_evicted_one_waits_for(policy: str) -> None:
    """Three machines: job 0 needs two of them, job 1 has one until 12, job 2 comes at 5 and has to start at once.

    Machine 0 is away for good from 4 on: then job 0 waits for job 1, and the machine that is idle stays idle.
    """
    stream = jobs([0, 0, 5], [20, 12, 30], [(2, 2), (1, 1), (1, 1)])
    system = with_deadlines(System(stream, machines((3, 1)), FREE_MIGRATION), [50, 60, 31])
    records = both(system, policy, machine_events((4, 0, FAILURE, 0)))
    assert records.end[:2].tolist() == [22, 12]
    assert records.reason[2] != Reason.NONE


@pytest.mark.parametrize("policy", ["Lazy", "Lazy-R"])
def test_who_waits_for_the_lookahead_job_waits_on_when_that_is_evicted(policy: str) -> None:
    """Job 0 (10 s by 20), job 1 (5 s by 40) waits for it. The machine is away from 4 to 6: until 16, then until 21."""
    system = with_deadlines(System(jobs([0, 1], [10, 5], [(1, 1)] * 2), ONE, FREE_MIGRATION), [20, 40])
    records = both(system, policy, machine_events((4, 0, FAILURE, 0), (6, 0, RETURN, 0)))
    assert records.end.tolist() == [16, 21]


@FOR_PROFIT
def test_a_job_that_needs_more_than_there_is_for_now_is_rejected(policy: str) -> None:
    system = with_deadlines(System(jobs([2], [2], [(2, 2)]), machines((2, 1)), FREE_MIGRATION), [90])
    records = both(system, policy, machine_events((1, 0, SHUTDOWN, 0), (3, 0, RETURN, 0)))
    assert records.reason[0] != Reason.NONE
