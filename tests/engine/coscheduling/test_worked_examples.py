"""Small schedules computed by hand from the README, in us; L = 300, g = 60, a switch takes 200."""

from typing import Any

import numpy as np
import pytest

from engine.coscheduling.inputs.patterns import Pattern
from engine.coscheduling.policies import HEURISTICS, SCHEMES
from engine.coscheduling.records import EVERYTHING, Happening, Records
from engine.coscheduling.reference.heuristics import choose
from engine.coscheduling.reference.process import Process
from engine.coscheduling.reference.program import communication
from engine.coscheduling.rules import Readiness
from tests.engine.coscheduling.systems import IMPLEMENTATIONS, US, Job, Run, happened, jobs, system

each = pytest.mark.parametrize("run", IMPLEMENTATIONS.values(), ids=IMPLEMENTATIONS)


def two_nodes(run: Run, name: str, *work: Job, **changes: Any) -> Records:
    """Jobs on two nodes that pass messages around a ring of two; both nodes do the same at the same time."""
    machine = system(2, pattern=int(Pattern.LINEAR), **changes)
    return run(jobs(machine, *work), machine, SCHEMES[name], EVERYTHING)


def ends(records: Records) -> list[int]:
    return [int(end) // US for end in records.end]


def spent(records: Records, node: int = 0) -> list[int]:
    """Time of a node computing, spinning, switching, in other kernel work, idle."""
    return [int(time) // US for time in records.profile[node]]


# one job alone --------------------------------------------------------------------------------------------------------


@each
@pytest.mark.parametrize(
    ("pattern", "received", "end"),
    [
        # sent at 1000, delivered at 1300; the second leaves its interface 60 later, and is taken in by 1360
        (Pattern.NEAREST_NEIGHBOR, [(1300, 0), (1360, 1)], 1360),
        (Pattern.ALL_TO_ALL, [(1300, 0), (1360, 1)], 1360),
        (Pattern.LINEAR, [(1300, 0)], 1300),
        # both children send at 1000; of those that arrive at 1240 that of node 1 comes first. The root sends at 1360:
        # delivered at 1660, and to its second child at 1720
        (Pattern.TREE, [(1300, 0), (1360, 1)], 1720),
    ],
)
def test_one_iteration(run: Run, pattern: Pattern, received: list[tuple[int, int]], end: int) -> None:
    machine = system(3, pattern=int(pattern))
    records = run(jobs(machine, Job(3, 1000 * US)), machine, SCHEMES["Local"], EVERYTHING)
    found = [(time, channel) for time, _, _, channel, _ in happened(records, 0, Happening.RECEIVED)]
    assert found == received
    assert ends(records) == [end]


def test_who_sends_to_whom_in_a_tree() -> None:
    steps = [str(step) for step in communication(Pattern.TREE, 4, 1)]
    # task 1 has task 3 below it, and task 0 above it, of which it is the first child
    assert steps == ["Receive(channel=0)", "Send(task=0, channel=0)", "Receive(channel=2)", "Send(task=3, channel=2)"]


@each
def test_a_quantum_is_used_up(run: Run) -> None:
    """20 ms at level 59, 40 ms at level 58: a process alone goes on each time, without a switch."""
    records = two_nodes(run, "Local", Job(2, 70_000 * US))
    rows = happened(records, 0, Happening.READY, Happening.DISPATCHED)
    assert rows == [
        (0, "DISPATCHED", 0, 0, 59),
        (20_000, "READY", 0, 0, 58),
        (20_000, "DISPATCHED", 0, 0, 58),
        (60_000, "READY", 0, 0, 57),
        (60_000, "DISPATCHED", 0, 0, 57),
    ]
    assert spent(records) == [70_000, 300, 0, 0, 0]


# waiting for messages -------------------------------------------------------------------------------------------------


@each
def test_spin_block(run: Run) -> None:
    """Two jobs compute for 960 us, then spin for 200 us although a message takes 300."""
    work = [Job(2, 960 * US)] * 2
    records = two_nodes(run, "SB", *work, spin=200 * US)
    # 960 the first sends, 1160 it blocks: 3 us, and a switch until 1363. Its message comes at 1260: an interrupt and
    # 3 us until 1416. The second computes until 2376 and blocks at 2576; switch until 2779, its message comes at 2676,
    # interrupt and 3 us until 2832: the first receives and ends. A switch, and the second does at 3032.
    assert ends(records) == [2832, 3032]
    assert records.interrupts == 4
    assert spent(records) == [1920, 400, 600, 112, 0]
    assert happened(records, 0, Happening.BLOCKED_MESSAGE, Happening.WOKEN, Happening.DISPATCHED) == [
        (0, "DISPATCHED", 0, 0, 59),
        (1160, "BLOCKED_MESSAGE", 0, 0, 59),
        (1160, "DISPATCHED", 1, 1, 59),
        (1260, "WOKEN", 0, 0, 59),
        (2576, "BLOCKED_MESSAGE", 1, 1, 59),
        (2576, "DISPATCHED", 0, 0, 59),
        (2676, "WOKEN", 1, 1, 59),
        (2832, "DISPATCHED", 1, 1, 59),
    ]
    # If a wake-up may pre-empt at equal level, the first runs after the tick at 2000; the second has 376 to go. The
    # second, alone, sends at 2776, blocks at 2976, is woken at 3076 and begins at 3129, without a switch.
    assert ends(two_nodes(run, "SB", *work, spin=200 * US, equal_level=2)) == [2200, 3129]


@each
def test_spin_yield(run: Run) -> None:
    """Two jobs compute for 840 us, then spin for 60 us until they yield."""
    records = two_nodes(run, "SY", *[Job(2, 840 * US)] * 2, spin=60 * US)
    # 900: the first goes below the second. Two looks (none waits; one does not wait) and 3 us: 7. After the tick the
    # second runs: it computes from 1200 to 2040 and yields at 2100. One look and 3 us: 5, and the first is in front;
    # but the second has its message at 2340, before the next tick.
    assert ends(records) == [2540, 2340]
    assert spent(records) == [1680, 160 - 7 + 300 - 5, 400, 12, 0]
    assert happened(records, 0, Happening.YIELDED, Happening.BOOSTED, Happening.READY) == [
        (900, "YIELDED", 0, 0, 58),
        (900, "BOOSTED", 1, 1, 1),  # S1: nothing there
        (1000, "READY", 0, 0, 58),
        (2100, "YIELDED", 1, 1, 57),
        (2100, "BOOSTED", 0, 0, 3),  # S3: its message has been there since 1140
    ]


@each
def test_a_process_alone_does_not_yield(run: Run) -> None:
    records = two_nodes(run, "SY", Job(2, 840 * US), spin=60 * US)
    assert ends(records) == [1140]
    assert happened(records, 0, Happening.YIELDED) == []


# deliveries -----------------------------------------------------------------------------------------------------------


@each
def test_an_interface_knows_who_ran_at_the_last_tick(run: Run) -> None:
    """The first message comes at 940, before there was a tick, and costs 50 us; the second at 2130."""
    records = two_nodes(run, "DCS", *[Job(2, 640 * US)] * 2)
    assert ends(records) == [990, 2130]
    assert records.interrupts == 2
    assert happened(records, 1, Happening.INTERRUPTED) == [(940, "INTERRUPTED", 0, 0, 0)]


@each
def test_an_interrupt_moves_a_ready_receiver_to_the_front(run: Run) -> None:
    """Ticks of node 1 come half a millisecond later: the first job goes on there when its quantum is over on node 0."""
    phase = np.array([1000 * US, 500 * US])
    work = [Job(2, 20_200 * US)] * 2
    records = two_nodes(run, "DCS", *work, phase=phase)
    rows = [row for row in happened(records, 0) if 20_000 <= row[0] <= 21_000]
    assert rows == [
        (20_000, "READY", 0, 0, 58),
        (20_000, "DISPATCHED", 1, 1, 59),
        (20_500, "DELIVERED", 0, 0, 0),
        (20_500, "INTERRUPTED", 0, 0, 0),
        (20_500, "BOOSTED", 0, 0, 0),
    ]  # and the second job, of equal level, is not pre-empted
    both = two_nodes(run, "DCS", *work, phase=phase, equal_level=2)
    assert [row for row in happened(both, 0) if row[0] == 21_000] == [
        (21_000, "READY", 1, 1, 59),
        (21_000, "DISPATCHED", 0, 0, 59),
    ]


# periodic boost -------------------------------------------------------------------------------------------------------


@each
@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        # Poll at 1000: the first job waits in vain until 1140, the second is in S1. A: 2 looks for S3, 2 for the
        # rest, 3 us: 11. Then the switch; the second computes from 1211. Poll at 2000: the first is in S3, 2 looks
        # and 3 us: it receives at 2207. The second goes on at 2407 with 51 to go, and has its message 300 later.
        ("PB", 2207, 2758),
        ("PB-A'", 2207, 2758),
        ("PB-D", 2207, 2758),
        # B: 6 looks at first, so that 55 are to go
        ("PB-B", 2207, 2762),
        # C: 2 looks at first, and one at 2000: the second is in S1, and goes on; it ends at 2002 + 47 + 300
        ("PB-C", 2549, 2349),
        # E: 6 looks at first, 4 at 2000
        ("PB-E", 2211, 2766),
    ],
)
def test_heuristics(run: Run, name: str, first: int, second: int) -> None:
    assert ends(two_nodes(run, name, *[Job(2, 840 * US)] * 2)) == [first, second]


