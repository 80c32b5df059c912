"""The simulation: the readable and the compiled form agree to the nanosecond, a run by hand, and laws."""

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from engine.synchronous_iterative import reference as reference
from engine.synchronous_iterative.inputs.workload import draw_run
from engine.synchronous_iterative.kernel import simulation as kernel
from engine.synchronous_iterative.records import EVERYTHING, Records, Window
from engine.synchronous_iterative.replication import replicate, simulate_on
from engine.synchronous_iterative.system import SECOND, Run
from tests.engine.synchronous_iterative.plain import scenario


class Simulator(NamedTuple):
    """One of the two."""

    name: str
    simulate: object


def flat(records: Records) -> list[np.ndarray | int]:
    return [*records[:-1], *records.log]


def differences(one: Records, other: Records) -> list[str]:
    names = [*Records._fields[:-1], *(f"log.{name}" for name in one.log._fields)]
    pairs = zip(names, flat(one), flat(other), strict=True)
    return [name for name, left, right in pairs if not np.array_equal(left, right)]


def run_of(work: list[list[int]], jobs: list[list[tuple[int, int]]], before: int = 0, after: int = 0) -> Run:
    """A run on machines with these parts and these (arrival, demand), ns."""
    flattened = np.array([pair for own in jobs for pair in own], dtype=np.int64).reshape(-1, 2)
    first = np.cumsum([0, *(len(own) for own in jobs)]).astype(np.int64)
    return Run(
        np.array(work, dtype=np.int64).reshape(len(jobs), -1), before, after, first,
        flattened[:, 0].copy(), flattened[:, 1].copy(),
    )  # fmt: skip


# agreement ------------------------------------------------------------------------------------------------------------


@some.composite
def runs(draw: some.DrawFn) -> Run:
    """Few and small numbers, so that much happens at once."""
    machines, iterations = draw(some.integers(1, 4)), draw(some.integers(0, 5))
    largest = draw(some.sampled_from([3, 12, 1000]))
    work = draw(
        some.lists(
            some.lists(some.integers(0, largest), min_size=iterations, max_size=iterations),
            min_size=machines,
            max_size=machines,
        )
    )
    pair = some.tuples(some.integers(0, 6 * largest), some.integers(1, largest))
    jobs = [sorted(draw(some.lists(pair, max_size=12)), key=lambda one: one[0]) for _ in range(machines)]
    return run_of(work, jobs, draw(some.integers(0, largest)), draw(some.integers(0, largest)))


@settings(max_examples=300, deadline=None)
@given(runs())
def test_they_agree_ties_included(run: Run) -> None:
    one, other = reference.simulate(run, EVERYTHING), kernel.simulate(run, EVERYTHING)
    assert differences(one, other) == []
    assert differences(reference.simulate(run), kernel.simulate(run)) == []
    alone = run.without_application(one.end)
    assert differences(reference.simulate(alone, EVERYTHING), kernel.simulate(alone, EVERYTHING)) == []


@given(runs(), some.integers(0, 40), some.integers(0, 40))
def test_a_window_is_a_part_of_the_whole_log(run: Run, since: int, length: int) -> None:
    window = Window(since, since + length)
    whole = kernel.simulate(run, EVERYTHING).log
    inside = (whole.time >= window.since) & (whole.time <= window.until)
    for records in (kernel.simulate(run, window), reference.simulate(run, window)):
        for part, column in zip(records.log, whole, strict=True):
            assert np.array_equal(part, column[inside])


@settings(max_examples=15, deadline=None)
@given(some.data())
def test_they_agree_on_drawn_runs(data: some.DataObject) -> None:
    service = data.draw(some.sampled_from(["exponential", "hyperexponential", "leland-ott"]))
    by_hour = data.draw(some.sampled_from([(), tuple(float(h % 3) / 2 for h in range(24))]))
    one = scenario(
        {"count": 3, "load": 0.8},
        {"count": 2, "delta": 3, "load": 0.3},
        application={
            "iterations": 10,
            "parallel_time": data.draw(some.sampled_from([0.5, 20.0])),
            "serial_time": 0.1,
            "imbalance": data.draw(some.sampled_from(["ideal", "binomial", "given"])),
            "weights": [1.0, 2.0, 1.0],
            "objects": 10,
        },
        background={"service": service, "by_hour": by_hour},
        options={"division": data.draw(some.sampled_from(["equal", "by-speed"]))},
        study={"seed": data.draw(some.integers(0, 9))},
    )
    run = draw_run(one, (3, 1), 0, 500.0)
    assert differences(reference.simulate(run, EVERYTHING), kernel.simulate(run, EVERYTHING)) == []


def test_a_crowded_machine_needs_more_room() -> None:
    jobs = [[(0, 1000 + n) for n in range(4 * kernel.CROWD)]]
    run = run_of([[10, 20]], jobs)
    one, other = reference.simulate(run, EVERYTHING), kernel.simulate(run, EVERYTHING)
    assert differences(one, other) == []
    assert one.log.jobs.max() == 4 * kernel.CROWD


