"""Published values: what is printed, for which scenarios it holds, and how it compares with what is measured."""

from typing import Any

import numpy as np
import orjson
import pytest

from engine.inputs.scenario import Scenario
from engine.metrics.catalogue import METRICS
from engine.papers.published import jobs_published, published_for
from engine.papers.reproduction import mean_deviations, reproductions, spread
from engine.parallel_jobs.papers.published_tables import FOLDER, PUBLISHED, TABLES
from engine.parallel_jobs.policies import POLICIES
from engine.reports.report import report
from engine.results.export import summaries
from engine.results.formats import to_csv
from engine.results.result import Result
from engine.study.budget import limits
from engine.study.registry import EXAMPLES
from tests.engine.made_up import EXAMPLE, RATE, publish, result_of, scenario_with, unsettled, value_at

THREE: dict[str, Any] = {"vary": {"field": RATE, "values": [0.1, 0.5, 1.0]}, "replications": 5}
ALL = (
    value_at(0.1, "SED", 800),
    value_at(0.5, "SED", 900),
    value_at(0.5, "FCFS", 0.2, "utilization"),
    value_at(1.0, "FCFS", 5000, transient=True),
)


@pytest.fixture
def four_published(monkeypatch: pytest.MonkeyPatch) -> None:
    publish(monkeypatch, *ALL)


# what is printed ------------------------------------------------------------------------------------------------------


def printed(table: str, between: float, policy: str, metric: str) -> Any:
    (found,) = (
        value
        for value in PUBLISHED
        if (value.example, value.point, value.policy, value.metric)
        == (f"kumar-table-{table}", {"mean_interarrival_s": between}, policy, metric)
    )
    return found


def test_values_are_those_of_the_tables_in_base_units() -> None:
    assert printed("4-2", 100, "UFF", "response_time").value == 114.64
    assert printed("4-2", 100, "FF", "utilization").value == pytest.approx(0.6257)
    assert printed("4-3", 45, "FF", "response_time").value == 13985.08
    assert printed("4-5", 55.8, "Simple", "response_time_submitted").value == 56.0
    assert printed("4-5", 42, "Simple-R", "profit").value == 4039729
    assert printed("4-6", 42, "Lazy", "utilization").value == pytest.approx(0.784)
    assert printed("4-6", 500, "Lazy-R", "response_time_submitted").value == 180.4


def test_every_number_of_every_table_is_there_once() -> None:
    places = {(one.example, tuple(one.point.items()), one.policy, one.metric) for one in PUBLISHED}
    assert len(PUBLISHED) == len(places) == 6 * (4 + 4 + 4 + 6 + 6)  # table 4.2 for two examples
    assert {table.file for table in TABLES} == {path.name for path in FOLDER.iterdir()}


def test_only_queues_that_grow_without_end_are_transient() -> None:
    rows = {(one.source[-3:], one.point["mean_interarrival_s"]) for one in PUBLISHED if one.transient}
    assert rows == {("4.2", 64.5), ("4.2", 60), ("4.2", 45), ("4.3", 45)}
    assert {one.metric for one in PUBLISHED if one.is_total} == {"profit"}


def test_tables_name_policies_metrics_and_examples_that_there_are() -> None:
    assert {one.policy for one in PUBLISHED} <= set(POLICIES)
    assert {one.metric for one in PUBLISHED} <= set(METRICS)
    assert {one.example for one in PUBLISHED} <= set(EXAMPLES)


@pytest.mark.parametrize("name", [table.example for table in TABLES if "independent" not in table.example])
def test_every_row_of_a_table_is_a_point_of_its_example(name: str) -> None:
    own = [one for one in PUBLISHED if one.example == name]
    found = [one for one in published_for(EXAMPLES[name]) if one.example == name]
    assert sorted(found, key=str) == sorted(own, key=str)


def test_the_workload_of_the_text_has_values_to_fail_at() -> None:
    """Kumar 2001 prints 69.93, 82.55 and 114.64 s; M/M/1 gives 74.05, 95.20 and 181.69 s."""
    found = published_for(EXAMPLES["kumar-table-4-2-independent"])
    assert {one.example for one in found} == {"kumar-table-4-2-independent"}
    times = {one.point["mean_interarrival_s"]: one.value for one in found if one[2:4] == ("UFF", "response_time")}
    assert times == {100: 114.64, 200: 82.55, 500: 69.93}


# for which scenarios --------------------------------------------------------------------------------------------------

