"""The choice of the machines: each policy where it differs, bounds, and exact staircases."""

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from engine.synchronous_iterative.formulas.choice import ALGORITHMS, choose, front, prefixes
from engine.synchronous_iterative.formulas.prediction import predictor_of
from engine.synchronous_iterative.formulas.staircase import staircase
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario
from engine.synchronous_iterative.papers.examples import EXAMPLES
from engine.synchronous_iterative.policies import POLICIES
from tests.engine.synchronous_iterative.plain import scenario


def chosen(one: SynchronousIterativeScenario) -> dict[str, tuple[int, ...]]:
    return {policy: choose(one, policy).counts for policy in POLICIES}


def test_there_is_an_algorithm_for_every_policy() -> None:
    assert list(ALGORITHMS) == list(POLICIES)


# where they differ ----------------------------------------------------------------------------------------------------


def test_figure_5_stops_too_early() -> None:
    one = scenario(
        {"count": 1, "load": 0.0}, {"count": 9, "load": 0.6}, application={"iterations": 1, "parallel_time": 1.0}
    )
    assert chosen(one) == {
        "All Machines": (1, 9),
        "Figure 5": (1, 0),
        "Prefix Scan": (1, 9),
        "Prefix and Exchange": (1, 9),
        "Exact": (1, 9),
    }
    assert choose(one, "Prefix Scan").prediction.run_time[0] == pytest.approx(0.604, abs=5e-4)


def test_exchanges_find_what_the_order_of_the_key_hides() -> None:
    """The one with the smaller key is dear: its prefix is the only one of one machine, but the other one is cheaper."""
    groups = ({"count": 1, "load": 0.0, "cost": 100.0}, {"count": 1, "load": 0.1, "cost": 1.0})
    one = scenario(*groups, choice={"objective": "cost", "x_over_c": 1.0})
    found = chosen(one)
    assert found["Prefix Scan"] == (1, 1)  # half the time for little more
    assert found["Prefix and Exchange"] == found["Exact"] == (0, 1)


def test_an_exchange_finds_the_slow_cheap_machine() -> None:
    """Fast: 1 × (1 + 5) = 6; both: 1 × (1 + 5.1) = 6.1; slow: 2 × (1 + 0.1) = 2.2. No prefix is the slow one alone."""
    groups = ({"count": 1, "load": 0.0, "cost": 5.0}, {"count": 1, "delta": 2, "load": 0.0, "cost": 0.1})
    one = scenario(*groups, choice={"objective": "cost", "x_over_c": 1.0})
    found = chosen(one)
    assert found["Figure 5"] == found["Prefix Scan"] == (1, 0)
    assert found["Prefix and Exchange"] == found["Exact"] == (0, 1)


def test_exchanges_can_be_stuck_where_the_exact_choice_is_not() -> None:
    """From one fast machine neither one more slow machine, nor an exchange, nor none pays; all slow machines do."""
    groups = ({"count": 1, "load": 0.0, "cost": 1.0}, {"count": 8, "delta": 4, "load": 0.0, "cost": 0.28})
    one = scenario(*groups, choice={"objective": "cost", "x_over_c": 0.5})
    found = chosen(one)
    assert found["Prefix and Exchange"] == (1, 0)
    assert found["Exact"] == (0, 8)


def test_figure_5_adds_equal_machines_as_long_as_that_pays() -> None:
    """Ideal application, load 0.2: the second machine pays beyond x/c = 0.4."""
    for price, expected in ((0.39, 1), (0.41, 2), (0.94, 2), (0.95, 3), (8.0, 31), (8.2, 32)):
        one = scenario({"count": 32, "load": 0.2}, choice={"objective": "cost", "x_over_c": price})
        assert {name: sum(counts) for name, counts in chosen(one).items() if name != "All Machines"} == dict.fromkeys(
            ("Figure 5", "Prefix Scan", "Prefix and Exchange", "Exact"), expected
        )


# exact is exact -------------------------------------------------------------------------------------------------------