# by hand --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("simulate", [reference.simulate, kernel.simulate], ids=["reference", "kernel"])
def test_two_machines_by_hand(simulate: object) -> None:
    """Serial work 5, overhead 1, two iterations of 10; a job of 4 finds the first part, one of 8 the second.

    Machine 0: alone from 5 on; at 7 a job of 4 comes: both get half, the job is over at 15 (4 × 2), the part then has
    had 2 + 4 and needs 4 more: at the barrier at 19. Machine 1 is there at 15. Then overhead and serial work until 25.
    On machine 1 a job of 8 has come at 21 and has had 4 by 25; both get half until the job is over at 33, the part
    has had 4 and is done at 39. Machine 0 is there at 35; the end is at 40.
    """
    run = run_of([[10, 10], [10, 10]], [[(7, 4)], [(21, 8)]], before=5, after=1)
    records = simulate(run, EVERYTHING)  # type: ignore[operator]
    assert records.begin.tolist() == [5, 25]
    assert records.arrived.tolist() == [[19, 35], [15, 39]]
    assert records.barrier.tolist() == [19, 39]
    assert records.end == 40
    assert records.presence.tolist() == [8, 12]
    assert records.completed.tolist() == [1, 1]
    rows = list(zip(*(column.tolist() for column in records.log), strict=True))
    assert rows == [
        (5, 0, 0, True),
        (5, 1, 0, True),
        (7, 0, 1, True),
        (15, 0, 0, True),
        (15, 1, 0, False),
        (19, 0, 0, False),
        (21, 1, 1, False),
        (25, 0, 0, True),
        (25, 1, 1, True),
        (33, 1, 0, True),
        (35, 0, 0, False),
        (39, 1, 0, False),
    ]
    alone = simulate(run.without_application(40))  # type: ignore[operator]
    assert alone.presence.tolist() == [4, 8]


# laws -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("service", ["exponential", "hyperexponential", "leland-ott"])
def test_one_processor_takes_its_share(service: str) -> None:
    """P = 1: 1 / (1 - ρ), whatever the law of service times and the length of an iteration."""
    for length in (0.1, 10.0):
        one = scenario(
            {"count": 1, "load": 0.6, "delta": 2},
            application={"iterations": round(400 / length), "parallel_time": length},
            background={"service": service},
        )
        drawn = [simulate_on(one, (1,), n, 2000.0)[1].end / SECOND / 400 / 2 for n in range(200)]
        error = np.std(drawn, ddof=1) / np.sqrt(len(drawn))
        assert abs(np.mean(drawn) - 1 / 0.4) < 3 * error
        assert error < 0.15


def test_no_background_is_the_work_itself() -> None:
    one = scenario({"count": 4, "delta": 3, "load": 0.0}, application={"iterations": 7, "parallel_time": 8.0})
    done = replicate(one, "All Machines", 0)
    assert done.records.end == 7 * 6 * SECOND
    assert done.records.presence.sum() == done.undisturbed.presence.sum() == 0


def test_eta_is_the_formula_where_parts_are_short_and_far_apart() -> None:
    """What is found at the begin of a part stays, and the application disturbs nobody: equation 21 holds."""
    one = scenario(
        {"count": 8, "load": 0.5},
        application={"iterations": 2000, "parallel_time": 0.008, "serial_time": 40.0},
        background={"mean_service": 1.0},
    )
    done = replicate(one, "All Machines", 0)
    eta = (done.records.barrier - done.records.begin) / SECOND / 0.001
    assert abs(eta.mean() - done.chosen.prediction.eta[0]) < 3 * eta.std() / np.sqrt(len(eta)) + 0.02


def test_the_load_found_is_the_load_asked_for() -> None:
    """Without the application, the mean number of jobs is ρ / (1 - ρ) from the first instant on."""
    for service in ("exponential", "hyperexponential", "leland-ott"):
        one = scenario({"count": 200, "load": 0.5}, background={"service": service})
        run = draw_run(one, (200,), 0, 60.0).without_application(60 * SECOND)
        records = kernel.simulate(run)
        early = kernel.simulate(run.without_application(SECOND))
        for found, seconds in ((records.presence, 60), (early.presence, 1)):
            mean = found / SECOND / seconds
            assert abs(mean.mean() - 1) < 3.5 * mean.std() / np.sqrt(len(mean))


def test_a_day_thins_the_arrivals() -> None:
    hours = tuple(0.1 if hour < 12 else 1.0 for hour in range(24))
    one = scenario({"count": 1, "load": 0.5}, background={"by_hour": hours, "start_hour": 6, "mean_service": 10.0})
    run = draw_run(one, (1,), 0, 12 * 3600.0)
    morning = (run.arrival < 6 * 3600 * SECOND).sum()
    afternoon = len(run.arrival) - morning
    assert morning == pytest.approx(0.005 * 6 * 3600, abs=40)
    assert afternoon == pytest.approx(0.05 * 6 * 3600, abs=120)


# common random numbers ------------------------------------------------------------------------------------------------


def test_a_machine_sees_the_same_jobs_whoever_is_chosen_with_it() -> None:
    groups = ({"count": 3, "load": 0.3}, {"count": 3, "load": 0.6})
    one = scenario(*groups)
    few, many = draw_run(one, (1, 1), 0, 100.0), draw_run(one, (3, 2), 0, 200.0)
    second = many.arrival[many.first[3] : many.first[4]]
    own = few.arrival[few.first[1] :]
    assert np.array_equal(own, second[: len(own)])
    assert (second[len(own) :] > 100 * SECOND).all()


def test_the_same_seed_gives_the_same_run_and_another_one_another() -> None:
    one = scenario({"count": 4, "load": 0.5})
    ends = [replicate(one, "All Machines", replication).records.end for replication in (0, 0, 1)]
    assert ends[0] == ends[1] != ends[2]


def test_a_run_that_lasts_longer_than_expected_draws_on() -> None:
    one = scenario({"count": 4, "load": 0.8}, application={"iterations": 20, "parallel_time": 40.0})
    _, short = simulate_on(one, (4,), 0, 1.0)
    _, long = simulate_on(one, (4,), 0, 5000.0)
    assert differences(short, long) == []
