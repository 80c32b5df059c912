"""Traces are what their types say, key by key: of what is built of arrays, mypy sees little more than the names."""

from collections.abc import Iterator
from typing import Any, NamedTuple, TypedDict

import orjson
import pytest

from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.coscheduling.replay import tree as coscheduling
from engine.inputs.scenario import Scenario
from engine.master_worker.replay import tree as master_worker
from engine.parallel_jobs.analyses import new_job
from engine.parallel_jobs.replay import tree as parallel_jobs
from engine.study.registry import EXAMPLES, FAMILIES, read_scenario
from engine.synchronous_iterative.replay import tree as synchronous_iterative
from tests.engine.replay.declared import Seen, amiss, never_there


class Case(NamedTuple):
    """A window of a trace."""

    scenario: Scenario
    policy: str
    window: dict[str, float]


def _parallel_jobs() -> Iterator[Case]:
    """Under a policy of each kind, with jobs that migrate, reserve, shrink and are rejected."""
    few = {"workload.jobs": 150.0}
    shared = EXAMPLES["side-by-side"]
    shared = shared.at(shared.points()[-1] | few)
    yield from (Case(shared, policy, {"first_job": 30}) for policy in ("SED", "EASY", "Conservative", "UFF"))
    upgraded = EXAMPLES["schnor-system-1"].at(few | {"workload.arrivals.rate_per_1000_s": 1.6})
    yield from (Case(upgraded, policy, {}) for policy in ("SED", "SED-NU"))
    profitable = EXAMPLES["kumar-table-4-6"]
    profitable = profitable.at(profitable.points()[-1] | few)
    yield from (Case(profitable, policy, {}) for policy in ("Simple", "Lazy"))
    daily = EXAMPLES["evacuation"]
    yield Case(daily.at(daily.points()[0] | {"workload.jobs": 400.0}), "SED", {})
    operated = shared.model_dump(mode="json")
    operated["own_policies"] = [{"name": "mine", "order": "fair + wait / 1 d"}]
    operated["advance_reservations"] = [{"name": "a", "begins_s": 2_000.0, "ends_s": 4_000.0, "processors": 4}]
    operated |= {"policies": ["own:mine"], "study": {"replications": 1}}
    yield Case(read_scenario(operated).at({}), "own:mine", {"first_job": 10})


def _synchronous_iterative() -> Iterator[Case]:
    mixed = EXAMPLES["mixed-laboratory"].at({"choice.x_over_c": 10.0})
    yield Case(mixed, "Exact", {"replications": 2, "iterations": 2})
    yield Case(mixed, "Exact", {"replications": 1, "analytic": 0, "iterations": 0, "errors": 1})
    yield Case(EXAMPLES["finish-in-time"].at({"choice.run_time_bound": 1500.0}), "Exact", {"iterations": 0})


def _coscheduling() -> Iterator[Case]:
    """Of the examples, even the smallest one has many more nodes and jobs."""
    kind = {"name": "J1", "computation": 35.0, "io": 15.0, "communication": 50.0}
    size = {"smallest": 2, "largest": 8, "execution_time": 0.5}
    few = {"jobs": 6, "job_types": [kind], "size_classes": [size]}
    small = {"family": "coscheduling", "cluster": {"nodes": 8}, "policies": ["PB", "GS", "SS-EASY"], "workload": few}
    scenario = CoschedulingScenario.read(small)
    yield Case(scenario, "PB", {})
    yield from (Case(scenario, policy, {"since": 0.3, "until": 0.34}) for policy in scenario.policies)
    yield from (Case(scenario, policy, {"decisions": 1}) for policy in scenario.policies)


def _master_worker() -> Iterator[Case]:
    shorter = EXAMPLES["heymann-predict"].at({"application.iterations": 6, "application.tasks": 12})
    yield Case(shorter, "LPTF", {"iteration": 3, "hand_outs": 1})
    owners = EXAMPLES["opportunistic-pool"]
    yield from (Case(owners, "Random", {"part": part}) for part in (1, 2, 3, 4))


TREES: dict[str, tuple[Any, Any]] = {
    "coscheduling": (coscheduling.Trace, _coscheduling),
    "master-worker": (master_worker.Trace, _master_worker),
    "parallel-jobs": (parallel_jobs.Trace, _parallel_jobs),
    "synchronous-iterative": (synchronous_iterative.Trace, _synchronous_iterative),
}
"""By family: the type of its traces, and windows in which each key is there at least once."""


@pytest.mark.slow
@pytest.mark.parametrize("family", TREES)
def test_traces_have_what_is_declared_and_nothing_else(family: str) -> None:
    declared, cases = TREES[family]
    seen: Seen = {}
    for case in cases():
        trace = orjson.loads(orjson.dumps(FAMILIES[family].runs.trace(case.scenario, case.policy, 0, case.window)))
        assert list(amiss(trace, declared, seen)) == [], case[1:]
    assert list(never_there(declared, seen)) == []


@pytest.mark.slow
def test_answers_have_what_is_declared_and_nothing_else() -> None:
    scenario, seen = EXAMPLES["kumar-three-jobs"].at({}), Seen()
    job = {"time": 1.0, "min_size": 32, "max_size": 128, "demand": 6400.0, "profit": 100.0}
    ask = FAMILIES["parallel-jobs"].runs.answers["ask"]
    assert ask is not None
    for policy in scenario.policies:
        found = orjson.loads(orjson.dumps(ask(scenario, policy, 0, orjson.dumps(job))))
        assert list(amiss(found, new_job.Answer, seen)) == []
    for part in (new_job.Answer, new_job.Affected, new_job.Resized):  # decisions are those of traces
        assert seen[part] == set(part.__annotations__)


class Inner(TypedDict):
    number: list[int]


class Outer(TypedDict, total=False):
    name: str
    inner: Inner | None


@pytest.mark.parametrize(
    ("value", "problems"),
    [
        ({"name": "a", "inner": {"number": [1]}}, 0),
        ({"inner": None}, 0),
        ({"nmae": "a"}, 1),
        ({"name": 1, "inner": {"number": [1]}}, 1),
        ({"inner": {"number": [1.5, True]}}, 2),
        ({"inner": {"numbers": [1]}}, 2),
    ],
)
def test_what_is_not_declared_is_found(value: dict[str, Any], problems: int) -> None:
    assert len(list(amiss(value, Outer, {}))) == problems


def test_what_is_never_there_is_found() -> None:
    seen: Seen = {}
    assert not list(amiss({"inner": None}, Outer, seen))
    assert list(never_there(Outer, seen)) == ["Outer.name", "Inner.number"]
