"""Results as tables for other programs: what is in them, and that every format gives it back."""

import csv
import io
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pyarrow as pa
import pytest
from pyarrow import parquet
from pyarrow.csv import read_csv

from engine import ENGINE_VERSION
from engine.metrics.catalogue import metric_of
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.reports.report import report, write_files
from engine.results.export import cells, summaries
from engine.results.formats import FORMATS, to_csv, to_json, to_parquet
from engine.results.result import Result
from engine.study.budget import limits
from engine.study.cells import StudyPlan
from engine.study.registry import read_scenario

RATE, JOBS = "workload.arrivals.rate_per_1000_s", "workload.jobs"
ONE = {"vary": {"field": RATE, "values": [0.5, 1, 1.5]}}
TWO = {"vary": {"field": RATE, "values": [0.5, 1, 1.5]}, "and_vary": {"field": JOBS, "values": [100, 200]}}
LARGE = {"vary": {"field": RATE, "values": [1 + step / 100 for step in range(50)]}}
FAST = 'fast, "very" fast – =1+1'
"""A group name that needs quotes in CSV."""

Rows = list[dict[str, Any]]


def made_up(sweep: dict[str, Any], replications: int = 4) -> Result:
    """A complete result with random numbers instead of computed ones."""
    tree = orjson.loads(EXAMPLES["schnor-system-2"].canonical())
    tree["study"] = sweep | {"replications": replications, "seed": 1}
    tree["cluster"]["groups"][0]["name"] = FAST
    plan = StudyPlan(read_scenario(tree))
    shape = (len(plan.points), len(plan.scenario.policies), replications, len(plan.metric_names()))
    return Result(plan.scenario, plan.metric_names(), np.random.default_rng(1).exponential(size=shape), limits)


def with_gaps(result: Result) -> Result:
    """Without all cells of the first policy's first point and some others; and one metric is missing everywhere."""
    table = result.table.copy()
    table[0, 0] = table[0, 1, 1:] = table[1, :, 3] = np.nan
    table[..., result.names.index("gini")] = np.nan
    return Result(result.scenario, result.names, table, limits)


RESULT = made_up(ONE)
GAPS = with_gaps(RESULT)
RESULTS = pytest.mark.parametrize(
    "result", [made_up({}), RESULT, GAPS, made_up(TWO), with_gaps(made_up(TWO))], ids=["0", "1", "gaps", "2", "2 gaps"]
)
BOTH = pytest.mark.parametrize("made", [cells, summaries])


def column_types(table: pa.Table) -> dict[str, str]:
    words = {name: table.schema.field(name).type for name in table.column_names}
    return {name: "text" if pa.types.is_dictionary(kind) else str(kind) for name, kind in words.items()}


def point_of(result: Result, row: dict[str, Any]) -> int:
    return result.points.index({path: row[path] for path in result.points[0]})


def or_none(value: float) -> float | None:
    return None if np.isnan(value) else value


@pytest.mark.parametrize(("sweep", "paths"), [({}, []), (ONE, [RATE]), (TWO, [RATE, JOBS])])
def test_every_swept_field_has_a_column_and_every_column_its_type(sweep: dict[str, Any], paths: list[str]) -> None:
    swept = dict.fromkeys(paths, "double")
    named = {"metric": "text", "unit": "text"}
    of_cells = {"policy": "text", **swept, "replication": "int32", **named, "value": "double"}
    interval = dict.fromkeys(("mean", "low", "high"), "double")
    of_summary = {"policy": "text", **swept, **named, **interval, "replications": "int32", "settles": "bool"}
    for result in (made_up(sweep), StudyPlan(made_up(sweep).scenario).combine({})):
        for table, expected in ((cells(result), of_cells), (summaries(result), of_summary)):
            assert column_types(table) == expected
            assert list(column_types(table)) == list(expected)
            table.validate(full=True)


@RESULTS
def test_cells_are_the_samples_of_the_result(result: Result) -> None:
    found = {}
    for row in cells(result).to_pylist():
        point = point_of(result, row)
        place = (point, row["policy"], row["replication"], row["metric"])
        assert place not in found
        found[place] = row["value"]
        assert row["unit"] == metric_of(row["metric"]).unit
    assert found == {
        (point, policy, replication, metric): or_none(value)
        for point in range(len(result.points))
        for policy in result.scenario.policies
        for metric in result.names
        for replication, value in enumerate(result.samples(point, policy, metric), start=1)
        if not np.isnan(result.samples(point, policy, "response_time")[replication - 1])
    }


