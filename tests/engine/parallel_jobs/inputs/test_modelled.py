"""Jobs of a workload model: what follows from it, what is refused, and that what was there before stays as it was."""

from typing import Any

import numpy as np
import pytest

from engine.inputs.rejection import ScenarioError
from engine.parallel_jobs.inputs.forecast.typical import arrivals_end
from engine.parallel_jobs.inputs.offered_load import offered_load
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.sources.modelled import CLASSES, class_of
from engine.parallel_jobs.inputs.workload import draw_jobs, machines_of, rules_of
from engine.parallel_jobs.measures import simulate
from engine.parallel_jobs.policies import POLICIES
from engine.parallel_jobs.replication import replicate
from engine.parallel_jobs.space_sharing.reference import simulation as space_sharing
from engine.study.cells import StudyPlan
from engine.study.preview import preview_of
from engine.workload_models.lublin99 import ALL, KINDS, expected
from tests.engine.parallel_jobs.systems import differences


def modelled(machines: int = 128, jobs: int = 2000, changes: dict[str, Any] | None = None, **fields: Any) -> Any:
    tree = {
        "cluster": {"groups": [{"name": "node", "count": machines, "speed_factor": 1}]},
        "workload": {"arrivals": {"process": "lublin99", "load": 0.7, **fields}, "jobs": jobs},
        "policies": ["FCFS", "EASY"],
        "study": {"replications": 2},
    }
    return ParallelJobsScenario.read(tree | (changes or {}))


LARGEST = "workload.arrivals.estimate.largest_estimate"


def users(minutes: int = 18 * 60) -> dict[str, Any]:
    return {"estimate": "tsafrir05", "largest_estimate": 60 * minutes}


def test_a_link_says_the_model_and_nothing_of_what_follows() -> None:
    scenario = modelled()
    tree = scenario.model_dump(mode="json")
    assert "job_classes" not in tree["workload"]
    assert b"job_classes" not in scenario.compact()
    assert ParallelJobsScenario.read(tree).canonical() == scenario.canonical()
    assert ParallelJobsScenario.read(tree).content_hash() == scenario.content_hash()


def test_job_classes_are_ranges_of_sizes_with_the_shares_and_means_of_the_model() -> None:
    kinds, known = modelled().workload.job_classes, expected((ALL,), 128)
    assert [kind.name for kind in kinds] == ["size 1", "size 2-4", "size 5-16", "size 17-64", "size 65-128"]
    assert sum(kind.weight for kind in kinds) == pytest.approx(1, rel=1e-12)
    assert sum(kind.weight * kind.demand.mean for kind in kinds) == pytest.approx(known.work, rel=1e-12)
    assert len(modelled(1000).workload.job_classes) == 6


@pytest.mark.parametrize("machines", [20, 128, 4096, 4097, 20_000, 200_000])
def test_every_job_has_a_class_on_a_cluster_of_any_size(machines: int) -> None:
    """Kernels look the speedup up by it, and do not ask whether there is such a class."""
    scenario = modelled(machines)
    found = draw_jobs(scenario, 0)
    assert found.job_class.max() < len(scenario.workload.job_classes) == len(found.speedup)


@pytest.mark.parametrize("types", KINDS)
def test_jobs_of_a_class_are_as_it_says(types: str) -> None:
    scenario = modelled(jobs=100_000, types=types)
    jobs = draw_jobs(scenario, 0)
    for number, kind in enumerate(scenario.workload.job_classes):
        own = jobs.job_class == number
        error = jobs.demand[own].std() / np.sqrt(own.sum())
        assert abs(jobs.demand[own].mean() - kind.demand.mean) < 4 * error
        variation = getattr(kind.demand, "coefficient_of_variation", 0.0)
        assert jobs.demand[own].std() / jobs.demand[own].mean() == pytest.approx(variation, rel=0.25)
        assert jobs.requested[own].min() >= kind.min_size
        assert jobs.requested[own].max() <= kind.largest_max_size
    least = [first for first, _ in CLASSES]
    assert class_of(np.array([1, 2, 4, 5, 16, 17, 64, 65, 128]), least).tolist() == [0, 1, 1, 2, 2, 3, 3, 4, 4]
    assert class_of(np.array([2, 4, 5, 16]), least[1:]).tolist() == [0, 0, 1, 1]  # without serial jobs


