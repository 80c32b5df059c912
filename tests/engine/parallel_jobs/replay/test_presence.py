"""Who waits and what is away in a window, held against what its steps count."""

from itertools import pairwise
from typing import Any

import pytest

from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.parallel_jobs.replay.trace import WINDOW_JOBS, trace
from engine.parallel_jobs.replay.tree import Trace

FAILURES = {"event": "failures", "group": "fast", "mean_between": 9000, "mean_repair": 1800}
ADDITION = {"event": "addition", "group": "slow", "count": 3, "at": 12_000}
SPARES = {"event": "spares", "group": "fast", "count": 2, "delay": 30}
CASES = [
    ("evacuation", "SED", None),
    ("evacuation", "FCFS", None),
    ("interactive-day", "UFF", None),
    ("interactive-day", "FCFS", [FAILURES, ADDITION]),
    ("evacuation", "SED", [FAILURES, SPARES]),
    ("side-by-side", "EASY", None),
    ("short-and-long-jobs", "FCFS", None),
]


def traced(example: str, policy: str, changes: Any, first_job: int = 40) -> Trace:
    tree = EXAMPLES[example].model_dump(mode="json")
    tree["workload"]["jobs"] = 300
    tree["policies"] = [policy]
    if changes is not None:
        tree["machine_events"] = changes
    scenario = type(EXAMPLES[example]).read(tree)
    return trace(scenario.at(scenario.points()[1]), policy, 0, {"first_job": first_job})


@pytest.fixture(scope="module", params=CASES, ids=lambda case: f"{case[0]} {case[1]} {len(case[2] or [])}")
def found(request: pytest.FixtureRequest) -> Trace:
    return traced(*request.param)


def last_of_each_instant(tree: Trace) -> list[Any]:
    steps = tree["steps"]
    return [step for step, after in pairwise(steps) if after["time"] > step["time"]]


def test_as_many_wait_as_the_steps_count(found: Trace) -> None:
    waits = found["waits"]
    for step in last_of_each_instant(found):
        open_ = [since <= step["time"] < until for since, until in zip(waits["since"], waits["until"], strict=True)]
        assert sum(open_) == step["waiting"]
    assert waits["since"] == sorted(waits["since"])
    assert set(waits["job"]) <= set(found["present"]["job"])


def test_a_machine_without_jobs_is_idle_or_away(found: Trace) -> None:
    bars, away = found["bars"], found["away"]
    for step in last_of_each_instant(found):
        busy = {
            machine
            for machine, start, end in zip(bars["machine"], bars["start"], bars["end"], strict=True)
            if start <= step["time"] < end
        }
        gone = {
            machine
            for machine, since, until, reason in zip(
                away["machine"], away["since"], away["until"], away["reason"], strict=True
            )
            if reason != "owner" and since <= step["time"] < until
        }
        assert step["idle"] == len(found["machine_group"]) - len(busy | gone)


def test_every_job_that_is_seen_is_told_of(found: Trace) -> None:
    here, first = found["present"], found["first_job"]
    assert here["job"] == sorted({*found["bars"]["job"], *found["waits"]["job"], *range(first, first + WINDOW_JOBS)})
    for arrival, start, end in zip(here["arrival"], here["start"], here["end"], strict=True):
        assert (start is None) == (end is None)
        assert start is None or end is None or arrival <= start < end
    assert {found["kinds"][kind] for kind in here["kind"]} <= set(found["kinds"])


def test_reasons_are_those_of_the_scenario() -> None:
    for example, policy, changes, reasons in (
        ("evacuation", "SED", None, {"shutdown"}),
        ("interactive-day", "FCFS", None, {"owner"}),
        ("evacuation", "SED", [FAILURES, SPARES], {"failure", "spare"}),
        ("interactive-day", "FCFS", [ADDITION], {"addition"}),
        ("side-by-side", "EASY", None, set()),
    ):
        assert set(traced(example, policy, changes, first_job=0)["away"]["reason"]) == reasons
    away = traced("evacuation", "SED", None, first_job=0)["away"]
    assert {(since, machine) for since, machine in zip(away["since"], away["machine"], strict=True)} >= {
        (43_200.0, machine) for machine in range(13, 20)
    }


def test_a_state_has_the_machines_that_its_label_says(found: Trace) -> None:
    for state in found["states"]:
        if state["used"] is None:
            continue
        sizes = [int(size) for size in state["label"].strip("()").replace("+", ", ").split(", ") if size != "0"]
        told = [0] * len(sizes)
        for group, used in enumerate(state["used"]):
            assert sum(one["machines"] for one in used) <= found["machine_group"].count(group)
            for one in used:
                for job in one["jobs"]:
                    told[job] += one["machines"]
        assert told == sizes
