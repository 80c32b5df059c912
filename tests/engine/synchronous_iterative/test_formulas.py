"""The formulas: golden values, laws, the plain form in fractions, and Monte Carlo."""

from fractions import Fraction
from math import exp, inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some
from scipy.special import binom

from engine.synchronous_iterative.formulas.eta import FEW, eta_of_sets
from engine.synchronous_iterative.formulas.prediction import predictor_of
from engine.synchronous_iterative.formulas.queue_length import pollaczek_khinchine, processor_sharing
from engine.synchronous_iterative.formulas.tails import tails_of
from engine.synchronous_iterative.inputs.imbalance import IDEAL, WorkLaw, binomial, normal
from engine.synchronous_iterative.inputs.imbalance import given as law_given
from tests.engine.synchronous_iterative import plain
from tests.engine.synchronous_iterative.plain import scenario

loads = some.floats(0, 0.9)


def eta(
    counts: list[int], loads: list[float], law: WorkLaw = IDEAL, deltas: list[int] | None = None, baseline: int = 1
) -> float:
    deltas = deltas or [1] * len(counts)
    tails = tails_of([law] * len(counts), [processor_sharing(load) for load in loads])
    return float(eta_of_sets(np.array([counts]), np.array(deltas), tails, baseline)[0])


# golden values --------------------------------------------------------------------------------------------------------


def test_golden_values_to_twelve_digits() -> None:
    assert eta([8], [0.0], binomial(50, 0.1)) == pytest.approx(1.6339923477174, rel=1e-12, abs=0)
    assert eta([4], [0.0], binomial(20, 0.1)) == pytest.approx(1.7093152983215, rel=1e-12, abs=0)
    assert eta([8], [0.3]) == pytest.approx(2.7593362463240, rel=1e-12, abs=0)
    assert eta([2, 2], [0.1, 0.2], deltas=[1, 2]) == pytest.approx(2.9308869564501, rel=1e-12, abs=0)


def test_the_golden_values_are_those_of_the_plain_form() -> None:
    tenth = Fraction(1, 10)
    ideal, deltas = [plain.IDEAL] * 4, [1, 1, 2, 2]
    both = plain.eta(ideal, [tenth, tenth, 2 * tenth, 2 * tenth], deltas, 1, until=60)
    assert float(both) == pytest.approx(2.9308869564501, rel=1e-12)
    uneven = plain.eta([plain.binomial(20, tenth)] * 4, [Fraction(0)] * 4, [1] * 4, 1, until=20)
    assert float(uneven) == pytest.approx(1.7093152983215, rel=1e-12)


@given(some.data())
def test_the_compiled_form_is_the_plain_form(data: some.DataObject) -> None:
    groups = data.draw(some.integers(1, 3))
    tenths = data.draw(some.lists(some.integers(0, 6), min_size=groups, max_size=groups))
    deltas = data.draw(some.lists(some.integers(1, 4), min_size=groups, max_size=groups))
    counts = data.draw(some.lists(some.integers(1, 3), min_size=groups, max_size=groups))
    weights = data.draw(some.lists(some.integers(0, 3), min_size=2, max_size=5).filter(lambda drawn: any(drawn[1:])))
    baseline = data.draw(some.integers(1, 3))
    law = {units: Fraction(weight, sum(weights)) for units, weight in enumerate(weights)}
    expanded = [(Fraction(t, 10), d) for t, d, n in zip(tenths, deltas, counts, strict=True) for _ in range(n)]
    # 0.6^60 is nothing
    until = 60 * max(deltas) * len(weights) if max(tenths) else max(deltas) * len(weights)
    loads_here = [float(load) for load, _ in expanded]
    value = eta(counts, [t / 10 for t in tenths], law_given(tuple(map(float, weights))), deltas, baseline)
    assert value == pytest.approx(
        _plain_in_floats(law, loads_here, [d for _, d in expanded], baseline, until), rel=1e-9
    )


