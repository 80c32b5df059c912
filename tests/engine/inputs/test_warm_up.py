"""Warm-up: MSER-5 as it was published, and first jobs that are left out of the means over jobs and of nothing else."""

from typing import Any

import numpy as np
import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.inputs.rejection import ScenarioError
from engine.inputs.warm_up import FixedWarmUp, FoundWarmUp, NoWarmUp, mser_5
from engine.parallel_jobs import simulation
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import draw_jobs, machines_of, rules_of
from engine.parallel_jobs.measures import simulate
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.parallel_jobs.policies import POLICIES
from engine.parallel_jobs.records import Records
from engine.study.registry import read_scenario

JOBS = 300


def criteria(series: list[float]) -> list[float]:
    """White, Cobb & Spratt 2000 by the letter, for each number of batches that may be left out.

    The squared deviations of the batch means that are kept, from their mean, over the square of how many are kept.
    """
    batches = [sum(series[n : n + 5]) / 5 for n in range(0, len(series) - len(series) % 5, 5)]
    found = []
    for d in range(len(batches) // 2 + 1):
        kept = batches[d:]
        mean = sum(kept) / len(kept)
        found.append(sum((value - mean) ** 2 for value in kept) / len(kept) ** 2)
    return found


def measured(warm_up: dict[str, Any], policy: str = "SED") -> dict[str, float]:
    """The metrics of one replication of system 1 of Schnor et al. 1996."""
    return simulate(study(warm_up), policy, 0)


def study(warm_up: dict[str, Any], **fields: Any) -> ParallelJobsScenario:
    tree = orjson.loads(EXAMPLES["schnor-system-1"].at({"workload.jobs": JOBS}).canonical())
    tree["measurement"]["warm_up"] = warm_up
    tree["study"] |= fields
    scenario = read_scenario(tree)
    assert isinstance(scenario, ParallelJobsScenario)
    return scenario


def records(policy: str = "SED") -> Records:
    scenario = study({"method": "none"})
    return simulation.run(draw_jobs(scenario, 0), machines_of(scenario), rules_of(scenario), POLICIES[policy].code)


# MSER-5 ---------------------------------------------------------------------------------------------------------------


def test_by_hand() -> None:
    """Batch means 10, 2, 1, 2, 1: over all the criterion is 58.8 / 25, without the first 1 / 16, without two 0.67 / 9.

    (The deviations of 2, 1, 2, 1 from 1.5 are 0.5 each; those of 1, 2, 1 from 4/3 are 1/3, 2/3 and 1/3.)
    """
    series = np.repeat([10.0, 2.0, 1.0, 2.0, 1.0], 5)
    assert criteria(series.tolist()) == pytest.approx([58.8 / 25, 1 / 16, 2 / 3 / 9])
    assert mser_5(series) == 5


@given(
    length=st.integers(15, 120),
    seed=st.integers(0, 2**32 - 1),
    transient=st.sampled_from([0.0, 1.0, 5.0, -20.0]),
    offset=st.sampled_from([0.0, 1.0, 1e6]),
)
def test_it_is_the_published_rule(length: int, seed: int, transient: float, offset: float) -> None:
    rng = np.random.default_rng(seed)
    series = offset + rng.exponential(1, length) + transient * np.exp(-np.arange(length) / 10)
    slow = criteria((series - offset).tolist())
    assert mser_5(series) == 5 * int(np.argmin(slow))


@given(st.lists(st.floats(0, 1e6), max_size=200))
def test_a_multiple_of_five_and_at_most_half_is_left_out(series: list[float]) -> None:
    cut = mser_5(np.array(series))
    assert cut % 5 == 0
    assert 0 <= cut <= len(series) / 2


def test_an_obvious_transient_is_found() -> None:
    series = np.random.default_rng(4).normal(100, 1, 1000)
    series[:200] -= np.linspace(80, 40, 200)
    assert 200 <= mser_5(series) <= 215


def test_of_a_series_in_which_all_is_transient_half_is_left_out() -> None:
    assert mser_5(np.arange(1000.0)) == 500


@given(value=st.floats(1e-6, 1e9), length=st.integers(0, 2000))
def test_of_a_constant_series_nothing_is_left_out(value: float, length: int) -> None:
    assert mser_5(np.full(length, value)) == 0


@pytest.mark.parametrize("length", [0, 1, 5, 9, 10, 14])
def test_of_a_short_series_nothing_is_left_out(length: int) -> None:
    """Two batches are too few: the rest would be a single one, which has no spread and so would always win."""
    assert mser_5(np.arange(float(length))) == 0


def test_jobs_that_fill_no_batch_are_never_looked_at() -> None:
    series = np.repeat([10.0, 2.0, 1.0, 2.0, 1.0], 5)
    assert mser_5(np.concatenate((series, [1e9, -1e9, 1e9, 1e9]))) == mser_5(series)


# in a scenario --------------------------------------------------------------------------------------------------------


def test_the_three_ways_to_warm_up() -> None:
    series = np.repeat([10.0, 2.0, 1.0, 2.0, 1.0], 5)
    cuts = [
        kind.cut(series) for kind in (NoWarmUp(), FixedWarmUp(method="fixed", jobs=7), FoundWarmUp(method="mser-5"))
    ]
    assert cuts == [0, 7, 5]


@pytest.mark.parametrize("jobs", [JOBS, JOBS + 1, 200_000])
def test_a_warm_up_that_leaves_no_job_is_refused(jobs: int) -> None:
    with pytest.raises(ScenarioError) as caught:
        study({"method": "fixed", "jobs": jobs})
    expected = f"{jobs} of {JOBS} jobs are left out; at least one has to be left"
    assert caught.value.rejections == [("measurement.warm_up.jobs", expected)]


def test_a_warm_up_that_leaves_one_job_is_allowed() -> None:
    assert measured({"method": "fixed", "jobs": JOBS - 1})["response_time"] == pytest.approx(
        float((records().end - records().arrival)[-1])
    )


def test_a_swept_number_of_jobs_that_the_warm_up_uses_up_is_pointed_at() -> None:
    vary = {"field": "workload.jobs", "values": [50, 100]}
    with pytest.raises(ScenarioError) as caught:
        study({"method": "fixed", "jobs": 60}, vary=vary)
    ((path, sentence),) = caught.value.rejections
    assert path == "study.vary.values.0"
    assert "60 of 50 jobs are left out" in sentence


def test_no_number_of_jobs_is_given_where_it_is_found() -> None:
    with pytest.raises(ScenarioError) as caught:
        study({"method": "mser-5", "jobs": 10})
    assert [reason.path for reason in caught.value.rejections] == ["measurement.warm_up.jobs"]


@pytest.mark.parametrize("policy", ["SED", "SED-NU", "FCFS"])
def test_exactly_the_first_jobs_are_left_out_of_the_means_over_jobs(policy: str) -> None:
    kept = records(policy)
    found = measured({"method": "fixed", "jobs": 40}, policy)
    assert found["warm_up_jobs"] == 40
    assert found["response_time"] == (kept.end - kept.arrival)[40:].mean()
    assert found["wait_time"] == (kept.start - kept.arrival)[40:].mean()
    assert found["computing_time"] == (kept.end - kept.start)[40:].mean()
    assert found["upgraded_jobs"] == (kept.upgrades[40:] > 0).mean()
    assert found["response_time"] != measured({"method": "none"}, policy)["response_time"]


def test_exactly_the_jobs_that_mser_5_finds_are_left_out() -> None:
    """A batch system's first job waits for nobody and its last one for all others, so half of them go."""
    tree = orjson.loads(study({"method": "mser-5"}).canonical())
    tree["workload"]["arrivals"] = {"process": "batch"}
    scenario: Any = read_scenario(tree)
    found = simulate(scenario, "FCFS", 0)
    assert found["warm_up_jobs"] == JOBS / 2
    kept = simulation.run(draw_jobs(scenario, 0), machines_of(scenario), rules_of(scenario), POLICIES["FCFS"].code)
    assert found["response_time"] == (kept.end - kept.arrival)[JOBS // 2 :].mean()


def test_a_warm_up_changes_nothing_that_is_a_mean_over_time() -> None:
    before, after = measured({"method": "none"}), measured({"method": "fixed", "jobs": 100})
    over_time = ("makespan", "throughput", "jobs_in_system", "middle_jobs_in_system", "late_jobs_in_system")
    for name in (*over_time, *(name for name in before if name.startswith("utilization"))):
        assert after[name] == before[name], name
