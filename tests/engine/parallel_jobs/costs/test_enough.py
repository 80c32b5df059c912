"""How long machines enough are there at once, by hand and against machines that come and go."""

from math import comb
from random import Random

import pytest

from engine.parallel_jobs.costs.machine_events.enough import Block, Machines, enough


def test_it_is_binomial_to_the_last_machine() -> None:
    """A normal law said 29 times too much of 100 machines that are there nine times in ten."""
    for size in (1, 50, 90, 99, 100):
        share, _ = enough([Machines(100, 0.9, 1e-3)], size)
        assert share == pytest.approx(sum(comb(100, n) * 0.9**n * 0.1 ** (100 - n) for n in range(size, 101)))
    mixed, _ = enough([Machines(2, 0.5, 1e-3), Machines(1, 0.8, 1e-3)], 3)
    assert mixed == pytest.approx(0.25 * 0.8)
    assert enough([Machines(5, 1.0, 0.0)], 5) == (1.0, 0.0)


@pytest.mark.parametrize("size", [3, 5, 6])
def test_the_wait_is_that_of_machines_that_come_and_go(size: int) -> None:
    """Six machines that go for 100 s after 300 s; each time in which too few are there, until they are again."""
    lot, there, clock = Random(1), 6, 0.0
    within, waits, since = 0.0, [], 0.0
    for _ in range(200_000):
        rate = there / 300 + (6 - there) / 100
        step = lot.expovariate(rate)
        within += step * (there >= size)
        clock += step
        goes = lot.random() < there / 300 / rate
        if goes and there == size:
            since = clock
        elif not goes and there == size - 1 and since:
            waits.append(clock - since)
        there += -1 if goes else 1
    share, until = enough([Machines(6, 0.75, 0.75 / 300)], size)
    assert within / clock == pytest.approx(share, rel=0.03)
    assert sum(waits) / len(waits) == pytest.approx(until, rel=0.05)


def test_spares_stand_in_unless_they_come_later_than_the_machine_itself() -> None:
    """They were taken for machines that are never there, and those that they stand in for as missing."""
    at_once, too_late = (Machines(2, 0.5, 1e-3, spares=1, delay=delay) for delay in (0.0, 1e9))
    assert enough([at_once], 2)[0] == pytest.approx(0.5)
    assert enough([too_late], 2)[0] == pytest.approx(0.25)
    assert enough([too_late], 1)[0] == pytest.approx(0.75)


def test_machines_that_are_shut_down_together_are_missing_together() -> None:
    """Each of 36 was taken for one that comes and goes by itself: all were there 1.3 and not 18 % of the time."""
    assert enough([Machines(4, 1.0, 0.0, blocks=(Block(2, 0.5, 1e-3),))], 2) == (1.0, 0.0)
    share, until = enough([Machines(4, 1.0, 0.0, blocks=(Block(2, 0.5, 1e-3),))], 3)
    assert (share, until) == pytest.approx((0.5, 500.0), rel=0.01)
    share, _ = enough([Machines(3, 0.5, 1e-3, blocks=(Block(1, 0.5, 1e-3),))], 2)
    assert share == pytest.approx(0.5 * 0.5 + 0.5 * 0.25)
