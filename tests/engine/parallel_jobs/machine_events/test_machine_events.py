"""Users, shutdowns, failures and returns: cases worked by hand, for both programs."""

from collections.abc import Callable

import numpy as np
import pytest

from engine.parallel_jobs.inputs.delay_classes import delay_classes_of
from engine.parallel_jobs.machine_events.checkpoints import kept_work, progress_share
from engine.parallel_jobs.machine_events.events import MachineEventKind, MachineEvents, most_users
from engine.parallel_jobs.policies import PolicyCode
from engine.parallel_jobs.records import Happening, Records
from engine.parallel_jobs.replay.events import events
from engine.parallel_jobs.replay.states import StatePath
from engine.parallel_jobs.time_sharing.kernel import simulation as kernel
from engine.parallel_jobs.time_sharing.reference import simulation as reference
from tests.engine.parallel_jobs.systems import FREE_MIGRATION, System, jobs, machine_events, machines

SED, SED_NU, SED_NM = PolicyCode.SED, PolicyCode.SED_NU, PolicyCode.SED_NM
COMES, LEAVES, SHUTDOWN, FAILURE, RETURN, *_ = MachineEventKind
Run = Callable[..., Records]
BOTH = pytest.mark.parametrize("run", [reference.run, kernel.run], ids=["reference", "kernel"])
EVERY_POLICY = pytest.mark.parametrize("policy", [SED, SED_NU, SED_NM])

ONE = machines((1, 1))
TWO_EQUAL = machines((2, 1))
FAST_AND_SLOW = machines((1, 1), (1, 2))
COSTLY = FREE_MIGRATION._replace(checkpoint=10.0, latency=1.0)
"""A migration or a checkpoint takes 10 s and 1 s for each process."""


def happened(run: Run, system: System, policy: PolicyCode, happenings: MachineEvents) -> list[str]:
    """What the log says, row by row."""
    extra = {} if run is reference.run else {"with_log": True}
    log = run(*system, policy, machine_events=happenings, **extra).log
    return [f"{time:g} {Happening(row).name}" for time, row in zip(log.time, log.happening, strict=True)]


# users ----------------------------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(("policy", "end"), [(SED, 12), (SED_NU, 16), (SED_NM, 12)])
def test_a_user_doubles_the_delay_while_he_is_there(run: Run, policy: PolicyCode, end: float) -> None:
    """A job of 10 s, alone on a machine of speed factor 1. From 4 to 8 a user is there: D = 2, above alpha_max.

    At 8 it has 10 - 4 - 4 / 2 = 4 s left, is upgraded and ends at 12. SED-NU leaves it at D = 2: it ends at 8 + 8.
    """
    system = System(jobs([0], [10], [(1, 1)]), ONE, FREE_MIGRATION)
    happenings = machine_events((4, 0, COMES, 0), (8, 0, LEAVES, 0))
    records = run(*system, policy, machine_events=happenings)
    assert records.end.tolist() == [end]
    assert records.upgrades.tolist() == [int(policy != SED_NU)]
    assert records.busy.tolist() == [end]
    assert "4 DOWNGRADE" in happened(run, system, policy, happenings)


@BOTH
def test_nobody_is_mapped_to_a_machine_whose_user_makes_it_slower_than_alpha_max(run: Run) -> None:
    """One machine: with a user d = 2 > alpha_max = 1. The job of 3 s arrives at 1 and waits until he leaves at 6."""
    system = System(jobs([1], [3], [(1, 1)]), ONE, FREE_MIGRATION)
    happenings = machine_events((0, 0, COMES, 0), (6, 0, LEAVES, 0))
    records = run(*system, SED, machine_events=happenings)
    assert (records.start.tolist(), records.end.tolist(), records.busy.tolist()) == ([6], [9], [3])


@BOTH
def test_a_job_that_a_user_slows_down_migrates_at_once_if_that_is_its_policy(run: Run) -> None:
    """Two machines of speed factor 1 and one job of 10 s, on machine 0. At 4 a user comes there: D = 2 > 1.

    It migrates to machine 1, stops for 11 s and ends at 4 + 11 + 6 = 21. Under SED-NM it ends at 4 + 6 x 2 = 16.
    """
    system = System(jobs([0], [10], [(1, 1)]), TWO_EQUAL, COSTLY)
    happenings = machine_events((4, 0, COMES, 0))
    assert run(*system, SED, machine_events=happenings).end.tolist() == [21]
    assert run(*system, SED_NM, machine_events=happenings).end.tolist() == [16]
    assert happened(run, system, SED, happenings)[2:5] == ["4 MACHINE", "4 DOWNGRADE", "4 MIGRATION"]


