"""Rounds and budgets of a study with a precision: the cells to come depend on the numbers alone."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from engine.contract.cost import Cost
from engine.statistics.stopping import Stop
from engine.study.budget import MAXIMUM_CELLS, limits
from engine.study.cells import Cell, Round, StudyPlan
from engine.study.registry import FAMILIES
from engine.study.run import run_study
from tests.engine.study.test_study import PLAN, VALUES, scenario

# rounds ---------------------------------------------------------------------------------------------------------------

Values = dict[int, dict[str, Any]]
TO_5_PERCENT = {"half_width_percent": 5.0}
SPREADS = (0.0, 8.0, 40.0)
"""Of the made-up response times at the three points; 10 replications of 100 +- 8 ask for 17, see test_stopping."""


def precise(replications: int = 10, **precision: Any) -> StudyPlan:
    return StudyPlan(scenario(replications=replications, precision=TO_5_PERCENT | precision))


def made_up(cell: Cell) -> dict[str, Any]:
    """100 plus or minus the spread of the point, and a queue that settles."""
    response_time = 100 + SPREADS[cell.point] * (-1.0) ** cell.replication
    return {"response_time": response_time, "middle_jobs_in_system": 1.0, "late_jobs_in_system": 1.0}


def filled(plan: StudyPlan, wanted: Round | None, values: Values, measure: Callable[[Cell], Any] = made_up) -> Values:
    assert wanted is not None
    return values | {index: measure(plan.cell(index)) for index in plan.indices(wanted)}


def of_both(since: Sequence[int], until: Sequence[int]) -> Round:
    """The replications of each point, for both policies of it."""
    return Round(*(tuple(n for n in numbers for _ in range(2)) for numbers in (since, until)))


def completed(plan: StudyPlan, measure: Callable[[Cell], Any] = made_up) -> Values:
    values: Values = {}
    for _ in range(20):
        if (wanted := plan.next_round(values)) is None:
            return values
        values = filled(plan, wanted, values, measure)
    raise AssertionError("there is always another round")


def test_without_a_precision_there_is_one_round() -> None:
    wanted = PLAN.next_round({})
    assert wanted == PLAN.first_round() == of_both((0, 0, 0), (3, 3, 3))
    assert PLAN.next_round(VALUES) is None
    assert PLAN.next_round({index: VALUES[index] for index in range(17)}) == of_both((3, 3, 2), (3, 3, 3))


def test_with_a_precision_the_first_round_comes_first() -> None:
    plan = precise(12)
    assert plan.next_round({}) == plan.first_round() == of_both((0,) * 3, (12,) * 3)
    assert plan.size(plan.first_round()) == len(plan) == 3 * 2 * 12


def test_after_the_first_round_only_those_points_go_on_that_need_it() -> None:
    plan = precise()
    values = filled(plan, plan.first_round(), {})
    second = plan.next_round(values)
    assert second == of_both((10, 10, 10), (10, 17, 20))
    values = filled(plan, second, values)
    assert plan.next_round(values) == of_both((10, 17, 20), (10, 17, 40))


def test_the_cells_of_a_round_are_exactly_its_cells_in_order_of_computation() -> None:
    plan = precise()
    wanted = of_both((10, 12, 3), (10, 14, 5))
    cells = [plan.cell(index) for index in plan.indices(wanted)]
    assert [(cell.replication, cell.point, cell.policy) for cell in cells] == [
        (replication, point, policy) for replication, point in ((3, 2), (4, 2), (12, 1), (13, 1)) for policy in (0, 1)
    ]
    assert [cell.index for cell in cells] == sorted(cell.index for cell in cells)


def test_a_round_of_nothing_has_no_cells() -> None:
    assert PLAN.indices(of_both((3, 3, 3), (3, 3, 3))) == []
    assert PLAN.indices(of_both((0, 0, 0), (0, 0, 0))) == []


def test_the_size_counts_all_cells_once_the_round_is_done() -> None:
    plan = precise()
    assert plan.size(of_both((10, 10, 10), (10, 17, 20))) == 2 * (10 + 17 + 20)


def test_a_round_that_is_partly_there_is_asked_for_from_its_first_missing_replication() -> None:
    plan = precise()
    values = filled(plan, plan.first_round(), {})
    second = filled(plan, plan.next_round(values), values)
    del second[next(index for index in second if plan.cell(index).replication == 15)]
    assert plan.next_round(second) == of_both((10, 15, 20), (10, 17, 40))


def test_more_cells_than_were_needed_ask_for_nothing() -> None:
    plan = precise()
    values = filled(plan, of_both((0, 0, 0), (12, 12, 12)), {}, lambda cell: made_up(cell) | {"response_time": 7.0})
    assert plan.combine(values).verdicts == [(10, Stop.PRECISE)] * 3
    assert plan.next_round(values) is None


def test_every_point_ends_with_its_own_verdict() -> None:
    plan = precise(maximum_replications=50)
    result = plan.combine(completed(plan))
    assert result.complete
    assert result.verdicts == [(10, Stop.PRECISE), (17, Stop.PRECISE), (50, Stop.REPLICATIONS)]
    assert [int(done.all(axis=0).sum()) for done in result.done] == [10, 17, 50]
    assert result.cells_done == 2 * (10 + 17 + 50)


def test_while_a_round_is_to_come_a_result_is_not_complete() -> None:
    plan = precise()
    result = plan.combine(filled(plan, plan.first_round(), {}))
    assert not result.complete
    assert result.verdicts == [(10, Stop.PRECISE), (17, Stop.OPEN), (20, Stop.OPEN)]
    assert [verdict.stop for verdict in plan.combine({}).verdicts] == [Stop.OPEN] * 3


def test_without_a_precision_the_given_number_is_the_verdict() -> None:
    assert PLAN.combine(VALUES).verdicts == [(3, Stop.FIXED)] * 3
    part = PLAN.combine({index: VALUES[index] for index in range(17)})
    assert part.verdicts == [(3, Stop.FIXED), (3, Stop.FIXED), (3, Stop.OPEN)]
    assert not part.complete


def test_what_does_not_settle_ends_with_the_second_look() -> None:
    plan = precise()

    def growing(cell: Cell) -> dict[str, Any]:
        return made_up(cell) | ({"late_jobs_in_system": 2.0} if cell.point == 2 else {})

    values = completed(plan, growing)
    assert plan.combine(values).verdicts == [(10, Stop.PRECISE), (17, Stop.PRECISE), (20, Stop.UNSETTLED)]


def test_the_metric_that_is_to_be_precise_decides() -> None:
    plan = precise(metric="makespan")
    values = filled(plan, plan.first_round(), {}, lambda cell: made_up(cell) | {"makespan": 7.0})
    assert plan.next_round(values) is None


def test_a_failed_cell_ends_its_point_and_no_other() -> None:
    plan = precise(maximum_replications=50)

    def failing(cell: Cell) -> dict[str, Any]:
        return {"error": "out of luck"} if (cell.point, cell.policy, cell.replication) == (2, 1, 13) else made_up(cell)

    values = completed(plan, failing)
    done = plan.combine(values).done
    assert [int(point.all(axis=0).sum()) for point in done] == [10, 17, 19]  # all of its round but the failed one
    assert plan.next_round(values) is None
    result = plan.combine(values)
    assert not result.complete
    assert result.verdicts[:2] == [(10, Stop.PRECISE), (17, Stop.PRECISE)]


def test_a_failed_cell_without_a_precision_is_not_asked_for_again() -> None:
    values = VALUES | {3: {"error": "out of luck"}}
    assert PLAN.next_round(values) is None
    assert not PLAN.combine(values).complete
    del values[17]
    assert PLAN.next_round(values) == of_both((3, 0, 2), (3, 0, 3))


@cache
def real() -> tuple[StudyPlan, Values]:
    """A study that is simulated to a precision, every point with its own number of replications."""
    plan = precise(half_width_percent=8.0, maximum_replications=30)
    return plan, completed(plan, plan.compute)


def test_a_simulated_study_comes_to_its_precision() -> None:
    plan, values = real()
    result = plan.combine(values)
    assert len({verdict.replications for verdict in result.verdicts}) > 1
    for point, (replications, stop) in enumerate(result.verdicts):
        assert stop in (Stop.PRECISE, Stop.REPLICATIONS)
        if stop is Stop.PRECISE:
            for policy in plan.scenario.policies:
                found = result.estimate(point, policy, "response_time")
                assert found.replications == replications
                assert found.half_width <= 0.08 / 1.08 * found.mean


@pytest.mark.parametrize("seed", range(4))
def test_any_part_of_the_cells_in_any_order_comes_to_the_same_set_in_the_end(seed: int) -> None:
    plan, whole = real()
    rng = np.random.default_rng(seed)
    start = rng.permutation(list(whole))[: rng.integers(len(whole))].tolist()
    values = {index: whole[index] for index in start}
    while (wanted := plan.next_round(values)) is not None:
        indices = [index for index in plan.indices(wanted) if index not in values]
        assert set(indices) <= set(whole)
        few = rng.permutation(indices)[: rng.integers(1, len(indices) + 1)].tolist()
        values |= {index: whole[index] for index in few}
    assert set(values) == set(whole)
    assert plan.combine(values).to_bytes() == plan.combine(whole).to_bytes()


@pytest.mark.parametrize("processes", [1, 2])
def test_a_study_with_a_precision_gives_the_same_bytes_on_any_number_of_processes(processes: int) -> None:
    plan, values = real()
    seen = []
    found = run_study(plan.scenario, processes, lambda done, total: seen.append((done, total)))
    assert found.to_bytes() == plan.combine(values).to_bytes()
    assert found.complete
    assert seen[-1] == (len(values), len(values))
    assert all(done <= total for done, total in seen)
    assert sorted({total for _, total in seen}) == list(dict.fromkeys(total for _, total in seen))  # it only grows


# budgets --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def cells_of_10_ms(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every cell is estimated at 0.01 s, so that the budgets can be worked by hand."""
    family = replace(FAMILIES["parallel-jobs"], cost=lambda _point, _policy: Cost(0.01, 1e6))
    monkeypatch.setattr("engine.study.budget.FAMILIES", {"parallel-jobs": family})


