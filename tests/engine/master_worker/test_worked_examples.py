"""Small applications whose schedules can be followed by hand, one for each policy; times in ticks."""

import numpy as np
import pytest

from engine.master_worker.papers.table_2 import table_2
from engine.master_worker.policies import SCHEMES, Dispatch, orders
from engine.master_worker.records import Activity
from engine.master_worker.rules import choose, corrected, followed
from engine.master_worker.system import Costs, Rule
from tests.engine.master_worker.cases import IMPLEMENTATIONS, Run, computed_by, crew, equal, makespans, system, tasks

BOTH = pytest.mark.parametrize("run", IMPLEMENTATIONS.values(), ids=IMPLEMENTATIONS)

EXPECTED = np.array([3, 2, 2])
WORK = np.array([[1, 4, 2], [2, 1, 4]])
PERMUTATION = np.array([[0, 2, 1], [0, 1, 2]])


@BOTH
@pytest.mark.parametrize(
    ("policy", "order", "lengths"),
    [
        # largest first in each iteration: 4 | 2 + 1, then 4 | 2 + 1
        ("LPTF", [[1, 2, 0], [2, 0, 1]], [4, 4]),
        # always 0, 1, 2: 1 + 2 | 4, then 2 | 1 + 4
        ("LPTF on Expectation", [[0, 1, 2], [0, 1, 2]], [4, 5]),
        # as drawn: 1 + 4 | 2, then 2 | 1 + 4
        ("Random", [[0, 2, 1], [0, 1, 2]], [5, 5]),
        # as drawn, then by what was measured, 4, 2, 1: 1 + 2 | 4
        ("Random & Average", [[0, 2, 1], [1, 2, 0]], [5, 4]),
    ],
)
def test_the_order_of_each_policy(run: Run, policy: str, order: list[list[int]], lengths: list[int]) -> None:
    found = orders(SCHEMES[policy].order, WORK, EXPECTED, PERMUTATION)
    assert found.tolist() == order
    assert makespans(run(tasks(*WORK.tolist(), order=order), system(equal(2)))) == lengths


@BOTH
@pytest.mark.parametrize(
    ("dispatch", "first", "second"),
    [
        (Dispatch.NEXT_TASK, [0, 2, 4, 6], [1, 3, 5, 7]),
        # three each, then both are free and the first takes the last two
        (Dispatch.FIXED_CHUNK, [0, 1, 2, 6, 7], [3, 4, 5]),
        # a half of 8, a half of 4; the second is free first, and takes a half of 2 and then the last
        (Dispatch.GUIDED, [0, 1, 2, 3], [4, 5, 6, 7]),
        # half of 8 in two chunks, half of 4 in two, half of 2 in two, rounded up
        (Dispatch.FACTORING, [0, 1, 4, 6], [2, 3, 5, 7]),
    ],
)
def test_who_computes_what_of_eight_equal_tasks(
    run: Run, dispatch: Dispatch, first: list[int], second: list[int]
) -> None:
    records = run(tasks([1] * 8), system(equal(2), dispatch, chunk_size=3), 0)
    assert [computed_by(records.interval, w) for w in (0, 1)] == [first, second]


@BOTH
def test_earliest_completion_waits_for_the_fast_worker(run: Run) -> None:
    """Speeds 4 and 1: 8 and 8 take 2 each on the fast one, before the slow one has done either; 4 takes 4 there."""
    job, workers = tasks([8, 8, 4]), crew(4096, 1024)
    records = run(job, system(workers, Dispatch.EARLIEST_COMPLETION), 0)
    assert [computed_by(records.interval, w) for w in (0, 1)] == [[0, 1], [2]]
    assert makespans(records) == [4]
    assert makespans(run(job, system(workers))) == [8]


@BOTH
def test_a_suspended_worker_keeps_its_task_and_one_that_goes_away_loses_it(run: Run) -> None:
    """Two tasks of 4. Worker 0 goes away at 3, is back at 5 and begins anew; worker 1 stands still from 2 to 5."""
    workers = crew(1024, 1024, up=[[3, 2], [100, 100]], down=[[2, 3], [1, 1]], away=[[True, False], [False, False]])
    records = run(tasks([4, 4]), system(workers), 0)
    assert makespans(records) == [9]
    spent = dict(zip(Activity, records.spent[0].tolist(), strict=True))
    assert spent == {
        Activity.COMPUTING: 8,
        Activity.LOST: 3,
        Activity.COMMUNICATING: 0,
        Activity.SUSPENDED: 3,
        Activity.AWAY: 2,
        Activity.IDLE: 2,
    }
    assert records.lost_tasks.tolist() == [1]
    rows = [*zip(records.interval.worker.tolist(), records.interval.start.tolist(), records.interval.end.tolist(),
                 records.interval.activity.tolist(), strict=True)]  # fmt: skip
    assert rows == [
        (0, 0, 3, Activity.LOST),
        (0, 3, 5, Activity.AWAY),
        (0, 5, 9, Activity.COMPUTING),
        (1, 0, 2, Activity.COMPUTING),
        (1, 2, 5, Activity.SUSPENDED),
        (1, 5, 7, Activity.COMPUTING),
        (1, 7, 9, Activity.IDLE),
    ]


