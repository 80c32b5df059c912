"""What no estimate could do better, of times that are made up and of a few cells."""

import numpy as np
import pytest

from engine.reports.cost_accuracy import FLOOR, Drawn
from engine.reports.cost_oracle import Spread, run_oracle
from engine.reports.report import oracle_report

LUCKY = np.array([1.0, 1.0, 1.0, 50.0])


def test_one_unlucky_seed_in_four_is_missed_by_whoever_does_not_know_it() -> None:
    one = Spread(2.0, LUCKY)
    assert one.by_estimate(3, 1.0) == one.by_oracle(3) == one.by_any(3) == 0.75
    assert one.by_estimate(3, 2.0) == 0.75
    assert one.by_estimate(3, 10.0) == 0.0
    assert one.by_any(10) == 1.0, "a number in the middle, that is wrong by seven for all"
    assert one.by_oracle(10) == 0.75


def test_the_seed_that_is_asked_about_says_nothing_itself() -> None:
    """A median that knew it would be right."""
    assert Spread(1.0, np.array([1.0, 100.0])).by_oracle(10) == 0.0


def test_no_number_is_better_than_the_best_for_the_very_seeds() -> None:
    lot = np.random.default_rng(3)
    for _ in range(50):
        taken = FLOOR * np.exp(lot.normal(5, 1.5, 9))
        one, tried = Spread(1.0, taken), FLOOR * np.exp(np.linspace(0, 10, 400))
        best = max(Spread(number, taken).by_estimate(3, 1.0) for number in tried)
        assert best <= one.by_any(3) + 1e-12
        assert one.by_any(3) <= one.by_any(10)


def test_the_report_says_shares_with_their_intervals() -> None:
    found = run_oracle("master-worker", 4, 3, Drawn(longest=0.01))
    assert found["near"]["oracle"][0] <= found["not_far"]["any"][0] <= 1
    text = oracle_report([found], "table")
    assert "median of other seeds" in text
    assert "the same seed again" in text
    assert found["spread"][0] == pytest.approx(min(found["spread"]))
    assert '"oracle"' in oracle_report([found], "json")


def test_what_nobody_waits_for_is_near_whatever_is_said_of_it() -> None:
    one = Spread(FLOOR, FLOOR / np.array([2.0, 20.0, 200.0]))
    assert one.by_estimate(3, 1.0) == one.by_estimate(3, 100.0) == one.by_oracle(3) == one.by_any(3) == 1.0