@pytest.mark.usefixtures("cells_of_10_ms")
def test_a_study_without_a_precision_costs_what_its_cells_cost() -> None:
    assert PLAN.budget()[:3] == pytest.approx((18, 0.18, 18))
    assert limits(PLAN.scenario) == [(3, Stop.FIXED)] * 3


@pytest.mark.usefixtures("cells_of_10_ms")
def test_a_study_with_a_precision_costs_its_first_round_at_the_least_and_its_limits_at_the_most() -> None:
    plan = precise(maximum_replications=50)
    assert plan.budget()[:3] == pytest.approx((60, 0.6, 3 * 2 * 50))
    assert limits(plan.scenario) == [(50, Stop.REPLICATIONS)] * 3


@pytest.mark.usefixtures("cells_of_10_ms")
def test_the_computing_time_is_shared_out_evenly_among_the_points() -> None:
    """1.5 s are 0.5 s for each of three points, 50 cells of 10 ms, 25 replications of two policies."""
    plan = precise(maximum_seconds=1.5)
    assert limits(plan.scenario) == [(25, Stop.TIME)] * 3
    assert plan.budget().most_cells == 150
    assert plan.combine(completed(plan)).verdicts[2] == (25, Stop.TIME)


@pytest.mark.usefixtures("cells_of_10_ms")
def test_the_first_round_is_computed_even_if_it_takes_longer_than_was_given() -> None:
    """1 s would be 16 replications."""
    assert limits(precise(40, maximum_seconds=1.0).scenario) == [(40, Stop.TIME)] * 3
    assert limits(precise(10, maximum_seconds=1.0).scenario) == [(16, Stop.TIME)] * 3


