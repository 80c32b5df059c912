"""What the figures replay: complete, consistent, bounded, and quick where a slider moves."""

from itertools import pairwise
from typing import Any

import numpy as np
import orjson
import pytest

from engine.synchronous_iterative.family import SYNCHRONOUS_ITERATIVE
from engine.synchronous_iterative.formulas.choice import choose
from engine.synchronous_iterative.measures import simulate
from engine.synchronous_iterative.papers.examples import EXAMPLES
from engine.synchronous_iterative.policies import POLICIES
from engine.synchronous_iterative.replay.curves import QUICK_SETS, can_be_exact
from engine.synchronous_iterative.replay.errors import LENGTHS, LOADS, PROCESSORS
from engine.synchronous_iterative.replay.timeline import MOST_INTERVALS
from tests.engine.synchronous_iterative.plain import scenario

trace = SYNCHRONOUS_ITERATIVE.runs.trace  # of a type that does not ask whether a part is there

MIXED = EXAMPLES["mixed-laboratory"].at({"choice.x_over_c": 10.0})


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    return trace(MIXED, "Exact", 0, {"replications": 3, "first_iteration": 2, "iterations": 2})


def test_a_trace_is_json_and_small(whole: dict[str, Any]) -> None:
    assert len(orjson.dumps(whole)) < 200_000
    assert set(whole) == {
        *("policy", "replication", "groups", "machines", "chosen", "by_processors", "staircases", "surface", "front"),
        *("simulated", "errors", "timeline"),
    }
    quick = trace(MIXED, "Exact", 0, {"iterations": 0})
    assert quick["timeline"] is quick["simulated"] is quick["errors"] is None
    assert trace(MIXED, "Exact", 0, {"analytic": 0})["front"] is None


@pytest.mark.parametrize("policy", POLICIES)
def test_it_agrees_with_the_cell(policy: str) -> None:
    found, measured = trace(MIXED, policy, 1, {"iterations": 1}), simulate(MIXED, policy, 1)
    chosen = found["chosen"]
    for name in ("processors", "eta", "eta_length_aware", "run_time", "machine_cost", "total_cost"):
        assert chosen[name] == measured[name], name
    assert found["timeline"]["end"] == measured["run_time_simulated"]
    assert sum(found["machines"]["chosen"]) == chosen["processors"]
    assert found["groups"]["chosen"] == chosen["counts"]


def test_the_parts_of_eta_add_up(whole: dict[str, Any]) -> None:
    curves = whole["by_processors"]
    stacked = np.sum([curves["stacked"][name] for name in curves["stacked"]], axis=0)
    assert stacked == pytest.approx(curves["eta"])
    assert curves["processors"] == list(range(1, 19))


def test_machines_have_ranks_in_the_order_of_the_key(whole: dict[str, Any]) -> None:
    machines, key = whole["machines"], whole["groups"]["key"]
    assert sorted(machines["rank"]) == list(range(18))
    in_order = sorted(range(18), key=lambda n: machines["rank"][n])
    keys = [key[machines["group"][n]] for n in in_order]
    assert keys == sorted(keys)


def test_the_staircase_says_what_is_chosen(whole: dict[str, Any]) -> None:
    steps = whole["staircases"]["Exact"]
    step = max(n for n, since in enumerate(steps["since"]) if since < 10)
    assert steps["counts"][step] == list(choose(MIXED, "Exact").counts)


def test_the_surface_and_the_front(whole: dict[str, Any]) -> None:
    surface, front = whole["surface"], whole["front"]
    assert np.shape(surface["total_cost"]) == (len(surface["x_over_c"]), len(surface["processors"]))
    assert front["of"] == "all sets"
    assert all(a < b for a, b in pairwise(front["run_time"]))
    assert all(a > b for a, b in pairwise(front["machine_cost"]))
    assert sum(front["convex"]) == len(whole["staircases"]["Exact"]["since"])


def test_simulated_points_lie_around_the_length_aware_curve(whole: dict[str, Any]) -> None:
    simulated, curves = whole["simulated"], whole["by_processors"]
    assert simulated["replications"] == 3
    for n, processors in enumerate(simulated["processors"]):
        aware = curves["eta_length_aware"][processors - 1]
        assert simulated["eta"][n] == pytest.approx(aware, rel=0.25)
    assert trace(MIXED, "Exact", 0, {"replications": 1})["simulated"]["eta_error"][0] is None


