"""A preview is the same study, small enough to be drawn while a control moves."""

from typing import Any

import numpy as np
import orjson
import pytest

from engine.inputs.scenario import Scenario
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.study.cells import StudyPlan
from engine.study.preview import JOBS, LEAST_REPLICATIONS, REPLICATIONS, SECONDS, preview_of
from engine.study.registry import read_scenario

RATE, ALPHA, WARM_UP = "workload.arrivals.rate_per_1000_s", "cluster.groups.1.speed_factor", "measurement.warm_up.jobs"
FIXED = {"method": "fixed", "jobs": 300}


def scenario(workload: dict[str, Any] | None = None, warm_up: dict[str, Any] | None = None, **study: Any) -> Scenario:
    tree = orjson.loads(EXAMPLES["schnor-system-1"].canonical())
    tree["workload"] |= workload or {}
    if warm_up:
        tree["measurement"]["warm_up"] = warm_up
    tree["study"] |= study
    return read_scenario(tree)


def vary(field: str, values: list[float]) -> dict[str, Any]:
    return {"field": field, "values": values}


def rates(count: int) -> dict[str, Any]:
    return vary(RATE, [n / 20 for n in range(1, count + 1)])


def factors(count: int) -> dict[str, Any]:
    return vary(ALPHA, [1 + n / 10 for n in range(count)])


def costly(count: int, second: int = 0) -> Scenario:
    """A cluster of 2000 machines that every job uses, and all four policies: even a small study of it is not cheap."""
    tree = orjson.loads(scenario(vary=rates(count), and_vary=factors(second) if second else None).canonical())
    for group in tree["cluster"]["groups"]:
        group["count"] = 1000
    tree["workload"]["job_classes"][0]["max_size"] = 2000
    tree["policies"] = ["SED", "SED-NU", "SED-NM", "FCFS"]
    return read_scenario(tree)


def swept(found: Scenario) -> list[tuple[float, ...]]:
    return [kind.values for kind in found.study.sweep]


def jobs(found: Any) -> int:
    number: int = found.workload.jobs
    return number


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_preview_of_an_example_is_cheap(name: str) -> None:
    small = preview_of(EXAMPLES[name])
    found = StudyPlan(small).budget()
    least = len(small.policies) * 2 ** len(small.study.sweep) * LEAST_REPLICATIONS  # ends of sweeps, and an interval
    is_least = found.cells == least
    assert found.seconds <= (2 * SECONDS if is_least else SECONDS)
    if small.blocks:  # a log is previewed whole
        assert (jobs(small), small.study.replications) == (jobs(EXAMPLES[name]), EXAMPLES[name].study.replications)
        return
    a_day = max(small.at(point).fewest_jobs for point in small.points())  # of rates that follow the hours
    assert jobs(small) == min(max(JOBS, a_day), jobs(EXAMPLES[name]))
    assert is_least or small.study.replications == min(REPLICATIONS, EXAMPLES[name].study.replications)


def test_a_study_that_is_smaller_stays_as_it_is() -> None:
    small = preview_of(scenario({"jobs": 100}, vary=rates(2), replications=2))
    assert jobs(small) == 100
    assert small.study.replications == 2
    assert swept(small) == [(0.05, 0.1)]


@pytest.mark.parametrize("count", range(1, 61))
def test_the_first_and_the_last_value_of_a_sweep_stay(count: int) -> None:
    whole = rates(count)["values"]
    (values,) = swept(preview_of(costly(count)))
    assert (values[0], values[-1]) == (whole[0], whole[-1])
    assert set(values) <= set(whole)
    assert len(values) == min(count, 2)


def test_a_sweep_is_thinned_no_more_than_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """With 0.6 of what 11 values cost, one thinning to values 1, 3, 5, ..., 11 is enough."""
    whole = scenario(vary=rates(11))
    monkeypatch.setattr("engine.study.preview.SECONDS", 1e9)
    unthinned = preview_of(whole)
    assert len(swept(unthinned)[0]) == 11
    monkeypatch.setattr("engine.study.preview.SECONDS", 0.6 * StudyPlan(unthinned).budget().seconds)
    assert swept(preview_of(whole)) == [tuple(rates(11)["values"][::2])]


def test_of_two_fields_the_longer_one_is_thinned_first_and_of_equal_ones_the_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.study.preview.SECONDS", 1e9)
    unthinned = StudyPlan(preview_of(scenario(vary=rates(5), and_vary=factors(5)))).budget().seconds
    monkeypatch.setattr("engine.study.preview.SECONDS", 0.7 * unthinned)
    equal = preview_of(scenario(vary=rates(5), and_vary=factors(5)))
    assert [len(values) for values in swept(equal)] == [5, 3]
    longer = preview_of(scenario(vary=rates(9), and_vary=factors(3)))
    assert [len(values) for values in swept(longer)] == [5, 3]


def test_a_costly_sweep_of_two_fields_ends_at_their_corners() -> None:
    found = preview_of(costly(20, 30))
    assert swept(found) == [(0.05, 1.0), (1.0, 3.9)]
    assert StudyPlan(found).budget().seconds > SECONDS  # it is as small as it gets


def test_a_costly_scenario_without_a_sweep_is_taken_as_it_is() -> None:
    found = preview_of(costly(3).at({}))
    assert swept(found) == []
    assert jobs(found) == JOBS


def test_a_preview_asks_for_no_precision() -> None:
    found = preview_of(scenario(precision={"half_width_percent": 1.0}, replications=50))
    assert found.study.precision is None
    assert found.study.replications == REPLICATIONS


def test_a_given_warm_up_leaves_out_a_quarter_at_most() -> None:
    found = preview_of(scenario(warm_up=FIXED))
    assert found.measurement.warm_up.cut(np.empty(0)) == JOBS // 4
    short = preview_of(scenario(warm_up=FIXED | {"jobs": 50}))
    assert short.measurement.warm_up.cut(np.empty(0)) == 50


@pytest.mark.parametrize("method", ["none", "mser-5"])
def test_any_other_warm_up_stays(method: str) -> None:
    assert preview_of(scenario(warm_up={"method": method})).measurement.warm_up.method == method


def test_a_varied_warm_up_leaves_something_at_every_value() -> None:
    """Up to 2000 jobs are left out, so 400 would not do."""
    found = preview_of(scenario(warm_up=FIXED, vary=vary(WARM_UP, [0, 500, 2000])))
    assert swept(found)[0][-1] == 2000
    assert jobs(found) == 4000
    few = preview_of(scenario({"jobs": 2001}, FIXED, vary=vary(WARM_UP, [0, 500, 2000])))
    assert jobs(few) == 2001
    short = preview_of(scenario(warm_up=FIXED, vary=vary(WARM_UP, [0, 50])))
    assert jobs(short) == JOBS


def test_everything_else_stays() -> None:
    whole = costly(20, 10)
    before, after = orjson.loads(whole.canonical()), orjson.loads(preview_of(whole).canonical())
    assert (after["title"], after["notes"]) == ("", "")
    for tree in (before, after):
        tree["title"] = tree["notes"] = tree["workload"]["jobs"] = None
        tree["study"]["replications"] = tree["study"]["precision"] = None
        for name in ("vary", "and_vary"):
            del tree["study"][name]["values"]
    assert after == before


def test_a_preview_of_a_preview_is_the_same() -> None:
    for whole in (EXAMPLES["schnor-system-1"], costly(20, 10)):
        once = preview_of(whole)
        assert preview_of(once) == once