def test_a_point_with_longer_cells_gets_fewer_replications(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cells of 5, 10 and 15 ms in 0.5 s, for two policies: 50, 25 and 16."""
    family = replace(
        FAMILIES["parallel-jobs"], cost=lambda point, _: Cost(point.workload.arrivals.rate_per_1000_s / 100, 1e6)
    )
    monkeypatch.setattr("engine.study.budget.FAMILIES", {"parallel-jobs": family})
    plan = precise(maximum_seconds=1.5)
    assert [limit.replications for limit in limits(plan.scenario)] == [50, 25, 16]
    assert plan.budget().most_cells == 2 * (50 + 25 + 16)


@pytest.mark.usefixtures("cells_of_10_ms")
def test_the_cells_of_a_study_are_shared_out_too() -> None:
    """20,000 cells for 60 points and four policies are 83 replications each."""
    rates = [n / 100 for n in range(1, 61)]
    policies = ("SED", "SED-NU", "SED-NM", "FCFS")
    study = scenario(policies, rates, replications=10, precision={"maximum_seconds": 900, "maximum_replications": 1000})
    by_time = int(900 / 60 / 0.04)
    assert by_time > 83
    assert [limit.replications for limit in limits(study)] == [83] * 60
    assert StudyPlan(study).budget().most_cells == 83 * 240 <= MAXIMUM_CELLS


@pytest.mark.usefixtures("cells_of_10_ms")
@pytest.mark.parametrize("asked", [25, 26])
def test_the_smaller_one_of_two_limits_is_named(asked: int) -> None:
    stop = Stop.REPLICATIONS if asked == 25 else Stop.TIME
    assert limits(precise(maximum_seconds=1.5, maximum_replications=asked).scenario) == [(25, stop)] * 3


@pytest.mark.parametrize(
    ("dear", "words"), [(Cost(400.0, 1e6), "about 7 minutes"), (Cost(0.01, 3.0 * 2**30), "about 3.0 GiB of memory")]
)
def test_a_cell_that_takes_too_long_or_too_much_memory_is_refused_though_the_study_is_small(
    monkeypatch: pytest.MonkeyPatch, dear: Cost, words: str
) -> None:
    """Of two policies only the second one is dear."""

    def cost(_point: Any, policy: str) -> Cost:
        return dear if policy == "FCFS" else Cost(0.01, 1e6)

    family = replace(FAMILIES["parallel-jobs"], cost=cost)
    monkeypatch.setattr("engine.study.budget.FAMILIES", {"parallel-jobs": family})
    objection = StudyPlan(scenario(("SED", "FCFS"), replications=1)).budget().objection
    assert objection.startswith("one cell of FCFS")
    assert words in objection
    assert StudyPlan(scenario(("SED",), replications=1)).budget().objection == ""