KEEP = {
    "seed": {"seed": 7},
    "replications": {"replications": 3},
    "precision": {"precision": {"half_width_percent": 2.0}, "replications": 10},
    "points": {"vary": {"field": RATE, "values": [0.1, 0.3, 0.5, 1.0, 1.2]}},
    "map": {"and_vary": {"field": "workload.jobs", "values": [10_000]}},
}
TREE = EXAMPLES[EXAMPLE].model_dump(mode="json")
FAST, SLOW = TREE["cluster"]["groups"]
CLASS = TREE["workload"]["job_classes"][0]
LOSE: dict[str, dict[str, Any]] = {
    "cluster": {"cluster": {"groups": [FAST, SLOW | {"count": 24}]}},
    "demand": {"workload": {"job_classes": [CLASS | {"demand": {"distribution": "constant", "mean": 5999}}]}},
    "arrivals": {"workload": {"arrivals": {"process": "batch"}}, "study": {"vary": None}},
    "options": {"options": {"migrate_only_if_it_pays": True}},
    "warm-up": {"measurement": {"warm_up": {"method": "fixed", "jobs": 100}}},
}


def values(scenario: Scenario) -> list[float]:
    return [one.value for one in published_for(scenario)]


@pytest.mark.usefixtures("four_published")
@pytest.mark.parametrize("study", KEEP.values(), ids=KEEP)
def test_another_seed_or_other_points_keep_the_published_values(study: dict[str, Any]) -> None:
    assert values(scenario_with(**(THREE | study))) == [800, 900, 0.2, 5000]


@pytest.mark.usefixtures("four_published")
@pytest.mark.parametrize("changes", LOSE.values(), ids=LOSE)
def test_whatever_changes_the_jobs_or_the_machines_loses_them(changes: dict[str, Any]) -> None:
    study = THREE | changes.get("study", {})
    rest = {section: fields for section, fields in changes.items() if section != "study"}
    assert values(scenario_with(changes=rest, **study)) == []


@pytest.mark.usefixtures("four_published")
def test_policies_and_points_that_are_not_studied_have_no_values() -> None:
    assert values(scenario_with(("SED-NM", "SED"), **THREE)) == [800, 900]
    assert values(scenario_with(**THREE | {"vary": {"field": RATE, "values": [0.5]}})) == [900, 0.2]
    assert values(scenario_with(("SED-NM",), **THREE)) == []


@pytest.mark.usefixtures("four_published")
def test_a_point_may_be_called_otherwise() -> None:
    alone = scenario_with(vary=None, changes={"workload": {"arrivals": rate_of(0.5)}})
    assert [(one.value, one.point) for one in published_for(alone)] == [(900, {}), (0.2, {})]
    assert values(scenario_with(vary=None, changes={"workload": {"arrivals": rate_of(0.6)}})) == []


def rate_of(rate: float) -> dict[str, Any]:
    return {"process": "poisson", "rate_per_1000_s": rate}


def test_with_other_jobs_only_values_stay_that_do_not_depend_on_them(monkeypatch: pytest.MonkeyPatch) -> None:
    publish(monkeypatch, *ALL, value_at(0.1, "SED", 9e9, "makespan", is_total=True))
    fewer = scenario_with(changes={"workload": {"jobs": 400}}, **THREE)
    assert sorted(values(scenario_with(**THREE))) == [0.2, 800, 900, 5000, 9e9]
    assert sorted(values(fewer)) == [0.2, 800, 900]
    assert {jobs_published(fewer, one) for one in published_for(fewer)} == {10_000}
    varied = scenario_with(**THREE | {"vary": {"field": "workload.jobs", "values": [400, 10_000]}},
                           changes={"workload": {"arrivals": rate_of(0.1)}})  # fmt: skip
    assert [(one.value, one.point["workload.jobs"]) for one in published_for(varied)] == [
        (800, 400),
        (800, 10_000),
        (9e9, 10_000),
    ]


# beside what is measured ----------------------------------------------------------------------------------------------


@pytest.fixture
def result() -> Result:
    found = result_of(
        scenario_with(**THREE),
        {
            (0, "SED", "response_time"): [840, 840, 840, 840, 840],
            (1, "SED", "response_time"): [870, 880, 890, 900, 910],
            (1, "FCFS", "utilization"): [0.1, 0.2, 0.3, 0.4, 0.5],
            (2, "FCFS", "response_time"): [3000, 4000, 5000, 6000, 7000],
        },
    )
    unsettled(found, 2, "FCFS")
    return found


