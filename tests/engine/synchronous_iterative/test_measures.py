"""The metrics of a cell, by hand where machines are idle, and by what they have to be where they are not."""

import pytest

from engine.synchronous_iterative.measures import simulate
from engine.synchronous_iterative.replication import replicate
from engine.synchronous_iterative.system import SECOND
from tests.engine.synchronous_iterative.plain import scenario


def test_idle_machines_of_two_speeds_by_hand() -> None:
    """Δ = 2; a machine of δ 1 and two of δ 4, 10 iterations of 12 s: parts of 2, 8 and 8 s, and 1 s of serial work."""
    one = scenario(
        {"count": 1, "delta": 1, "load": 0.0, "cost": 3.0},
        {"count": 2, "delta": 4, "load": 0.0, "cost": 0.5},
        cluster={"baseline": 2},
        application={"iterations": 10, "parallel_time": 12.0, "serial_time": 1.0},
        choice={"x_over_c": 7.0},
    )
    measured = simulate(one, "All Machines", 0)
    assert measured == pytest.approx(
        {
            "processors": 3,
            "run_time": 90,
            "run_time_length_aware": 90,
            "run_time_simulated": 90,
            "eta": 2,
            "eta_length_aware": 2,
            "eta_simulated": 2,
            "formula_error": 0,
            "length_aware_error": 0,
            "eta_application": 1,
            "eta_background": 1,
            "eta_heterogeneity": 2,
            "parallel_speedup": 70 / 90,  # alone the fast one takes 1 + 6 s for an iteration
            "barrier_wait": 6 / 24,
            "machine_cost": 90 * 4,
            "total_cost": 90 * 11,
            "bound_excess": 0,
            "background_delay": 0,
        }
    )


def test_shares_by_speed_are_what_is_simulated() -> None:
    """Speeds 1, 1/2, 1/2: parts of 30 s each, and nobody waits."""
    one = scenario({"count": 1, "load": 0.0}, {"count": 2, "delta": 2, "load": 0.0}, options={"division": "by-speed"})
    measured = simulate(one, "All Machines", 0)
    assert measured["run_time_simulated"] == measured["run_time"] == 100 * 30
    assert measured["barrier_wait"] == 0


def test_the_delay_of_background_jobs() -> None:
    """A long run on one machine: alone ρ / (1 - ρ) jobs are there, beside a process that is always there twice as many.

    Both queues are geometric; with a permanent process the number is negative binomial with parameter 2.
    """
    one = scenario({"count": 1, "load": 0.5}, application={"iterations": 200, "parallel_time": 100.0})
    assert simulate(one, "All Machines", 0)["background_delay"] == pytest.approx(1, abs=0.15)


def test_without_the_application_the_same_jobs_come() -> None:
    done = replicate(scenario({"count": 5, "load": 0.7}), "All Machines", 0)
    assert (done.undisturbed.completed >= done.records.completed).all()
    assert (done.undisturbed.presence < done.records.presence).all()
    assert done.undisturbed.end == done.records.end
    assert done.records.end / SECOND > 0


def test_formula_errors_are_of_eta() -> None:
    measured = simulate(scenario({"count": 5, "load": 0.7}), "All Machines", 0)
    assert measured["formula_error"] == pytest.approx(measured["eta"] / measured["eta_simulated"] - 1)
    assert measured["length_aware_error"] == pytest.approx(measured["eta_length_aware"] / measured["eta_simulated"] - 1)
