"""A result to and from bytes, and what it says of its cells."""

import numpy as np
import orjson
import pytest

from engine.metrics.catalogue import METRICS
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.results.result import Result
from engine.study.ahead import result_ahead
from engine.study.budget import limits
from engine.study.cells import StudyPlan
from engine.study.registry import EXAMPLES as ALL_EXAMPLES
from engine.study.registry import read_scenario


def study(jobs: int = 100, seed: int = 1) -> StudyPlan:
    tree = orjson.loads(EXAMPLES["schnor-system-2"].at({"workload.jobs": jobs}).canonical())
    vary = {"field": "workload.arrivals.rate_per_1000_s", "values": [1, 6]}
    tree["study"] = {"vary": vary, "replications": 2, "seed": seed}
    return StudyPlan(read_scenario(tree))


PLAN = study()
VALUES = {cell.index: PLAN.compute(cell) for cell in PLAN.cells()}
WHOLE = PLAN.combine(VALUES)
PART = PLAN.combine({index: VALUES[index] for index in (0, 3, 4)})


@pytest.mark.parametrize("result", [WHOLE, PART, PLAN.combine({})], ids=["whole", "part", "nothing"])
def test_a_result_survives_its_bytes(result: Result) -> None:
    again = Result.from_bytes(result.to_bytes(), result.scenario, limits)
    assert again is not None
    assert again.names == result.names
    assert again.table.tobytes() == result.table.tobytes()
    assert again.fingerprint() == result.fingerprint()
    assert again.to_bytes() == result.to_bytes()


def test_what_is_missing_is_null_and_not_nan() -> None:
    assert b"NaN" not in PART.to_bytes()
    cells = orjson.loads(PART.to_bytes())["cells"]
    assert sum(values[0] is None for point in cells for policy in point for values in policy) == len(PLAN) - 3


def test_bytes_of_another_study_engine_or_of_changed_numbers_are_no_result() -> None:
    text = WHOLE.to_bytes()
    assert Result.from_bytes(text, study(seed=2).scenario, limits) is None
    tree = orjson.loads(text)
    tree["cells"][0][0][0][0] += 1e-9
    assert Result.from_bytes(orjson.dumps(tree), PLAN.scenario, limits) is None
    tree = orjson.loads(text) | {"engine_version": "0.0.0"}
    assert Result.from_bytes(orjson.dumps(tree), PLAN.scenario, limits) is None


def test_the_fingerprint_does_not_depend_on_the_bits_of_a_nan_or_of_zero() -> None:
    table = WHOLE.table.copy()
    table[0, 0, 0] = np.nan
    other = table.copy()
    other[0, 0, 0] = -np.nan
    names, scenario = WHOLE.names, WHOLE.scenario
    assert Result(scenario, names, table, limits).fingerprint() == Result(scenario, names, other, limits).fingerprint()
    table[0, 0, 0], other[0, 0, 0] = 0.0, -0.0
    assert Result(scenario, names, table, limits).fingerprint() == Result(scenario, names, other, limits).fingerprint()


def test_rows_summarize_every_point_policy_and_metric() -> None:
    rows = list(WHOLE.rows())
    assert len(rows) == 2 * 3 * len(WHOLE.names)
    for row in rows:
        number = WHOLE.points.index(row["point"])
        assert row["mean"] == WHOLE.estimate(number, row["policy"], row["metric"]).mean
        assert row["settles"] == WHOLE.settles(number, row["policy"])
        if row["settles"]:
            assert row["low"] <= row["mean"] <= row["high"]
        else:
            assert row["low"] is row["high"] is None
        assert row["unit"] == METRICS[row["metric"].partition("[")[0]].unit
    assert all(row["mean"] is None for row in PLAN.combine({}).rows())
    orjson.dumps(rows)


def test_a_speed_up_is_how_many_times_longer_the_other_takes() -> None:
    found = WHOLE.speed_up(0, "SED", "FCFS")
    ratio = WHOLE.samples(0, "FCFS", "response_time") / WHOLE.samples(0, "SED", "response_time")
    assert found.mean == pytest.approx(ratio.mean())
    assert found.mean > 1
    assert WHOLE.speed_up(0, "SED", "SED").mean == 1


def test_an_overloaded_point_does_not_settle() -> None:
    """6 jobs per 1000 s are more than the 3.75 that system 2 can do; at 1 it is nearly idle under SED."""
    plan = study(jobs=3000)
    result = plan.combine({cell.index: plan.compute(cell) for cell in plan.cells()})
    assert [result.settles(point, "SED") for point in (0, 1)] == [True, False]
    assert plan.combine({}).settles(1, "SED")


def test_only_an_example_has_a_stored_result() -> None:
    assert result_ahead(PLAN.scenario) is None


def test_a_result_of_only_some_policies_says_of_them_what_the_whole_says() -> None:
    policies = WHOLE.scenario.policies
    view = WHOLE.only([policies[1], "nobody"])
    assert view.scenario.policies == policies[1:2]
    assert view.estimate(1, policies[1], "response_time") == WHOLE.estimate(1, policies[1], "response_time")
    assert view.verdicts == WHOLE.verdicts
    assert view.complete


def test_why_a_point_has_so_many_replications_is_said_as_all_policies_decided_it() -> None:
    whole = result_ahead(ALL_EXAMPLES["short-and-long-jobs"])  # replicated to a precision that one policy needs most
    assert whole is not None
    assert whole.only(["FCFS"]).verdicts == whole.verdicts


def test_what_is_missing_of_all_policies_is_missing_of_some() -> None:
    view = PART.only(PART.scenario.policies[:1])
    assert not view.complete
    assert [verdict.stop for verdict in view.verdicts] == [verdict.stop for verdict in PART.verdicts]
