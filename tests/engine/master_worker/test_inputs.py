"""What is refused, in which words, and what a scenario becomes."""

from typing import Any

import numpy as np
import pytest

from engine.inputs.rejection import ScenarioError
from engine.master_worker.inputs.application import Application
from engine.master_worker.inputs.availability import crew_of, lengths
from engine.master_worker.inputs.pool import UpTimes
from engine.master_worker.inputs.workload import draw_workload, number_of_largest
from engine.master_worker.replication import number_of, replicate
from engine.master_worker.system import PER_SECOND, Rule, to_ticks
from engine.study.fewer_tasks import with_tasks
from engine.study.registry import EXAMPLES, parse_scenario, read_scenario
from tests.engine.master_worker.cases import scenario

OWNERS = {"presence": "opportunistic"}


@pytest.mark.parametrize(
    ("parts", "path", "words"),
    [
        ({"application": {"tasks": 1}}, "application.tasks", "at least 2"),
        ({"application": {"tasks": 1001}}, "application.tasks", "at most 1000"),
        ({"application": {"iterations": 0}}, "application.iterations", "at least 1"),
        ({"application": {"workload_factor": 10.0}}, "application.workload_factor", "at least 20"),
        ({"application": {"variation": 130.0}}, "application.variation", "at most 100"),
        ({"application": {"largest": "huge"}}, "application.largest", "'similar' or 'different'"),
        ({"policies": ["SJF"]}, "policies.0", '"SJF" is no policy of this family'),
        ({"policies": ["LPTF", "LPTF"]}, "policies", "named twice"),
        ({"workers": {"number": {"rule": "guess"}}}, "workers.number.rule", "'guess' is not allowed"),
        ({"workers": {"number": {"rule": "fixed", "workers": 0}}}, "workers.number.workers", "at least 1"),
        (
            {"workers": {"number": {"rule": "fixed", "workers": 9}, "groups": [{"count": 4}]}},
            "workers.number.workers",
            "9 workers are to be used, but 4 can be had",
        ),
        ({"workers": {"groups": [{}, {}]}}, "workers", "two groups of workers have the same name"),
        (
            {"workers": {"groups": [{"name": "a", "count": 600}, {"name": "b", "count": 600}]}},
            "workers",
            "1,200 workers in all; at most 1,000",
        ),
        ({"workers": {"groups": []}}, "workers.groups", "at least 1"),
        ({"workers": {"groups": [{"speed": 0.01}]}}, "workers.groups.0.speed", "at least 0.1"),
        ({"measurement": {"warm_up": {"method": "mser-5"}}}, "measurement.warm_up.method", "has no warm-up"),
        (
            {"application": {"tasks": 1000, "iterations": 1000, "mean_task_time": 1000.0, "workload_factor": 20.0},
             "workers": {"groups": [{"speed": 0.1}]}},
            "application.mean_task_time",
            "1e+10 s",
        ),
        (
            {"workers": {"availability": {**OWNERS, "up": {"mean": 0.2}}}},
            "workers.availability.up.mean",
            "goes away after 0.4 s on average, but a large task takes 2.5 s",
        ),
        ({"policies": ["Guided"], "population": {}}, "policies.0", "compares orders"),
        ({"population": {}, "workers": {"availability": OWNERS}}, "population", "equal, dedicated workers"),
        ({"population": {"tasks": [301]}}, "population.tasks.0", "at most 300"),
        ({"population": {"tasks": []}}, "population.tasks", "at least 1"),
        ({"population": {"similarities": ["2-2"]}}, "population.similarities.0", "not allowed"),
        ({"options": {"chunk_size": 0}}, "options.chunk_size", "at least 1"),
        ({"master": {"bandwidth": 0.0}}, "master.bandwidth", "at least 0.001"),
        ({"study": {"precision": {}}}, "study.precision.metric", "no metric of this family"),
    ],
)  # fmt: skip
def test_a_refusal_says_where_and_what_is_allowed(parts: dict[str, Any], path: str, words: str) -> None:
    tree = {"family": "master-worker", "policies": ["LPTF"], **parts}
    with pytest.raises(ScenarioError) as caught:
        read_scenario(tree)
    reasons = caught.value.rejections
    assert [reason.path for reason in reasons] == [path]
    assert words in reasons[0].sentence


def test_a_sweep_beyond_the_workers_is_refused_at_its_value() -> None:
    study = {"vary": {"field": "workers.number.workers", "values": [2.0, 5.0]}}
    with pytest.raises(ScenarioError) as caught:
        scenario(workers={"groups": [{"count": 4}]} | {"number": {"rule": "fixed", "workers": 2}}, study=study)
    assert caught.value.rejections[0].path == "study.vary.values.1"


@pytest.mark.parametrize("name", [name for name, known in EXAMPLES.items() if known.family == "master-worker"])
def test_an_example_survives_its_json(name: str) -> None:
    known = EXAMPLES[name]
    assert parse_scenario(known.canonical()) == known
    assert parse_scenario(known.compact()) == known


def test_whole_ticks() -> None:
    assert to_ticks(np.array([2.5, 0.625, 0.0])).tolist() == [2.5 * PER_SECOND, 0.625 * PER_SECOND, 1]


@pytest.mark.parametrize(("tasks", "large"), [(2, 1), (5, 1), (30, 6), (100, 20), (300, 60)])
def test_the_largest_20_percent(tasks: int, large: int) -> None:
    assert number_of_largest(tasks) == large


