"""Where processors are only counted, the arrays are those of the reference, bit for bit."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.inputs.span import SpanError
from engine.parallel_jobs import simulation
from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEventKind
from engine.parallel_jobs.model import Machines
from engine.parallel_jobs.policies import COUNTING, PolicyCode
from engine.parallel_jobs.space_sharing.kernel import simulation as every_machine
from engine.parallel_jobs.space_sharing.kernel.counting import profile as blocks
from engine.parallel_jobs.space_sharing.kernel.counting import releases as parts
from engine.parallel_jobs.space_sharing.kernel.counting import run as counting
from engine.parallel_jobs.space_sharing.kernel.counting.blocks import USED
from engine.parallel_jobs.space_sharing.kernel.counting.releases import no_releases
from engine.parallel_jobs.space_sharing.reference import simulation as reference
from engine.parallel_jobs.space_sharing.rules import backfilling as flat
from engine.queues.backfilling import reservation
from tests.engine.compiled.parts import from_python
from tests.engine.parallel_jobs.streams import CODES, streams
from tests.engine.parallel_jobs.systems import PAPER_RULES, System, differences, jobs, machine_events, machines

COUNTED = [name for name, code in CODES.items() if code in COUNTING]
POLICY = pytest.mark.parametrize("policy", COUNTED)


@st.composite
def equal_machines(draw: st.DrawFn) -> System:
    """Generated jobs on groups of one speed factor; some know their estimates in seconds."""
    system = draw(streams())
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    counts, factor = np.bincount(system.machines.group), float(rng.choice([1.0, 1.5, 3.3]))
    own = system.jobs
    told = np.where(rng.random(len(own.gap)) < 0.5, own.demand * rng.choice([1.0, 1.5, 3.0], len(own.gap)), 0.0)
    rules = system.rules._replace(checkpoint_interval=float(rng.choice([0.0, 7.5])), checkpoint_cost=1.0)
    return System(own._replace(expected=told), machines(*((int(count), factor) for count in counts)), rules)


def many(count: int, processors: int, rng: np.random.Generator) -> System:
    """Jobs at whole seconds, sizes of powers of two, many of which end at one instant; a load of about 1."""
    size = np.minimum(processors, 2 ** rng.integers(0, 8, count))
    run = rng.choice([60, 60, 300, 3600, 7200], count)
    gap = np.round(rng.exponential((size * run).mean() / processors, count))
    sizes = list(zip(size.tolist(), size.tolist(), strict=True))
    stream = jobs(np.cumsum(gap).tolist(), (size * run).astype(float).tolist(), sizes)
    wide = np.arange(processors + 1, dtype=np.float64)[None, :]
    stream = stream._replace(estimate=rng.choice([1.0, 1.0, 2.0, 5.0], count), speedup=wide)
    return System(stream, machines((processors // 2, 1), (processors - processors // 2, 1)), PAPER_RULES)


@POLICY
@settings(max_examples=50, deadline=None)
@given(system=equal_machines())
def test_they_agree(policy: str, system: System) -> None:
    one, other = reference.run(*system, CODES[policy]), counting.run(*system, CODES[policy], with_log=True)
    assert differences(one, other) == []
    assert differences(one, counting.run(*system, CODES[policy]), with_log=False) == []


@POLICY
@pytest.mark.parametrize("processors", [40, 300, 2000])
def test_many_jobs_agree_with_the_kernel_that_knows_every_machine(policy: str, processors: int) -> None:
    """Thousands of jobs run and wait, which the reference would take minutes for."""
    system = many(4_000, processors, np.random.default_rng(processors))
    one, other = every_machine.run(*system, CODES[policy]), counting.run(*system, CODES[policy])
    assert differences(one, other, with_log=False) == []
    assert (one.start > one.arrival).any()


def test_only_equal_machines_to_which_nothing_happens_are_counted() -> None:
    event = machine_events((1.0, 0, MachineEventKind.FAILURE, 0.0))
    assert counting.is_enough(machines((4, 2), (3, 2)), PolicyCode.EASY)
    assert not counting.is_enough(machines((4, 1), (3, 2)), PolicyCode.EASY)
    assert not counting.is_enough(machines((4, 2)), PolicyCode.EASY, event)
    assert not counting.is_enough(machines((4, 2)), PolicyCode.UFF, NO_EVENTS)


def test_conservative_backfilling_of_jobs_that_end_early_stays_where_it_is_quicker() -> None:
    exact = jobs([0.0, 1.0], [2.0, 2.0], [(1, 1), (1, 1)])
    wrong = exact._replace(estimate=np.array([1.0, 1.5]))
    few, many_machines = (
        machines((4, 1)),
        Machines(np.zeros(2_001, dtype=np.int32), np.ones(1), machines((1, 1)).classes),
    )
    found = [
        counting.is_quicker(one, where, 6, PAPER_RULES) for one in (exact, wrong) for where in (few, many_machines)
    ]
    assert found == [True, True, False, True]
    assert counting.is_quicker(wrong, few, PolicyCode.EASY, PAPER_RULES)
    assert counting.is_quicker(wrong, few, 6, PAPER_RULES._replace(reservation_depth=5))


def test_a_large_cluster_takes_no_longer_than_its_jobs() -> None:
    """200,000 processors: an array of processors by jobs would need a terabyte."""
    wide = np.arange(200_001, dtype=np.float64)[None, :]
    sizes = [(1 << n % 18, 1 << n % 18) for n in range(5_000)]
    stream = jobs([float(n) for n in range(5_000)], [3600.0 * size for size, _ in sizes], sizes)
    every = Machines(np.zeros(200_000, dtype=np.int32), np.ones(1), machines((1, 1)).classes)
    records = simulation.run(stream._replace(speedup=wide), every, PAPER_RULES, PolicyCode.EASY)
    assert records.busy.sum() == pytest.approx(stream.demand.sum(), rel=1e-9)


@POLICY
def test_a_job_that_never_ends_is_refused(policy: str) -> None:
    endless = jobs([0.0, 1.0], [np.inf, 5.0], [(1, 1), (1, 1)])
    with pytest.raises(SpanError):
        counting.run(endless, machines((1, 1)), PAPER_RULES, CODES[policy])


# what is expected back ------------------------------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_the_reservation_is_the_one_that_a_look_at_all_of_them_finds(data: st.DataObject) -> None:
    """Blocks split, merge and vanish on the way: first many come, then most go."""
    release, released, reservation_of = map(from_python, (parts.release, parts.released, parts.reservation_of))
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))
    most = int(rng.choice([3, 700]))
    expected, there = no_releases(most), Counter[tuple[float, int]]()
    values = int(rng.choice([5, 100_000]))
    for step in range(3 * most):
        grow = 0.9 if step < most else 0.3
        if (rng.random() < grow and there.total() < most) or not there:
            one = float(rng.integers(0, values)), int(rng.integers(1, 9))
            release(expected, *one)
            there[one] += 1
        else:
            one = list(there)[rng.integers(len(there))]
            released(expected, *one)
            there -= Counter([one])
        if step % 7 == 0 and there:
            ends, sizes = zip(*there.elements(), strict=True)
            asked = int(rng.integers(1, sum(sizes) + 4))
            found = reservation_of(expected, 0, asked)
            assert found == reservation(np.array(ends), np.array(sizes, dtype=np.int64), 0, asked, np.inf)
    for one in list(there.elements()):
        released(expected, *one)
    assert expected.tally[USED] == 0


# conservative: the profile --------------------------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_the_profile_is_the_flat_one_to_the_bit(data: st.DataObject) -> None:
    """Bookings, searches and what is forgotten, in blocks and in two plain arrays: the same instants all the way."""
    book, room, forget, most_idle = map(from_python, (blocks.book, blocks.room, blocks.forget, blocks.most_idle))
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))
    steps, processors, now = 400, 30, 0.0
    profile = blocks.all_idle(steps, processors)
    instant, idle, n = np.zeros(4 * steps + 4), np.zeros(4 * steps + 4, dtype=np.int64), 1
    idle[0] = processors
    booked: list[tuple[float, float, int]] = []
    for _ in range(steps):
        run_time, asked = float(rng.integers(1, 40)), int(rng.integers(1, processors + 1))
        start = flat.place(instant, idle, n, asked, run_time, now)
        assert room(profile, asked, run_time, now, np.inf, -np.inf, np.inf) == start
        until = now + float(rng.integers(1, 300))
        late, freed = start + float(rng.integers(0, 60)), (now, until)
        better = flat.earlier_place(instant, idle, n, asked, run_time, now, late, freed)
        assert room(profile, asked, run_time, now, late, *freed) == better
        assert most_idle(profile, now, until) >= max(
            idle[i] for i in range(n) if instant[i] < until and (i + 1 == n or instant[i + 1] > now)
        )
        n = flat.book(instant, idle, n, start, start + run_time, asked)
        book(profile, start, start + run_time, asked)
        booked.append((start, start + run_time, asked))
        if rng.random() < 0.4:
            since, end, size = booked.pop(rng.integers(len(booked)))
            if max(now, since) < end:
                n = flat.book(instant, idle, n, max(now, since), end, -size)
                book(profile, max(now, since), end, -size)
        if rng.random() < 0.3:
            now += float(rng.integers(0, 20))
            n = flat.forget(instant, idle, n, now)
            forget(profile, now)
            places = profile.block[: profile.tally[USED]]
            assert (
                np.concatenate([profile.when[b, : profile.filled[b]] for b in places]).tolist() == instant[:n].tolist()
            )
            there = [profile.number[b, : profile.filled[b]] + profile.more[b] for b in places]
            assert np.concatenate(there).tolist() == idle[:n].tolist()
            assert profile.first[: len(places)].tolist() == [profile.when[b, 0] for b in places]