@BOTH
def test_a_user_takes_the_place_that_a_job_could_have_had(run: Run) -> None:
    """Machines 1 and 2. Job 0 (12 s) has both with D = 2 from 0 on, and the fast one could carry another process.

    Job 1 (2 s, one machine) takes that place at 0: D = 2, until 4. Job 2 (1 s, one machine) arrives at 1 and waits: a
    third process would have delay 3. At 2 a user comes to the fast machine: D = 3 for jobs 0 and 1, which is above
    alpha_max. Job 0 has 10 s left and goes on at 2/3, job 1 has 1 s left and goes on at 1/3: it ends at 5. Then job 0
    has 8 s left, D = 2, and on the fast machine, with its user, job 2 would make that 3 again: it waits until job 0
    ends at 13. Now both machines have d = 2, and job 2 takes the slower architecture, until 15.
    """
    system = System(jobs([0, 0, 1], [12, 2, 1], [(2, 2), (1, 1), (1, 1)]), FAST_AND_SLOW, FREE_MIGRATION)
    records = run(*system, SED_NM, machine_events=machine_events((2, 0, COMES, 0)))
    assert records.end.tolist() == [13, 5, 15]
    assert records.start.tolist() == [0, 0, 13]


def test_delay_classes_with_users_go_on_upwards_and_stay_exact() -> None:
    without, with_two = delay_classes_of([1.0, 3.0]), delay_classes_of([1.0, 3.0], users=2)
    assert without.delay.tolist() == [1, 2, 3]
    assert with_two.delay.tolist() == [1, 2, 3, 4, 5, 6, 9]
    assert with_two.slowest == without.slowest == 2
    assert with_two.of_load[:, 1:].tolist() == [[0, 1, 2, 3, 4, 7], [2, 5, 6, 7, 7, 7]]  # 7: never
    assert most_users(machine_events((0, 0, COMES, 0), (1, 0, LEAVES, 0), (2, 0, LEAVES, 0), (3, 0, COMES, 0))) == 1


# shutdown -------------------------------------------------------------------------------------------------------------


@BOTH
@EVERY_POLICY
@pytest.mark.parametrize(("hold", "busy"), [(False, [4, 83]), (True, [15, 83])])
def test_a_job_leaves_a_machine_that_is_shut_down_even_for_a_slower_one(
    run: Run, policy: PolicyCode, hold: bool, busy: list[float]
) -> None:
    """Machines 1 and 2, a job of 40 s on the fast one. At 4 that is shut down with 11 s of notice: just enough.

    It stops for 11 s and does the remaining 36 s at 1/2: 4 + 11 + 72 = 87, whatever the policy.
    """
    system = System(jobs([0], [40], [(1, 1)]), FAST_AND_SLOW, COSTLY._replace(hold_old_machines=hold))
    records = run(*system, policy, machine_events=machine_events((4, 0, SHUTDOWN, 11)))
    assert records.end.tolist() == [87]
    assert (records.evacuations[0], records.migrations[0], records.checkpoints[0]) == (1, 1, 0)
    assert records.busy.tolist() == busy


@BOTH
@EVERY_POLICY
@pytest.mark.parametrize(("notice", "end", "lost"), [(11, 47, 0), (10, 40, 14)])
def test_a_job_that_cannot_move_is_checkpointed_if_the_notice_is_long_enough(
    run: Run, policy: PolicyCode, notice: float, end: float, lost: float
) -> None:
    """One machine, a job of 20 s. At 4 the machine is shut down until 20, with just enough notice or 1 s too little.

    With a checkpoint the job has 16 s left, stops for 11 s when it starts again, and ends at 20 + 11 + 16 = 47. Without
    one it computes until 14, when the notice is over, begins anew, and ends at 40.
    """
    system = System(jobs([0], [20], [(1, 1)]), ONE, COSTLY)
    happenings = machine_events((4, 0, SHUTDOWN, notice), (20, 0, RETURN, 0))
    records = run(*system, policy, machine_events=happenings)
    assert records.end.tolist() == [end]
    assert records.lost.tolist() == [lost]
    assert (records.checkpoints[0], records.failures[0]) == ((1, 0) if notice == 11 else (0, 1))
    assert (records.start[0], records.size[0]) == (0, 1)
    gone = ["4 MACHINE", "4 EVICTION"] if notice == 11 else ["4 MACHINE", "14 MACHINE", "14 EVICTION"]
    rows = ["0 ARRIVAL", "0 START", *gone, "20 MACHINE", "20 START", f"{end} END"]
    assert happened(run, system, policy, happenings) == rows