def test_other_factors_scale_the_same_draws() -> None:
    """So that neighboring points see common random numbers."""
    one, other = (
        draw_workload(Application(largest="different", workload_factor=factor, variation=0.0), 1, 0).expected
        for factor in (30.0, 60.0)
    )
    assert other[:6] / one[:6] == pytest.approx(2.0, rel=1e-5)
    drawn = [draw_workload(Application(variation=variation), 1, 0) for variation in (10.0, 20.0)]
    shares = [one.work / one.expected - 1 for one in drawn]
    assert shares[1] == pytest.approx(2 * shares[0], abs=1e-5)
    assert np.array_equal(drawn[0].permutation, drawn[1].permutation)


@pytest.mark.parametrize("differences", ["uniform-0.4-1.6", "uniform-0.5-1.5", "uniform-0.9-1.1", "exponential"])
def test_sizes_that_differ(differences: Any) -> None:
    application = Application(tasks=1000, largest="different", differences=differences)
    relative = draw_workload(application, 1, 0).expected[:200] / PER_SECOND / 2.5
    spread = {"uniform-0.4-1.6": 0.346, "uniform-0.5-1.5": 0.289, "uniform-0.9-1.1": 0.058, "exponential": 1.0}
    assert relative.mean() == pytest.approx(1.0, rel=1e-6)
    assert relative.std() == pytest.approx(spread[differences], rel=0.15)


@pytest.mark.parametrize(
    ("kind", "variation"), [("constant", 0.0), ("uniform", 3**-0.5), ("exponential", 1.0), ("log-normal", 2.0)]
)
def test_times_of_owners_have_mean_and_spread(kind: Any, variation: float) -> None:
    drawn = lengths(UpTimes(kind=kind, mean=7.0), np.random.default_rng(1).random(400_000))
    assert drawn.mean() == pytest.approx(7.0, rel=0.02)
    assert drawn.std() / 7.0 == pytest.approx(variation, rel=0.05, abs=1e-12)
    assert (drawn >= 0).all()


def test_the_first_workers_see_the_same_owners_however_many_there_are() -> None:
    pool = scenario(workers={"availability": {**OWNERS, "away_share": 30.0}}).workers
    few, many = crew_of(pool, 5, 1, 0, 8), crew_of(pool, 70, 1, 0, 32)
    for one, other in ((few.up, many.up), (few.down, many.down), (few.is_away, many.is_away)):
        assert np.array_equal(one, other[:8, :5])
    assert many.is_away.mean() == pytest.approx(0.3, abs=0.03)


def test_what_is_drawn_for_different_purposes_is_independent() -> None:
    """Otherwise a random order could know which task takes long, or who goes away that it has been there long."""
    workload = draw_workload(Application(tasks=100, iterations=200, variation=100.0), 1, 0)
    place = np.argsort(workload.permutation, axis=1)
    pool = crew_of(scenario(workers={"availability": OWNERS}).workers, 100, 1, 0, 200)
    pairs = [(place, workload.work / workload.expected), (pool.up, pool.down), (pool.up, pool.is_away)]
    for one, other in pairs:
        assert abs(np.corrcoef(one.ravel(), other.ravel())[0, 1]) < 0.03


def test_groups_are_used_in_order() -> None:
    groups = [{"name": "fast", "count": 2, "speed": 2.0}, {"name": "slow", "count": 9, "speed": 0.5}]
    workers = {"groups": groups, "number": {"rule": "fixed", "workers": 3}}
    speed = crew_of(scenario(workers=workers).workers, 4, 1, 0, 1).speed
    assert speed.tolist() == [2048, 2048, 512, 512]


@pytest.mark.parametrize(
    ("number", "rule", "first"),
    [
        ({"rule": "fixed", "workers": 7}, Rule.FIXED, 7),
        ({"rule": "table-2"}, Rule.FIXED, 14),
        ({"rule": "feedback"}, Rule.FEEDBACK, 14),
        ({"rule": "predict", "first_share": 20.0}, Rule.PREDICT, 6),
    ],
)
def test_the_number_to_begin_with(number: dict[str, Any], rule: Rule, first: int) -> None:
    """45 % of 30 tasks are 13.5, which rounds to the even 14."""
    found = number_of(scenario(workers={"number": number}))
    assert (found.rule, found.first) == (rule, first)
    assert found.target == 0.8


def test_an_application_without_progress_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that was not expected to take so many periods."""
    monkeypatch.setattr("engine.master_worker.replication.MOST_PERIODS", 100)
    owners = {**OWNERS, "away_share": 50.0, "up": {"kind": "constant", "mean": 2.0}, "away": {"mean": 0.01}}
    with pytest.raises(ValueError, match=r"the owners of the workers have come .* times and the application is not"):
        replicate(scenario(workers={"availability": owners}), "LPTF", 0)


def test_an_application_that_cannot_have_any_progress_is_refused() -> None:
    """A task of 2.5 s never fits into 1 s up, after which the worker goes away."""
    owners = {**OWNERS, "away_share": 100.0, "up": {"kind": "constant", "mean": 1.0}, "away": {"mean": 0.01}}
    with pytest.raises(ScenarioError, match="are hardly ever long enough"):
        scenario(workers={"availability": owners})


def test_another_number_of_tasks() -> None:
    assert with_tasks(EXAMPLES["heymann-factorial"], 30).population.tasks == (30,)  # type: ignore[attr-defined]
    assert with_tasks(EXAMPLES["opportunistic-pool"], 50).application.tasks == 50  # type: ignore[attr-defined]
    with pytest.raises(ScenarioError, match="have no number of tasks"):
        with_tasks(EXAMPLES["kumar-table-4-2"], 30)
