"""Prices of machines: costs are metrics where there are any, and nothing is called otherwise where there are none."""

from typing import Any

import orjson
import pytest

from components.figures.result.alternatives import draw_alternatives
from components.words.searches.chosen_best import selection_lines
from engine.inputs.rejection import ScenarioError
from engine.results.sought import Kind
from engine.study.cells import StudyPlan
from engine.study.registry import EXAMPLES, read_scenario
from engine.study.run import run_study
from tests.engine.study.test_goal import queue, rate_goal


def priced(price: float, **study: Any) -> Any:
    tree = orjson.loads(queue(rate_goal(1.0), machines=8, rate=6.0, jobs=300).canonical())
    tree["cluster"]["groups"][0]["price_per_hour"] = price
    tree["study"] = {"replications": 10, "seed": 5} | study
    return read_scenario(tree)


def test_costs_are_count_times_price_whether_machines_work_or_not() -> None:
    result = run_study(priced(2.5))
    assert set(result.samples(0, "FCFS", "cost_per_hour")) == {20.0}
    hours = result.samples(0, "FCFS", "makespan") / 3600
    assert result.samples(0, "FCFS", "cost_per_job") == pytest.approx(20.0 * hours / 300)


def test_without_a_price_there_is_no_cost_and_every_name_stays() -> None:
    """Failure: cells and results that were computed before prices came are no longer found."""
    free = priced(0.0)
    assert not {"cost_per_hour", "cost_per_job"} & set(run_study(free).names)
    tree = orjson.loads(free.canonical())
    del tree["cluster"]["groups"][0]["price_per_hour"]
    assert read_scenario(tree).content_hash() == free.content_hash() != priced(1.0).content_hash()
    plans = StudyPlan(read_scenario(tree)), StudyPlan(free), StudyPlan(priced(1.0))
    same, other, dear = (plan.key(plan.cell(0)) for plan in plans)
    assert same == other != dear
    assert EXAMPLES["schnor-system-1"].content_hash() == "5ec4f455cfb40af7d508f6a7df600562"


def test_the_least_number_of_machines_within_a_budget() -> None:
    """The wait asks for more machines, the budget for fewer: 110 s needs 9 (Erlang), and 10 at most are paid for."""
    criteria = [{"metric": "wait_time", "value": 300.0}, {"metric": "cost_per_hour", "value": 30.0}]
    goal = {"field": "cluster.groups.0.count", "low": 7, "high": 10, "step": 1, "criteria": criteria}
    (search,) = run_study(priced(3.0, goal=goal)).searches
    assert search.kind in (Kind.FOUND, Kind.BETWEEN)
    assert search.turn.meets is not None
    assert search.values[search.turn.meets] in (8, 9)
    dear = run_study(priced(30.0, goal=goal)).searches[0]
    assert dear.kind is Kind.NONE


def test_the_front_of_the_example_is_one() -> None:
    """Nobody left is both dearer and slower by more than both intervals than another one that is left."""
    from engine.study.ahead import result_ahead

    result = result_ahead(EXAMPLES["cheapest-cluster"])
    assert result is not None
    assert result.selected is not None
    left = [divmod(n, 1)[0] for n in result.selected.left]
    cost, response = (
        {n: result.estimate(n, "SED", metric) for n in left} for metric in ("cost_per_hour", "response_time")
    )
    for a in left:
        assert not any(cost[b].mean < cost[a].mean and response[b].high < response[a].low for b in left)
    assert "cost of the cluster" in selection_lines(result)[0]
    drawn = [one for one in draw_alternatives(result, "light")["data"] if one["mode"] == "markers"]
    assert len(drawn) == 23  # seven do not settle, whose means would leave the others no room


def test_a_cost_without_a_price_is_refused_with_what_helps() -> None:
    with pytest.raises(ScenarioError, match="give at least one machine group a price per hour"):
        priced(
            0.0,
            selection={"by": {"metric": "cost_per_hour"}},
            vary={"field": "cluster.groups.0.count", "values": [7, 8]},
        )
    with pytest.raises(ScenarioError, match="price_per_hour"):
        priced(-1.0)
