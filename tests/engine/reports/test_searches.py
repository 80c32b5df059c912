"""A drawn sample of the searches and choices that `dev searches` counts in hundreds."""

import numpy as np

from engine.reports.report import searches_report
from engine.reports.searches import CHOICES, LOSERS, Counted, chosen, erlang_c_wait, of_machines

SEEDS = np.random.default_rng(22).integers(1000, 10_000, 2).tolist()
"""Others than those that are counted."""


def test_erlang_of_one_machine_is_the_mean_wait_of_a_single_queue() -> None:
    """rho / (mu - lambda) at half load is 1000 s."""
    assert abs(erlang_c_wait(1, 0.5) - 1000.0) < 1e-9


def test_the_least_number_of_machines_is_found() -> None:
    """At most one search in twenty is to be wrong. Failure: both are."""
    assert sum(of_machines(seed)[0] for seed in SEEDS) >= 1


def test_the_fastest_is_chosen_and_clear_losers_save_three_times() -> None:
    """Failure: both choices are wrong, or a right one saves less than three times."""
    found = [chosen(seed, LOSERS, ("FCFS", "EASY")) for seed in SEEDS]
    assert sum(right for right, _ in found) >= 1
    assert min(saving for right, saving in found if right) >= 3
    assert LOSERS in [factors for factors, _ in CHOICES.values()]


def test_the_report_counts() -> None:
    assert "96" in searches_report([Counted("a case", "9", 100, 96, 90)], "table")
    assert '"saving": 0.0' in searches_report([Counted("a case", "9", 100, 96, 90)], "json")
