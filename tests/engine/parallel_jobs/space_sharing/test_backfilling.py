"""Reservations: that a look at what has become idle finds the same places as a look at everything."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEvents
from engine.parallel_jobs.policies import PolicyCode
from engine.parallel_jobs.space_sharing.kernel import simulation as kernel
from engine.parallel_jobs.space_sharing.reference import simulation as reference
from engine.parallel_jobs.space_sharing.reference.queues import Conservative
from engine.parallel_jobs.space_sharing.rules.backfilling import (
    ALWAYS,
    NEVER,
    Span,
    book,
    earlier_place,
    forget,
    hull,
    place,
)
from tests.engine.parallel_jobs.streams import disrupted_streams, streams
from tests.engine.parallel_jobs.systems import PAPER_RULES, System, differences, jobs, machines

PROCESSORS = 8


class Profile:
    """Bookings (since, until, processors) by name, looked at one after the other, and the profile made of them."""

    def __init__(self) -> None:
        self.bookings: dict[int, tuple[float, float, int]] = {}
        self.instant, self.idle, self.n = np.zeros(200), np.zeros(200, dtype=np.int64), 1
        self.idle[0] = PROCESSORS

    def book(self, name: int, since: float, until: float, processors: int) -> None:
        self.bookings[name] = since, until, processors
        self.n = book(self.instant, self.idle, self.n, since, until, processors)

    def give_up(self, name: int, until: float) -> Span:
        """Let a booking end earlier."""
        since, before, processors = self.bookings.pop(name)
        until = max(since, until)
        if not until < before:
            self.bookings[name] = since, before, processors
            return NEVER
        self.n = book(self.instant, self.idle, self.n, until, before, -processors)
        if since < until:
            self.bookings[name] = since, until, processors
        return until, before

    def idle_at(self, when: float, but: int | None = None) -> int:
        there = [one for name, one in self.bookings.items() if name != but]
        return PROCESSORS - sum(processors for since, until, processors in there if since <= when < until)

    def earliest(self, asked: int, run_time: float, now: float, but: int | None = None) -> float:
        """By a look at every instant from which more may be idle, and at every instant at which fewer may be."""
        ends, starts = ({one[k] for one in self.bookings.values()} for k in (1, 0))
        for at in sorted({now} | {end for end in ends if end > now}):
            during = {at} | {start for start in starts if at < start < at + run_time}
            if all(self.idle_at(when, but) >= asked for when in during):
                return at
        raise AssertionError("all processors are idle after the last end")


def drawn_time(rng: np.random.Generator, whole: bool) -> float:
    """Mostly whole numbers: many ties."""
    return float(rng.integers(1, 9)) if whole else float(rng.random() * 9)


@settings(max_examples=150)
@given(seed=st.integers(0, 2**32 - 1))
def test_who_can_move_is_found_without_taking_his_booking_out(seed: int) -> None:
    """Everybody at the earliest place; then others end earlier or go, time passes, and somebody new comes."""
    rng = np.random.default_rng(seed)
    whole = bool(rng.random() < 0.7)
    profile, run_time = Profile(), {}

    def arrive(name: int, now: float) -> None:
        asked, run_time[name] = int(rng.integers(1, PROCESSORS + 1)), drawn_time(rng, whole)
        start = profile.earliest(asked, run_time[name], now)
        assert place(profile.instant, profile.idle, profile.n, asked, run_time[name], now) == start
        profile.book(name, start, start + run_time[name], asked)

    for name in range(int(rng.integers(2, 14))):
        arrive(name, 0.0)
    freed = NEVER
    for name in rng.permutation(list(profile.bookings))[: rng.integers(1, 4)].tolist():
        freed = hull(freed, profile.give_up(name, drawn_time(rng, whole) * rng.integers(0, 4)))
    now = float(rng.choice([0.0, 1.0, drawn_time(rng, whole)]))
    if rng.random() < 0.5:
        profile.n = forget(profile.instant, profile.idle, profile.n, now)
    if rng.random() < 0.5:
        arrive(100, now)
    for name, (start, end, asked) in profile.bookings.items():
        if not now <= start or end != start + run_time[name]:
            continue  # he runs, or has given something up himself
        expected = profile.earliest(asked, run_time[name], now, but=name)
        for span in (freed, ALWAYS):
            args = profile.instant, profile.idle, profile.n, asked, run_time[name], now, start, span
            assert earlier_place(*args) == expected


@settings(max_examples=100)
@given(seed=st.integers(0, 2**32 - 1))
def test_the_profile_is_the_processors_that_nobody_has_booked(seed: int) -> None:
    rng = np.random.default_rng(seed)
    profile = Profile()
    for name in range(int(rng.integers(1, 12))):
        since = float(rng.integers(0, 12))
        profile.book(name, since, since + float(rng.integers(0, 6)), int(rng.integers(1, 4)))
        if rng.random() < 0.4:
            profile.give_up(int(rng.choice(list(profile.bookings))), float(rng.integers(0, 18)))
    now = float(rng.integers(0, 12))
    kept = forget(profile.instant, profile.idle, profile.n, now)
    instants, idle = profile.instant[:kept], profile.idle[:kept]
    assert instants[0] <= now
    assert (np.diff(instants) > 0).all()
    assert (np.diff(idle) != 0).all()
    for when in np.arange(now, 20.0, 0.5):
        assert idle[np.searchsorted(instants, when, side="right") - 1] == profile.idle_at(float(when))


# over a whole run -----------------------------------------------------------------------------------------------------


class Thorough(Conservative):
    """Takes everybody out of the profile, and looks for a place as if he had just arrived."""

    def _reserve_anew(self, freed: Span) -> None:
        moved = freed != NEVER
        while moved:
            moved = False
            for job in self.queue:
                before = self.booked[job]
                self._take_out(job)
                self._reserve(job)
                moved |= self.booked[job] != before
            self.n = forget(self.instant, self.idle, self.n, self.env.now)


def assert_that_nobody_is_overlooked(system: System, happenings: MachineEvents = NO_EVENTS) -> None:
    code = PolicyCode.CONSERVATIVE
    one, other = (kind(*system, code, machine_events=happenings).run() for kind in (Conservative, Thorough))
    assert differences(one, other) == []


@settings(max_examples=30, deadline=None)
@given(system=streams())
def test_nobody_is_overlooked(system: System) -> None:
    assert_that_nobody_is_overlooked(system)


@settings(max_examples=30, deadline=None)
@given(case=disrupted_streams(complete=False))
def test_nobody_is_overlooked_whatever_happens_to_the_machines(case: tuple[System, MachineEvents]) -> None:
    assert_that_nobody_is_overlooked(*case)


@settings(max_examples=30, deadline=None)
@given(system=streams())
def test_nobody_is_overlooked_whose_place_is_over(system: System) -> None:
    """Rounding lets a job end late after a pause, by next to nothing and seldom; estimates that are too short, always.

    Nobody can enter such estimates.
    """
    short = system._replace(jobs=system.jobs._replace(estimate=system.jobs.estimate / 2))
    assert_that_nobody_is_overlooked(short)
    code = PolicyCode.CONSERVATIVE
    assert differences(reference.run(*short, code), kernel.run(*short, code, with_log=True)) == []


def test_all_who_start_at_once_make_room() -> None:
    """At 10, two jobs start on fast machines that had reserved slow ones: [20, 30) and [11, 12) become idle.

    The fourth job needs all machines from 30 on, and can move to 20 although nothing is idle in full before.
    """
    stream = jobs([0, 1, 2, 3], [15, 10, 1, 15], [(3, 3), (1, 1), (1, 1), (3, 3)])
    system = System(stream, machines((2, 1), (1, 2)), PAPER_RULES)
    found = kernel.run(*system, PolicyCode.CONSERVATIVE, with_log=True)
    assert found.start.tolist() == [0.0, 10.0, 10.0, 20.0]
    assert differences(reference.run(*system, PolicyCode.CONSERVATIVE), found) == []
