"""A model beside the log that it was fitted to: like its own sample, unlike what it cannot be, and in shares."""

from typing import Any

import numpy as np
import orjson
import pytest

from engine.inputs.draws import Draws
from engine.parallel_jobs.analyses.recorded import recorded
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.study.registry import EXAMPLES
from engine.workload_models.fit import QUANTILES, beside
from engine.workload_models.lublin99 import ALL, sample
from tests.engine.parallel_jobs.inputs.test_listed import listed


@pytest.fixture(scope="module")
def like() -> dict[str, Any]:
    jobs = sample((ALL,), 128, Draws(5, 0), 10_000)
    return beside(jobs.arrival, jobs.size, jobs.run, 128, seed=1)


def test_a_sample_of_the_model_is_like_it(like: dict[str, Any]) -> None:
    found = {one["what"]: one for one in like["measures"]}
    assert [found[what]["words"] for what in ("size", "run", "gap")] == ["small"] * 3
    assert found["gap"]["model"] == pytest.approx(found["gap"]["log"], rel=0.1)
    assert found["load"]["model"] == pytest.approx(found["load"]["log"], rel=0.25)
    for name in ("run", "gap"):
        log, model = (np.array(one[:99]) for one in like[name])
        assert np.median(np.abs(np.log(log + 1) - np.log(model + 1))) < 0.1
        assert (np.diff(log) >= 0).all()
    assert len(like["quantiles"]) == len(QUANTILES)


def test_shares_are_of_all_jobs(like: dict[str, Any]) -> None:
    sizes = like["sizes"]
    assert sizes["labels"][:6] == ["1", "2", "3", "4", "5-7", "8"]
    assert sizes["labels"][-1] == "128"
    for shares in (sizes["log"], sizes["model"], *like["hours"]):
        assert sum(shares) == pytest.approx(1)
    assert sizes["log"][0] == pytest.approx(0.244, abs=0.02)
    orjson.dumps(like)


@pytest.mark.parametrize("run", [(600.0, 3_600.0), (60.0, 60.0)])
def test_run_times_that_the_model_cannot_have_are_far(run: tuple[float, float]) -> None:
    """Two values, or one: once this did not end."""
    jobs = sample((ALL,), 128, Draws(5, 1), 2_000)
    found = beside(jobs.arrival, jobs.size, np.where(np.arange(2_000) % 2 == 0, *run), 128, seed=1)
    far = {one["what"]: one["words"] for one in found["measures"]}
    assert far["run"] == "large"
    assert far["gap"] != "large"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"size": 1}, "every job has size 1"),
        ({"arrival": 86_400.0 * np.arange(2_000)}, "the same half hour"),
        ({"arrival": 3_600.0 * np.arange(2_000)}, "no law of lublin99 has gaps"),
    ],
)
def test_what_is_no_workload_is_said(change: dict[str, Any], why: str) -> None:
    jobs = sample((ALL,), 128, Draws(5, 1), 2_000)._asdict() | change
    with pytest.raises(ValueError, match=why):
        beside(jobs["arrival"], np.broadcast_to(jobs["size"], 2_000), jobs["run"], 128, seed=1)


def test_a_log_is_told_with_its_model() -> None:
    scenario = EXAMPLES["log-in-blocks"]
    assert isinstance(scenario, ParallelJobsScenario)
    assert recorded(scenario)["beside"]["jobs"] == 420
    with pytest.raises(ValueError, match="not those of a log"):
        recorded(listed([{"arrival": 0, "machines": 1, "run": 1}]))
