"""A study turned round: which values of a field reach a goal. Held against Erlang's formulas."""

from functools import cache
from math import factorial
from typing import Any

import numpy as np
import orjson
import pytest

from components.words.searches.goals import goal_lines
from components.words.verdicts.verdict import verdict
from engine.inputs.rejection import ScenarioError
from engine.inputs.scenario import Scenario
from engine.reports import searches
from engine.reports.searches import MEAN
from engine.results.result import Result
from engine.results.sought import Kind
from engine.statistics.bisection import most_tested
from engine.statistics.stopping import Stop
from engine.study.budget import limits
from engine.study.cells import StudyPlan
from engine.study.registry import EXAMPLES, read_scenario
from engine.study.run import run_study

RATE = "workload.arrivals.rate_per_1000_s"


def queue(
    goal: dict[str, Any], machines: int = 1, rate: float = 0.5, jobs: int = 4000, **others: Any
) -> Scenario:  # fmt: skip
    """The queue of which theory knows the answers, with a *goal*, and *others* in place of its parts."""
    return searches.queue({"seed": 1, "goal": goal}, machines, rate, jobs, **others)


def rate_goal(value: float, **others: Any) -> dict[str, Any]:
    """The rates of M/M/1 with a mean response of at most *value*."""
    criteria = [{"metric": "response_time", "value": value}]
    return {"field": RATE, "low": 0.1, "high": 0.8, "step": 0.02, "criteria": criteria} | others


def erlang_c_wait(machines: int, rate: float) -> float:
    """Mean wait of M/M/c in s (Erlang 1917); the load a is in machines."""
    a = rate * MEAN / 1000
    last = a**machines / factorial(machines) * machines / (machines - a)
    waits = last / (sum(a**k / factorial(k) for k in range(machines)) + last)
    return waits * MEAN / (machines - a)


SMALL = queue(rate_goal(2000.0, maximum_replications=40), jobs=500)


@cache
def the_study() -> Result:
    """Run when it is asked for: every process imports this, and one has its tests."""
    return run_study(SMALL)


# what comes out -------------------------------------------------------------------------------------------------------


def test_a_search_ends_at_neighbors_or_says_which_values_lie_between() -> None:
    (search,) = the_study().searches
    assert the_study().complete
    assert search.kind in (Kind.FOUND, Kind.BETWEEN)
    assert search.turn.meets is not None
    assert search.turn.misses is not None
    assert search.turn.ascending is False
    assert search.turn.meets < search.turn.misses
    assert len(search.decisions) <= most_tested(len(search.values))
    # Much less than every value with every replication.
    assert the_study().cells_done < 0.3 * len(search.values) * 40


def test_a_result_tells_of_the_tested_values_alone_and_survives_its_bytes() -> None:
    (search,) = the_study().searches
    assert [point[RATE] for point in the_study().points] == sorted(search.values[n] for n in search.decisions)
    again = Result.from_bytes(the_study().to_bytes(), SMALL, limits)
    assert again is not None
    assert (again.fingerprint(), again.complete) == (the_study().fingerprint(), True)
    assert again.searches[0].tree() == search.tree()


def test_every_replication_that_a_decision_rests_on_is_there_and_none_besides() -> None:
    (search,) = the_study().searches
    used = {search.values[n]: one.replications for n, one in search.decisions.items()}
    for point, done in zip(the_study().points, the_study().done, strict=True):
        assert done[0].sum() == used[point[RATE]]
    assert {one.stop for one in the_study().verdicts} <= {Stop.TOLD, Stop.REPLICATIONS}


def test_cells_in_any_order_and_twice_give_the_same_bytes() -> None:
    plan = StudyPlan(SMALL)
    values: dict[int, dict[str, float]] = {}
    random = np.random.default_rng(5)
    while (wanted := plan.next_round(values)) is not None:
        for index in random.permutation(plan.indices(wanted)).tolist():
            values[index] = plan.compute(plan.cell(index))
            partly = plan.combine(values)
            assert not partly.complete or partly.fingerprint() == the_study().fingerprint()
    assert plan.combine(values).to_bytes() == the_study().to_bytes()


@pytest.mark.slow
def test_two_processes_come_to_the_bytes_of_one() -> None:
    assert run_study(SMALL, processes=2).to_bytes() == the_study().to_bytes()