@each
def test_periodic_boost_pre_empts_at_equal_level(run: Run) -> None:
    """Unless no boost may: then the first has its message at 1140, and the other begins to compute a switch later."""
    strict = two_nodes(run, "PB", *[Job(2, 840 * US)] * 2, equal_level=0)
    assert ends(strict) == [1140, 1140 + 200 + 840 + 300]
    # a tick later: the poll at 1000 comes after the decision, which is taken at 2000; by then the first has ended
    late = two_nodes(run, "PB", *[Job(2, 840 * US)] * 2, poll_last=True)
    assert ends(late) == [1140, 1140 + 200 + 840 + 300]
    assert late.boosts_by_position.tolist() == strict.boosts_by_position.tolist() == [0, 2, 0, 0, 0]
    assert late.boosts_by_state.tolist() == [2, 0, 0]


@pytest.mark.parametrize(
    ("states", "places", "looks"),
    [  # of A to E
        ("4213", [3, 3, 1, 1, 1], [4, 4, 2, 2, 2]),
        ("132", [1, 1, 0, 1, 2], [2, 2, 1, 2, 3]),
        ("412", [1, 2, 1, 2, 2], [5, 6, 2, 3, 3]),
        ("44", [-1] * 5, [4, 6, 2, 4, 6]),
    ],
)
def test_whom_a_heuristic_chooses(states: str, places: list[int], looks: list[int]) -> None:
    candidates = [in_state(int(state)) for state in states]
    chosen = [choose(candidates, heuristic, False, 0) for heuristic in range(len(HEURISTICS))]
    assert [choice.place for choice in chosen] == places
    assert [choice.looks for choice in chosen] == looks


