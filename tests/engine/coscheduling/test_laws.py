"""What holds whatever the numbers, of every implementation."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.coscheduling.inputs.patterns import Pattern, messages_sent
from engine.coscheduling.inputs.skew import COMPUTATION, skewed
from engine.coscheduling.policies import SCHEMES, OnDelivery, Queue, Waiting
from engine.coscheduling.records import EVERYTHING, Activity, Happening, Interval, Log, Window
from tests.engine.coscheduling.systems import (
    IMPLEMENTATIONS,
    MS,
    US,
    Case,
    Job,
    Run,
    cases,
    differences,
    jobs,
    mostly_round,
    system,
)

RING_OR_ALL = [Pattern.NEAREST_NEIGHBOR, Pattern.ALL_TO_ALL, Pattern.LINEAR]
GANGS = [name for name, scheme in SCHEMES.items() if scheme.gang]
DEDICATED = [name for name, scheme in SCHEMES.items() if scheme.queue]
DYNAMIC = [name for name, scheme in SCHEMES.items() if not scheme.is_told]
IN_ORDER = [name for name, scheme in SCHEMES.items() if scheme.queue in (Queue.NO, Queue.FIRST_COME_FIRST_SERVED)]
OF_TABLE_1 = [
    "GS",
    "GS-NR",
    *DEDICATED,
    *(name for name in DYNAMIC if SCHEMES[name].heuristic == 0 and not SCHEMES[name].fair),
]
WITH_INTERRUPTS = [name for name, scheme in SCHEMES.items() if scheme.on_delivery == OnDelivery.INTERRUPT]

pytestmark = pytest.mark.parametrize("run", IMPLEMENTATIONS.values(), ids=IMPLEMENTATIONS)
often = settings(max_examples=25, deadline=None)


# one job alone --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [2, 3, 5, 8, 16, 32])
@pytest.mark.parametrize("pattern", RING_OR_ALL)
@settings(max_examples=3, deadline=None)
@given(
    computation=mostly_round(3 * MS), io=mostly_round(1 * MS), iterations=st.integers(1, 4), arrival=mostly_round(MS)
)
def test_a_job_alone_takes_its_nominal_time(
    run: Run, pattern: Pattern, size: int, computation: int, io: int, iterations: int, arrival: int
) -> None:
    machine = system(size, pattern=int(pattern))
    alone = jobs(machine, Job(size, computation, io, iterations, arrival))
    for name in OF_TABLE_1:
        records = run(alone, machine, SCHEMES[name], None)
        too_long = records.end[0] - records.start[0] - iterations * alone.nominal[0]
        if name not in WITH_INTERRUPTS:
            assert (name, too_long) == (name, 0)
        elif SCHEMES[name].waiting != Waiting.SPIN_BLOCK:
            assert 0 <= too_long <= records.interrupts * machine.interrupt, name


@pytest.mark.parametrize("size", [2, 3, 5, 8, 16, 32])
@pytest.mark.parametrize("name", ["GS", "SS-EASY", "Local", "SY", "PB", "PB-SY-D'"])
def test_a_tree_alone_needs_an_iteration_to_settle(run: Run, name: str, size: int) -> None:
    """The leaves begin an iteration later than the root: once."""
    machine, too_long = system(size, pattern=int(Pattern.TREE)), []
    for iterations in (1, 4, 9):
        alone = jobs(machine, Job(size, 700 * US, 180 * US, iterations))
        records = run(alone, machine, SCHEMES[name], None)
        too_long.append(int(records.end[0] - records.start[0] - iterations * alone.nominal[0]))
        assert abs(too_long[-1]) <= alone.nominal[0]
    assert too_long[1] == too_long[2]


def test_gang_scheduling_switches_between_two_jobs_only(run: Run) -> None:
    machine = system(4)
    long, one = Job(4, 1_000 * MS), jobs(machine, Job(4, 1_000 * MS))
    for name in GANGS:
        assert run(one, machine, SCHEMES[name], None).profile[:, Activity.SWITCHING].sum() == 0
        two = run(jobs(machine, long, long), machine, SCHEMES[name], None).profile
        assert two[:, Activity.SWITCHING].sum() / two.sum() == pytest.approx(2 / 202, rel=0.1)


@pytest.mark.parametrize("many", [2, 3, 5])
@pytest.mark.parametrize("name", GANGS)
def test_gang_scheduling_of_equal_jobs_that_fill_the_processors(run: Run, name: str, many: int) -> None:
    machine = system(4)
    slots = 10
    time = slots * machine.gang_quantum
    job = Job(4, time - 360 * US)
    records = run(jobs(machine, *[job] * many), machine, SCHEMES[name], None)
    switches = many * slots - 1  # none to the last slot of all, when the others have left
    assert records.end.max() == many * time + switches * machine.gang_switch


# everything that is generated -----------------------------------------------------------------------------------------


@often
@given(case=cases(loaded=True))
def test_time_adds_up(run: Run, case: Case) -> None:
    records = run(*case, EVERYTHING)
    over = records.end.max()
    assert records.profile.min() >= 0
    assert records.profile.sum(axis=1).tolist() == [over] * case.system.nodes
    interval = records.interval
    assert (interval.start < interval.end).all()
    for node in range(case.system.nodes):
        mine = interval.node == node
        start, end = interval.start[mine], interval.end[mine]
        assert start[0] == 0
        assert end[-1] == over
        assert (start[1:] == end[:-1]).all()
        spent = np.bincount(interval.activity[mine], weights=end - start, minlength=len(Activity))
        assert spent.tolist() == records.profile[node].tolist()


@often
@given(case=cases())
def test_the_work_is_that_of_the_jobs(run: Run, case: Case) -> None:
    """So the time spent computing is the same in all schemes, skewness or not."""
    given, machine = case.jobs, case.system
    records = run(*case, None)
    computing = sum(
        skewed(int(given.computation[j]), machine.skewness, machine.key, j, task, iteration, COMPUTATION)
        for j, (size, iterations) in enumerate(zip(given.size, given.iterations, strict=True))
        for task in range(size)
        for iteration in range(iterations)
    )
    assert records.profile[:, Activity.COMPUTING].sum() == computing
    pattern = Pattern(machine.pattern)
    messages = sum(messages_sent(pattern, int(n)) * int(k) for n, k in zip(given.size, given.iterations, strict=True))
    assert (records.messages_sent, records.messages_delivered) == (messages, messages)
    total = (given.nominal * given.iterations * given.size).sum()
    assert 0 <= records.work_at_last_admission <= total
    assert records.last_admission == records.start.max()


@often
@given(case=cases(names=IN_ORDER))
def test_jobs_start_in_order_and_take_their_time(run: Run, case: Case) -> None:
    case = case._replace(system=case.system._replace(backfill=False))
    records, given = run(*case, None), case.jobs
    assert (records.arrival == given.arrival).all()
    assert (records.start >= records.arrival).all()
    assert (np.diff(records.start) >= 0).all()
    if case.system.skewness == 0:
        assert (records.end - records.start >= given.iterations * (given.computation + given.io)).all()


@often
@given(case=cases(names=DYNAMIC + DEDICATED))
def test_processes_have_slots_of_their_own(run: Run, case: Case) -> None:
    log = run(*case, EVERYTHING).log
    there: dict[tuple[int, int], tuple[int, int]] = {}
    nodes: dict[int, list[int]] = {}
    for row in zip(*(column.tolist() for column in log), strict=True):
        _, node, happening, job, task, slot, _ = row
        if happening == Happening.ADMITTED:
            assert (node, slot) not in there
            assert 0 <= slot < case.system.slots
            there[node, slot] = job, task
            nodes.setdefault(job, []).append(node)
        elif happening == Happening.ENDED:
            assert there.pop((node, slot)) == (job, task)
    assert there == {}
    for job, found in nodes.items():
        assert len(set(found)) == len(found) == case.jobs.size[job]


@often
@given(case=cases())
def test_the_log_is_in_order_and_messages_too(run: Run, case: Case) -> None:
    log = run(*case, EVERYTHING).log
    keys = list(zip(log.time.tolist(), log.node.tolist(), strict=True))
    assert keys == sorted(keys)
    for happening in (Happening.DELIVERED, Happening.RECEIVED):
        channels: dict[tuple[int, int, int], list[int]] = {}
        for row in zip(*(column.tolist() for column in log), strict=True):
            if row[2] == happening:
                channels.setdefault((row[3], row[4], row[5]), []).append(row[6])
        for (job, _, _), iterations in channels.items():
            assert iterations == list(range(int(case.jobs.iterations[job])))


@often
@given(case=cases(names=GANGS))
def test_gang_scheduling_has_no_kernel_work_but_switches(run: Run, case: Case) -> None:
    records = run(*case, None)
    assert records.interrupts == 0
    assert records.profile[:, Activity.OVERHEAD].sum() == 0
    if len(case.jobs.size) == 1:
        assert records.profile[:, Activity.SWITCHING].sum() == 0


@often
@given(case=cases(names=DYNAMIC + DEDICATED))
def test_who_interrupts_and_who_boosts(run: Run, case: Case) -> None:
    records, scheme = run(*case, None), case.scheme
    if scheme.on_delivery != OnDelivery.INTERRUPT and scheme.waiting != Waiting.SPIN_BLOCK:
        assert records.interrupts == 0
    if scheme.on_delivery != OnDelivery.PERIODIC_BOOST:
        assert records.boosts_by_state.sum() == 0
    assert records.boosts_by_state.sum() == records.boosts_by_position.sum()
    assert records.interrupts <= records.messages_delivered
    if scheme == SCHEMES["Local"]:
        assert records.profile[:, Activity.OVERHEAD].sum() == 0


@often
@given(case=cases(names=[name for name in DYNAMIC if SCHEMES[name].waiting == Waiting.SPIN_BLOCK]))
def test_spin_block_spins_no_longer_than_it_may(run: Run, case: Case) -> None:
    records = run(*case, None)
    assert records.profile[:, Activity.SPINNING].sum() <= case.system.spin * records.messages_delivered


# looking does not change what is seen ---------------------------------------------------------------------------------


@often
@given(case=cases(), data=st.data())
def test_a_window_is_a_part_of_everything(run: Run, case: Case, data: st.DataObject) -> None:
    everything = run(*case, EVERYTHING)
    over = int(everything.end.max())
    since, until = sorted(data.draw(st.tuples(mostly_round(over + 1), mostly_round(over + 1))))
    first, last = sorted(data.draw(st.tuples(st.integers(0, 8), st.integers(0, 8))))
    part = run(*case, Window(since, until, first, last))
    log, interval = everything.log, everything.interval
    rows = (log.time >= since) & (log.time < until) & (log.node >= first) & (log.node < last)
    touching = (interval.start < until) & (interval.end > since) & (interval.node >= first) & (interval.node < last)
    expected = everything._replace(
        log=Log(*(column[rows] for column in log)),
        interval=Interval(*(column[touching] for column in interval)),
    )
    assert differences(expected, part) == []


@often
@given(case=cases())
def test_the_same_again(run: Run, case: Case) -> None:
    assert differences(run(*case, EVERYTHING), run(*case, EVERYTHING)) == []
    logged, without = run(*case, EVERYTHING), run(*case, None)
    assert len(without.log.time) == len(without.interval.start) == 0
    assert differences(without._replace(log=logged.log, interval=logged.interval), logged) == []
