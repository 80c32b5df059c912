"""Rows of jobs say which count: the mean over those is the metric, whoever tells it."""

from typing import Any

import numpy as np
import pytest

import corral
from corral.study import Study
from tests.engine.parallel_jobs.logs.generated import scenario_of, some_log

POLICIES = ("EASY", "FCFS")

SMALL: dict[str, Any] = {"workload.jobs": 400}
STUDIES = {
    "users-estimates": corral.example("users-estimates").policies("EASY").replications(2),
    "a warm-up": corral.example("schnor-system-1")
    .policies("SED")
    .replications(2)
    .set(SMALL | {"measurement.warm_up": {"method": "fixed", "jobs": 50}}),
    "whole weeks": corral.example("night-and-day").replications(1),
    "some are rejected": corral.example("kumar-table-4-5").replications(1).set(SMALL),
    "a long log": Study(scenario_of(some_log(), 4, POLICIES)),
    "a short log": Study(scenario_of(some_log(30, 1), 1, POLICIES)),
    "a log at another load": Study(scenario_of(some_log(), 3, POLICIES, load_factor=1.5, load_by="week_clock")),
    "coscheduled": corral.example("coscheduled-or-easy").replications(1),
}


def measured(jobs: Any, threshold: float) -> dict[str, float]:
    """Means over the jobs that count, by what their rows say."""
    own = jobs[jobs["counted"]]
    response, wait = own["end"] - own["arrival"], own["start"] - own["arrival"]
    bounded = np.maximum(1.0, response / np.maximum(own["alone"], threshold))
    found = {
        "response_time": response.mean(),
        "wait_time": wait.mean(),
        "slowdown": (response / own["alone"]).mean(),
        "bounded_slowdown": bounded.mean(),
        "computing_time": (own["end"] - own["start"]).mean(),
        "response_time_p95": np.percentile(response, 95),
        "largest_wait": wait.max(),
        "waited_jobs": (wait > 0).mean(),
        "jain_index": bounded.sum() ** 2 / (len(bounded) * (bounded**2).sum()),
        "execution_time": (own["end"] - own["start"]).mean(),
    }
    if "counted_submitted" in jobs:
        all_of_them = jobs[jobs["counted_submitted"]]
        found["accepted_jobs"] = (all_of_them["outcome"] == "done").mean()
        found |= {name: own[name].mean() for name in ("resizes", "checkpoints", "failures")}
    return found


@pytest.mark.parametrize("name", STUDIES)
def test_the_mean_over_the_counted_jobs_is_the_metric(name: str) -> None:
    study = STUDIES[name]
    if study.scenario.study.vary is not None:
        study = study.set({"study.vary": None, "study.and_vary": None})
    if study.scenario.study.precision is not None:
        study = study.replications(1)
    result = study.run(1, progress=False)
    logged = bool(study.scenario.replayed)
    threshold = study.scenario.measurement.slowdown_threshold
    for policy in study.scenario.policies:
        for replication in range(1, 1 + (1 if logged else study.scenario.study.replications)):
            jobs = result.jobs(policy, replication=replication)
            for metric, value in measured(jobs, threshold).items():
                if metric not in result.numbers.names:
                    continue
                cells = result.numbers.samples(0, policy, metric)
                told = result.numbers.estimate(0, policy, metric).mean if logged else cells[replication - 1]
                assert value == pytest.approx(told, rel=1e-12, abs=1e-15), (metric, policy)
    jobs = result.jobs(study.scenario.policies[0])
    if name not in ("coscheduled", "a short log", "some are rejected"):
        assert 0 < jobs["counted"].sum() < len(jobs)
    if name == "a long log":
        assert sorted(set(jobs["block"])) == [0, 1, 2, 3, 4]
        assert (jobs["counted"] == (jobs["block"] > 0)).all()