def test_the_timeline_is_the_run(whole: dict[str, Any]) -> None:
    timeline = whole["timeline"]
    assert timeline["number"] == [2, 3]
    arrived, machines = np.array(timeline["arrived"]), len(timeline["machines"]["group"])
    assert arrived.shape == (2, machines)
    assert arrived.max(axis=1).tolist() == timeline["barrier"]
    assert [arrived[n, last] for n, last in enumerate(timeline["last"])] == timeline["barrier"]
    rows = timeline["intervals"]
    share = np.array(rows["share"]) * (np.array(rows["end"]) - np.array(rows["start"]))
    groups = MIXED.cluster.groups
    for machine in range(machines):
        own = np.array(rows["machine"]) == machine
        starts, ends = np.array(rows["start"])[own], np.array(rows["end"])[own]
        assert starts[0] == timeline["since"]
        assert ends[-1] == timeline["until"]
        assert starts[1:].tolist() == ends[:-1].tolist()
        # what it has got is its work, twice
        work = 120.0 / machines * groups[timeline["machines"]["group"][machine]].delta
        assert share[own].sum() == pytest.approx(2 * work, rel=1e-6)


def test_a_timeline_is_bounded() -> None:
    one = scenario({"count": 64, "load": 0.5}, application={"iterations": 5, "parallel_time": 64 * 100.0})
    found = trace(one, "All Machines", 0, {"analytic": 0, "iterations": 100, "first_iteration": 99})
    assert found["timeline"]["first_iteration"] == 4
    assert len(found["timeline"]["intervals"]["machine"]) <= MOST_INTERVALS
    assert found["timeline"]["cut"]
    assert found["timeline"]["until"] < found["timeline"]["barrier"][-1]


def test_a_bound_that_cannot_be_kept_is_told_in_words() -> None:
    one = EXAMPLES["finish-in-time"].at({"choice.run_time_bound": 1500.0})
    chosen = trace(one, "Exact", 0, {"analytic": 0, "iterations": 0})["chosen"]
    assert not chosen["feasible"]
    assert chosen["words"].startswith("No choice of this policy has a run time within 1500 s; the nearest bound")
    measured = simulate(one, "Exact", 0)
    assert measured["bound_excess"] == pytest.approx(measured["run_time"] / 1500 - 1)
    kept = trace(one.at({"choice.run_time_bound": 20000.0}), "Exact", 0, {"analytic": 0, "iterations": 0})["chosen"]
    assert kept["feasible"]
    assert "within the bound" in kept["words"]


def test_a_warning_where_the_factors_differ() -> None:
    short, long = (EXAMPLES["where-the-model-breaks"].at({"application.iteration_length": w}) for w in (0.1, 30.0))
    assert not trace(short, "All Machines", 0, {"analytic": 0, "iterations": 0})["chosen"]["warning"]
    assert trace(long, "All Machines", 0, {"analytic": 0, "iterations": 0})["chosen"]["warning"]


def test_what_is_exact_only_where_it_is_quick() -> None:
    assert can_be_exact(MIXED)
    many = scenario(*({"count": 4, "load": 0.1} for _ in range(7)))
    assert QUICK_SETS < 5**7
    found = trace(many, "Prefix Scan", 0, {"iterations": 0})
    assert "Exact" not in found["staircases"]
    assert found["front"]["of"] == "prefixes"


@pytest.mark.slow
def test_the_error_table_says_where_the_model_breaks() -> None:
    """The specification: exact for P = 1, 7 to 14 % low for short iterations, far too high for long ones."""
    found = trace(scenario({"count": 2, "load": 0.1}), "All Machines", 0, {"errors": 1, "iterations": 0, "analytic": 0})
    table = found["errors"]
    error = np.array(table["formula_error"])
    assert error.shape == (len(LOADS), len(PROCESSORS), len(LENGTHS))
    relative = np.array(table["standard_error"]) / np.array(table["eta_simulated"])
    assert (np.abs(error[:, 0]) < 4 * relative[:, 0]).all()
    many = PROCESSORS.index(8)
    assert (error[:, many:, 0] < -0.05).all()
    assert (error[:, many:, 0] > -0.2).all()
    assert (error[:, many:, -1] > 0.35).all()
    aware = np.array(table["length_aware_error"])
    assert (np.abs(aware[:, :, -1]) < 0.01 + 4 * relative[:, :, -1]).all()
    assert np.array(table["warning"])[:, many:, -1].all()
