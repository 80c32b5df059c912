"""Replications in which metrics are missing: they are computed all the same, and every loop over rounds ends."""

import warnings
from typing import Any

import numpy as np
import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.figures.result.fairness import draw_boxes, draw_lorenz
from components.pages.studio.answer.answer import curve_metrics, offered, table_of_data
from components.pages.studio.answer.fair import describe_fairness, table_of_classes, table_of_indices, table_of_lorenz
from components.pages.studio.answer.on_study import ANSWER, draw_answer
from engine.reports.report import report
from engine.results.export import cells, summaries
from engine.results.formats import FORMATS
from engine.results.result import Result
from engine.statistics.stopping import Stop
from engine.study.ahead import result_ahead
from engine.study.budget import limits
from engine.study.cells import StudyPlan
from engine.study.preview import preview_of
from engine.study.registry import EXAMPLES, read_scenario
from engine.study.run import run_study
from workers.broker.store import Store
from workers.client import Client

REJECTS_ALL = {
    "family": "parallel-jobs",
    "version": 1,
    "cluster": {"groups": [{"name": "m", "count": 4, "speed_factor": 1}]},
    "workload": {
        "arrivals": {"process": "poisson", "rate_per_1000_s": 1},
        "jobs": 20,
        "job_classes": [
            {
                "demand": {"distribution": "constant", "mean": 1000},
                "min_size": 1,
                "max_size": 4,
                "deadline": {"deadline": "constant-deadline", "mean": 1},
            }
        ],
    },
    "policies": ["FCFS", "Simple"],
    "study": {"replications": 3, "seed": 1},
}
"""Simple takes none of these jobs: nothing can be done within a second."""

TO_5_PERCENT = {"metric": "response_time", "half_width_percent": 5, "maximum_seconds": 100}


def plan_of(policies: tuple[str, ...] = ("FCFS", "Simple"), **study: Any) -> StudyPlan:
    return StudyPlan(
        read_scenario(REJECTS_ALL | {"policies": list(policies), "study": REJECTS_ALL["study"] | study})  # type: ignore[operator]
    )


@pytest.fixture(scope="module")
def rejected() -> Result:
    return run_study(plan_of().scenario)


def test_a_study_in_which_every_job_is_rejected_ends(rejected: Result) -> None:
    assert rejected.complete
    assert rejected.cells_done == 6
    assert rejected.estimate(0, "Simple", "accepted_jobs").mean == 0
    assert rejected.estimate(0, "Simple", "rejected_too_few").mean == 1
    assert rejected.estimate(0, "Simple", "response_time").replications == 0


def test_it_ends_with_a_precision_for_a_metric_that_is_never_there() -> None:
    study: dict[str, Any] = {"replications": 10, "precision": TO_5_PERCENT | {"maximum_replications": 30}}
    alone, both = (run_study(plan_of(names, **study).scenario) for names in (("Simple",), ("FCFS", "Simple")))
    assert alone.verdicts == both.verdicts == [(30, Stop.REPLICATIONS)]


def test_which_cells_are_done_survives_the_bytes_of_a_result(rejected: Result) -> None:
    plan = plan_of()
    nothing = plan.combine({0: {}, 1: {}, 2: {"response_time": 7.0}, 4: {}})
    for result in (rejected, nothing, plan.combine({})):
        again = Result.from_bytes(result.to_bytes(), result.scenario, limits)
        assert again is not None
        assert np.array_equal(again.done, result.done)
        assert again.fingerprint() == result.fingerprint()
    assert nothing.cells_done == 4
    assert plan.combine({2: {"response_time": 7.0}}).fingerprint() != nothing.fingerprint()


def test_a_result_stored_without_a_mask_can_still_be_read(rejected: Result) -> None:
    tree = orjson.loads(rejected.to_bytes())
    del tree["done"]
    again = Result.from_bytes(orjson.dumps(tree), rejected.scenario, limits)
    assert again is not None
    assert again.complete