@BOTH
@EVERY_POLICY
def test_the_notice_of_a_shutdown_was_not_used_for_computing(run: Run, policy: PolicyCode) -> None:
    """One machine, a job with 50 s left when it is shut down with 300 s of notice: it ended after an hour, not at 100.

    Another job may not start on the machine before it has returned.
    """
    system = System(jobs([0, 60], [100, 5], [(1, 1)] * 2), ONE, COSTLY)
    happenings = machine_events((50, 0, SHUTDOWN, 300), (3600, 0, RETURN, 0))
    records = run(*system, policy, machine_events=happenings)
    assert records.end.tolist() == [100, 3605]
    assert records.checkpoints.tolist() == records.evacuations.tolist() == records.failures.tolist() == [0, 0]


@BOTH
@EVERY_POLICY
def test_a_job_that_a_user_keeps_from_ending_within_the_notice_is_evicted_when_it_ends(
    run: Run, policy: PolicyCode
) -> None:
    """50 s left at 50, and 55 s of notice; a user comes at 60. By 105 it has 17.5 s left, which take 35 s from 200."""
    system = System(jobs([0], [100], [(1, 1)]), ONE, FREE_MIGRATION)
    happenings = machine_events((50, 0, SHUTDOWN, 55), (60, 0, COMES, 0), (200, 0, RETURN, 0), (201, 0, LEAVES, 0))
    records = run(*system, policy, machine_events=happenings)
    assert (records.checkpoints.tolist(), records.lost.tolist()) == ([1], [0])
    assert records.end[0] >= 201
    assert happened(run, system, policy, happenings)[5:7] == ["105 MACHINE", "105 EVICTION"]


@BOTH
def test_jobs_that_lose_several_machines_at_one_instant_wait_in_order_of_their_numbers(run: Run) -> None:
    """Three machines with 10 s each fail at 4, and one is back at 6: the last one evicted went first."""
    gone = [(4.0, machine, FAILURE, 0.0) for machine in range(3)]
    records = run(
        *System(jobs([0, 0, 0, 1], [10] * 4, [(1, 1)] * 4), machines((3, 1)), FREE_MIGRATION),
        SED,
        machine_events=machine_events(*gone, (6, 0, RETURN, 0)),
    )
    assert records.end.tolist() == [16, 26, 36, 46]


@BOTH
def test_evicted_jobs_are_the_first_in_the_queue_in_order_of_their_numbers(run: Run) -> None:
    """Machines 1 and 2; jobs of 6 s at 0: job 0 needs both, D = 2; job 1 shares the fast one with it; job 2 waits.

    At 4 the fast machine fails. Job 0 is the head of the queue again, does not fit on the slow machine alone, and so
    blocks jobs 1 and 2. At 5 the machine returns, and all begins anew: job 0 ends at 11, job 1 then has 3 s left, gets
    D = 1 and ends at 14, and job 2 starts on the slow machine at 11 and ends at 23.
    """
    system = System(jobs([0, 0, 0], [6, 6, 6], [(2, 2), (1, 1), (1, 1)]), FAST_AND_SLOW, FREE_MIGRATION)
    records = run(*system, SED_NM, machine_events=machine_events((4, 0, FAILURE, 0), (5, 0, RETURN, 0)))
    assert records.end.tolist() == [11, 14, 23]
    assert records.start.tolist() == [0, 0, 11]
    assert records.lost.tolist() == [4, 2, 0]
    assert records.failures.tolist() == [1, 1, 0]


# failures -------------------------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(
    ("interval", "cost", "lost", "end"),
    [(0.0, 0.0, 7.0, 30.0), (3.0, 0.0, 1.0, 24.0), (3.0, 1.0, 2.25, 20 + 7 * 4 / 3), (7.0, 0.0, 0.0, 23.0)],
)
def test_a_failure_undoes_what_was_done_since_the_last_checkpoint(
    run: Run, interval: float, cost: float, lost: float, end: float
) -> None:
    """One machine, a job of 10 s; a failure at 7, a return at 20.

    Without checkpoints all 7 s are lost. With one every 3 s, the last was at 6, and 1 s is lost: 4 s are left. If each
    takes 1 s, the job makes progress at 3/4, has a checkpoint at 4 with 3 s done, and loses 3 x 3/4: 7 s are left, at
    3/4. A checkpoint in the very instant of the failure is one.
    """
    rules = FREE_MIGRATION._replace(checkpoint_interval=interval, checkpoint_cost=cost)
    system = System(jobs([0], [10], [(1, 1)]), ONE, rules)
    records = run(*system, SED, machine_events=machine_events((7, 0, FAILURE, 0), (20, 0, RETURN, 0)))
    assert records.end == pytest.approx([end])
    assert records.lost == pytest.approx([lost])
    assert records.failures.tolist() == [1]