@pytest.mark.usefixtures("four_published")
def test_deviations_are_of_the_measured_from_the_published(result: Result) -> None:
    found = {one.published.value: one for one in reproductions(result)}
    assert found[800].deviation_percent == pytest.approx(5)
    assert found[900].deviation_percent == pytest.approx(-100 / 90)
    assert found[0.2].deviation_percent == pytest.approx(50)
    assert found[900].measured == result.estimate(1, "SED", "response_time")
    assert [one.published.value for one in reproductions(result, "utilization")] == [0.2]


@pytest.mark.usefixtures("four_published")
def test_a_transient_value_compares_with_the_spread_and_never_by_a_percentage(result: Result) -> None:
    (one,) = (one for one in reproductions(result) if one.published.transient)
    assert one.deviation_percent is None
    assert not one.settles
    assert one.is_within_range
    assert one.is_within_prediction
    assert one.spread[:2] == (3000, 7000)
    assert np.isnan(one.measured.low)


def test_a_published_zero_has_no_percentage(monkeypatch: pytest.MonkeyPatch, result: Result) -> None:
    publish(monkeypatch, value_at(0.1, "SED", 0.0))
    assert [one.deviation_percent for one in reproductions(result)] == [None]


def test_the_spread_of_one_more_replication_is_wider_than_that_of_the_mean() -> None:
    found = spread(np.array([1.0, 2, 3, np.nan, 4, 5]))
    half = 2.776445 * np.sqrt(2.5) * np.sqrt(1 + 1 / 5)  # Student's t with 4 degrees of freedom at 97.5 %
    assert found == pytest.approx((1, 5, 3 - half, 3 + half), rel=1e-6)
    assert np.isnan(spread(np.array([np.nan]))).all()
    assert np.isnan(spread(np.array([2.0]))).tolist() == [False, False, True, True]


def test_a_value_beyond_all_replications_can_still_be_within_the_prediction(
    monkeypatch: pytest.MonkeyPatch, result: Result
) -> None:
    publish(monkeypatch, value_at(0.5, "SED", 915), value_at(0.1, "SED", 841), value_at(0.5, "FCFS", 5, "utilization"))
    found = {one.published.value: (one.is_within_range, one.is_within_prediction) for one in reproductions(result)}
    assert found == {915: (False, True), 841: (False, False), 5: (False, False)}


@pytest.mark.usefixtures("four_published")
def test_the_mean_deviation_is_of_absolute_values_and_leaves_transient_rows_out(result: Result) -> None:
    first, second = mean_deviations(reproductions(result))
    assert (first.policy, first.metric, first.rows) == ("SED", "response_time", 2)
    assert first.percent == pytest.approx((5 + 100 / 90) / 2)
    assert (second.policy, second.metric, second.rows) == ("FCFS", "utilization", 1)
    assert second.percent == pytest.approx(50)


@pytest.mark.usefixtures("four_published")
def test_nothing_computed_yet_compares_with_nothing() -> None:
    scenario = scenario_with(**THREE)
    empty = result_of(scenario, {})
    empty = Result(scenario, empty.names, np.full_like(empty.table, np.nan), limits)
    rows = [one.row() for one in reproductions(empty)]
    assert {(row["mean"], row["deviation_percent"], row["within_range"]) for row in rows} == {(None, None, None)}
    assert mean_deviations(reproductions(empty)) == []


# on the command line --------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("four_published")
def test_json_has_the_published_values_and_their_means(result: Result) -> None:
    tree = orjson.loads(report(result, "json"))
    row = next(row for row in tree["published"] if row["published"] == 900)
    assert (row["policy"], row["point"], row["metric"], row["unit"]) == ("SED", {RATE: 0.5}, "response_time", "s")
    assert (row["mean"], row["replications"], row["source"]) == (890, 5, "Kumar 2001, table 4.2")
    assert row["low"] < 890 < row["high"] < row["next_high"]
    assert [row["within_prediction"] for row in tree["published"] if row["transient"]] == [True]
    assert [row["policy"] for row in tree["mean_absolute_deviation"]] == ["SED", "FCFS"]


@pytest.mark.usefixtures("four_published")
def test_the_table_has_them_beneath_and_csv_is_as_it_was(result: Result) -> None:
    text = report(result, "table")
    beneath = text[text.index("published beside measured") :]
    assert [word in beneath for word in ("+5.00", "-1.11", "transient", "3.06", "fingerprint")] == [True] * 5
    assert report(result, "csv") == to_csv(summaries(result)).decode().rstrip("\n")


def test_without_published_values_neither_says_anything(monkeypatch: pytest.MonkeyPatch, result: Result) -> None:
    publish(monkeypatch)
    assert "published" not in report(result, "table")
    tree = orjson.loads(report(result, "json"))
    assert tree["published"] == tree["mean_absolute_deviation"] == []