@given(st.data())
@settings(deadline=None, max_examples=60)
def test_every_loop_over_rounds_ends_whatever_is_missing(data: st.DataObject) -> None:
    precision = {"metric": "response_time", "half_width_percent": 10, "maximum_replications": 40}
    study: dict[str, Any] = {"replications": 10, "precision": precision} if data.draw(st.booleans()) else {}
    plan = plan_of(**study)
    names = plan.metric_names()
    missing = data.draw(st.lists(st.sets(st.sampled_from(names)), min_size=1, max_size=6))
    every = data.draw(st.sets(st.sampled_from(("response_time", *names))))
    fails = data.draw(st.booleans())
    values: dict[int, dict[str, Any]] = {}
    generator = np.random.default_rng(1)
    for _ in range(100):
        if (wanted := plan.next_round(values)) is None:
            break
        new = [index for index in plan.indices(wanted) if index not in values]
        assert new, "a round in which there is nothing to compute would come for ever"
        for index in new:
            row = dict(zip(names, generator.exponential(size=len(names)).tolist(), strict=True))
            gone = missing[index % len(missing)] | every
            # Some as a kernel leaves them out, some as bytes of an older engine have them.
            kept = {name: value for name, value in row.items() if name not in gone}
            values[index] = kept if index % 2 else dict.fromkeys(gone, float("nan")) | kept
        if fails:
            values[new[0]] = {"error": "it broke"}
    else:
        raise AssertionError("there is always another round")
    result = plan.combine(values)
    assert result.complete is not fails
    assert int(result.done.sum()) == len(values) - sum("error" in cell for cell in values.values())


def test_reports_pages_and_exports_cope_with_what_is_missing(rejected: Result) -> None:
    swept = run_study(plan_of(vary={"field": "workload.jobs", "values": [2, 4]}).scenario)
    alone = run_study(plan_of(("Simple",)).scenario)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # no storm of "mean of empty slice"
        for result in (rejected, swept, alone):
            for form in ("table", "json", "csv"):
                assert "Simple" in report(result, form)
            for table in (cells(result), summaries(result)):
                for write in (form.write for form in FORMATS.values()):
                    assert write(table)
            for metric in offered(curve_metrics(result)):
                assert len(draw_answer(result, metric, "", "light")) == len(ANSWER)
            assert table_of_data(result).body
            assert describe_fairness(result, 0)
            for make in (table_of_indices, table_of_classes, table_of_lorenz):
                assert make(result, 0).body
            for draw in (draw_lorenz, draw_boxes):
                assert draw(result, 0, "light")


@pytest.mark.parametrize("name", ["kumar-table-4-5", "kumar-table-4-6"])
def test_a_preview_in_which_cells_reject_everything_ends(name: str) -> None:
    tree = orjson.loads(EXAMPLES[name].canonical())
    for kind in tree["workload"]["job_classes"]:
        kind["deadline"]["mean"] = 1
    assert run_study(preview_of(read_scenario(tree))).complete


def test_a_study_of_a_single_job_ends() -> None:
    tree = orjson.loads(EXAMPLES["kumar-table-4-5"].canonical())
    tree["workload"]["jobs"] = 1
    assert run_study(read_scenario(tree)).complete


class _Known(Store):
    """What other studies have had computed, by key, without a broker."""

    def __init__(self) -> None:
        self.texts: dict[str, bytes] = {}

    def known(self, keys: list[str]) -> list[Any]:  # type: ignore[override]
        return [self.texts.get(key) for key in keys]

    def remember(self, cells: Any) -> None:
        self.texts |= dict(cells)


def test_a_cell_without_times_is_known_and_remembered(rejected: Result) -> None:
    """`known` looped for ever in a thread of the web server, and `remember` forgot such cells."""
    client = object.__new__(Client)
    client._store = _Known()
    client.remember(rejected)
    found, missing = client.known(plan_of(replications=2).scenario)
    assert missing == 0
    assert found.complete
    assert found.estimate(0, "Simple", "accepted_jobs").mean == 0
    assert client.known(plan_of(replications=4).scenario)[1] == 2


def test_a_warm_up_that_leaves_no_accepted_job_leaves_the_means_out() -> None:
    """It was an `IndexError: index -1 is out of bounds for axis 0`."""
    tree = orjson.loads(orjson.dumps(REJECTS_ALL))
    tree["workload"]["jobs"] = 200
    tree["workload"]["job_classes"][0]["deadline"]["mean"] = 400
    tree["workload"]["arrivals"]["rate_per_1000_s"] = 8
    tree["measurement"] = {"warm_up": {"method": "fixed", "jobs": 150}}
    result = run_study(read_scenario(tree))
    taken = 200 * result.samples(0, "Simple", "accepted_jobs")
    assert (taken < 150).all()
    assert (taken > 0).all()
    assert result.estimate(0, "Simple", "response_time").replications == 0
    assert result.estimate(0, "Simple", "jain_index").replications == 0
    assert result.estimate(0, "Simple", "makespan").replications == 3
    assert result.samples(0, "Simple", "warm_up_jobs") == pytest.approx(taken)
    assert result.estimate(0, "FCFS", "response_time").replications == 3


def test_stored_results_are_read_as_before() -> None:
    stored = result_ahead(EXAMPLES["schnor-system-1"])
    assert stored is None or stored.complete
