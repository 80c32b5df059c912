"""Users, shutdowns, failures and returns under space sharing: cases worked by hand, and what always has to hold."""

import json
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings

from engine.parallel_jobs.inputs.workload import Machines, Rules
from engine.parallel_jobs.machine_events.checkpoints import progress_share
from engine.parallel_jobs.machine_events.events import MachineEventKind, MachineEvents, with_users
from engine.parallel_jobs.records import Happening, Reason, Records
from engine.parallel_jobs.replay.events import events
from engine.parallel_jobs.space_sharing.kernel import simulation as kernel
from engine.parallel_jobs.space_sharing.reference import simulation as reference
from engine.parallel_jobs.space_sharing.reference.explanation import explanation
from tests.engine.parallel_jobs.streams import CODES, disrupted_streams
from tests.engine.parallel_jobs.systems import FREE_MIGRATION, System, differences, jobs, machine_events, machines

COMES, LEAVES, SHUTDOWN, FAILURE, RETURN, *_ = MachineEventKind
EVERY_POLICY = pytest.mark.parametrize("policy", CODES)
QUEUES = pytest.mark.parametrize("policy", ["FCFS", "FF", "EASY", "Conservative", "UFF"])
FOR_PROFIT = pytest.mark.parametrize("policy", ["Simple", "Simple-R", "Lazy", "Lazy-R"])
GENERATED = settings(max_examples=40, deadline=None)

ONE = machines((1, 1))
COSTLY = FREE_MIGRATION._replace(checkpoint=10.0, latency=1.0)
"""To replace a machine takes 11 s, a checkpoint 10 s and 1 s for each process."""


def both(system: System, policy: str, happenings: MachineEvents) -> Records:
    """The records of the kernel, after a look at the reference."""
    records = kernel.run(*system, CODES[policy], with_log=True, machine_events=happenings)
    assert differences(reference.run(*system, CODES[policy], machine_events=happenings), records) == []
    return records


def with_deadlines(system: System, deadlines: Sequence[float]) -> System:
    """The same jobs with deadlines, each worth 10 $."""
    worth = {"deadline": np.array(deadlines, dtype=float), "profit": np.full(len(deadlines), 10.0)}
    return system._replace(jobs=system.jobs._replace(**worth))


def happened(records: Records) -> list[str]:
    """What the log says, row by row."""
    return [f"{t:g} {Happening(row).name}" for t, row in zip(records.log.time, records.log.happening, strict=True)]


# users ----------------------------------------------------------------------------------------------------------------


@EVERY_POLICY
def test_a_user_halves_the_rate_while_he_is_there(policy: str) -> None:
    """A job of 10 s: 4 s alone, 4 s at half the rate, and 4 s for what is left. A user is no busy time."""
    system = System(jobs([0], [10], [(1, 1)]), ONE, FREE_MIGRATION)
    records = both(system, policy, machine_events((4, 0, COMES, 0), (8, 0, LEAVES, 0)))
    assert (records.end.tolist(), records.busy.tolist(), records.upgrades.tolist()) == ([12], [12], [1])
    assert happened(records)[2:6] == ["4 MACHINE", "4 DOWNGRADE", "8 MACHINE", "8 UPGRADE"]
    assert records.log.delay_class[3] > records.log.delay_class[1]


@QUEUES
def test_only_the_slowest_machine_of_a_job_matters(policy: str) -> None:
    """Speed factors 1 and 2, a job on both: a user on the fast one makes that no slower than the other."""
    system = System(jobs([0], [10], [(2, 2)]), machines((1, 1), (1, 2)), FREE_MIGRATION)
    records = both(system, policy, machine_events((4, 0, COMES, 0)))
    assert (records.end.tolist(), happened(records)) == ([10], ["0 ARRIVAL", "0 START", "4 MACHINE", "10 END"])