def test_whom_a_fair_heuristic_chooses() -> None:
    candidates = [in_state(state) for state in (3, 4, 3, 3, 1)]
    for process, used in zip(candidates, [50, 0, 20, 20, 0], strict=True):
        process.processor_time = used
    assert choose(candidates, 0, True, 100)[1:] == (2, 5)  # of the two with 20 the first; five looks at one stage


def in_state(state: int) -> Process:
    node: Any = None
    process = Process(0, 0, node, 2, iter(()))
    if state in (Readiness.CAN_RECEIVE.number, Readiness.WAITS_IN_VAIN.number):
        process.awaited = 0
    if state in (Readiness.CAN_RECEIVE.number, Readiness.MESSAGE_BEFORE_RECEIVE.number):
        process.pending[0].append(0)
    return process


# I/O ------------------------------------------------------------------------------------------------------------------


@each
def test_a_short_io_holds_the_processor(run: Run) -> None:
    """Until it ends at 940; the job goes on without a switch, and has its message at 1240."""
    records = two_nodes(run, "Local", *[Job(2, 840 * US, 100 * US)] * 2)
    assert ends(records) == [1240, 2680]
    assert spent(records) == [1680, 600, 200, 0, 200]


@each
def test_a_tick_releases_a_held_processor(run: Run) -> None:
    """The first I/O is over at 1020, but at 1000 the second job has been dispatched; I/O does not pre-empt it."""
    work = [Job(2, 840 * US, 180 * US)] * 2
    assert ends(two_nodes(run, "Local", *work)) == [3020, 2520]
    # if it may: at 2000 the second has 40 to go; the first sends at 2200
    assert ends(two_nodes(run, "Local", *work, equal_level=2)) == [2500, 3220]


