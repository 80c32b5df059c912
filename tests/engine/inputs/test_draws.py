"""Random numbers: named streams that nothing disturbs, and demands with the moments they promise."""

from math import exp, log, sqrt
from typing import Any

import numpy as np
import orjson
import pytest
from scipy import stats

from engine.inputs.draws import Draws, Stream
from engine.parallel_jobs.inputs.demands import Constant, Demand, Exponential, Hyperexponential, LogNormal, Uniform
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.parallel_jobs.model import Jobs
from engine.parallel_jobs.papers.examples import EXAMPLES

SYSTEM_1 = EXAMPLES["schnor-system-1"].at({"workload.jobs": 100})


def changed(**fields: Any) -> ParallelJobsScenario:
    """System 1 with parts of its workload replaced."""
    tree = orjson.loads(SYSTEM_1.canonical())
    tree["workload"] |= fields
    return ParallelJobsScenario.read(tree)


def same(one: Jobs, other: Jobs) -> bool:
    return all((a == b).all() for a, b in zip(one, other, strict=True))


def job_class(weight: float = 1, mean: float = 6000, distribution: str = "exponential") -> dict[str, Any]:
    return {
        "weight": weight,
        "demand": {"distribution": distribution, "mean": mean},
        "min_size": 3,
        "max_size": 30,
    }


# streams --------------------------------------------------------------------------------------------------------------


def test_a_stream_depends_on_seed_replication_and_name_only() -> None:
    first = Draws(1, 2).stream("arrivals").random(5)
    assert (Draws(1, 2).stream("arrivals").random(5) == first).all()
    for seed, replication, name in ((2, 2, "arrivals"), (1, 3, "arrivals"), (1, 2, "demand.normal")):
        assert not np.isin(Draws(seed, replication).stream(name).random(5), first).any()


def test_streams_are_independent_of_each_other() -> None:
    n = 20_000
    streams = [Draws(1, r).stream(name).normal(n) for r in (0, 1) for name in ("arrivals", "demand.normal")]
    correlation = np.corrcoef(streams) - np.eye(4)
    assert abs(correlation).max() < 4 / sqrt(n)


DEMANDS: dict[str, Demand] = {
    "constant": Constant(distribution="constant", mean=50.0),
    "exponential": Exponential(distribution="exponential", mean=50.0),
    "uniform": Uniform(distribution="uniform", low=10.0, high=90.0),
    "log-normal": LogNormal(distribution="log-normal", mean=50.0, coefficient_of_variation=1.5),
    "hyperexponential": Hyperexponential(distribution="hyperexponential", mean=50.0, coefficient_of_variation=2.0),
}


@pytest.mark.parametrize("name", DEMANDS)
def test_more_draws_begin_with_the_same_ones(name: str) -> None:
    few, many = (DEMANDS[name].sample(Draws(1, 0), n) for n in (100, 1000))
    assert (many[:100] == few).all()


def test_a_longer_replication_begins_with_the_same_jobs() -> None:
    classes = [job_class(1), job_class(2, 600), job_class(1, 60, "constant")]
    few, many = (draw_jobs(changed(job_classes=classes, jobs=n), 3) for n in (100, 1000))
    assert same(few, Jobs(*(column[:100] for column in many)))
    assert set(few.job_class.tolist()) == {0, 1, 2}


# common random numbers ------------------------------------------------------------------------------------------------


def test_another_arrival_rate_stretches_the_same_gaps() -> None:
    slow, fast = (draw_jobs(SYSTEM_1.at({"workload.arrivals.rate_per_1000_s": rate}), 0) for rate in (0.5, 1.0))
    assert (slow.gap == 2 * fast.gap).all()
    assert (slow.demand == fast.demand).all()


def test_another_mean_demand_stretches_the_same_demands() -> None:
    short, long = (draw_jobs(changed(job_classes=[job_class(mean=mean)]), 0) for mean in (100, 400))
    assert (long.demand == 4 * short.demand).all()
    assert (long.gap == short.gap).all()