def test_each_policy_is_sought_by_itself_on_the_same_jobs() -> None:
    tree = orjson.loads(EXAMPLES["schnor-system-1"].canonical())
    tree["workload"]["jobs"] = 300
    criteria = [{"metric": "response_time", "value": 2000.0}]
    tree["study"] = {
        "replications": 10,
        "goal": {"field": RATE, "low": 0.2, "high": 1.8, "step": 0.1, "criteria": criteria, "maximum_replications": 20},
    }
    both = run_study(read_scenario(tree))
    for policy in ("SED", "FCFS"):
        alone = run_study(read_scenario(tree | {"policies": [policy]}))
        one = next(search for search in both.searches if search.policy == policy)
        assert one.tree() == alone.searches[0].tree()
    turns = {search.policy: search.turn.meets for search in both.searches}
    assert turns["SED"] > turns["FCFS"]  # type: ignore[operator]


def test_two_criteria_hold_where_both_do() -> None:
    criteria = [
        {"metric": "response_time", "value": 2000.0},
        {"metric": "utilization", "bound": "at-least", "value": 0.2},
    ]
    found = run_study(queue(rate_goal(0, criteria=criteria, maximum_replications=40), jobs=500))
    (search,) = found.searches
    assert search.decisions[0].standing.name == "MISSES"  # too little to do at a rate of 0.1
    assert search.kind in (Kind.NONE, Kind.UNTOLD)


def test_values_that_all_reach_the_goal_or_none_are_called_so() -> None:
    for value, kind, word in ((1e6, Kind.ALL, "both ends"), (10.0, Kind.NONE, "neither end")):
        found = run_study(queue(rate_goal(value, low=0.1, high=0.4), jobs=300))
        assert found.searches[0].kind is kind
        assert word in goal_lines(found)[0]
        assert len(verdict(found).short) <= 90


def test_where_the_numbers_turn_back_an_even_grid_is_told() -> None:
    """No model here falls and rises by itself, so the numbers of the cells are made up: a hump with little noise."""
    names = the_study().names
    values: dict[int, dict[str, float]] = {}

    def hump(index: int) -> dict[str, float]:
        cell = plan.cell(index)
        noise = float(np.random.default_rng([cell.replication, cell.point]).normal(0, 20))
        height = (
            3000 - 2500 * np.sin(3 * np.pi * cell.point / (len(plan.points) - 1)) + 1500 * cell.point / len(plan.points)
        )
        return dict.fromkeys(names, 1.0) | {"response_time": height + noise}

    tree = orjson.loads(SMALL.canonical())
    tree["study"]["goal"]["criteria"][0]["value"] = 3500.0
    plan = StudyPlan(read_scenario(tree))
    while (wanted := plan.next_round(values)) is not None:
        values |= {index: hump(index) for index in plan.indices(wanted)}
    found = plan.combine(values)
    assert found.searches[0].kind is Kind.TURNS_BACK
    assert "turn back" in goal_lines(found)[0]


def test_a_cell_that_failed_ends_its_search() -> None:
    plan = StudyPlan(SMALL)
    values: dict[int, dict[str, Any]] = {}
    for _ in range(100):
        if (wanted := plan.next_round(values)) is None:
            break
        values |= {
            index: {"error": "broken"} if index % 7 == 3 else plan.compute(plan.cell(index))
            for index in plan.indices(wanted)
        }
    else:
        raise AssertionError("the search does not end")
    assert not plan.combine(values).complete


# against theory -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_rate_of_a_single_queue_is_found_by_19_of_20_seeds() -> None:
    """E[R] = 1 / (mu - lambda) is 2,500 s at 0.6 per 1000 s, a value of the range, which cannot be told from the goal;
    0.58 meets it (2,381 s) and 0.62 misses it (2,632 s). Failure: a wrong side in more than one of 20 searches."""
    wrong = []
    for seed in range(20):
        tree = orjson.loads(queue(rate_goal(2500.0)).canonical())
        tree["study"]["seed"] = seed
        (search,) = run_study(read_scenario(tree)).searches
        meets, misses = search.turn.meets, search.turn.misses
        assert meets is not None
        assert misses is not None
        if not (search.values[meets] <= 0.6 + 1e-9 and search.values[misses] >= 0.6 - 1e-9):
            wrong.append((seed, search.values[meets], search.values[misses]))
    assert len(wrong) <= 1, wrong


