"""Space sharing decides once per instant, when everything has happened that happens then.

The logs A to D are those of the specification (`workloads.md`, section 4): times in minutes, (submit, run, size,
estimate).
"""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEventKind, MachineEvents
from engine.parallel_jobs.records import Reason, Records
from engine.parallel_jobs.space_sharing.kernel import simulation as kernel
from engine.parallel_jobs.space_sharing.reference import simulation as reference
from engine.parallel_jobs.space_sharing.reference.running import Running
from tests.engine.parallel_jobs.streams import CODES, disrupted_streams, streams
from tests.engine.parallel_jobs.systems import FREE_MIGRATION, System, differences, jobs, machine_events, machines

EVERY_POLICY = pytest.mark.parametrize("policy", CODES)
QUEUES = pytest.mark.parametrize("policy", ["FCFS", "FF", "EASY", "Conservative", "UFF"])
GENERATED = settings(max_examples=20, deadline=None)
FREE = FREE_MIGRATION
RELATED = ("FCFS", "FF", "EASY", "Conservative")

Lines = list[tuple[float, float, int, float]]
A: Lines = [(0, 10, 3, 10), (1, 5, 4, 5), (2, 7, 1, 7), (3, 9, 1, 9)]
B: Lines = [(0, 10, 6, 10), (1, 10, 8, 10), (2, 6, 9, 6), (3, 30, 2, 30), (4, 4, 1, 4)]
C: Lines = [(0, 4, 4, 10), (1, 3, 2, 6), (2, 2, 4, 4), (3, 5, 2, 6), (3, 12, 1, 14)]
D: Lines = [(0, 10, 2, 15), (0, 10, 2, 20), (1, 6, 4, 8), (1, 2, 2, 6), (1, 4, 4, 4), (2, 3, 1, 5), (10, 2, 2, 4)]


def both(system: System, policy: str, happenings: MachineEvents = NO_EVENTS) -> Records:
    """The records of the kernel, after a look at the reference."""
    records = kernel.run(*system, CODES[policy], with_log=True, machine_events=happenings)
    assert differences(reference.run(*system, CODES[policy], machine_events=happenings), records) == []
    return records


def of_log(lines: Lines, processors: int) -> System:
    submit, run, size, estimate = (np.array(column, dtype=np.float64) for column in zip(*lines, strict=True))
    stream = jobs((60 * submit).tolist(), (60 * run * size).tolist(), [(int(n), int(n)) for n in size])
    return System(stream._replace(estimate=estimate / run), machines((processors, 1)), FREE_MIGRATION)


def starts_in_minutes(lines: Lines, processors: int, policy: str) -> list[float]:
    return [round(float(start) / 60, 3) for start in both(of_log(lines, processors), policy).start]


# worked by hand -------------------------------------------------------------------------------------------------------


GOLDEN_STARTS: dict[str, list[list[float]]] = {
    "A": [[0, 10, 15, 15], [0, 18, 2, 9], [0, 10, 2, 15], [0, 10, 2, 15]],
    "B": [[0, 10, 20, 26, 26], [0, 10, 33, 3, 4], [0, 10, 33, 3, 4], [0, 10, 20, 26, 4]],
    "C": [[0, 4, 7, 9, 9], [0, 4, 19, 4, 7], [0, 4, 9, 4, 11], [0, 4, 9, 4, 11]],
    "D": [
        [0, 0, 10, 16, 18, 22, 22],
        [0, 0, 10, 16, 20, 16, 18],
        [0, 0, 10, 16, 19, 16, 23],
        [0, 0, 13, 10, 19, 10, 23],
    ],
}
GOLDEN = pytest.mark.parametrize(
    ("lines", "processors", "starts"),
    [(lines, 10 if name == "B" else 4, GOLDEN_STARTS[name]) for name, lines in zip("ABCD", (A, B, C, D), strict=True)],
    ids="ABCD",
)
"""When the jobs of each log start, by the related policies."""


@GOLDEN
def test_the_golden_logs(lines: Lines, processors: int, starts: list[list[float]]) -> None:
    """In D two ends and an arrival share an instant: by a pass per event First Fit started job 4 before job 3."""
    assert [starts_in_minutes(lines, processors, policy) for policy in RELATED] == starts


def test_one_of_two_equal_ends_moved_a_little_makes_it_another_log() -> None:
    """Job 2 of log D runs 1e-6 s longer: then job 7 is seen between the two ends."""
    system = of_log(D, 4)
    demand = system.jobs.demand.copy()
    demand[1] += 2e-6
    moved = system._replace(jobs=system.jobs._replace(demand=demand))
    found = {policy: np.round(both(moved, policy).start / 60, 3).tolist() for policy in RELATED}
    assert found == {
        "FCFS": [0, 0, 10, 16, 18, 22, 22],
        "FF": [0, 0, 14, 10, 20, 10, 12],
        "EASY": [0, 0, 13, 10, 19, 10, 23],
        "Conservative": [0, 0, 14, 10, 20, 10, 12],
    }


AT_ONCE = {policy: starts for policy, starts in zip(RELATED, GOLDEN_STARTS["D"], strict=True)}


