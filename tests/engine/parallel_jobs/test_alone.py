"""How long a job takes alone, however many kinds of jobs there are."""

import numpy as np
import pytest

from engine.parallel_jobs.inputs import jobs as module
from engine.parallel_jobs.inputs.jobs import alone
from engine.parallel_jobs.inputs.workload import draw_jobs, machines_of
from engine.parallel_jobs.papers.examples import EXAMPLES


@pytest.mark.parametrize(
    "name", ["schnor-system-1", "kumar-table-4-2-independent", "malleable-share", "kumar-table-4-5"]
)
def test_it_is_the_same_whether_each_job_is_asked_or_each_kind(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = EXAMPLES[name].at({"workload.jobs": 200})
    jobs, machines = draw_jobs(scenario, 0), machines_of(scenario)
    found = []
    for few in (0, 1_000):
        monkeypatch.setattr(module, "FEW", few)
        found.append(alone(scenario, jobs, machines))
    assert found[0].tobytes() == found[1].tobytes()
    least = jobs.demand / jobs.speedup.max(axis=1)[jobs.job_class]
    assert (found[0] >= least).all()
    assert np.isfinite(found[0]).all()