@some.composite
def scenarios(draw: some.DrawFn) -> SynchronousIterativeScenario:
    groups = [
        {
            "count": draw(some.integers(1, 3)),
            "delta": draw(some.integers(1, 4)),
            "load": draw(some.integers(0, 9)) / 10,
            "cost": float(draw(some.integers(0, 4))),
        }
        for _ in range(draw(some.integers(1, 3)))
    ]
    choice = {
        "objective": draw(some.sampled_from(["run-time", "cost", "cost-within-run-time", "run-time-within-cost"])),
        "x_over_c": float(draw(some.integers(0, 20))),
        "run_time_bound": float(draw(some.integers(1, 60))),
        "cost_bound": float(draw(some.integers(1, 200))),
    }
    application = {
        "iterations": 1,
        "parallel_time": 30.0,
        "overhead_per_processor": draw(some.sampled_from([0.0, 500.0])),
        "imbalance": draw(some.sampled_from(["ideal", "given"])),
        "weights": [1.0, 1.0, 2.0],
    }
    options = {"division": draw(some.sampled_from(["equal", "by-speed"]))}
    return scenario(*groups, application=application, choice=choice, options=options)


@settings(max_examples=60, deadline=None)
@given(scenarios())
def test_exact_is_never_beaten(one: SynchronousIterativeScenario) -> None:
    keys: dict[str, tuple[float, float]] = {}
    for policy in POLICIES:
        found = choose(one, policy).prediction
        missed, value = one.choice.score(found.run_time, found.machine_cost)
        keys[policy] = float(missed[0]), float(value[0])
    assert keys["Exact"] == min(keys.values())
    assert keys["Prefix and Exchange"] <= keys["Prefix Scan"] <= min(keys["Figure 5"], keys["All Machines"])


@settings(max_examples=40, deadline=None)
@given(scenarios())
def test_exact_is_the_best_of_all_sets_one_by_one(one: SynchronousIterativeScenario) -> None:
    predictor = predictor_of(one)
    every = [counts for counts in product(*(range(n + 1) for n in predictor.site.available)) if any(counts)]
    keys = []
    for counts in every:
        found = predictor.predict(np.array([counts]))
        missed, value = one.choice.score(found.run_time, found.machine_cost)
        keys.append((float(missed[0]), float(value[0])))
    best = choose(one, "Exact").prediction
    missed, value = one.choice.score(best.run_time, best.machine_cost)
    assert (float(missed[0]), float(value[0])) == min(keys)


def test_figure_5_is_right_for_equal_machines() -> None:
    for load in (0.0, 0.2, 0.5, 0.9):
        one = scenario({"count": 20, "load": load})
        assert choose(one, "Figure 5").counts == choose(one, "Exact").counts == (20,)


def test_the_front_is_what_no_other_set_beats() -> None:
    predictor = predictor_of(EXAMPLES["mixed-laboratory"])
    sets = front(predictor)
    assert (np.diff(sets.run_time) > 0).all()
    assert (np.diff(sets.machine_cost) < 0).all()
    every = prefixes(predictor)
    for run_time, cost in zip(every.run_time, every.machine_cost, strict=True):
        assert ((sets.run_time <= run_time) & (sets.machine_cost <= cost)).any()


# bounds ---------------------------------------------------------------------------------------------------------------


def bounded(objective: str, **bounds: float) -> SynchronousIterativeScenario:
    choice = {"objective": objective, **bounds}
    return scenario({"count": 4, "load": 0.0}, application={"iterations": 1, "parallel_time": 60.0}, choice=choice)


def test_the_cheapest_within_a_run_time() -> None:
    """Idle machines cost the same however many there are; of equal sets the smallest one that is in time is taken."""
    one = scenario(
        {"count": 4, "load": 0.2},
        application={"iterations": 1, "parallel_time": 60.0},
        choice={"objective": "cost-within-run-time", "run_time_bound": 50.0},
    )
    found = choose(one, "Exact")
    assert found.missed == 0
    assert found.counts == choose(one, "Figure 5").counts == (2,)
    assert found.prediction.run_time[0] == pytest.approx(60 * 1.4 / 0.96 / 2)


def test_a_bound_that_nobody_keeps_is_missed_by_as_little_as_can_be() -> None:
    found = choose(bounded("cost-within-run-time", run_time_bound=10.0), "Exact")
    assert found.counts == (4,)
    assert found.missed == pytest.approx(15 - 10)
    found = choose(bounded("run-time-within-cost", cost_bound=30.0), "Exact")
    assert found.missed == pytest.approx(60 - 30)