@pytest.mark.parametrize(
    ("later", "changed"), [(1e-6, {}), (-1e-6, {"Conservative": [0, 0, 14, 10, 20, 10, 12]})], ids=["later", "earlier"]
)
def test_an_arrival_moved_a_little_changes_only_places_given_before_the_ends(
    later: float, changed: dict[str, list[float]]
) -> None:
    """Job 7 of log D comes 1e-6 s later or earlier: earlier, conservative gives it a place before jobs 1 and 2 end."""
    *others, (submit, run, size, estimate) = D
    moved = of_log([*others, (submit + later / 60, run, size, estimate)], 4)
    found = {policy: np.round(both(moved, policy).start / 60, 3).tolist() for policy in RELATED}
    assert found == AT_ONCE | changed


@pytest.mark.parametrize("policy", ["FF", "UFF"])
def test_a_small_job_does_not_pass_a_large_one_between_two_ends_of_one_instant(policy: str) -> None:
    system = System(jobs([0, 0, 1, 2], [20, 20, 40, 10], [(2, 2), (2, 2), (4, 4), (2, 2)]), machines((4, 1)), FREE)
    assert both(system, policy).start.tolist() == [0, 0, 10, 20]


@pytest.mark.parametrize("policy", ["FF", "EASY", "Conservative", "UFF"])
def test_machines_that_return_and_an_end_of_the_same_instant_are_seen_together(policy: str) -> None:
    """Job 1 needs both machines: one is back at 10, when job 0 ends. Job 2 comes at 10 and needs one of them."""
    system = System(jobs([0, 1, 10], [10, 4, 9], [(1, 1), (2, 2), (1, 1)]), machines((2, 1)), FREE)
    away = machine_events((0, 1, MachineEventKind.FAILURE, 0), (10, 1, MachineEventKind.RETURN, 0))
    assert both(system, policy, away).start.tolist() == [0, 10, 12]


@QUEUES
def test_who_starts_and_ends_at_one_instant_is_followed_by_one_more_pass(policy: str) -> None:
    """1e-9 s are below the resolution of a clock at 1e9 s."""
    system = System(jobs([1e9, 1e9], [1e-9, 5.0], [(1, 1), (1, 1)]), machines((1, 1)), FREE)
    records = both(system, policy)
    assert (records.start.tolist(), records.end.tolist()) == ([1e9, 1e9], [1e9, 1e9 + 5])


@pytest.mark.parametrize("policy", ["Simple", "Lazy"])
def test_jobs_that_come_together_are_asked_one_by_one_before_anybody_starts(policy: str) -> None:
    """The first would have all four machines; since the second is taken as well, it starts with fewer: no resize."""
    stream = jobs([0, 0], [40, 40], [(1, 4), (1, 4)])._replace(deadline=np.array([50.0, 50.0]), profit=np.ones(2))
    records = both(System(stream, machines((4, 1)), FREE._replace(resize_cost=5.0)), policy)
    assert records.reason.tolist() == [Reason.NONE, Reason.NONE]
    assert (records.start.tolist(), records.size.sum()) == ([0, 0], 4)


def test_lazy_looks_ahead_to_a_job_that_came_with_the_one_that_waits_for_it() -> None:
    stream = jobs([0, 0], [20, 20], [(2, 2), (2, 2)])._replace(deadline=np.array([15.0, 40.0]), profit=np.ones(2))
    records = both(System(stream, machines((2, 1)), FREE), "Lazy")
    assert records.start.tolist() == [0, 10]


# laws -----------------------------------------------------------------------------------------------------------------