@QUEUES
def test_an_evicted_job_may_be_looked_at_when_no_machine_is_idle(policy: str) -> None:
    """Three evicted jobs wait: the first does not fit, the second takes all that is idle, none is left for the third.

    Jobs of 1, 3, 2 and 3 machines; the last, the third and the second lose theirs, and idle machines fail as well.
    """
    system = System(
        jobs([0, 0, 0, 0], [100, 300, 20, 300], [(1, 1), (3, 3), (2, 2), (3, 3)]), machines((9, 1)), FREE_MIGRATION
    )
    failing = [(1, 6), (1, 7), (1, 8), (2, 4), (2, 5), (3, 1)]
    happenings = machine_events(
        *[(when, machine, FAILURE, 0) for when, machine in failing],
        *[(20, machine, RETURN, 0) for machine in sorted(machine for _, machine in failing)],
    )
    records = both(system, policy, happenings)
    assert np.isfinite(records.end).all()
    if policy == "EASY":
        assert records.end[2] == 13.0  # on the two machines that the second job has left, from 3 s on


@QUEUES
@pytest.mark.parametrize(("users", "machine"), [(1, 0), (2, 1)])
def test_fastest_first_counts_users(policy: str, users: int, machine: int) -> None:
    """Speed factors 1 and 2: with one user both are equally fast, and the lower number is first; with two it is not."""
    system = System(jobs([5], [6], [(1, 1)]), machines((1, 1), (1, 2)), FREE_MIGRATION)
    records = both(system, policy, machine_events(*[(0, 0, COMES, 0)] * users))
    assert records.log.machine[-1] == machine
    assert records.end.tolist() == [17]


@pytest.mark.parametrize(("policy", "last"), [("EASY", 4), ("Conservative", 20)])
def test_a_backfilling_policy_hears_of_the_delay(policy: str, last: float) -> None:
    """Two machines; job 0 (1 machine) ends at 10, job 1 (2 machines) waits for it, job 2 (1 machine, 12 s) as well.

    At 4 a user comes to job 0, which will end at 16: now job 2 ends no later than that, and passes job 1. Conservative
    backfilling counts on the slower machine, which takes 24 s, and lets it wait.
    """
    system = System(jobs([0, 1, 2], [10, 8, 12], [(1, 1), (2, 2), (1, 1)]), machines((2, 1)), FREE_MIGRATION)
    happenings = machine_events((4, 0, COMES, 0), (16, 0, LEAVES, 0))
    assert kernel.run(*system, CODES[policy]).start.tolist() == [0, 10, 14]
    assert both(system, policy, happenings).start.tolist() == [0, 16, last]


# shutdown -------------------------------------------------------------------------------------------------------------


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
@pytest.mark.parametrize(("notice", "end", "lost"), [(11, 47, 0), (10, 44, 4)])
def test_an_idle_machine_replaces_the_one_that_goes(policy: str, notice: float, end: float, lost: float) -> None:
    """Speed factors 1 and 2, 20 s on the fast one. At 4 that is shut down with 11 s of notice, or 1 s too little.

    It stops until 15 and does the remaining 16 s at 1/2. Otherwise it begins anew on the slow one at once.
    """
    system = System(jobs([0], [20], [(1, 1)]), machines((1, 1), (1, 2)), COSTLY)
    records = both(system, policy, machine_events((4, 0, SHUTDOWN, notice)))
    assert (records.end.tolist(), records.lost.tolist()) == ([end], [lost])
    moved = int(lost == 0)
    assert [r[0] for r in (records.migrations, records.evacuations, records.failures)] == [moved, moved, 1 - moved]


@EVERY_POLICY
@pytest.mark.parametrize(("notice", "end", "lost"), [(12, 48, 0), (11, 40, 8)])
def test_otherwise_there_is_a_checkpoint_of_all_its_processes(
    policy: str, notice: float, end: float, lost: float
) -> None:
    """40 s on 2 machines, both of which it needs. At 4 one is shut down until 20; a checkpoint takes 12 s.

    With a checkpoint it has 32 s left, stops for 12 s and ends at 20 + 12 + 16. Without one it begins anew.
    """
    system = System(jobs([0], [40], [(2, 2)]), machines((2, 1)), COSTLY)
    records = both(system, policy, machine_events((4, 0, SHUTDOWN, notice), (20, 0, RETURN, 0)))
    assert (records.end.tolist(), records.lost.tolist()) == ([end], [lost])
    assert (records.checkpoints[0], records.failures[0]) == ((1, 0) if lost == 0 else (0, 1))
    assert (records.start[0], records.size[0]) == (0, 2)
    assert happened(records)[2:] == ["4 MACHINE", "4 EVICTION", "20 MACHINE", "20 START", f"{end:g} END"]


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


# failure --------------------------------------------------------------------------------------------------------------


