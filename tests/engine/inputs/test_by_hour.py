"""Arrivals by the hour: the numbers of a constant rate, the mean rate kept, and as many in each hour as drawn."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from engine.inputs.by_hour import DAY, HOUR, OFFICE_DAY, WEEK, ByHour
from engine.inputs.draws import Draws
from engine.inputs.rejection import ScenarioError
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.parallel_jobs.measures import simulate

RATE = 50.0
"""Jobs per 1000 s: 180 in an hour."""

WEEKEND = tuple(factor * (0.2 if day >= 5 else 1.0) for day in range(7) for factor in OFFICE_DAY)


def by_hour(factors: Any = OFFICE_DAY, rate: float = RATE, strength: float = 1.0) -> ByHour:
    return ByHour(process="by-hour", rate_per_1000_s=rate, by_hour=tuple(map(float, factors)), strength=strength)


def arrivals(of: ByHour, jobs: int, seed: int) -> np.ndarray:
    return np.cumsum(of.gaps(Draws(seed, 0), jobs))


def tree(**fields: Any) -> dict[str, Any]:
    """An hour of four machines for each of 40 jobs a day."""
    day = {"process": "by-hour", "rate_per_1000_s": 0.4, "by_hour": list(OFFICE_DAY)}
    kind = {"demand": {"distribution": "exponential", "mean": 3600}, "kind": "rigid", "min_size": 1, "max_size": 1}
    return {
        "family": "parallel-jobs",
        "cluster": {"groups": [{"name": "machine", "count": 4, "speed_factor": 1}]},
        "workload": {"arrivals": day | fields, "job_classes": [kind], "jobs": 300},
        "policies": ["FCFS"],
        "study": {"replications": 2, "seed": 18},
    }


# laws -----------------------------------------------------------------------------------------------------------------

DAYS = st.lists(st.floats(0, 100), min_size=DAY, max_size=DAY).filter(lambda factors: max(factors) >= 0.01)


@given(DAYS, st.floats(0, 1), st.floats(1e-6, 1e6), st.integers(0, 99))
def test_jobs_come_in_order_and_whole_days_take_as_many_as_at_a_constant_rate(
    factors: list[float], strength: float, rate: float, seed: int
) -> None:
    """What is moved is moved within its day: after whole days as many have come as would have."""
    of = by_hour(factors, rate, strength)
    even = np.cumsum(of.variates(Draws(seed, 0), 200) * (1000 / rate))
    found = of.at(even)
    assert (np.diff(found, prepend=0.0) >= 0).all()
    assert np.isfinite(found).all()
    clear = np.abs(even / of.period - np.round(even / of.period)) > 1e-6
    assert (np.floor(found[clear] / of.period) == np.floor(even[clear] / of.period)).all()


@given(DAYS, st.floats(0, 1))
def test_the_mean_rate_is_kept(factors: list[float], strength: float) -> None:
    assert sum(by_hour(factors, strength=strength).relative) == pytest.approx(DAY)


@pytest.mark.parametrize("flat", [by_hour([0.7] * DAY), by_hour([3.0] * WEEK), by_hour(strength=0.0)])
def test_hours_that_are_the_same_give_the_bits_of_a_constant_rate(flat: ByHour) -> None:
    drawn = tree() | {}
    drawn["workload"] |= {"arrivals": flat.model_dump(mode="json"), "same_variate": True}
    poisson = tree()
    poisson["workload"] |= {"arrivals": {"process": "poisson", "rate_per_1000_s": RATE}, "same_variate": True}
    one, other = (draw_jobs(ParallelJobsScenario.read(of), 1) for of in (drawn, poisson))
    assert all((a == b).all() for a, b in zip(one, other, strict=True))


def test_the_curve_changes_when_jobs_come_and_nothing_else_of_them() -> None:
    one, other = (
        draw_jobs(ParallelJobsScenario.read(tree(by_hour=list(factors))), 0) for factors in (OFFICE_DAY, WEEKEND)
    )
    assert not (one.gap == other.gap).all()
    assert all((a == b).all() for name, a, b in zip(one._fields, one, other, strict=True) if name != "gap")


def test_only_proportions_count() -> None:
    double = by_hour([2 * factor for factor in OFFICE_DAY])
    assert (arrivals(double, 500, 3) == arrivals(by_hour(), 500, 3)).all()


# counts ---------------------------------------------------------------------------------------------------------------


def chi_square(of: ByHour, seed: int, expected: ByHour) -> float:
    """p of the counts of whole periods by the hour, had they come as *expected*; hours without any may have none."""
    at = arrivals(of, 60_000, seed)
    at = at[at < np.floor(at[-1] / of.period) * of.period]
    counts = np.bincount((at % of.period // HOUR).astype(int), minlength=len(of.by_hour))
    shares = np.array(expected.relative) / len(expected.by_hour)
    if counts[shares == 0].any():
        return 0.0
    some = shares > 0
    return float(stats.chisquare(counts[some], shares[some] / shares.sum() * counts.sum()).pvalue)


NIGHTLESS = (0.0,) * 7 + OFFICE_DAY[7:20] + (0.0,) * 4


@pytest.mark.parametrize("factors", [OFFICE_DAY, WEEKEND, NIGHTLESS])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_as_many_come_in_each_hour_as_drawn(factors: tuple[float, ...], seed: int) -> None:
    assert chi_square(by_hour(factors), seed, by_hour(factors)) > 1e-3


@pytest.mark.parametrize(
    "wrong",
    [
        by_hour(OFFICE_DAY[-1:] + OFFICE_DAY[:-1]),
        by_hour(strength=0.9),
        by_hour((*OFFICE_DAY[:12], 1.2, *OFFICE_DAY[13:])),
    ],
    ids=["an hour later", "a tenth flatter", "one hour lower"],
)
def test_another_curve_would_be_told_from_it(wrong: ByHour) -> None:
    assert chi_square(wrong, 1, by_hour()) < 1e-6


def test_within_an_hour_jobs_come_as_of_a_poisson_process() -> None:
    """Gaps within the hours from 9:00 to 11:00, at 2.5 and 2.8 of the mean, are exponential."""
    at = arrivals(by_hour(), 60_000, 5)
    for hour in (9, 10):
        gaps = np.diff(at)[(at[:-1] % 86_400 // HOUR == hour) & (at[1:] % 86_400 // HOUR == hour)]
        rate = RATE / 1000 * by_hour().relative[hour]
        assert stats.kstest(gaps * rate, "expon").pvalue > 1e-3


def test_the_rate_of_many_days_is_the_arrival_rate() -> None:
    at = arrivals(by_hour(), 200_000, 7)
    assert abs(200_000 / at[-1] * 1000 / RATE - 1) < 4 / np.sqrt(200_000) + 1e-2


# what is refused ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"by_hour": [1.0] * 25}, "25 numbers; 24 or 168 are needed"),
        ({"by_hour": [0.0] * 24}, "at least one has to be 0.01 or more"),
        ({"by_hour": [1.0] * 23}, "24"),
        ({"by_hour": [1.0] * 100_000}, "168"),
        ({"by_hour": [101.0] * 24}, "100"),
        ({"by_hour": [-1.0] * 24}, "0"),
        ({"strength": 1.5}, "1"),
    ],
)
def test_what_is_refused(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(ScenarioError, match=words):
        ParallelJobsScenario.read(tree(**fields))


def test_rates_and_loads_are_varied_and_single_hours_are_not() -> None:
    scenario = ParallelJobsScenario.read(tree())
    numbers = scenario.sweepable()
    assert numbers["offered_load"] == pytest.approx(0.36)
    assert {"workload.arrivals.rate_per_1000_s", "workload.arrivals.strength", "mean_interarrival_s"} <= set(numbers)
    assert not any(path.startswith("workload.arrivals.by_hour") for path in numbers)
    assert scenario.at({"offered_load": 0.72}).workload.arrivals.rate_per_1000_s == pytest.approx(0.8)  # type: ignore[union-attr]


# what is measured -----------------------------------------------------------------------------------------------------


def test_jobs_of_the_last_day_that_is_not_whole_serve_and_do_not_count() -> None:
    """300 jobs come in eight days and a part of the ninth; with so few more that the ninth is not over, means stay."""
    few, more = ParallelJobsScenario.read(tree()), ParallelJobsScenario.read(tree())
    more = more.at({"workload.jobs": 305})
    ends = [np.cumsum(draw_jobs(of, 0).gap)[-1] / 86_400 for of in (few, more)]
    assert np.floor(ends[0]) == np.floor(ends[1]) >= 7
    one, other = simulate(few, "FCFS", 0), simulate(more, "FCFS", 0)
    assert (one["wait_time"], one["slowdown"]) == (other["wait_time"], other["slowdown"])
    assert one["makespan"] < other["makespan"]


def test_a_preview_is_at_least_a_day() -> None:
    assert ParallelJobsScenario.read(tree(rate_per_1000_s=100.0)).fewest_jobs > 8640
    assert ParallelJobsScenario.read(tree()).fewest_jobs < 100