@st.composite
def tied(draw: st.DrawFn, exact: bool = False, most_groups: int = 2) -> System:
    """Whole seconds everywhere, batches of arrivals, and sizes from which many jobs end at one instant."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, processors = int(rng.integers(2, 40)), int(rng.integers(2, 9))
    size = rng.integers(1, processors + 1, n)
    most = np.minimum(processors, size + rng.integers(0, 3, n))
    demand = most * rng.choice([2, 4, 4, 8], n).astype(float)
    arrival = np.cumsum(rng.choice([0, 0, 0, 2, 4], n)).astype(float)
    sizes = list(zip(size.tolist(), most.tolist(), strict=True))
    stream = jobs(arrival.tolist(), demand.tolist(), sizes)
    stream = stream._replace(
        estimate=np.ones(n) if exact else rng.choice([1.0, 1.5, 2.0], n),
        deadline=rng.choice([8.0, 16.0, 40.0, np.inf], n),
        profit=rng.integers(1, 9, n).astype(float),
        moldable=rng.random(n) < 0.2,
    )
    fast = int(rng.integers(1, processors))
    cluster = machines((processors, 1)) if most_groups == 1 or rng.random() < 0.6 else None
    cost = float(rng.choice([0.0, 0.0, 2.0]))
    return System(stream, cluster or machines((fast, 1), (processors - fast, 2)), FREE._replace(resize_cost=cost))


@st.composite
def disrupted(draw: st.DrawFn) -> tuple[System, MachineEvents]:
    """The same, and machine events at the very instants of ends and arrivals."""
    system = draw(tied())
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, processors = int(rng.integers(1, 30)), len(system.machines.group)
    time = np.sort(2.0 * rng.integers(0, 20, n))
    kind = rng.choice([0, 1, 2, 3, 4, 4], n)
    notice = np.where(kind == MachineEventKind.SHUTDOWN, rng.choice([0.0, 2.0, 4.0, 30.0], n), 0.0)
    last = np.arange(processors)
    back = np.full(2 * processors + n, MachineEventKind.RETURN)
    back[processors:] = MachineEventKind.USER_LEAVES
    machine = np.concatenate([rng.integers(0, processors, n), last, last, rng.integers(0, processors, n)])
    events = MachineEvents(
        np.concatenate([time, np.full(len(back), 60.0)]),
        machine.astype(np.int32),
        np.concatenate([kind, back]).astype(np.int8),
        np.concatenate([notice, np.zeros(len(back))]),
    )
    return system, events


@EVERY_POLICY
@GENERATED
@given(system=tied())
def test_both_programs_agree_where_much_happens_at_once(policy: str, system: System) -> None:
    both(system, policy)


@EVERY_POLICY
@GENERATED
@given(case=disrupted())
def test_both_programs_agree_where_machines_go_and_come_at_the_same_instants(
    policy: str, case: tuple[System, MachineEvents]
) -> None:
    both(case[0], policy, case[1])


def model(policy: str, system: System, happenings: MachineEvents = NO_EVENTS, **methods: Any) -> Any:
    """The reference of a policy, changed a little."""
    kind = reference.MODELS[CODES[policy]]
    return type("Changed", (kind,), methods)(*system, CODES[policy], machine_events=happenings)


@EVERY_POLICY
@GENERATED
@given(case=disrupted())
def test_the_order_of_ends_within_an_instant_changes_nothing(policy: str, case: tuple[System, MachineEvents]) -> None:
    def backwards(self: Any, running: Running) -> int:
        forwards = kind.rank(self, running)
        return len(system.jobs.gap) - forwards if forwards < len(system.jobs.gap) else forwards

    system, happenings = case
    kind = reference.MODELS[CODES[policy]]
    other = model(policy, system, happenings, rank=backwards).run()
    assert differences(kernel.run(*system, CODES[policy], machine_events=happenings), other, with_log=False) == []


@QUEUES
@GENERATED
@given(case=disrupted())
def test_a_second_pass_straight_after_a_pass_starts_nothing(policy: str, case: tuple[System, MachineEvents]) -> None:
    def twice(self: Any) -> None:
        kind.serve(self)
        rows = len(self.rows)
        kind.serve(self)
        assert len(self.rows) == rows

    system, happenings = case
    kind = reference.MODELS[CODES[policy]]
    model(policy, system, happenings, serve=twice).run()


def at_every_event(self: Any) -> None:
    """The rule of engine 0.5: a decision after every event."""
    self.serve()


@GENERATED
@given(system=tied(most_groups=1))
def test_fcfs_starts_every_job_as_by_a_pass_per_event(system: System) -> None:
    other = model("FCFS", system, expect_pass=at_every_event).run()
    assert differences(kernel.run(*system, CODES["FCFS"]), other, with_log=False) == []


@GENERATED
@given(system=tied(exact=True, most_groups=1))
def test_conservative_with_exact_estimates_is_as_by_a_pass_per_event(system: System) -> None:
    other = model("Conservative", system, expect_pass=at_every_event).run()
    assert differences(kernel.run(*system, CODES["Conservative"]), other, with_log=False) == []


def without_ties(system: System, seed: int) -> System:
    """The same jobs at instants that nobody shares."""
    rng = np.random.default_rng(seed)
    n = len(system.jobs.gap)
    stream = system.jobs._replace(gap=system.jobs.gap + rng.random(n), demand=system.jobs.demand * (1 + rng.random(n)))
    return system._replace(jobs=stream)


@EVERY_POLICY
@GENERATED
@given(system=streams(lazy_by_the_letter=False), seed=st.integers(0, 1000))
def test_without_equal_instants_nothing_differs_from_a_pass_per_event(policy: str, system: System, seed: int) -> None:
    apart = without_ties(system, seed)
    one = kernel.run(*apart, CODES[policy], with_log=True)
    other = model(policy, apart, expect_pass=at_every_event).run()
    assert differences(one, other) == []


@EVERY_POLICY
@GENERATED
@given(case=disrupted_streams(), seed=st.integers(0, 1000))
def test_nor_where_something_happens_to_machines(policy: str, case: tuple[System, MachineEvents], seed: int) -> None:
    system, happenings = without_ties(case[0], seed), case[1]
    time = np.sort(happenings.time + np.random.default_rng(seed).random(len(happenings.time)))
    happenings = happenings._replace(time=time)
    one = kernel.run(*system, CODES[policy], with_log=True, machine_events=happenings)
    other = model(policy, system, happenings, expect_pass=at_every_event).run()
    assert differences(one, other) == []
