"""Which estimates users give, and how many jobs have each, against what the author's program gives."""

import numpy as np
import pytest

from engine.inputs.draws import Draws
from engine.workload_models.tsafrir05 import (
    HEAD,
    HOUR,
    MINUTE,
    RANKS,
    check_largest,
    counts,
    draw_ranks,
    head,
    head_shares,
    tail,
    tail_shares,
    values_in_use,
)

ALWAYS = {n * MINUTE for n in (5, 10, 15, 20, 30)}


@pytest.mark.parametrize(
    ("jobs", "known"), [(100, 14), (500, 26), (5000, 59), (28_481, 167), (100_000, 378), (10_000, 90), (10**6, 565)]
)
def test_so_many_estimates_are_in_use(jobs: int, known: int) -> None:
    assert values_in_use(jobs) == known


@pytest.mark.parametrize(
    ("hours", "usual", "added"),
    [
        (18, (1, 2, 3, 4, 5, 6, 8, 10, 12), (17, 16, 15, 14, 13)),
        (36, (1, 2, 3, 4, 5, 6, 8, 10, 12, 18), (35, 30, 25, 20)),
        (
            4,
            (1, 2, 3),
            (
                220 / 60,
                200 / 60,
                160 / 60,
                140 / 60,
                100 / 60,
                80 / 60,
                40 / 60,
                230 / 60,
                210 / 60,
                190 / 60,
                170 / 60,
            ),
        ),
    ],
)
def test_the_head_is_the_one_of_the_program(hours: int, usual: tuple[int, ...], added: tuple[float, ...]) -> None:
    found = head(hours * HOUR)
    assert (found[0], len(found)) == (hours * HOUR, HEAD)
    assert set(found[1:]) == ALWAYS | {n * HOUR for n in usual} | {round(n * HOUR) for n in added}


@pytest.mark.parametrize("minutes", [60, 95, 102, 100.5])
def test_a_largest_estimate_without_room_for_the_head_is_refused(minutes: float) -> None:
    with pytest.raises(ValueError, match="at least 100 min are needed, in whole 5 minutes"):
        check_largest(minutes * MINUTE)


@pytest.mark.parametrize("minutes", range(100, 6000, 35))
def test_from_100_minutes_on_there_is_room(minutes: int) -> None:
    check_largest(minutes * MINUTE)
    found = head(minutes * MINUTE)
    assert len(set(found)) == HEAD
    assert max(found) == found[0] == minutes * MINUTE


def test_shares_are_those_of_the_program() -> None:
    shares = head_shares()
    known = [21.73289, 10.31276, 8.71047, 7.36882, 6.2454]
    assert [100 * share for share in shares[:5]] == pytest.approx(known, abs=5.1e-6)
    assert 100 * shares[-1] == pytest.approx(0.86582, abs=5.1e-6)
    assert sum(shares) == pytest.approx(0.89, rel=1e-12)
    others = tail_shares(70)
    assert sum(others) == pytest.approx(0.11, rel=1e-12)
    assert others[0] / others[-1] == pytest.approx((90 / 21) ** 2.267)


def test_the_tail_has_minutes_of_its_own() -> None:
    taken = head(18 * HOUR)
    found = tail(18 * HOUR, 90, taken)
    assert len(found) == 70
    assert not set(found) & set(taken)
    assert found == sorted(set(found))
    assert 0 < found[0] < found[-1] <= 18 * HOUR
    assert tail(18 * HOUR, 20, taken) == []
    assert len(tail(2 * HOUR, 565, head(2 * HOUR))) < 545  # there is no room for all


def test_every_value_of_the_head_has_a_rank_and_the_largest_the_first() -> None:
    assert all(sorted(column) == list(range(1, 21)) for column in zip(*RANKS, strict=True))
    drawn = [draw_ranks(Draws(1, n).stream("tsafrir05 head")) for n in range(300)]
    assert all(ranks[0] == 1 and sorted(ranks) == list(range(1, 21)) for ranks in drawn)
    for place in range(20):  # no rank comes before all logs have it, nor much later than the last
        assert {ranks[place] for ranks in drawn} <= {rank for row in RANKS[: place + 1] for rank in row}
    assert len({tuple(ranks) for ranks in drawn}) > 250


@pytest.mark.parametrize("jobs", [200, 997, 10_000])
def test_counts_are_those_of_all_jobs(jobs: int) -> None:
    shares = [*head_shares(), *tail_shares(values_in_use(jobs) - HEAD)]
    found = counts(shares, jobs)
    assert sum(found) == jobs
    assert min(found) >= 1
    assert jobs < 1000 or np.abs(np.array(found) - np.array(shares) * jobs).max() < 20
