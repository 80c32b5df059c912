"""What the figures replay: consistent with the cell, bounded, and plain JSON."""

from typing import Any

import orjson
import pytest

from engine.master_worker.measures import simulate
from engine.master_worker.policies import POLICIES
from engine.master_worker.replay.curves import MOST_NUMBERS
from engine.master_worker.replay.learning import MOST_ITERATIONS, MOST_TASKS
from engine.master_worker.replay.trace import MOST_INTERVALS, trace
from tests.engine.master_worker.cases import scenario

OWNERS = {"presence": "opportunistic", "up": {"mean": 10.0}, "suspended": {"mean": 2.0}, "away": {"mean": 4.0}}


@pytest.mark.parametrize("policy", POLICIES)
def test_a_trace_is_json_and_agrees_with_the_cell(policy: str) -> None:
    job = {"tasks": 12, "iterations": 6}
    chosen = scenario(
        policies=[policy], application=job, workers={"availability": OWNERS, "number": {"rule": "predict"}}
    )
    found, cell = trace(chosen, policy, 1, {"iteration": 3}), simulate(chosen, policy, 1)
    assert orjson.loads(orjson.dumps(found)) == found
    assert found["pool"]["end"][-1] == cell["application_time"]
    assert sum(found["pool"]["number"]) / 6 == cell["mean_workers"]
    gantt = found["gantt"]
    assert gantt["iteration"] == 3
    assert gantt["begin"] + gantt["length"] == pytest.approx(found["pool"]["end"][2])
    assert max(gantt["intervals"]["end"]) == gantt["length"]
    assert len(gantt["workers"]["speed"]) == found["pool"]["number"][2]
    decisions = found["pool"]["decisions"]
    assert decisions is not None
    assert decisions["feasible"][0] is None
    assert all(isinstance(one, bool) for one in decisions["feasible"][1:])


def test_the_pool_at_each_instant_is_the_number_in_use() -> None:
    chosen = scenario(workers={"availability": OWNERS, "number": {"rule": "feedback"}})
    pool = trace(chosen, "Random", 0, {"part": 3})["pool"]
    instants = pool["instants"]
    for n, up, suspended, away in zip(*(instants[k] for k in ("number", "up", "suspended", "away")), strict=True):
        assert n == up + suspended + away
    # each worker is up 10 s of 13 on average: half of its interruptions of 2 s, half of 4 s
    assert sum(instants["up"]) / sum(instants["number"]) == pytest.approx(10 / 13, abs=0.08)
    assert pool["decisions"] is None


def test_learned_averages_approach_the_expectation() -> None:
    learning = trace(scenario(application={"iterations": 400, "variation": 60.0}), "Random & Average", 0, {"part": 2})[
        "learning"
    ]
    assert learning["mean_error"][-1] < 0.2 * learning["mean_error"][0]
    assert learning["iteration"][0] == 1
    assert learning["iteration"][-1] == 400
    assert len(learning["iteration"]) <= MOST_ITERATIONS
    assert len(learning["tasks"]) <= MOST_TASKS
    assert all(len(one["mean"]) == len(learning["iteration"]) for one in learning["tasks"])


def test_curves_have_every_number_and_the_marks() -> None:
    found = trace(scenario(), "Random & Average", 0, {"part": 4})
    assert set(found) == {"policy", "replication", "tasks", "iterations", "curves"}
    curves = found["curves"]
    assert curves["numbers"] == list(range(1, 31))
    assert curves["marks"]["table_2"] == 14
    assert curves["marks"]["fixed"] == 12
    assert curves["marks"]["predicted"] in range(10, 15)
    for curve in curves["policies"].values():
        assert curve["efficiency"]["mean"][0] == 1.0
        assert len(curve["time"]["half"]) == 30
    assert set(curves["policies"]["LPTF"]["time_loss"]["mean"]) == {0.0}


@pytest.mark.parametrize(
    "parts",
    [
        {"application": {"tasks": 1000, "iterations": 1000}},
        {"application": {"tasks": 1000, "iterations": 3}, "workers": {"availability": OWNERS, "number": {
            "rule": "fixed", "workers": 1000}}},
    ],
)  # fmt: skip
def test_the_largest_traces_are_bounded(parts: dict[str, Any]) -> None:
    found = trace(scenario(**parts), "Random", 0, {})
    assert len(orjson.dumps(found)) < 2_000_000
    assert len(found["gantt"]["intervals"]["start"]) <= MOST_INTERVALS
    assert len(found["curves"]["numbers"]) <= MOST_NUMBERS


@pytest.mark.parametrize(("window", "words"), [({"part": 9}, "there is no part 9"), ({"iteration": 99}, "1 to 35")])
def test_what_is_not_there_is_refused(window: dict[str, float], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        trace(scenario(), "LPTF", 0, window)


def test_a_population_is_replayed_as_its_application() -> None:
    assert trace(scenario(population={}), "LPTF", 0, {"part": 1})["gantt"]["iteration"] == 2
