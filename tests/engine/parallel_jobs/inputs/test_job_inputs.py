"""Speedup curves, spreads of sizes, estimates, deadlines, the same variate, and the share of malleable jobs."""

from typing import Any

import numpy as np
import orjson
import pytest

from engine.inputs.rejection import ScenarioError
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.speedup import Amdahl, Downey, Measured
from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.parallel_jobs.model import Jobs
from engine.parallel_jobs.papers.examples import EXAMPLES


def drawn(jobs: int = 20_000, workload: dict[str, Any] | None = None, **job: Any) -> Jobs:
    """Jobs of one class on 64 machines."""
    tree = EXAMPLES["kumar-table-4-2-independent"].model_dump(mode="json")
    kind = tree["workload"]["job_classes"][0]
    tree["workload"] |= {"job_classes": [kind | job], "jobs": jobs} | (workload or {})
    tree["study"]["vary"] = None
    return draw_jobs(ParallelJobsScenario.read(tree), 0)


# speedup --------------------------------------------------------------------------------------------------------------


def test_amdahl_goes_to_one_over_the_serial_share() -> None:
    curve = Amdahl(model="amdahl", serial_share=0.1).curve(2000)
    assert curve[1] == 1.0
    assert curve[9] == pytest.approx(9 / (0.1 * 9 + 0.9))
    assert 9.9 < curve[2000] < 10


@pytest.mark.parametrize("variance", [0.0, 0.5, 1.0, 2.0, 10.0])
def test_downey_begins_with_1_and_ends_with_the_average_parallelism(variance: float) -> None:
    curve = Downey(model="downey", parallelism=16.0, variance=variance).curve(400)
    assert curve[1] == pytest.approx(1.0)
    assert (np.diff(curve) >= -1e-12).all()
    assert curve[400] == pytest.approx(16.0)


def test_downey_without_variance_is_perfect_up_to_the_average_parallelism() -> None:
    curve = Downey(model="downey", parallelism=16.0, variance=0.0).curve(40)
    assert curve[:17].tolist() == list(range(17))
    assert curve[17:].tolist() == [16.0] * 24


def test_a_higher_variance_is_slower() -> None:
    one, other = (Downey(model="downey", parallelism=16.0, variance=v).curve(64)[2:] for v in (0.5, 2.0))
    assert (one >= other).all()
    assert (one > other).any()


@pytest.mark.parametrize(
    ("processors", "speedup", "words"),
    [
        ([1, 2], [1.0], "there are 2 numbers of processors but 1 speedups"),
        ([2, 4], [1.0, 2.0], "must begin with 1 processor"),
        ([1, 4, 4], [1.0, 2.0, 3.0], "must ascend"),
        ([1, 2, 4], [1.0, 2.0, 1.5], "must not fall"),
    ],
)
def test_a_table_that_is_none_gets_a_sentence(processors: list[int], speedup: list[float], words: str) -> None:
    with pytest.raises(ScenarioError, match=words):
        drawn(speedup={"model": "table", "processors": processors, "speedup": speedup})


def test_beyond_the_table_nothing_is_gained() -> None:
    assert Measured(model="table", processors=(1, 4), speedup=(1.0, 3.0)).curve(9)[4:].tolist() == [3.0] * 6


# sizes ----------------------------------------------------------------------------------------------------------------


def test_sizes_are_evenly_spread_from_the_least_to_the_most() -> None:
    jobs = drawn(min_size=16, min_size_spread={"spread": "evenly", "up_to": 64})
    counts = np.bincount(jobs.min_size, minlength=65)
    assert counts[:16].sum() == 0
    assert counts[16:].min() > 20_000 / 49 * 0.75
    assert (jobs.requested == jobs.min_size).all()  # the traditional job of the thesis has that very number


def test_powers_of_two_begin_with_the_size_given() -> None:
    jobs = drawn(min_size=3, min_size_spread={"spread": "powers-of-two", "up_to": 50})
    assert sorted(set(jobs.min_size.tolist())) == [3, 6, 12, 24, 48]


def test_a_largest_size_is_never_below_the_smallest() -> None:
    spread = {"spread": "evenly", "up_to": 64}
    jobs = drawn(min_size=1, max_size=1, min_size_spread=spread, max_size_spread=spread)
    assert (jobs.max_size >= jobs.min_size).all()
    assert (jobs.max_size > jobs.min_size).any()