@pytest.mark.slow
def test_the_number_of_machines_is_found_by_19_of_20_seeds() -> None:
    """Erlang C: the least number of machines with a mean wait of at most 110 s at 6 jobs per 1000 s."""
    waits = {c: erlang_c_wait(c, 6.0) for c in range(7, 21)}
    least = min(c for c, wait in waits.items() if wait <= 110)
    assert waits[least - 1] > 1.2 * 110 > 1.2 * 1.2 * waits[least]  # so it can be told
    goal = {
        "field": "cluster.groups.0.count", "low": 7, "high": 20, "step": 1,
        "criteria": [{"metric": "wait_time", "value": 110.0}],
    }  # fmt: skip
    hits = 0
    for seed in range(20):
        tree = orjson.loads(queue(goal, machines=7, rate=6.0).canonical())
        tree["study"]["seed"] = seed
        (search,) = run_study(read_scenario(tree)).searches
        hits += (
            search.kind is Kind.FOUND and search.turn.meets is not None and search.values[search.turn.meets] == least
        )
    assert hits >= 19


@pytest.mark.slow
def test_without_a_criterion_the_rate_is_found_at_which_a_queue_settles_no_more() -> None:
    """M/M/1 settles below 1 job per mean demand. Failure: the turn is not between 0.85 and 1.1."""
    (search,) = run_study(queue({"field": RATE, "low": 0.5, "high": 1.5, "step": 0.05}, jobs=20_000)).searches
    assert search.turn.meets is not None
    assert search.turn.misses is not None
    assert 0.85 <= search.values[search.turn.meets] < search.values[search.turn.misses] <= 1.1


def test_a_family_without_a_queue_has_to_say_what_holds() -> None:
    tree = EXAMPLES["peterson-figure-6"].model_dump(mode="json")
    field = tree["study"]["vary"]["field"]
    tree["study"] |= {
        "vary": None,
        "and_vary": None,
        "replications": 10,
        "goal": {"field": field, "low": 1, "high": 2, "step": 1},
    }
    with pytest.raises(ScenarioError, match="no queue that could settle"):
        read_scenario(tree)


# what is refused ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "where", "words"),
    [
        ({"high": 0.1}, "study.goal", "above the lowest"),
        ({"step": 0.001}, "study.goal", "more than 200 steps"),
        ({"step": 5.0}, "study.goal", "a step has to lead"),
        ({"low": -1.0}, "study.goal.low", "at least"),
        ({"field": "workload.nothing"}, "study.goal.field", "not a numeric field"),
        ({"field": "workload.jobs", "low": 100, "high": 200, "step": 12.5}, "study.goal.step", "whole number"),
        (
            {"criteria": [{"metric": "nonsense", "value": 1}]},
            "study.goal.criteria.0.metric",
            "no metric of this family",
        ),
        ({"criteria": [{"metric": "wait_time", "value": 1}] * 2}, "study.goal", "leave the weaker one out"),
        ({"maximum_replications": 10**6}, "study.goal.maximum_replications", "1000"),
    ],
)
def test_a_goal_that_makes_no_sense_is_refused_where_it_is_wrong(
    change: dict[str, Any], where: str, words: str
) -> None:  # fmt: skip
    with pytest.raises(ScenarioError) as refused:
        queue(rate_goal(2000.0) | change, measurement={})
    reason = refused.value.rejections[0]
    assert reason.path.startswith(where)
    assert words in str(reason)


def test_a_goal_stands_alone() -> None:
    tree = orjson.loads(SMALL.canonical())
    others: tuple[dict[str, Any], ...] = (
        {"vary": {"field": RATE, "values": [1.0]}},
        {"precision": {}},
        {"replications": 5},
    )
    for other in others:
        with pytest.raises(ScenarioError):
            read_scenario(tree | {"study": tree["study"] | other})


def test_scenarios_without_a_goal_keep_their_names() -> None:
    """Failure: a stored result of an example is no longer found, since its name is another."""
    assert EXAMPLES["schnor-system-1"].content_hash() == "5ec4f455cfb40af7d508f6a7df600562"


def test_a_goal_costs_at_most_what_is_said() -> None:
    told = StudyPlan(SMALL).budget()
    assert told.cells == len(StudyPlan(SMALL)) == 20 <= the_study().cells_done <= told.most_cells
