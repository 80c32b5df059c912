"""What always holds where machines come and go under space sharing, and what must not matter."""

import json

import numpy as np
import pytest
from hypothesis import given

from engine.parallel_jobs.machine_events.checkpoints import progress_share
from engine.parallel_jobs.machine_events.events import MachineEvents, with_users
from engine.parallel_jobs.model import Machines
from engine.parallel_jobs.records import Happening, Reason
from engine.parallel_jobs.replay.events import events
from engine.parallel_jobs.space_sharing.kernel import simulation as kernel
from engine.parallel_jobs.space_sharing.reference.explanation import explanation
from tests.engine.parallel_jobs.space_sharing.disruptions import (
    EVERY_POLICY,
    FAILURE,
    GENERATED,
    LEAVES,
    ONE,
    QUEUES,
    RETURN,
    SHUTDOWN,
    both,
    happened,
)
from tests.engine.parallel_jobs.streams import CODES, disrupted_streams
from tests.engine.parallel_jobs.systems import FREE_MIGRATION, System, differences, jobs, machine_events

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
    log = kernel.run(*system, CODES[policy], with_log=True, machine_events=happenings).log
    rows = len(log.time)
    found = explanation(*system, CODES[policy], (0, rows), log, happenings)
    json.dumps([found.plan(row) for row in range(rows + 1)], allow_nan=False)
    json.dumps(found.decisions(rows), allow_nan=False)
