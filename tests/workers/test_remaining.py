"""What is left of a study whose cells differ: it was told by their number alone, and the cheap ones come first."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.study.budget import budget, costs_of
from engine.study.expected_work import BELIEVED, SHARE, ExpectedWork
from engine.study.registry import EXAMPLES
from workers.broker.store import Record
from workers.remaining import seconds_left

SWEEP = ParallelJobsScenario.read(
    EXAMPLES["schnor-system-1"].model_dump(mode="json")
    | {"study": {"replications": 3, "vary": {"field": "workload.jobs", "values": [100, 1000, 100_000]}}}
)
COSTS = [cost.seconds for row in costs_of(SWEEP) for cost in row]


def record(cells: int, done: int, now: float, reused: int = 0, beat: float = 1e9) -> Record:
    """The first cell that was computed was there at 100 s, the last one now, or at *beat*."""
    return Record("running", 1, cells, done, 0, 0, reused, 0.0, 100.0, min(now, beat), 0.0, "", "", now)


@given(done=some.integers(2, 3 * len(COSTS)), slower=some.floats(0.1, 20), reused=some.integers(0, 20))
def test_it_goes_from_the_estimate_to_what_was_measured(done: int, slower: float, reused: int) -> None:
    """All cells take so many times what they are estimated at: the more has been seen, the nearer it is to that."""
    cells = 3 * len(COSTS)
    known = min(reused, done - 2)
    seen, rest = sum((COSTS * 3)[known + 1 : done]), sum((COSTS * 3)[done:])
    left = seconds_left(record(cells, done, 100.0 + slower * seen, reused=known), ExpectedWork(SWEEP))
    assert left is not None
    most = max(BELIEVED, SHARE * 3 * sum(COSTS))
    believed = most / (most + seen)
    assert left == pytest.approx(rest * (believed + (1 - believed) * slower), rel=1e-6, abs=1e-9)


def test_kernels_that_are_loaded_in_the_first_cells_are_not_multiplied() -> None:
    """The first two cells took four seconds for a hundredth of one: 86 s were told of three."""
    work = ExpectedWork(SWEEP)
    rest = sum(COSTS) * 3 - sum(COSTS[:3])
    told = seconds_left(record(3 * len(COSTS), 3, 104.0), work)
    assert told is not None
    assert rest < told < 5 * rest


def test_the_cheap_ones_that_come_first_do_not_say_how_long_the_others_take() -> None:
    """By their number, a hundredth of the time was told."""
    cheap = 2 * len(SWEEP.policies)
    took = sum(COSTS[1:cheap])
    seen = record(3 * len(COSTS), cheap, 100.0 + took)
    rest = 3 * sum(COSTS) - sum(COSTS[:cheap])
    by_number = seconds_left(seen, ExpectedWork(None))
    assert by_number is not None
    assert by_number < rest / 10
    assert seconds_left(seen, ExpectedWork(SWEEP)) == pytest.approx(rest)


def test_nobody_can_know_before_two_cells() -> None:
    work = ExpectedWork(SWEEP)
    assert seconds_left(record(27, 1, 105.0), work) is None
    assert seconds_left(record(27, 11, 105.0, reused=10), work) is None
    assert seconds_left(record(27, 12, 105.0, reused=10), work) is not None
    assert seconds_left(record(27, 27, 105.0), work) == 0


def test_all_of_the_work_is_the_budget() -> None:
    assert ExpectedWork(SWEEP).of_first(3 * len(COSTS)) == pytest.approx(budget(SWEEP).seconds)
    assert ExpectedWork(SWEEP).of_first(0) == 0


def test_while_a_long_cell_runs_it_counts_down() -> None:
    """What had run for a while was taken for part of what the cheap ones took: 387 s were told of 35."""
    work, cells = ExpectedWork(SWEEP), 3 * len(COSTS)
    told = [seconds_left(record(cells, 3, 100.1 + since, beat=100.1), work) for since in (0.0, 0.2, 0.4, 0.6)]
    assert all(one is not None for one in told)
    assert [round(told[0] - one, 6) for one in told if one is not None and told[0] is not None] == [0, 0.2, 0.4, 0.6]
    late = seconds_left(record(cells, 3, 160.0, beat=100.1), work)
    assert late is not None
    assert late > 10, "it was to be done long ago"
