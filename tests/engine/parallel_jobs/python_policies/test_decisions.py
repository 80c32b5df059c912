"""Each decision of a policy in Python, worked by hand."""

from typing import Any

import numpy as np
import pytest

from engine.parallel_jobs.python_policies.clock import Call, DecidedClock
from engine.parallel_jobs.records import Reason
from engine.policy import Evict, Policy, Reject, Resize, Start, WakeMe
from tests.engine.parallel_jobs.python_policies.classes import FirstFit, decided, whole
from tests.engine.parallel_jobs.systems import FREE_MIGRATION, System, jobs, machines

FOUR = machines((2, 1), (2, 2))
"""Two machines, and two that are half as fast."""


def system(arrival: list[float], demand: list[float], sizes: list[tuple[int, int]], **rules: Any) -> System:
    """Jobs on the four machines."""
    return System(jobs(arrival, demand, sizes), FOUR, FREE_MIGRATION._replace(**rules))


def test_it_chooses_machines_and_sizes() -> None:
    class Slowest(Policy):
        def decide(self, state):
            for job in state.waiting:
                slowest = sorted(state.machines, key=lambda machine: -machine.speed_factor)
                yield Start(job, machines=[machine.number for machine in slowest if machine.idle][: job.smallest])

    records = decided(system([0, 0], [10, 10], [(1, 2), (2, 2)]), Slowest())
    assert whole(records.end) == [20, 10], "one on a slow machine, two on a slow and a fast one"
    assert whole(records.size) == [1, 2]


def test_a_malleable_job_is_resized_and_stops_for_it() -> None:
    class Grows(Policy):
        def decide(self, state):
            yield from (Start(job, 1) for job in state.waiting)
            yield from (Resize(job, 2) for job in state.running if job.size == 1 and state.now >= 4)
            yield WakeMe(4.0) if state.now < 4 else WakeMe(state.now + 1)

    records = decided(system([0], [10], [(1, 4)], resize_cost=3.0), Grows())
    assert whole(records.end) == [10], "4 s alone, 3 s of cost, 6 s of work on two machines"
    assert whole(records.resizes) == [1]


def test_an_evicted_job_keeps_its_work_and_pays_for_the_checkpoint() -> None:
    class EvictsOnce(Policy):
        def decide(self, state):
            for job in state.running:
                if state.now == 4 and not job.started:
                    yield Evict(job)
            for job in state.waiting:
                yield Start(job)
            if state.now < 4:
                yield WakeMe(4)

    records = decided(system([0], [20], [(1, 1)], checkpoint=5.0, latency=1.0), EvictsOnce())
    assert whole(records.end) == [4 + 6 + 16]
    assert whole(records.checkpoints) == [1]


def test_a_rejected_job_takes_nothing() -> None:
    class Rejects(Policy):
        def admits(self, job, state):
            return job.size <= 2 or "too large"

        def decide(self, state):
            for job in state.waiting:
                yield Reject(job, "no") if job.number == 2 else Start(job)

    records = decided(system([0, 0, 0], [10, 10, 10], [(1, 1), (1, 1), (3, 3)]), Rejects())
    assert records.reason.tolist() == [Reason.NONE, Reason.DROPPED, Reason.BY_RULE]
    assert whole(records.end) == [10, 0, 0]


def test_it_wakes_when_it_asked_for_it_and_no_more_when_all_is_over() -> None:
    calls: list[Call] = []

    class Late(Policy):
        def decide(self, state):
            yield WakeMe(7)
            yield WakeMe(7.0)
            yield WakeMe(1e9)
            for job in state.waiting:
                if ("wake", None) in state.events:
                    yield Start(job)

        def begin(self, scenario):
            raise AssertionError("whoever begins says so")

    class TooLate(Late):
        def decide(self, state):
            return super().decide(state) if state.now < 7 else [Start(job) for job in state.waiting]

    stream = system([0, 3], [4, 4], [(1, 1), (1, 1)])
    records = DecidedClock(*stream, TooLate(), listener=calls.append).run()
    assert [(call.now, [kind for kind, _ in call.events]) for call in calls] == [
        (0.0, ["arrival"]),
        (3.0, ["arrival"]),
        (7.0, ["wake"]),
        (11.0, ["end", "end"]),
    ]
    assert calls[2].waiting == [1, 2]
    assert calls[2].decisions == ["Start(job 1)", "Start(job 2)"]
    assert whole(records.start) == [7, 7]


def test_a_job_that_ends_at_once_makes_one_more_call() -> None:
    calls: list[Call] = []
    stream = system([1e9, 1e9], [1e-9, 5], [(1, 1), (4, 4)])
    DecidedClock(*stream, FirstFit(), listener=calls.append).run()
    at_once = [call.decisions for call in calls if call.now == 1e9]
    assert at_once == [["Start(job 1)"], ["Start(job 2)"]]


def test_nothing_that_is_shown_can_be_changed() -> None:
    seen = []

    class Looks(FirstFit):
        def decide(self, state):
            seen.append(state)
            for thing in (state, *state.waiting, *state.machines):
                for name in ("now", "size", "idle", "number", "arrival", "anything"):
                    with pytest.raises(AttributeError):
                        setattr(thing, name, 1)
            assert isinstance(state.waiting, tuple)
            return super().decide(state)

    decided(system([0, 1], [4, 4], [(1, 1), (3, 3)]), Looks())
    assert seen


def test_the_names_of_jobs_and_of_the_state() -> None:
    told: list[dict[str, object]] = []

    class Tells(FirstFit):
        def decide(self, state):
            yield from super().decide(state)
            job = state.events[0][1]
            told.append(
                {
                    "job": (job.number, job.arrival, job.submit, job.wait, job.estimate, job.size, job.area),
                    "user": (job.user, job.user_running, job.user_waiting, job.user_share, job.fair),
                    "more": (job.kind, job.smallest, job.largest, job.job_class, job.deadline_in, job.machines),
                    "ends": (job.expected_end, job.remaining, job.start),
                    "state": (state.idle, state.processors, state.busy, state.waiting_area, len(state.running)),
                }
            )

    stream = system([0, 90_000], [8, 4], [(4, 4), (1, 2)])
    decided(stream._replace(jobs=stream.jobs._replace(estimate=np.array([2.0, 1.0]))), Tells())
    first, end, second, _ = told
    assert first["job"] == (1, 0.0, 1.0, 0.0, 4.0, 4, 16.0)
    assert first["more"] == ("rigid", 4, 4, 1, 1e12, (1, 2, 3, 4))
    assert first["ends"] == (8.0, 8.0, 0.0), "4 s on the slow machines, told to be twice that"
    assert first["state"] == (0, 4, 1.0, 0.0, 1)
    assert end["job"] == (1, 0.0, 1.0, 4.0, 4.0, 4, 16.0)
    assert end["user"] == (1, 0, 0, 1.0, 0.5)
    assert second["job"] == (2, 90_000.0, 90_000.0, 0.0, 2.0, 2, 4.0)
    assert second["more"] == ("malleable", 1, 2, 1, 1e12, (1, 2))
