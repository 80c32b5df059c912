"""The iteration-length-aware factor: moments of the time in processor sharing, and the maximum of many."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some
from scipy import stats

from engine.synchronous_iterative.formulas.length_aware import eta_length_aware
from engine.synchronous_iterative.formulas.prediction import predictor_of
from engine.synchronous_iterative.formulas.sojourn import leland_ott_transform, sojourn_variance, waiting_modes
from engine.synchronous_iterative.inputs.background import Background
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario
from engine.synchronous_iterative.inputs.service import LELAND_OTT_VARIATION
from engine.synchronous_iterative.replication import simulate_on
from engine.synchronous_iterative.system import SECOND
from tests.engine.synchronous_iterative.plain import scenario


def background(**fields: Any) -> Background:
    return Background.model_validate({"mean_service": 2.0, **fields})


@given(some.floats(0.01, 0.95), some.floats(1e-3, 1e3))
def test_the_variance_of_exponential_service_is_the_closed_form(load: float, work: float) -> None:
    mu = 1 / 2.0
    rest = (1 - load) * mu * work
    small = rest**2 / 2 - rest**3 / 6 if rest < 1e-4 else rest + np.expm1(-rest)
    expected = 2 * load / (mu**2 * (1 - load) ** 4) * small
    assert sojourn_variance(background(), load, np.array([work]))[0] == pytest.approx(expected, rel=1e-6)


@given(some.floats(0.05, 0.95), some.floats(1.1, 10))
def test_the_wait_is_a_law(load: float, variation: float) -> None:
    """P{W > 0} = ρ, and the mean is that of Pollaczek and Khinchine."""
    modes = waiting_modes(background(service="hyperexponential", variation=variation), load)
    assert sum(weight for weight, _ in modes) == pytest.approx(load, rel=1e-8)
    mean = sum(weight / rate for weight, rate in modes)
    assert mean == pytest.approx(load * 2.0 * (1 + variation**2) / (2 * (1 - load)), rel=1e-7)


def test_hyperexponential_service_without_variation_is_exponential() -> None:
    work = np.array([0.1, 1.0, 10.0, 100.0])
    nearly = background(service="hyperexponential", variation=1.0 + 1e-9)
    assert sojourn_variance(nearly, 0.6, work) == pytest.approx(sojourn_variance(background(), 0.6, work), rel=1e-6)


def test_the_inversion_is_right_where_the_answer_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the transform of exponential service in place of Leland and Ott's."""
    from engine.synchronous_iterative.formulas import sojourn

    points, s, _ = sojourn._at_nodes()
    monkeypatch.setattr(sojourn, "_at_nodes", lambda: (points, s, 1 / (1 + s)))
    sojourn.inverted.cache_clear()
    work = np.geomspace(1e-6, 1e9, 40)
    found = sojourn_variance(background(service="leland-ott"), 0.7, work)
    sojourn.inverted.cache_clear()
    assert found == pytest.approx(sojourn_variance(background(), 0.7, work), rel=0.02)


def test_the_transform_of_leland_and_ott_has_their_moments() -> None:
    small = 1e-5
    left, middle, right = (leland_ott_transform(np.array([[x]])).real[0, 0] for x in (small, 2 * small, 3 * small))
    assert (1 - left) / small == pytest.approx(1, rel=1e-2)
    assert (left - 2 * middle + right) / small**2 == pytest.approx(1 + LELAND_OTT_VARIATION**2, rel=0.05)


def test_a_single_machine_takes_the_mean() -> None:
    for load in (0.0, 0.3, 0.9):
        for length in (0.01, 1.0, 300.0):
            one = scenario({"count": 1, "load": load, "delta": 3}, application={"parallel_time": length})
            assert eta_length_aware(one, np.array([[1]]))[0] == pytest.approx(3 / (1 - load), rel=2e-3)