@BOTH
def test_a_lost_task_goes_to_the_head_of_the_queue(run: Run) -> None:
    """Worker 0 loses task 0 at 2, and worker 1 takes it at 3, before task 2."""
    workers = crew(1024, 1024, up=[[2, 100]], down=[[100, 1]], away=[[True, False]])
    records = run(tasks([4, 3, 1]), system(workers), 0)
    assert computed_by(records.interval, 1) == [1, 0, 2]
    assert makespans(records) == [8]


@BOTH
def test_the_rest_of_a_chunk_goes_back_too(run: Run) -> None:
    """Worker 0 has done task 0 and half of task 1 when it goes; tasks 1 and 2 are left for worker 1."""
    workers = crew(1024, 1024, up=[[3, 100]], down=[[100, 1]], away=[[True, False]])
    records = run(tasks([2, 2, 2, 2, 2]), system(workers, Dispatch.FIXED_CHUNK, chunk_size=3), 0)
    assert [computed_by(records.interval, w) for w in (0, 1)] == [[0], [3, 4, 1, 2]]
    assert records.spent[0, Activity.LOST] == 1


@BOTH
def test_the_master_sends_to_one_worker_at_a_time(run: Run) -> None:
    """A message costs 2 and a task in it 1. Workers begin at 3 and 6; worker 0 asks again at 5, and is served at 9."""
    records = run(tasks([2, 2, 2]), system(equal(2), costs=Costs(2, 1)), 0)
    computing = records.interval.activity == Activity.COMPUTING
    assert records.interval.start[computing].tolist() == [3, 9, 6]
    assert records.spent[0, Activity.COMMUNICATING] == 9
    assert makespans(records) == [11]


@BOTH
def test_feedback_takes_one_more_or_one_less(run: Run) -> None:
    """Four equal tasks: efficiency 1 with 1 and 2 workers, 2/3 with 3; the target is 0.8."""
    records = run(tasks(*[[1, 1, 1, 1]] * 5), system(equal(4), rule=Rule.FEEDBACK, first=1, target=0.8, dead_band=0.02))
    assert records.workers.tolist() == [1, 2, 3, 2, 3]


@BOTH
def test_predict_finds_the_fastest_number_with_the_target_efficiency(run: Run) -> None:
    """Tasks of 4, 2, 2: makespans 8, 4, 4, efficiencies 1, 1, 2/3. Two workers, and they are within the tolerance."""
    records = run(tasks(*[[4, 2, 2]] * 3), system(equal(3), rule=Rule.PREDICT, first=3, target=0.8, window=8))
    assert records.workers.tolist() == [3, 2, 2]
    assert np.isnan(records.decision.efficiency[0])
    assert records.decision.efficiency[1:].tolist() == [1.0, 1.0]
    assert records.decision.within_target.tolist() == [0, 2, 2]
    assert records.decision.within_time.tolist() == [0, 2, 2]


def test_what_is_chosen_from_predictions() -> None:
    makespan, work = np.array([100, 50, 35, 34, 34]), np.full(5, 100)
    # efficiencies 1, 1, 0.95, 0.74, 0.59: three workers, which are within 25 % of 34
    assert choose(makespan, work, 1.0, 0.8, 0.25) == (3, 3, 3)
    # a bias of 0.8 makes the efficiency of three 0.76: the target needs two, the tolerance three
    assert choose(makespan, work, 0.8, 0.8, 0.25) == (3, 2, 3)
    # four reach 0.7, and three take more than 1 % longer
    assert choose(makespan, work, 1.0, 0.7, 0.5) == (4, 4, 2)
    # five reach 0.5, and four are as fast
    assert choose(makespan, work, 1.0, 0.5, 0.5) == (4, 5, 2)
    # nothing reaches the target: one worker, but for the tolerance
    assert choose(makespan, work, 0.5, 0.8, 9.0) == (1, 1, 1)


@pytest.mark.parametrize(("of_two", "number"), [(101, 2), (102, 3)])
def test_one_percent_slower_is_as_fast_and_two_percent_are_not(of_two: int, number: int) -> None:
    """With 1, 2 and 3 workers 200, 101 or 102, and 100 ticks; three have the target efficiency."""
    assert choose(np.array([200, of_two, 100]), np.full(3, 200), 1.0, 0.5, 0.25) == (number, 3, 2)


def test_the_bias_follows_slowly_and_within_bounds() -> None:
    assert corrected(1.0, 0.9, 1.0) == pytest.approx(0.98)
    assert corrected(1.0, 0.1, 1.0) == pytest.approx(0.9)  # one iteration counts as 0.5 at worst
    assert corrected(1.0, 1.0, 0.5) == pytest.approx(1.04)  # and as 1.2 at best


def test_a_number_stays_within_the_dead_band_and_the_bounds() -> None:
    assert [followed(3, measured, 0.8, 0.02, 5) for measured in (0.83, 0.81, 0.77)] == [4, 3, 2]
    assert followed(5, 1.0, 0.8, 0.02, 5) == 5
    assert followed(1, 0.1, 0.8, 0.02, 5) == 1


@pytest.mark.parametrize(
    ("factor", "largest", "workers"),
    [(30.0, "similar", 70), (45.0, "similar", 50), (90.0, "similar", 25), (99.0, "similar", 25),
     (20.0, "similar", 100), (25.0, "similar", 85), (30.0, "different", 45), (55.0, "different", 28)],
)  # fmt: skip
def test_table_2_between_its_columns(factor: float, largest: str, workers: int) -> None:
    assert table_2(100, factor, largest) == workers
