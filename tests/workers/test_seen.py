"""The end at ten times the estimate knows what cells have taken: later for it, and never earlier."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine.contract.cost import Cost
from engine.study.budget import MAXIMUM_CELL_SECONDS
from workers.bounds import FACTOR, FLOOR, LONGEST, Bounds, Seen, of_cell
from workers.calculator import Calculator

times = some.floats(1e-3, 1e3)


def priced(seconds: float, is_told: bool = True) -> Cost:
    return Cost(seconds, 0.0, is_told)


@given(estimated=times, cells=some.lists(some.tuples(times, times), max_size=5))
def test_cells_before_it_only_ever_give_it_more_time(estimated: float, cells: list[tuple[float, float]]) -> None:
    seen = Seen()
    for of_one, taken in cells:
        seen.add(of_one, taken)
    assert of_cell(priced(estimated)).seconds <= of_cell(priced(estimated), seen).seconds <= LONGEST
    assert of_cell(priced(estimated), Seen()) == of_cell(priced(estimated))


def test_what_is_right_but_estimated_at_a_tenth_is_not_ended() -> None:
    """Cells took nine times their estimate; the one that takes twice as long as they do was ended."""
    seen = Seen()
    seen.add(4.0, 36.0)
    assert of_cell(priced(4.0)) == Bounds(FACTOR * 4.0, "ten times its estimate")
    assert of_cell(priced(4.0), seen) == Bounds(FACTOR * 36.0, "ten times what the cells before it told")
    assert of_cell(priced(1e-3), seen).seconds == FLOOR


def test_what_no_formula_tells_gets_what_a_cell_may_be_priced_at() -> None:
    """A guess of half a second ended an honest study, cell by cell."""
    assert of_cell(priced(0.5, is_told=False)).seconds == MAXIMUM_CELL_SECONDS
    assert of_cell(priced(60.0, is_told=False)).seconds == FACTOR * 60.0
    assert of_cell(priced(1e9, is_told=False)).seconds == LONGEST


def busy(seconds: float) -> bytes:
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    return b"done"


def test_a_calculator_says_what_its_last_answer_took() -> None:
    """In processor time: to wait is none."""
    one, bound = Calculator(), Bounds(10.0, "")
    try:
        assert one.compute(busy, 0.3, bounds=bound, wanted=lambda: True) == b"done"
        assert one.took == pytest.approx(0.3, abs=0.1)
        assert one.compute(bytes, 3, bounds=bound, wanted=lambda: True) == b"\0\0\0"
        assert one.took < 0.1
    finally:
        one.end()