@EVERY_POLICY
@pytest.mark.parametrize(
    ("interval", "cost", "lost", "end"), [(0.0, 0.0, 4.0, 17.0), (3.0, 0.0, 1.0, 14.0), (3.0, 1.0, 0.0, 7 + 28 / 3)]
)
def test_a_failure_undoes_what_was_done_since_the_last_checkpoint(
    policy: str, interval: float, cost: float, lost: float, end: float
) -> None:
    """10 s on one machine, which fails at 4 and is back at 7; a checkpoint at 3, or, if it takes 1 s, at 4."""
    rules: Rules = FREE_MIGRATION._replace(checkpoint_interval=interval, checkpoint_cost=cost)
    system = System(jobs([0], [10], [(1, 1)]), ONE, rules)
    records = both(system, policy, machine_events((4, 0, FAILURE, 0), (7, 0, RETURN, 0)))
    assert records.end == pytest.approx([end])
    assert (records.lost.tolist(), records.failures.tolist()) == ([lost], [1])


@pytest.mark.parametrize("policy", ["UFF", "Simple", "Lazy"])
def test_a_malleable_job_loses_all_machines_in_a_failure_and_grows_when_one_returns(policy: str) -> None:
    """20 s on 2 machines, of which one fails at 4: 20 s on the other; 2 of them are done by 6, 18 are left for both."""
    system = System(jobs([0], [20], [(1, 2)]), machines((2, 1)), FREE_MIGRATION)
    records = both(system, policy, machine_events((4, 0, FAILURE, 0), (6, 0, RETURN, 0)))
    assert (records.end.tolist(), records.lost.tolist(), records.resizes.tolist()) == ([15], [8], [1])
    assert records.busy.tolist() == [13, 15]


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


# what must not matter -------------------------------------------------------------------------------------------------


@EVERY_POLICY
@GENERATED
@given(case=disrupted_streams())
def test_events_without_sense_change_nothing(policy: str, case: tuple[System, MachineEvents]) -> None:
    system, _ = case
    last = float(system.jobs.gap.sum())
    senseless = machine_events((0, 0, RETURN, 0), (last / 2, 0, LEAVES, 0), (last, 0, RETURN, 0), (1e9, 0, FAILURE, 0))
    once = kernel.run(*system, CODES[policy], with_log=True)
    again = kernel.run(*system, CODES[policy], with_log=True, machine_events=senseless)
    assert once.busy.sum() == pytest.approx(again.busy.sum())
    assert differences(once._replace(busy=again.busy), again, with_log=False) == []
    others = again.log.happening != Happening.MACHINE
    assert again.log.time[others].tobytes() == once.log.time.tobytes()
    assert again.log.job[others].tobytes() == once.log.job.tobytes()
    assert again.log.delay_class[others].tobytes() == once.log.delay_class.tobytes()


@QUEUES
def test_a_job_for_which_there_will_never_be_a_machine_never_ends(policy: str) -> None:
    system = System(jobs([0, 5], [2, 2], [(1, 1), (1, 1)]), ONE, FREE_MIGRATION)
    records = both(system, policy, machine_events((3, 0, FAILURE, 0)))
    assert (records.start.tolist(), records.end.tolist()) == ([0, np.inf], [2, np.inf])


@EVERY_POLICY
def test_at_one_instant_an_end_comes_first_then_the_machine_then_the_arrival(policy: str) -> None:
    system = System(jobs([0, 4], [4, 1], [(1, 1), (1, 1)]), ONE, FREE_MIGRATION)
    records = both(system, policy, machine_events((4, 0, FAILURE, 0), (6, 0, RETURN, 0)))
    assert happened(records)[2:5] == ["4 END", "4 MACHINE", "4 ARRIVAL"]


# what always has to hold ----------------------------------------------------------------------------------------------