@BOTH
def test_a_failure_of_one_machine_stops_a_job_on_all(run: Run) -> None:
    """Two machines, a job of 10 s on both; at 2 machine 1 fails. It needs one only, and begins anew on machine 0."""
    system = System(jobs([0], [10], [(1, 2)]), TWO_EQUAL, FREE_MIGRATION)
    records = run(*system, SED, machine_events=machine_events((2, 1, FAILURE, 0)))
    assert (records.end[0], records.lost[0], records.size[0]) == (12, 4, 2)
    assert records.busy.tolist() == [12, 2]


@BOTH
def test_the_work_kept_is_that_of_the_checkpoint_even_if_the_rate_has_changed_since(run: Run) -> None:
    """One machine, a job of 10 s, a checkpoint every 3 s. A user comes at 4 and leaves at 5; a failure at 5.5.

    The last checkpoint was at 3 with 7 s left. By 5.5 the job has done 4 + 1/2 + 1/2 = 5 s: 2 are lost.
    """
    rules = FREE_MIGRATION._replace(checkpoint_interval=3.0)
    system = System(jobs([0], [10], [(1, 1)]), ONE, rules)
    happenings = machine_events((4, 0, COMES, 0), (5, 0, LEAVES, 0), (5.5, 0, FAILURE, 0), (6, 0, RETURN, 0))
    records = run(*system, SED, machine_events=happenings)
    assert (records.lost[0], records.end[0]) == (2, 13)


@BOTH
def test_a_checkpoint_for_a_shutdown_is_one_that_failures_go_back_to(run: Run) -> None:
    """One machine, a job of 10 s; shut down from 4 to 5 with notice, so that 6 s are left; a failure at 8 loses 3."""
    system = System(jobs([0], [10], [(1, 1)]), ONE, FREE_MIGRATION)
    happenings = machine_events((4, 0, SHUTDOWN, 0), (5, 0, RETURN, 0), (8, 0, FAILURE, 0), (9, 0, RETURN, 0))
    records = run(*system, SED, machine_events=happenings)
    assert (records.checkpoints[0], records.failures[0], records.lost[0], records.end[0]) == (1, 1, 3, 15)


@BOTH
@pytest.mark.parametrize(
    ("kind", "notice", "end", "lost"), [(SHUTDOWN, 2.0, 12, 0), (SHUTDOWN, 1.0, 14, 3), (FAILURE, 0.0, 13, 3)]
)
def test_a_machine_that_is_still_held_must_not_go_before_the_transfer_has_ended(
    run: Run, kind: MachineEventKind, notice: float, end: float, lost: float
) -> None:
    """Machines 1 and 2, a job of 6 s on each, a pause of 3 s, old machines held. At 6 job 1 (3 s left) moves.

    At 7 its old machine goes. With 2 s of notice the transfer still ends, and the job does at 6 + 3 + 3 = 12. With 1 s
    there is no time for a checkpoint (3 s) either: at 8 it begins anew on the fast machine, and ends at 14. Without
    notice it does at 7 and 13.
    """
    rules = FREE_MIGRATION._replace(checkpoint=3.0, hold_old_machines=True)
    system = System(jobs([0, 0], [6, 6], [(1, 1), (1, 1)]), FAST_AND_SLOW, rules)
    records = run(*system, SED, machine_events=machine_events((7, 1, kind, notice)))
    assert records.end.tolist() == [6, end]
    assert records.failures.tolist() == [0, int(lost > 0)]
    assert records.lost.tolist() == [0, lost]


@BOTH
def test_a_job_in_transfer_is_checkpointed_rather_than_moved_again(run: Run) -> None:
    """Machines 1, 1 and 2; job 0 (20 s) and job 1 (6 s) on the fast ones, job 2 (6 s) on the slow one; a pause of 3 s.

    At 6 job 2 (3 s left) moves to machine 1. At 7 that is shut down with 3 s of notice: the job cannot move back in the
    middle of its transfer, waits for nothing, starts on the slow machine at once and reads its checkpoint until 10:
    then 3 s at 1/2, until 16.
    """
    three = jobs([0, 0, 0], [20, 6, 6], [(1, 1)] * 3)
    system = System(three, machines((2, 1), (1, 2)), FREE_MIGRATION._replace(checkpoint=3.0))
    records = run(*system, SED, machine_events=machine_events((7, 1, SHUTDOWN, 3)))
    assert records.end.tolist() == [20, 6, 16]
    assert (records.migrations[2], records.evacuations[2], records.checkpoints[2]) == (1, 0, 1)