def test_a_changed_class_leaves_the_jobs_of_the_others_alone() -> None:
    before = draw_jobs(changed(job_classes=[job_class(), job_class(mean=600)]), 0)
    after = draw_jobs(changed(job_classes=[job_class(), job_class(mean=60)]), 0)
    first = before.job_class == 0
    assert (before.job_class == after.job_class).all()
    assert (before.demand[first] == after.demand[first]).all()
    assert not (before.demand[~first] == after.demand[~first]).any()


def test_policies_and_options_never_change_what_is_drawn() -> None:
    tree = orjson.loads(SYSTEM_1.canonical())
    tree["policies"] = ["FCFS"]
    tree["options"]["hold_old_machines"] = True
    tree["cluster"]["groups"][0]["count"] = 7
    one, other = draw_jobs(SYSTEM_1, 0), draw_jobs(ParallelJobsScenario.read(tree), 0)
    assert same(one._replace(speedup=other.speedup), other)  # which only reaches as far as there are machines


def test_replications_differ() -> None:
    assert not np.isin(draw_jobs(SYSTEM_1, 0).gap, draw_jobs(SYSTEM_1, 1).gap).any()


# moments --------------------------------------------------------------------------------------------------------------

N = 200_000
COEFFICIENT_OF_VARIATION = {
    "constant": 0.0,
    "exponential": 1.0,
    "uniform": 80 / sqrt(12) / 50,
    "log-normal": 1.5,
    "hyperexponential": 2.0,
}


@pytest.mark.parametrize("name", DEMANDS)
def test_demands_have_their_mean_and_coefficient_of_variation(name: str) -> None:
    batches = DEMANDS[name].sample(Draws(1996, 0), N).reshape(100, -1)
    assert batches.min() > 0
    variation = COEFFICIENT_OF_VARIATION[name]
    mean = batches.mean(axis=1)
    square = (batches**2).mean(axis=1)
    for found, expected in ((mean, 50.0), (square, 50.0**2 * (1 + variation**2))):
        error = found.std(ddof=1) / 10
        assert abs(found.mean() - expected) <= 4 * error + 1e-9
        assert 4 * error <= 0.12 * expected, "this test could not fail"


def test_half_of_the_log_normal_demands_are_below_their_median() -> None:
    demand = DEMANDS["log-normal"].sample(Draws(1996, 0), N)
    median = exp(log(50) - log(1 + 1.5**2) / 2)
    assert abs((demand < median).mean() - 0.5) < 4 * 0.5 / sqrt(N)


def test_the_phases_of_the_hyperexponential_do_equal_shares_of_the_work() -> None:
    """Balanced means: p_1 m_1 = p_2 m_2 = m / 2, so the distribution function is known."""
    demand = DEMANDS["hyperexponential"].sample(Draws(1996, 0), N)
    share = (1 + sqrt((4 - 1) / (4 + 1))) / 2
    for x in (5.0, 50.0, 200.0):
        below = 1 - share * exp(-2 * share * x / 50) - (1 - share) * exp(-2 * (1 - share) * x / 50)
        assert abs((demand <= x).mean() - below) < 4 * sqrt(below * (1 - below) / N)


def test_a_hyperexponential_with_coefficient_of_variation_1_is_exponential() -> None:
    one = Hyperexponential(distribution="hyperexponential", mean=50.0, coefficient_of_variation=1.0)
    assert (one.sample(Draws(1, 0), 1000) == DEMANDS["exponential"].sample(Draws(1, 0), 1000)).all()


def test_uniform_demands_stay_between_their_bounds() -> None:
    demand = DEMANDS["uniform"].sample(Draws(1, 0), N)
    assert 10 <= demand.min() < 10.01
    assert 89.99 < demand.max() <= 90