@pytest.mark.parametrize(("requested", "column"), [("smallest", "min_size"), ("largest", "max_size")])
def test_a_rigid_job_has_the_size_requested_and_no_other(requested: str, column: str) -> None:
    spread = {"spread": "evenly", "up_to": 32}
    sizes: dict[str, Any] = {"min_size": 4, "min_size_spread": spread, "max_size": 48, "requested_size": requested}
    free, rigid = drawn(kind="malleable", **sizes), drawn(kind="rigid", **sizes)
    assert (rigid.min_size == rigid.max_size).all()
    assert (rigid.min_size == getattr(free, column)).all()
    assert drawn(kind="moldable", **sizes).moldable.all()


# estimates, deadlines, profits ----------------------------------------------------------------------------------------


def test_estimates_are_never_too_short() -> None:
    assert set(drawn().estimate.tolist()) == {1.0}
    assert set(drawn(estimate={"estimate": "multiple", "multiple_of": 3.0}).estimate.tolist()) == {3.0}
    error = drawn(estimate={"estimate": "uniform-error", "at_most": 5.0}).estimate
    assert 1 <= error.min() < 1.01
    assert 4.99 < error.max() <= 5
    assert error.mean() == pytest.approx(3, rel=0.02)


def test_deadlines_and_profits_are_drawn_as_said() -> None:
    assert np.isinf(drawn().deadline).all()
    exponential = drawn(deadline={"deadline": "exponential-deadline", "mean": 3840.0})
    assert exponential.deadline.mean() == pytest.approx(3840, rel=0.03)
    assert abs(np.corrcoef(exponential.deadline, exponential.demand)[0, 1]) < 0.03
    proportional = drawn(deadline={"deadline": "proportional-deadline", "times_demand": 2.0})
    assert (proportional.deadline == 2 * proportional.demand).all()
    assert drawn(profit={"mean": 1000.0}).profit.mean() == pytest.approx(1000, rel=0.03)
    assert set(drawn(profit={"mean": 7.0, "varies": False}).profit.tolist()) == {7.0}


def test_other_inputs_leave_the_draws_of_a_job_as_they_were() -> None:
    plain, other = (
        drawn(),
        drawn(speedup={"model": "amdahl", "serial_share": 0.1}, estimate={"estimate": "uniform-error"}),
    )
    for column in ("gap", "demand", "min_size", "profit"):
        assert getattr(plain, column).tobytes() == getattr(other, column).tobytes()


# the same variate -----------------------------------------------------------------------------------------------------


def test_with_the_same_variate_work_and_gap_are_in_proportion() -> None:
    jobs = drawn(workload={"same_variate": True})
    ratio = jobs.demand / jobs.gap
    assert ratio == pytest.approx(ratio[0])
    assert abs(np.corrcoef(drawn().demand, drawn().gap)[0, 1]) < 0.03


def test_the_same_variate_needs_exponential_times() -> None:
    for change in (
        {"workload": {"same_variate": True, "arrivals": {"process": "batch"}}},
        {"workload": {"same_variate": True}, "demand": {"distribution": "constant", "mean": 60.0}},
    ):
        with pytest.raises(ScenarioError, match=r"workload\.same_variate: this needs Poisson"):
            drawn(**change)


# the share of malleable jobs ------------------------------------------------------------------------------------------


def test_the_share_of_malleable_jobs_is_what_is_drawn() -> None:
    scenario = EXAMPLES["malleable-share"]
    for share in (0.0, 0.25, 1.0):
        jobs = draw_jobs(scenario.at({"malleable_share": share, "workload.jobs": 10_000}), 0)
        assert (jobs.job_class == 0).mean() == pytest.approx(share, abs=0.02)


def test_only_a_mixture_has_a_share() -> None:
    assert "malleable_share" in EXAMPLES["malleable-share"].sweepable()
    assert "malleable_share" not in EXAMPLES["side-by-side"].sweepable()


def test_two_names_for_the_arrival_rate_cannot_be_varied_together() -> None:
    tree = orjson.loads(EXAMPLES["kumar-table-4-2"].canonical())
    tree["study"]["and_vary"] = {"field": "offered_load", "values": [0.5]}
    with pytest.raises(ScenarioError, match="say the same in other words"):
        ParallelJobsScenario.read(tree)


def test_classes_without_any_weight_are_refused() -> None:
    with pytest.raises(ScenarioError, match="at least one needs more"):
        drawn(weight=0.0)