def test_whole_seconds_stay_whole_seconds() -> None:
    scenario = modelled()
    jobs = draw_jobs(scenario, 1)
    assert (np.cumsum(jobs.gap) == np.floor(np.cumsum(jobs.gap))).all()
    records = replicate(scenario, "EASY", 1, jobs).records
    assert (records.start == np.floor(records.start)).all()
    assert (records.end - records.start == jobs.demand / jobs.requested).all()


@pytest.mark.parametrize("policy", ["FCFS", "FF", "EASY", "Conservative"])
def test_kernel_and_reference_agree(policy: str) -> None:
    scenario = modelled(64, 150, load=1.1)
    jobs, code = draw_jobs(scenario, 0), POLICIES[policy].code
    fast = replicate(scenario, policy, 0, jobs, with_log=True).records
    assert differences(space_sharing.run(jobs, machines_of(scenario), rules_of(scenario), code), fast) == []


@pytest.mark.parametrize("exact", [False, True])
def test_the_load_is_the_one_that_is_asked_for(exact: bool) -> None:
    groups = [{"name": "fast", "count": 64, "speed_factor": 1}, {"name": "slow", "count": 64, "speed_factor": 2}]
    scenario = modelled(jobs=50_000, load=0.6, exact_load=exact, changes={"cluster": {"groups": groups}})
    loads = [jobs.demand.sum() / 96 / jobs.gap.sum() for jobs in (draw_jobs(scenario, n) for n in range(4))]
    assert offered_load(scenario) == 0.6
    assert loads == pytest.approx([0.6] * 4, rel=1e-5 if exact else 0.2)
    assert np.mean(loads) == pytest.approx(0.6, rel=1e-5 if exact else 0.1)
    assert exact or np.std(loads) > 0.001
    ends = [draw_jobs(scenario, n).gap.sum() for n in range(4)]
    assert arrivals_end(scenario) == pytest.approx(np.mean(ends), rel=0.1)


def test_loads_are_points_of_a_sweep_and_jobs_are_the_same_at_all_of_them() -> None:
    vary = {"vary": {"field": "offered_load", "values": [0.4, 0.8]}, "replications": 1}
    plan = StudyPlan(modelled(changes={"study": vary}))
    light, heavy = (draw_jobs(scenario, 0) for scenario in plan.at_point)  # type: ignore[arg-type]
    assert (light.demand == heavy.demand).all()
    assert light.gap.sum() == pytest.approx(2 * heavy.gap.sum(), abs=86_400)
    assert plan.budget().seconds > 0


def test_the_load_is_not_varied_twice() -> None:
    both = {
        "vary": {"field": "offered_load", "values": [0.4]},
        "and_vary": {"field": "workload.arrivals.load", "values": [0.5]},
    }
    with pytest.raises(
        ScenarioError, match=r"study.and_vary.field: .* follows from .offered_load., which is varied too"
    ):
        modelled(changes={"study": both})
    field = {"vary": {"field": "workload.arrivals.load", "values": [0.4, 0.8]}, "replications": 1}
    axis = {"vary": {"field": "offered_load", "values": [0.4, 0.8]}, "replications": 1}
    one, other = (StudyPlan(modelled(changes={"study": study})) for study in (field, axis))
    assert [point.canonical() for point in one.at_point] == [point.canonical() for point in other.at_point]


def test_a_preview_has_whole_days() -> None:
    small: Any = preview_of(modelled(jobs=50_000))
    assert 50_000 > small.workload.jobs >= modelled().fewest_jobs > 150