def test_the_fastest_within_a_cost() -> None:
    one = scenario(
        {"count": 4, "load": 0.2},
        application={"iterations": 1, "parallel_time": 60.0},
        choice={"objective": "run-time-within-cost", "cost_bound": 90.0},
    )
    found = choose(one, "Exact")
    assert found.counts == (2,)
    assert found.prediction.machine_cost[0] == pytest.approx(60 * 1.4 / 0.96)


# staircases -----------------------------------------------------------------------------------------------------------


def test_the_staircase_of_figure_6_has_all_32_steps_where_the_formula_has_them() -> None:
    """Breakpoint P -> P + 1 at x/c = ((P + 1) R_{P+1} - P R_P) / (R_P - R_{P+1})."""
    example = EXAMPLES["peterson-figure-6"]
    found = staircase(example)
    assert found.sets.processors.tolist() == list(range(1, 33))
    run_time, p = found.sets.run_time, found.sets.processors
    expected = (p[1:] * run_time[1:] - p[:-1] * run_time[:-1]) / (run_time[:-1] - run_time[1:])
    assert found.since[1:] == pytest.approx(expected)
    for policy in ("Figure 5", "Exact"):
        other = staircase(example, policy)
        assert other.since == pytest.approx(found.since)
        assert other.sets.counts.tolist() == found.sets.counts.tolist()


@given(some.integers(1, 9))
def test_the_second_of_equal_machines_pays_beyond_twice_the_load(tenths: int) -> None:
    assert staircase(scenario({"count": 8, "load": tenths / 10})).since[1] == pytest.approx(2 * tenths / 10)


@pytest.mark.parametrize("load", [0.001, 0.01, 0.05, 0.1])
def test_the_staircase_of_figure_7_ends_at_six(load: float) -> None:
    groups = [{"count": n, "delta": d, "load": load * d} for d, n in {1: 6, 2: 6, 4: 10, 8: 10}.items()]
    for policy in ("Figure 5", "Prefix Scan", "Exact"):
        found = staircase(scenario(*groups), policy)
        assert found.sets.counts[-1].tolist() == [6, 0, 0, 0]
        assert found.sets.processors[0] == 1


@settings(max_examples=40, deadline=None)
@given(scenarios(), some.floats(0, 100))
def test_a_staircase_is_what_is_chosen_at_every_price(one: SynchronousIterativeScenario, price: float) -> None:
    tree = one.model_dump(mode="json")
    tree["choice"] |= {"objective": "cost", "x_over_c": price}
    priced = SynchronousIterativeScenario.read(tree)
    for policy in ("Figure 5", "Prefix Scan", "Exact"):
        found = staircase(priced, policy)
        assert found.since[0] == 0
        assert (np.diff(found.since) >= 0).all()
        if np.abs(found.since - price).min() < 1e-9:
            continue  # at a breakpoint both are as good
        step = found.at(price)
        cost = price * found.sets.run_time[step] + found.sets.machine_cost[step]
        best = choose(priced, policy).prediction
        assert cost == pytest.approx(price * best.run_time[0] + best.machine_cost[0], rel=1e-9)


# costs by hour and by load --------------------------------------------------------------------------------------------


def test_costs_depend_on_the_hour_and_on_the_load() -> None:
    one = scenario(
        {"count": 1, "load": 0.5, "cost": 2.0},
        application={"iterations": 1, "parallel_time": 1800.0},
        choice={"cost_by_load": 3.0, "cost_by_hour": [float(hour) for hour in range(24)]},
        background={"start_hour": 9},
    )
    found = predictor_of(one).predict(np.array([[1]]))
    assert found.machine_cost[0] == pytest.approx(3600 * 2.0 * 9 * 2.5)


def test_dear_busy_hours_mean_fewer_machines() -> None:
    def of(**choice: Any) -> int:
        one = scenario({"count": 8, "load": 0.4}, choice={"objective": "cost", "x_over_c": 5.0, **choice})
        return sum(choose(one, "Prefix Scan").counts)

    assert of(cost_by_load=3.0) < of() < 9
    assert of(cost_by_hour=[1.0] * 24) == of()
