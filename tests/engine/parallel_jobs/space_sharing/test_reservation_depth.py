"""Conservative backfilling whose first few alone have reservations: between EASY and everybody."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.parallel_jobs.machine_events.events import MachineEvents
from engine.parallel_jobs.policies import PolicyCode
from engine.parallel_jobs.records import Records
from engine.parallel_jobs.space_sharing.kernel import simulation as every_machine
from engine.parallel_jobs.space_sharing.kernel.counting import run as counting
from engine.parallel_jobs.space_sharing.reference import simulation as reference
from engine.parallel_jobs.space_sharing.rules.backfilling import book, place
from tests.engine.parallel_jobs.space_sharing.test_counting import equal_machines, many
from tests.engine.parallel_jobs.space_sharing.test_one_pass_per_instant import Lines, of_log
from tests.engine.parallel_jobs.streams import disrupted_streams, streams
from tests.engine.parallel_jobs.systems import System, differences

EASY, CONSERVATIVE = int(PolicyCode.EASY), int(PolicyCode.CONSERVATIVE)
DEPTHS = st.sampled_from([1, 2, 3, 5, 20])
GENERATED = settings(max_examples=40, deadline=None)


def with_depth(system: System, depth: int) -> System:
    return system._replace(rules=system.rules._replace(reservation_depth=depth))


@GENERATED
@given(system=equal_machines(), depth=DEPTHS)
def test_the_reference_and_both_kernels_agree(system: System, depth: int) -> None:
    system = with_depth(system, depth)
    one = reference.run(*system, CONSERVATIVE)
    assert differences(one, every_machine.run(*system, CONSERVATIVE, with_log=True)) == []
    assert differences(one, counting.run(*system, CONSERVATIVE, with_log=True)) == []


@GENERATED
@given(system=streams(), depth=DEPTHS)
def test_they_agree_on_machines_that_are_not_equally_fast(system: System, depth: int) -> None:
    system = with_depth(system, depth)
    one = reference.run(*system, CONSERVATIVE)
    assert differences(one, every_machine.run(*system, CONSERVATIVE, with_log=True)) == []


@GENERATED
@given(case=disrupted_streams(complete=False, limited=True), depth=DEPTHS)
def test_and_where_something_happens_to_machines(case: tuple[System, MachineEvents], depth: int) -> None:
    system = with_depth(case[0], depth)
    one = reference.run(*system, CONSERVATIVE, machine_events=case[1])
    assert differences(one, every_machine.run(*system, CONSERVATIVE, with_log=True, machine_events=case[1])) == []


@pytest.mark.parametrize("depth", [1, 5, 100])
@pytest.mark.parametrize("processors", [40, 300])
def test_many_jobs_agree_with_the_kernel_that_knows_every_machine(depth: int, processors: int) -> None:
    system = with_depth(many(3_000, processors, np.random.default_rng(depth)), depth)
    one, other = every_machine.run(*system, CONSERVATIVE), counting.run(*system, CONSERVATIVE)
    assert differences(one, other, with_log=False) == []
    assert (one.start > one.arrival).any()


@GENERATED
@given(system=equal_machines())
def test_one_reservation_is_easy_and_enough_of_them_are_for_everybody(system: System) -> None:
    """Bit for bit: EASY's only promise is that of the head of the queue."""
    easy = counting.run(*system, EASY, with_log=True)
    assert differences(easy, counting.run(*with_depth(system, 1), CONSERVATIVE, with_log=True)) == []
    everybody = counting.run(*system, CONSERVATIVE, with_log=True)
    as_many = with_depth(system, len(system.jobs.gap))
    assert differences(everybody, counting.run(*as_many, CONSERVATIVE, with_log=True)) == []


@pytest.mark.parametrize("processors", [64, 1000])
def test_one_reservation_is_easy_for_many_jobs_too(processors: int) -> None:
    system = many(10_000, processors, np.random.default_rng(1))
    easy = counting.run(*system, EASY)
    assert differences(easy, counting.run(*with_depth(system, 1), CONSERVATIVE), with_log=False) == []


BETWEEN: Lines = [(0, 6, 3, 6), (0, 7, 2, 7), (1, 4, 3, 4), (2, 6, 2, 6), (3, 4, 1, 4), (3, 5, 1, 5)]
"""On four processors."""


def starts(lines: Lines, processors: int, policy: int, depth: int = 0) -> list[float]:
    records: Records = counting.run(*with_depth(of_log(lines, processors), depth), policy)
    return [round(float(start) / 60, 3) for start in records.start]


def test_an_example_in_which_it_matters_how_many_have_reservations() -> None:
    """Job 2 is to start at 6 and job 3 at 13, under all of them.

    If job 4 has a reservation from the beginning, too (from 6 on), job 5 may not take one of its processors at 3. If
    it gets one only when job 2 has started, job 5 runs until 7, and so long job 4 has to wait; but job 6 has to leave
    it these processors. Under EASY job 6 takes one of them, and job 4 comes last.
    """
    assert starts(BETWEEN, 4, CONSERVATIVE) == [0, 6, 13, 6, 12, 16]
    assert starts(BETWEEN, 4, CONSERVATIVE, 2) == [0, 6, 13, 7, 3, 13]
    assert starts(BETWEEN, 4, EASY) == [0, 6, 13, 17, 3, 6]
    assert starts(BETWEEN, 4, int(PolicyCode.FF)) == [0, 6, 17, 11, 3, 6]
    assert starts(BETWEEN, 4, int(PolicyCode.FCFS)) == [0, 6, 13, 17, 17, 17]


@GENERATED
@given(system=equal_machines(), depth=DEPTHS)
def test_whoever_has_a_reservation_starts_by_then(system: System, depth: int) -> None:
    """With exact estimates: those that wait at any instant get places one after the other, and no later ones."""
    exact = system.jobs._replace(estimate=np.ones(len(system.jobs.gap)), expected=np.zeros(len(system.jobs.gap)))
    system = with_depth(system._replace(jobs=exact), depth)
    records = counting.run(*system, CONSERVATIVE)
    total, run = len(system.machines.group), records.end - records.start
    for now in np.unique(records.start):
        instant, idle, n = np.zeros(400), np.zeros(400, dtype=np.int64), 1
        instant[0], idle[0] = now, total
        runs = (records.start <= now) & (records.end > now)
        for j in np.flatnonzero(runs):
            n = book(instant, idle, n, now, records.end[j], int(records.size[j]))
        waits = np.flatnonzero((records.arrival <= now) & (records.start > now))
        for j in waits[:depth]:
            asked = int(min(total, system.jobs.requested[j]))
            promised = place(instant, idle, n, asked, run[j], now)
            n = book(instant, idle, n, promised, promised + run[j], asked)
            assert records.start[j] <= promised * (1 + 1e-9)