def test_a_cell_that_is_not_there_has_no_rows_and_a_metric_that_is_not_there_is_null() -> None:
    rows = cells(GAPS).to_pylist()
    policies = len(GAPS.scenario.policies)
    assert len(rows) == (RESULT.table[..., 0].size - 4 - 3 - policies) * len(GAPS.names)
    assert not [row for row in rows if row["policy"] == GAPS.scenario.policies[0] and row[RATE] == 0.5]
    assert {row["replication"] for row in rows if row[RATE] == 1} == {1, 2, 3}
    assert {row["metric"] for row in rows if row["value"] is None} == {"gini"}
    assert cells(StudyPlan(GAPS.scenario).combine({})).num_rows == 0


@RESULTS
def test_summaries_are_the_estimates_of_the_result(result: Result) -> None:
    rows = summaries(result).to_pylist()
    assert len(rows) == len(result.points) * len(result.scenario.policies) * len(result.names)
    assert len({(point_of(result, row), row["policy"], row["metric"]) for row in rows}) == len(rows)
    for row in rows:
        point = point_of(result, row)
        expected = result.estimate(point, row["policy"], row["metric"])
        assert [row["mean"], row["low"], row["high"]] == [or_none(value) for value in expected[:3]]
        assert row["replications"] == expected.replications
        assert row["settles"] == result.settles(point, row["policy"])
        assert row["unit"] == metric_of(row["metric"]).unit


def test_a_summary_says_where_a_queue_does_not_settle_and_where_there_is_no_interval() -> None:
    table = RESULT.table.copy()
    middle, late = (RESULT.names.index(name) for name in ("middle_jobs_in_system", "late_jobs_in_system"))
    table[..., middle], table[..., late] = 30, 30
    table[2, 1, :, late] = 50
    table[0, 0, 1:] = table[1, 0] = np.nan
    rows = summaries(Result(RESULT.scenario, RESULT.names, table, limits)).to_pylist()
    policies = RESULT.scenario.policies
    assert {(row["policy"], row[RATE]) for row in rows if not row["settles"]} == {(policies[1], 1.5)}
    without = {(policies[0], 0.5), (policies[0], 1), (policies[1], 1.5)}
    assert {(row["policy"], row[RATE]) for row in rows if row["low"] is None} == without
    assert {(row["policy"], row[RATE]) for row in rows if row["mean"] is None} == {(policies[0], 1)}
    assert {row["replications"] for row in rows} == {0, 1, 4}


@BOTH
@RESULTS
def test_parquet_gives_the_table_back(made: Any, result: Result) -> None:
    table = made(result)
    again = parquet.read_table(io.BytesIO(to_parquet(table)))
    assert again.equals(table, check_metadata=True)
    assert again.schema.equals(table.schema)


@BOTH
@RESULTS
def test_json_gives_the_rows_back(made: Any, result: Result) -> None:
    table = made(result)
    assert b"NaN" not in to_json(table)
    assert orjson.loads(to_json(table)) == table.to_pylist()


@BOTH
@RESULTS
def test_csv_gives_the_rows_back(made: Any, result: Result) -> None:
    table = made(result)
    read: dict[str, Any] = {
        "text": str,
        "double": float,
        "int32": int,
        "bool": {"true": True, "false": False}.__getitem__,
    }
    kinds = column_types(table)
    rows: Rows = list(csv.DictReader(io.StringIO(to_csv(table).decode(), newline="")))
    assert [
        {name: read[kinds[name]](text) if text else None for name, text in row.items()} for row in rows
    ] == table.to_pylist()
    assert read_csv(io.BytesIO(to_csv(table))).column_names == table.column_names


@BOTH
@pytest.mark.parametrize("form", FORMATS)
def test_a_result_without_any_cell_can_be_written(made: Any, form: str) -> None:
    table = made(StudyPlan(RESULT.scenario).combine({}))
    text = FORMATS[form].write(table)
    read = {
        "csv": lambda: len(list(csv.DictReader(io.StringIO(text.decode())))),
        "json": lambda: len(orjson.loads(text)),
        "parquet": lambda: parquet.read_table(io.BytesIO(text)).num_rows,
    }
    assert read[form]() == table.num_rows