@pytest.mark.parametrize(
    ("path", "sentence", "change"),
    [
        ("cluster.groups.0.count", "at least 16", {"machines": 15}),
        ("cluster.groups.0.count", "at least 64", {"machines": 63, "types": "two-types"}),
        ("workload.arrivals.load", "too large", {"load": 11.0}),
        ("workload.arrivals.types", "not allowed", {"types": "none"}),
        (LARGEST, "31 % of the jobs run for longer", {"machines": 256, "estimate": users(100)}),
        (LARGEST, "at least 100 min", {"types": "interactive", "estimate": users(95)}),
        (LARGEST, "whole 5 minutes", {"estimate": users(1081)}),
        ("workload.jobs", "at least 200", {"jobs": 199, "estimate": users()}),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(path: str, sentence: str, change: dict[str, Any]) -> None:
    with pytest.raises(ScenarioError) as refused:
        modelled(**change)
    (reason,) = refused.value.rejections
    assert reason.path == path
    assert sentence in reason.sentence


def test_what_follows_is_not_given_too() -> None:
    kind = {"demand": {"distribution": "constant", "mean": 10}, "min_size": 1, "max_size": 1}
    workload = {"arrivals": {"process": "lublin99", "load": 0.7}, "job_classes": [kind]}
    with pytest.raises(ScenarioError, match=r"workload.job_classes: the job classes follow from the workload model"):
        modelled(changes={"workload": workload})
    with pytest.raises(ScenarioError, match="same_variate"):
        modelled(changes={"workload": {"arrivals": {"process": "lublin99", "load": 0.7}, "same_variate": True}})


def test_metrics_of_a_cell_are_those_of_the_classes() -> None:
    measured = simulate(modelled(jobs=3000), "EASY", 0)
    assert measured["class_slowdown[size 1]"] >= 1
    assert 0.4 < measured["utilization"] < 0.9


def test_estimates_of_users_are_whole_seconds_that_backfilling_is_told() -> None:
    scenario = modelled(256, estimate=users())
    jobs = draw_jobs(scenario, 0)
    run = jobs.demand / jobs.requested
    seconds = np.where(jobs.expected > 0, jobs.expected / jobs.requested, run)
    assert run.max() == 18 * 3600  # longer jobs are ended
    assert (seconds == np.floor(seconds)).all()
    assert (seconds % 60 == 0).mean() > 0.98
    assert seconds == pytest.approx(jobs.estimate * run, rel=1e-15)
    assert 0.1 < (run / seconds).mean() < 0.25
    assert np.mean(jobs.expected * (seconds == 18 * 3600) > 0) > 0.2


def test_estimates_change_neither_arrivals_nor_sizes() -> None:
    exact, told = draw_jobs(modelled(256), 0), draw_jobs(modelled(256, estimate=users()), 0)
    assert (exact.requested == told.requested).all()
    shorter = np.minimum(exact.demand / exact.requested, 18 * 3600)
    assert (told.demand / told.requested == shorter).all()
    known = [
        modelled(256, estimate=one).workload.modelled.expected(256).work for one in (users(), {"estimate": "exact"})
    ]
    assert told.gap.sum() == pytest.approx(exact.gap.sum() * known[0] / known[1], rel=0.01)


def test_backfilling_is_worse_when_users_estimate() -> None:
    """At a load of 0.85 the mean bounded slowdown of EASY doubles; FCFS asks for no estimates."""
    found = {}
    for name, estimate in (("exact", {"estimate": "exact"}), ("users", users())):
        scenario = modelled(256, 5000, load=0.85, estimate=estimate)
        found[name] = np.mean([simulate(scenario, "EASY", n)["bounded_slowdown"] for n in range(4)])
    assert found["users"] > 1.4 * found["exact"]


@pytest.mark.parametrize("estimate", [{"estimate": "multiple", "multiple_of": 3.0}, users()])
@pytest.mark.parametrize("policy", ["EASY", "Conservative"])
def test_kernel_and_reference_agree_on_estimates(estimate: dict[str, Any], policy: str) -> None:
    scenario = modelled(64, 220, load=1.1, estimate=estimate)
    jobs, code = draw_jobs(scenario, 0), POLICIES[policy].code
    fast = replicate(scenario, policy, 0, jobs, with_log=True).records
    assert differences(space_sharing.run(jobs, machines_of(scenario), rules_of(scenario), code), fast) == []
