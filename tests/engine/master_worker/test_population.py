"""A population is its cases, case by case; several cells together are the population of all."""

import numpy as np
import pytest

from engine.master_worker.all_numbers import sweep_workers
from engine.master_worker.losses import measure_population, summary
from engine.master_worker.measures import simulate
from engine.master_worker.merging import merged, quantile
from engine.master_worker.metric_names import BOUNDS, COUNTS
from engine.master_worker.papers.examples import EXAMPLES
from engine.results.result import Result
from engine.study.cells import StudyPlan
from engine.study.run import run_study
from tests.engine.master_worker.cases import scenario

SMALL = {"tasks": [6, 9], "similarities": ["0-0", "1-0"], "iterations": [2, 5]}


def study(**population: object) -> Result:
    """A small factorial of two workload factors and two variations."""
    vary = {"field": "application.workload_factor", "values": [30.0, 70.0]}
    and_vary = {"field": "application.variation", "values": [0.0, 50.0]}
    return run_study(
        scenario(population=SMALL | population, study={"vary": vary, "and_vary": and_vary, "replications": 2})
    )


def test_a_case_is_what_the_plain_scenario_measures() -> None:
    """The largest loss among the cases of one application, number by number."""
    only = {"tasks": [12], "similarities": ["1-0"], "iterations": [4]}
    cell = measure_population(scenario(population=only), "Random", 1)
    plain = scenario(application={"tasks": 12, "iterations": 4, "largest": "different"})
    found = sweep_workers(plain, ["LPTF", "Random"], 2)
    loss = 1 - found.efficiency[1, 1] / found.efficiency[0, 1]
    assert cell["cases"] == 12
    assert cell["loss_maximum"] == pytest.approx(loss.max(), rel=1e-12)
    assert cell["efficiency_loss"] == pytest.approx(loss.mean(), rel=1e-12)
    assert cell["loss_q95"] == pytest.approx(np.quantile(loss, 0.95), rel=1e-12)
    assert cell["wins"] == pytest.approx((loss < 0).mean())
    assert cell["efficiency"] == pytest.approx(found.efficiency[1, 1].mean(), rel=1e-12)
    time_loss = found.time[1, 1] / found.time[0, 1] - 1
    assert cell["time_loss"] == pytest.approx(time_loss.mean(), rel=1e-12)
    assert cell["time_loss_maximum"] == pytest.approx(time_loss.max(), rel=1e-12)


def test_lptf_loses_nothing_against_itself() -> None:
    cell = simulate(scenario(population=SMALL), "LPTF", 0)
    assert cell["loss_maximum"] == cell["loss_minimum"] == cell["wins"] == 0
    assert cell["loss_count[0]"] == cell["cases"] == 2 * 2 * (6 + 9)


def test_cells_together_are_the_population_of_all() -> None:
    """The factorial cell by cell, and the same cases in one cell: one seed, one replication, the same draws."""
    result = study()
    whole = scenario(population=SMALL | {"workload_factors": [30.0, 70.0], "variations": [0.0, 50.0]})
    for policy in ("Random", "Random & Average"):
        together = merged(result, policy)
        for replication in (0, 1):
            cell = measure_population(whole, policy, replication)
            assert together.cases[replication] == cell["cases"] == 4 * 2 * 2 * 15
            assert together.maximum[replication] == cell["loss_maximum"]
            assert together.q95[replication] == pytest.approx(cell["loss_q95"], abs=2e-3)
            assert together.time_maximum[replication] == pytest.approx(cell["time_loss_maximum"], rel=1e-12)


def test_what_is_not_there_is_missing() -> None:
    result = study()
    result.done[2, 3, 1] = False
    together = merged(result, "Random & Average")
    assert np.isnan(together.q95).tolist() == [False, True]
    assert not np.isnan(merged(result, "Random & Average", [0, 1]).q95).any()


def test_quantiles_from_counts_are_right_to_a_tenth_of_a_point() -> None:
    loss = np.random.default_rng(1).beta(1, 12, 20_000)
    found = summary(loss)
    counts = np.array([found.get(name, 0.0) for name in COUNTS])
    assert counts.sum() == found["cases"] == 20_000
    for level in (0.5, 0.9, 0.95):
        assert quantile(counts, level) == pytest.approx(float(np.quantile(loss, level)), abs=1e-3)


def test_the_classes_of_losses_cover_everything_and_have_names() -> None:
    assert BOUNDS[0] == -100
    assert BOUNDS[-1] == 100
    assert (np.diff(BOUNDS) > 0).all()
    assert {"loss_count[-100]", "loss_count[0]", "loss_count[0.5]", "loss_count[35.9]"} <= set(COUNTS)
    assert len(set(COUNTS)) == len(BOUNDS) - 1


def test_the_factorial_has_a_cell_for_each_factor_variation_and_policy() -> None:
    plan = StudyPlan(EXAMPLES["heymann-factorial"])
    assert len(plan) == 140
    assert len({plan.key(cell) for cell in plan.cells()}) == 140