def test_poisson_arrivals_have_their_rate_and_coefficient_of_variation_1() -> None:
    gap = draw_jobs(changed(arrivals={"process": "poisson", "rate_per_1000_s": 2.5}, jobs=N), 0).gap
    assert abs(gap.mean() - 400) < 4 * 400 / sqrt(N)
    assert abs(gap.std() / gap.mean() - 1) < 0.02


def test_a_batch_arrives_at_0() -> None:
    assert not draw_jobs(changed(arrivals={"process": "batch"}), 0).gap.any()


def test_job_classes_come_in_proportion_to_their_weights() -> None:
    jobs = draw_jobs(changed(job_classes=[job_class(1), job_class(3), job_class(4)], jobs=N), 0)
    share = np.bincount(jobs.job_class) / N
    assert abs(share - np.array([1, 3, 4]) / 8).max() < 4 * 0.5 / sqrt(N)


# by our own functions -------------------------------------------------------------------------------------------------


def distance(drawn: np.ndarray, below: Any) -> float:
    """Of Kolmogorov and Smirnov, times the square root of how many there are; above 2.0 once in 1500 times."""
    ordered = np.sort(drawn)
    law, n = below(ordered), len(drawn)
    steps = np.arange(n + 1) / n
    return float(max((steps[1:] - law).max(), (law - steps[:-1]).max()) * sqrt(n))


DRAWN = {
    "exponential": (lambda stream, n: stream.exponential(n), 1.0, 1.0, stats.expon.cdf),
    "normal": (lambda stream, n: stream.normal(n), 0.0, 1.0, stats.norm.cdf),
    "erlang 1": (lambda stream, n: stream.erlang(1, n), 1.0, 1.0, stats.expon.cdf),
    "erlang 3": (lambda stream, n: stream.erlang(3, n), 3.0, 3.0, stats.gamma(3).cdf),
    "erlang 100": (lambda stream, n: stream.erlang(100, n), 100.0, 100.0, stats.gamma(100).cdf),
}


@pytest.mark.parametrize("name", DRAWN)
def test_what_is_drawn_has_the_mean_the_variance_and_the_law_of_its_name(name: str) -> None:
    draw, mean, variance, below = DRAWN[name]
    drawn = draw(Draws(1996, 3).stream(name), N)
    assert abs(drawn.mean() - mean) < 4 * sqrt(variance / N)
    squares = (drawn - mean) ** 2
    assert abs(squares.mean() - variance) < 4 * squares.std() / sqrt(N)
    assert distance(drawn, below) < 2.0
    assert distance(drawn + 0.02 * sqrt(variance), below) > 2.0, "this test could not fail"


@pytest.mark.parametrize("name", DRAWN)
def test_a_stream_asked_twice_goes_on_and_asked_for_more_begins_with_the_same(name: str) -> None:
    draw = DRAWN[name][0]
    many, stream = draw(Draws(1, 0).stream("a"), 3000), Draws(1, 0).stream("a")
    assert (np.concatenate([draw(stream, 1000), draw(stream, 2000)]) == many).all()


def test_the_largest_and_the_least_uniform_number_have_finite_exponentials_and_quantiles() -> None:
    class Extremes(Stream):
        def random(self, shape: Any) -> np.ndarray:
            return np.array([0.0, 1 - 2.0**-53])

    stream = Extremes(np.random.SeedSequence(1))
    assert stream.exponential(2).tolist() == [0.0, pytest.approx(53 * log(2))]
    assert not np.signbit(stream.exponential(2)).any()
    assert stream.normal(2) == pytest.approx([-8.293, 8.210], abs=1e-3)


def test_a_larger_uniform_number_gives_a_larger_exponential_and_normal_number() -> None:
    uniform, exponential, normal = (
        getattr(Draws(1, 0).stream("a"), kind)(N) for kind in ("random", "exponential", "normal")
    )
    order = np.argsort(uniform)
    assert (np.diff(exponential[order]) >= 0).all()
    assert (np.diff(normal[order]) >= 0).all()