@pytest.mark.parametrize("period", [0.0, 2.0])
def test_nothing_is_kept_before_the_first_checkpoint(period: float) -> None:
    assert kept_work(1.9, 0.0, period, 0.0, 10.0, 0.0, 10.0, 1.0) == 10.0
    assert kept_work(2.0, 0.0, period, 0.0, 10.0, 0.0, 10.0, 1.0) == (8.0 if period else 10.0)
    assert (progress_share(0.0, 5.0), progress_share(3.0, 1.0)) == (1.0, 0.75)


# what must not matter -------------------------------------------------------------------------------------------------


@BOTH
@EVERY_POLICY
def test_events_without_sense_change_nothing(run: Run, policy: PolicyCode) -> None:
    """Returns of machines that are there, users that leave without having come, events after the last end."""
    system = System(jobs([0, 1], [6, 6], [(1, 2), (1, 1)]), FAST_AND_SLOW, COSTLY)
    senseless = machine_events((0, 0, RETURN, 0), (1, 1, LEAVES, 0), (2, 0, LEAVES, 0), (500, 0, FAILURE, 0))
    once, again = run(*system, policy), run(*system, policy, machine_events=senseless)
    assert once.end.tolist() == again.end.tolist()
    assert once.busy.tolist() == again.busy.tolist()
    assert not any(row.startswith("500") for row in happened(run, system, policy, senseless))


@BOTH
def test_a_job_for_which_there_will_never_be_a_machine_never_ends(run: Run) -> None:
    system = System(jobs([0, 5], [2, 2], [(1, 1), (1, 1)]), ONE, FREE_MIGRATION)
    records = run(*system, SED, machine_events=machine_events((3, 0, FAILURE, 0)))
    assert (records.start.tolist(), records.end.tolist()) == ([0, np.inf], [2, np.inf])


@BOTH
def test_at_one_instant_an_end_comes_first_then_the_machine_then_the_arrival(run: Run) -> None:
    """Job 0 ends at 4, in the instant in which the machine fails and job 1 arrives, which waits for the return at 6."""
    system = System(jobs([0, 4], [4, 1], [(1, 1), (1, 1)]), ONE, FREE_MIGRATION)
    happenings = machine_events((4, 0, FAILURE, 0), (6, 0, RETURN, 0))
    assert run(*system, SED, machine_events=happenings).end.tolist() == [4, 7]
    assert happened(run, system, SED, happenings)[2:] == [
        *("4 END", "4 MACHINE", "4 ARRIVAL", "6 MACHINE", "6 START", "7 END")
    ]


def test_only_the_three_policies_run_here() -> None:
    system = System(jobs([0], [1], [(1, 1)]), ONE, FREE_MIGRATION)
    for run in (reference.run, kernel.run):
        with pytest.raises(ValueError, match="none of the SED policies"):
            run(*system, PolicyCode.FCFS)


# the diagram of mapping states ----------------------------------------------------------------------------------------


def test_machine_events_are_transitions_of_their_own() -> None:
    """One machine and a job of 10 s: a user comes at 1 and leaves at 3, a failure at 5, a return at 6."""
    system = System(jobs([0], [10], [(1, 1)]), ONE, FREE_MIGRATION)
    happenings = machine_events((1, 0, COMES, 0), (3, 0, LEAVES, 0), (5, 0, FAILURE, 0), (6, 0, RETURN, 0))
    log = kernel.run(*system, SED, with_log=True, machine_events=happenings).log
    path = StatePath(2)
    transitions = [path.step(event) for event in events(log)]
    assert [transition.kind for transition in transitions] == ["arrival", *["machine"] * 4, "end"]
    assert [transition.trigger for transition in transitions[1:5]] == [
        "owner arrives, nobody waiting, downgrade",
        "owner leaves, nobody waiting, upgrade",
        "failure, nobody waiting, eviction",
        "return, others waiting",
    ]
    assert [transition.target for transition in transitions] == [((0, 1),), ((1, 1),), ((0, 1),), (), ((0, 1),), ()]
    assert path.queue == 0