def test_the_maximum_of_equal_machines_by_quadrature() -> None:
    """P = 8, ρ = 0.5, w = 10: 1 + (1/w) ∫ (1 - F^P), with the quadrature of scipy."""
    from scipy.integrate import quad

    one = scenario({"count": 8, "load": 0.5}, application={"parallel_time": 80.0})
    mean = 10 * 0.5 / 0.5
    variance = 2 * 0.5 * 10 / 0.5**3 - 2 * 0.5 / 0.5**4 * (1 - np.exp(-5))
    law = stats.gamma(mean**2 / variance, scale=variance / mean)
    expected = 1 + quad(lambda t: 1 - law.cdf(t) ** 8, 0, 400, limit=500)[0] / 10
    assert eta_length_aware(one, np.array([[8]]))[0] == pytest.approx(expected, rel=1e-5)


def test_without_load_it_is_the_formula() -> None:
    for division in ("equal", "by-speed"):
        one = scenario(
            {"count": 3, "delta": 1, "load": 0.0}, {"count": 2, "delta": 3, "load": 0.0}, options={"division": division}
        )
        counts = np.array([[3, 2]])
        assert eta_length_aware(one, counts)[0] == pytest.approx(predictor_of(one).predict(counts).eta[0], rel=1e-9)


def test_uneven_work_without_load_is_near_the_formula() -> None:
    application = {"imbalance": "binomial", "objects": 1000, "probability": 0.1}
    one = scenario({"count": 8, "load": 0.0}, application=application)
    counts = np.array([[8]])
    assert eta_length_aware(one, counts)[0] == pytest.approx(predictor_of(one).predict(counts).eta[0], rel=0.02)


def test_a_short_iteration_has_the_paper_s_factor_and_a_long_one_none() -> None:
    short, long = (
        scenario({"count": 8, "load": 0.5}, application={"parallel_time": 8 * length, "iterations": 1})
        for length in (1e-3, 1e4)
    )
    counts = np.array([[8]])
    paper = predictor_of(short).predict(counts).eta[0]
    assert eta_length_aware(short, counts)[0] == pytest.approx(paper, rel=0.05)
    assert eta_length_aware(long, counts)[0] == pytest.approx(2, rel=0.03)


AGAINST_SIMULATION: dict[str, tuple[dict[str, Any], float, float]] = {
    "exponential": ({"background": {"service": "exponential"}}, 0.025, 0.005),
    "hyperexponential": ({"background": {"service": "hyperexponential", "variation": 3.0}}, 0.1, 0.02),
    "leland-ott": ({"background": {"service": "leland-ott"}}, 0.1, 0.06),
    "uneven work": ({"application": {"imbalance": "binomial", "objects": 64}}, 0.025, 0.01),
}
"""What varies, and how near the length-aware factor has to be at w = 10 and at w = 100."""


@pytest.mark.slow
@pytest.mark.parametrize("case", AGAINST_SIMULATION.values(), ids=AGAINST_SIMULATION)
def test_long_iterations_against_the_simulation(case: tuple[dict[str, Any], float, float]) -> None:
    """Eight machines, load 0.5, and three standard errors. At w = 100 the formula of the paper is far off."""
    parts = case[0]
    for length, within in ((10.0, case[1]), (100.0, case[2])):
        application = {"iterations": round(6000 / length), "parallel_time": 8 * length, **parts.get("application", {})}
        one = scenario({"count": 8, "load": 0.5}, **{**parts, "application": application})
        counts = np.array([[8]])
        prediction = predictor_of(one).predict(counts)
        drawn = [simulated_eta(one, replication, float(prediction.run_time[0])) for replication in range(8)]
        error = np.std(drawn, ddof=1) / np.sqrt(len(drawn))
        aware = eta_length_aware(one, counts)[0]
        assert abs(aware / np.mean(drawn) - 1) < within + 3 * error / np.mean(drawn)
        assert length == 10 or prediction.eta[0] > 1.15 * np.mean(drawn)


def simulated_eta(one: SynchronousIterativeScenario, replication: int, predicted: float) -> float:
    _, records = simulate_on(one, (8,), replication, predicted)
    return records.end / SECOND / (one.application.iterations * one.application.parallel_time / 8)