@EVERY_POLICY
@GENERATED
@given(case=disrupted_streams())
def test_a_machine_works_for_one_job_and_none_that_is_gone_is_taken_or_works_beyond_its_notice(
    policy: str, case: tuple[System, MachineEvents]
) -> None:
    system, happenings = case
    notice: dict[tuple[float, int], float] = {}
    for time, machine, _, allowed in zip(*(column.tolist() for column in happenings), strict=True):
        notice[time, machine] = max(allowed, notice.get((time, machine), 0.0))
    until: dict[int, float] = {}  # of the machines that are gone, or are to go
    held: dict[int, set[int]] = {}
    records = kernel.run(*system, CODES[policy], with_log=True, machine_events=happenings)
    for event in events(records.log):
        for row in event.rows:
            if row.happening == Happening.MACHINE and row.job >= SHUTDOWN:
                machine = row.machines[0]
                if row.job == RETURN:
                    until.pop(machine, None)
                elif machine not in until:
                    allowed = notice.get((event.time, machine), 0.0) if row.job == SHUTDOWN else 0.0
                    until[machine] = event.time + allowed if allowed > 0 else -np.inf
            elif row.happening in (Happening.START, Happening.RESIZE, Happening.MIGRATION):
                assert not until.keys() & (set(row.machines) - held.get(row.job, set()))
                held[row.job] = set(row.machines)
            elif row.happening in (Happening.END, Happening.EVICTION):
                del held[row.job]
        assert sum(map(len, held.values())) == len(set().union(*held.values()))
        assert all(event.time <= until[machine] for machine in until.keys() & set().union(*held.values()))
    assert not held
    assert np.isfinite(records.end).all()


def rate_of(system: System, classes: Machines, job: int, size: int, delay_class: int) -> float:
    """Work per second."""
    share = progress_share(system.rules.checkpoint_interval, system.rules.checkpoint_cost)
    return float(system.jobs.speedup[system.jobs.job_class[job], size] * share / classes.classes.delay[delay_class])


@EVERY_POLICY
@GENERATED
@given(case=disrupted_streams())
def test_rate_times_time_is_the_work_and_what_was_lost(policy: str, case: tuple[System, MachineEvents]) -> None:
    """Nothing is done in the pauses for resizes, replaced machines and checkpoints that are read."""
    system, happenings = case
    jobs, rules, classes = system.jobs, system.rules, with_users(system.machines, happenings)
    process = rules.latency + rules.transfer_per_kb * jobs.process_size
    done, pause, disrupted = np.zeros(len(jobs.gap)), np.zeros(len(jobs.gap)), -1
    now_at: dict[int, tuple[float, int, float]] = {}  # job: since, size, rate
    records = kernel.run(*system, CODES[policy], with_log=True, machine_events=happenings)
    for event in events(records.log):
        if event.cause.happening == Happening.MACHINE:  # the next one, or the end of the notice of an earlier one
            rest = zip(*(column[disrupted + 1 :][:1].tolist() for column in happenings[:3]), strict=True)
            following = (event.time, event.cause.machines[0], event.cause.job) in rest
            disrupted += following
        for row in event.rows:
            job, now = row.job, event.time
            if row.happening in (Happening.MACHINE, Happening.ARRIVAL, Happening.REJECTION):
                continue
            since, size, rate = now_at.pop(job, (now, 0, 0.0))
            done[job] += max(0.0, now - since) * rate
            ready = max(now, since)
            if row.happening == Happening.EVICTION:
                cost = rules.checkpoint + size * process[job]
                announced = event.cause.job == SHUTDOWN and cost <= (happenings.notice[disrupted] if following else 0.0)
                pause[job] = cost if announced else 0.0
            elif row.happening != Happening.END:
                size = len(row.machines) or size
                ready += {
                    Happening.START: pause[job],
                    Happening.RESIZE: rules.resize_cost,
                    Happening.MIGRATION: rules.checkpoint + process[job],
                }.get(Happening(row.happening), 0.0)
                now_at[job] = (ready, size, rate_of(system, classes, job, size, row.delay_class))
    taken = records.reason == Reason.NONE
    assert done[taken] == pytest.approx((jobs.demand + records.lost)[taken])
    assert (records.lost[records.failures == 0] == 0).all()


@EVERY_POLICY
@GENERATED
@given(case=disrupted_streams(complete=False))
def test_everything_can_be_explained(policy: str, case: tuple[System, MachineEvents]) -> None:
    system, happenings = case
    rows = len(kernel.run(*system, CODES[policy], with_log=True, machine_events=happenings).log.time)
    found = explanation(*system, CODES[policy], (0, rows), happenings)
    json.dumps([found.plan(row) for row in range(rows + 1)], allow_nan=False)
    json.dumps(found.decisions(rows), allow_nan=False)