def _plain_in_floats(law: plain.Law, loads: list[float], deltas: list[int], baseline: int, until: int) -> float:
    total = 0.0
    for k in range(until):
        product = 1.0
        for load, delta in zip(loads, deltas, strict=True):
            inside = sum(float(p) * (1 - load ** (k // (units * delta))) for units, p in law.items() if units)
            product *= float(law.get(0, 0)) + inside
        total += 1 - product
    return total / float(plain.mean(law) * baseline)


def test_many_sets_at_once_give_the_same_numbers_as_one_by_one() -> None:
    """To the bit: exact choice and prefixes must not differ by how they are evaluated."""
    tails = tails_of([binomial(12, 0.3)] * 2, [processor_sharing(0.3), processor_sharing(0.6)])
    counts = np.array([(a, b) for a in range(4) for b in range(4)][1:])
    assert len(counts) > FEW
    delta = np.array([2, 3])
    alone = [float(eta_of_sets(row[None, :], delta, tails)[0]) for row in counts]
    assert eta_of_sets(counts, delta, tails).tolist() == alone


# laws of application imbalance ----------------------------------------------------------------------------------------


@given(some.integers(1, 200), some.floats(0.01, 1))
def test_one_processor_and_sure_events_are_balanced(objects: int, probability: float) -> None:
    assert eta([1], [0.0], binomial(objects, probability)) == pytest.approx(1, rel=1e-12)
    assert eta([7], [0.0], binomial(objects, 1.0)) == pytest.approx(1, rel=1e-12)


@given(some.floats(0.01, 1), some.integers(1, 64))
def test_a_single_object_per_processor(probability: float, processors: int) -> None:
    expected = (1 - (1 - probability) ** processors) / probability
    assert eta([processors], [0.0], binomial(1, probability)) == pytest.approx(expected, rel=1e-10)


@given(some.integers(1, 60), some.floats(0.01, 0.99))
def test_the_binomial_law_is_exact(objects: int, probability: float) -> None:
    k = np.arange(objects + 1)
    expected = binom(objects, k) * probability**k * (1 - probability) ** (objects - k)
    assert binomial(objects, probability).probability == pytest.approx(expected, rel=1e-10, abs=1e-300)


# laws of background imbalance -----------------------------------------------------------------------------------------


@given(loads)
def test_one_and_two_loaded_processors(load: float) -> None:
    assert eta([1], [load]) == pytest.approx(1 / (1 - load), rel=1e-10)
    assert eta([2], [load]) == pytest.approx((1 + 2 * load) / (1 - load**2), rel=1e-10)


@given(some.integers(1, 100), some.integers(1, 9), loads)
def test_no_load_and_idle_machines(processors: int, idle: int, load: float) -> None:
    assert eta([processors], [0.0]) == 1
    assert eta([processors, idle], [load, 0.0]) == pytest.approx(eta([processors], [load]), rel=1e-12)


@given(some.integers(1, 20), loads, some.integers(1, 9), some.integers(1, 9))
def test_slow_machines(processors: int, load: float, delta: int, baseline: int) -> None:
    slow = eta([processors], [load], deltas=[delta], baseline=baseline)
    assert slow == pytest.approx(eta([processors], [load]) * delta / baseline, rel=1e-12)
    assert eta([1], [load], deltas=[delta], baseline=baseline) == pytest.approx(
        delta / (baseline * (1 - load)), rel=1e-10
    )


@given(some.lists(some.tuples(loads, some.integers(1, 8)), min_size=1, max_size=5))
def test_no_set_is_faster_than_its_slowest_machine(machines: list[tuple[float, int]]) -> None:
    found = eta([1] * len(machines), [load for load, _ in machines], deltas=[delta for _, delta in machines])
    assert found >= max(delta / (1 - load) for load, delta in machines) * (1 - 1e-12)


@given(some.integers(1, 16), some.floats(0.01, 0.8), some.integers(1, 30), some.floats(0.05, 1))
def test_both_imbalances_lie_between_the_larger_and_the_product(
    processors: int, load: float, objects: int, probability: float
) -> None:
    law = binomial(objects, probability)
    application, background = eta([processors], [0.0], law), eta([processors], [load])
    both = eta([processors], [load], law)
    assert max(application, background) <= both * (1 + 1e-12)
    assert both <= application * background * (1 + 1e-12)


# the other queue ------------------------------------------------------------------------------------------------------


@given(some.floats(0.01, 0.95), some.floats(0.5, 0.99), some.floats(0.1, 50))
def test_pollaczek_khinchine_gives_a_law_with_its_mean(load: float, share: float, ratio: float) -> None:
    law = pollaczek_khinchine(load, share, ratio, 1.0)
    assert law.weight + law.other_weight == pytest.approx(1, rel=1e-9)
    mean = sum(w * r / (1 - r) for w, r in ((law.weight, law.ratio), (law.other_weight, law.other_ratio)))
    first = share / ratio + (1 - share)
    second = 2 * (share / ratio**2 + (1 - share))
    assert mean == pytest.approx(load + load**2 * second / first**2 / (2 * (1 - load)), rel=1e-8)


def test_pollaczek_khinchine_of_exponential_service_is_processor_sharing() -> None:
    law = pollaczek_khinchine(0.4, 0.7, 2.0, 2.0)
    for m in range(10):
        assert law.weight * law.ratio**m + law.other_weight * law.other_ratio**m == pytest.approx(0.4**m, rel=1e-12)


def test_an_empty_queue_follows_the_transform() -> None:
    """Q_0 = 1 - ρ for every law; Q_1 by the transform at 0, which for deterministic service is (1 - ρ)(e^ρ - 1)."""
    load, share, short, long = 0.5, 0.9, 1.8, 0.2
    law = pollaczek_khinchine(load, share, short, long)
    tail = [law.weight * law.ratio**m + law.other_weight * law.other_ratio**m for m in range(3)]
    rate = load / (share / short + (1 - share) / long)
    at_rate = share * short / (short + rate) + (1 - share) * long / (long + rate)  # B*(λ)
    assert tail[0] - tail[1] == pytest.approx(1 - load, rel=1e-12)
    assert tail[1] - tail[2] == pytest.approx((1 - load) * (1 / at_rate - 1), rel=1e-10)
    assert (1 - load) * (1 / exp(-load) - 1) == pytest.approx((1 - load) * (exp(load) - 1))


def test_paper_mode_is_much_too_high() -> None:
    """The queue that does not share the processor has many more jobs if service times vary much."""
    groups = {"count": 8, "load": 0.5}
    background = {"service": "hyperexponential", "variation": 4.0}
    counts = np.array([[8]])
    sharing = predictor_of(scenario(groups, background=background)).predict(counts).eta[0]
    paper = (
        predictor_of(scenario(groups, background=background, options={"queue": "paper-mode"})).predict(counts).eta[0]
    )
    assert sharing == pytest.approx(eta([8], [0.5]))
    assert paper > 1.56 * sharing


# as printed -----------------------------------------------------------------------------------------------------------


def test_equations_as_printed_have_the_ratio_upside_down_and_no_idle_processors() -> None:
    application = {"imbalance": "given", "weights": [1.0, 1.0, 1.0]}
    group = {"count": 1, "delta": 2, "load": 0.4}
    printed = scenario(group, application=application, options={"equations": "as-printed"})
    counts = np.array([[1]])
    # β is 1 or 2 with 1/3 each, γ has load 0.4 / 4 = 0.1: E β γ δ / (B Δ), of the law that is left
    expected = (1 / 3 * 1 + 1 / 3 * 2) / (1 - 0.1) * 2
    assert predictor_of(printed).predict(counts).eta[0] == pytest.approx(expected, rel=1e-12)
    # two machines: P{βγ > m} is 2/3, 1/3 + 1/30, ...; what is left of the probability is (2/3)²
    tail = [1 / 3 * (0.1**m + 0.1 ** (m // 2)) for m in range(60)]
    pair = scenario({**group, "count": 2}, application=application, options={"equations": "as-printed"})
    expected = sum((2 / 3) ** 2 - (2 / 3 - one) ** 2 for one in tail) * 2
    assert predictor_of(pair).predict(np.array([[2]])).eta[0] == pytest.approx(expected, rel=1e-12)
    right = predictor_of(scenario(group, application=application)).predict(counts).eta[0]
    assert right == pytest.approx(2 / (1 - 0.4), rel=1e-12)


def test_the_inverted_ratio_makes_slow_busy_machines_look_idle() -> None:
    groups = [{"count": 4, "delta": 1, "load": 0.1}, {"count": 4, "delta": 8, "load": 0.8}]
    application = {"imbalance": "binomial", "objects": 800, "probability": 0.5}
    counts = np.array([[4, 4]])
    printed = scenario(*groups, application=application, options={"equations": "as-printed"})
    ratio = (
        predictor_of(printed).predict(counts).eta[0]
        / predictor_of(scenario(*groups, application=application)).predict(counts).eta[0]
    )
    assert ratio == pytest.approx(0.116, abs=0.001)


def test_the_normal_approximation_is_near_the_binomial_where_it_is_allowed() -> None:
    law, exact = normal(1000, 0.1, 1000), binomial(1000, 0.1)
    assert law.probability.sum() == pytest.approx(1, abs=1e-6)
    assert eta([32], [0.0], law) == pytest.approx(eta([32], [0.0], exact), rel=0.01)


# Monte Carlo ----------------------------------------------------------------------------------------------------------

CASES = {
    "application": ([8], [0.0], [1], 1, (40, 0.2)),
    "background": ([8], [0.6], [1], 1, None),
    "heterogeneous": ([2, 3, 4], [0.1, 0.2, 0.4], [1, 2, 4], 2, None),
    "all": ([2, 3, 4], [0.1, 0.2, 0.4], [1, 2, 4], 1, (20, 0.1)),
    "often no work": ([3, 3], [0.3, 0.6], [1, 2], 1, (3, 0.1)),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_formulas_are_within_three_standard_errors_of_monte_carlo(
    case: tuple[list[int], list[float], list[int], int, tuple[int, float] | None],
) -> None:
    counts, loads, deltas, baseline, work = case
    random, samples = np.random.default_rng(1), 200_000
    largest = np.zeros(samples)
    for count, load, delta in zip(counts, loads, deltas, strict=True):
        for _ in range(count):
            beta = np.ones(samples) if work is None else random.binomial(*work, samples)
            largest = np.maximum(largest, beta * random.geometric(1 - load, samples) * delta)
    units = 1.0 if work is None else work[0] * work[1]
    drawn = largest / (units * baseline)
    law = IDEAL if work is None else binomial(*work)
    error = drawn.std() / np.sqrt(samples)
    assert abs(eta(counts, loads, law, deltas, baseline) - drawn.mean()) < 3 * error


# run time -------------------------------------------------------------------------------------------------------------


def test_run_time_by_hand() -> None:
    """Equation 5: 10 iterations of 2 s, 1.5 × 8 s / 2 with η = 1 / (1 - 1/3) ... of two idle and busy machines."""
    application = {
        "iterations": 10,
        "parallel_time": 8.0,
        "serial_time": 2.0,
        "overhead": 100.0,
        "overhead_per_processor": 50.0,
        "overhead_per_doubling": 300.0,
    }
    one = scenario(
        {"count": 1, "load": 1 / 3, "cost": 3.0}, {"count": 1, "load": 0.0, "cost": 1.0}, application=application
    )
    found = predictor_of(one).predict(np.array([[1, 1]]))
    assert found.eta[0] == pytest.approx(1.5)
    assert found.run_time[0] == pytest.approx(10 * (2.0 + 1.5 * 8 / 2 + 0.1 + 0.1 + 0.3))
    assert found.machine_cost[0] == pytest.approx(found.run_time[0] * 4)


def test_shares_by_speed_make_machines_alike() -> None:
    """One machine of δ 1 and two of δ 2 have speeds 1, 1/2, 1/2: half the work, and a quarter each."""
    one = scenario({"count": 1}, {"count": 2, "delta": 2}, options={"division": "by-speed"})
    one = one.model_copy(update={"background": one.background.model_copy(update={"intensity": 0.0})})
    found = predictor_of(one).predict(np.array([[1, 2]]))
    assert found.run_time[0] == pytest.approx(100 * 60 / 2)
    assert found.eta[0] == pytest.approx(1.5)


def test_a_run_through_the_hours_by_hand() -> None:
    """One machine, idle but from 1:00 to 2:00, when it is half loaded: 5400 s of work from 0:00 on."""
    hours = (0.0, 1.0, *[0.0] * 22)
    one = scenario(
        {"count": 1, "load": 0.5, "cost": 2.0},
        application={"iterations": 90, "parallel_time": 60.0},
        background={"by_hour": hours, "start_hour": 0},
        choice={"cost_by_load": 1.0},
    )
    found = predictor_of(one).predict(np.array([[1]]))
    assert found.run_time[0] == pytest.approx(3600 + 2 * 1800)
    assert found.machine_cost[0] == pytest.approx(2 * (3600 + 1.5 * 3600))
    assert found.eta[0] == pytest.approx(7200 / 5400)


def test_a_run_of_days_by_hand() -> None:
    """The same machine and 24 hours of 23.5 hours of work each: 47 hours of work take two days."""
    hours = (0.0, 1.0, *[0.0] * 22)
    one = scenario(
        {"count": 1, "load": 0.5},
        application={"iterations": 47, "parallel_time": 3600.0},
        background={"by_hour": hours, "start_hour": 7},
    )
    assert predictor_of(one).predict(np.array([[1]])).run_time[0] == pytest.approx(48 * 3600)


def test_where_eta_comes_from() -> None:
    one = scenario(
        {"count": 2, "delta": 2, "load": 0.3},
        {"count": 4, "delta": 1, "load": 0.1},
        application={"imbalance": "binomial", "objects": 60},
    )
    parts = predictor_of(one).parts(np.array([[2, 4], [0, 1]]))
    assert parts["application"] == pytest.approx([eta([6], [0.0], binomial(10, 0.1)), 1])
    assert parts["background"] == pytest.approx([eta([2, 4], [0.3, 0.1]), 1 / 0.9])
    assert parts["heterogeneity"] == pytest.approx([2, 1])
    assert parts["without_application"] == pytest.approx([eta([2, 4], [0.3, 0.1], deltas=[2, 1]), 1 / 0.9])
    assert max(values.max() for values in parts.values()) < inf