@BOTH
def test_parquet_says_where_the_numbers_come_from(made: Any) -> None:
    metadata = parquet.read_schema(io.BytesIO(to_parquet(made(RESULT)))).metadata
    assert metadata[b"corral.engine_version"].decode() == ENGINE_VERSION
    assert metadata[b"corral.fingerprint"].decode() == RESULT.fingerprint() != GAPS.fingerprint()
    assert metadata[b"corral.scenario"] == RESULT.scenario.canonical()
    assert read_scenario(orjson.loads(metadata[b"corral.scenario"])) == RESULT.scenario


@BOTH
@pytest.mark.parametrize("form", FORMATS)
def test_the_same_result_gives_the_same_bytes_and_another_one_others(made: Any, form: str) -> None:
    again = Result.from_bytes(GAPS.to_bytes(), GAPS.scenario, limits)
    assert again is not None
    assert FORMATS[form].write(made(GAPS)) == FORMATS[form].write(made(again)) != FORMATS[form].write(made(RESULT))


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "=", "-"])
@pytest.mark.parametrize("stored_once", [True, False])
def test_no_text_of_csv_is_a_formula(text: str, stored_once: bool) -> None:
    texts = pa.array([text, "a=b", None, "SED-NM"])
    table = pa.table({"text": texts.dictionary_encode() if stored_once else texts, "value": [-1.5, -2.0, -3.0, None]})
    rows = list(csv.reader(io.StringIO(to_csv(table).decode())))
    assert rows == [["text", "value"], ["'" + text, "-1.5"], ["a=b", "-2"], ["", "-3"], ["SED-NM", ""]]


def test_two_thousand_cells_are_all_there_in_every_format() -> None:
    result = made_up(LARGE, replications=-(-2000 // (50 * len(RESULT.scenario.policies))))
    table = cells(result)
    assert table.num_rows == result.table.size >= 2000 * len(result.names)
    assert np.array_equal(table["value"].to_numpy(), result.table.ravel())
    objects = orjson.loads(to_json(table))
    assert [row["value"] for row in objects] == result.table.ravel().tolist()
    assert objects[-1] == table.slice(table.num_rows - 1).to_pylist()[0]
    assert np.array_equal(read_csv(io.BytesIO(to_csv(table)))["value"].to_numpy(), result.table.ravel())
    text = to_parquet(table)
    assert parquet.read_table(io.BytesIO(text)).equals(table)
    assert len(text) < 1.5 * result.table.nbytes  # names and numbers of points cost next to nothing


def test_the_command_line_prints_the_summary_and_writes_every_table(tmp_path: Path) -> None:
    assert report(GAPS, "csv") + "\n" == to_csv(summaries(GAPS)).decode()
    paths = write_files(GAPS, str(tmp_path / "new"), "How it was made.")
    written = {path.name: path.read_bytes() for path in paths}
    beside = {name: written.pop(name).decode() for name in ("README.txt", "rerun.sh", "metadata.json")}
    assert written == {
        "scenario.json": GAPS.scenario.canonical(),
        "result.json": GAPS.to_bytes(),
        "methods.txt": b"How it was made.\n",
        **{f"cells.{form}": one.write(cells(GAPS)) for form, one in FORMATS.items()},
        **{f"summary.{form}": one.write(summaries(GAPS)) for form, one in FORMATS.items()},
    }
    assert len(written) == 9
    for text in beside.values():
        assert GAPS.fingerprint() in text
        assert ENGINE_VERSION in text


def test_an_archive_says_what_every_column_and_metric_is_and_names_every_file(tmp_path: Path) -> None:
    names = [path.name for path in write_files(GAPS, str(tmp_path), "How it was made.")]
    readme = (tmp_path / "README.txt").read_text()
    columns = {*cells(GAPS).column_names, *summaries(GAPS).column_names} - {"low", "high"}
    assert all(f"- {column}: " in readme for column in (*columns, *GAPS.names, "low, high"))
    crate = orjson.loads((tmp_path / "metadata.json").read_bytes())["@graph"]
    files = {one["@id"]: one["description"] for one in crate if one["@type"] == "File"}
    assert set(files) | {"metadata.json"} == set(names)
    assert all(files.values())
    assert subprocess.run(["sh", "-n", str(tmp_path / "rerun.sh")], check=False).returncode == 0