@each
def test_every_io_hands_over_if_the_option_says_so(run: Run) -> None:
    """At 840 to the second job, at 1880 back to the first, which sends at 2080; at 2380 it has ended."""
    assert ends(two_nodes(run, "Local", *[Job(2, 840 * US, 100 * US)] * 2, always_hand_over=True)) == [2380, 2880]


# gang scheduling ------------------------------------------------------------------------------------------------------


@each
@pytest.mark.parametrize("name", ["GS", "GS-NR"])
def test_two_rows_take_turns(run: Run, name: str) -> None:
    """Slots of 200 + 1000; both jobs compute for 900. A third arrives at 3700, when nobody is left."""
    work = [Job(2, 900 * US), Job(2, 900 * US), Job(2, 900 * US, arrival=3700 * US)]
    records = two_nodes(run, name, *work, gang_switch=200 * US, gang_quantum=1000 * US)
    # The first computes from 200 to 1100 and spins until its slot is over; its message comes at 1400. It is back at
    # 2400, and receives at 2600, after the switch. Then its slot is idle until 3600. The second, which spun from 2300
    # to 2400, receives at 3600, without a switch, for it is alone by now; gang scheduling is idle until 4000.
    assert ends(records) == [2600, 3600, 5200]
    assert records.start.tolist() == [0, 0, 4000 * US]
    assert spent(records) == [2700, 200 + 300, 600, 0, 1000 + 400]
    assert happened(records, 0, Happening.SLOT) == [
        (0, "SLOT", -1, 0, 2),
        (1200, "SLOT", -1, 1, 2),
        (2400, "SLOT", -1, 0, 2),
        (3600, "SLOT", -1, 1, 1),
        (4000, "SLOT", -1, 0, 1),
        (5000, "SLOT", -1, 0, 1),
    ]


@each
def test_copies_use_what_nobody_has(run: Run) -> None:
    """Row 0 is full; row 1 has a job on nodes 0 and 1, another on 2 and 3; row 2 one on 0 and 1, beside a copy."""
    machine = system(4, slots=3, pattern=int(Pattern.LINEAR))
    work = [Job(size, 5_000 * US) for size in (4, 2, 2, 2)]
    records = run(jobs(machine, *work), machine, SCHEMES["GS"], EVERYTHING)
    for node, job in ((0, 1), (3, 2)):
        placed = [row[2:] for row in happened(records, node, Happening.PLACED) if row[0] == 0]
        other = [(3, 2, 0)] if node == 0 else [(2, 2, 1)]
        assert placed == [(0, 0, 0), (job, 1, 0), *other]
