"""A log at another load, and with other estimates than those recorded."""

import numpy as np
import pytest

from engine.inputs.rejection import ScenarioError
from engine.logs.table import Table
from engine.parallel_jobs.inputs.sources.of_log import measured_blocks
from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.study.run import run_study
from tests.engine.parallel_jobs.logs.generated import MACHINES, WEEK, scenario_of, some_log

TABLE = some_log()
AT_ONE = draw_jobs(scenario_of(TABLE), 0)


def same(one: object, other: object) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in AT_ONE._fields)


def test_load_1_by_the_clock_of_the_week_is_the_log_bit_for_bit() -> None:
    assert same(draw_jobs(scenario_of(TABLE, load_by="week_clock"), 0), AT_ONE)


def test_by_the_clock_of_the_week_blocks_keep_their_jobs_and_jobs_their_order() -> None:
    plain = measured_blocks(scenario_of(TABLE).workload.logged, MACHINES, 4)
    faster = measured_blocks(scenario_of(TABLE, load_factor=2.0, load_by="week_clock").workload.logged, MACHINES, 4)
    assert [one.jobs for one in plain] == [one.jobs for one in faster]
    assert faster[-1].until == pytest.approx(plain[-1].until / 2, abs=WEEK)
    arrival = np.cumsum(draw_jobs(scenario_of(TABLE, load_factor=2.0, load_by="week_clock"), 0).gap)
    for one in faster:
        assert (arrival[one.jobs] >= np.floor(one.since)).all()
        assert (arrival[one.jobs] < one.until).all()


@pytest.mark.parametrize(
    ("estimates", "least", "most"),
    [
        ({"estimate": "exact"}, 1.0, 1.0),
        ({"estimate": "multiple", "multiple_of": 3.0}, 3.0, 3.0),
        ({"estimate": "uniform-error", "at_most": 5.0}, 1.0, 5.0),
    ],
    ids=["exact", "multiple", "up to a multiple"],
)
def test_estimates_are_multiples_of_run_times_and_nothing_else_changes(
    estimates: dict, least: float, most: float
) -> None:
    jobs = draw_jobs(scenario_of(TABLE, estimates=estimates), 0)
    assert same(jobs._replace(estimate=AT_ONE.estimate, expected=AT_ONE.expected), AT_ONE)
    assert (jobs.estimate >= least).all()
    assert (jobs.estimate <= most).all()
    assert (jobs.estimate.max() - jobs.estimate.min() > 3) == (least < most)


def test_estimates_of_tsafrir05_are_round_and_cut_the_longest_jobs() -> None:
    """Of jobs as short as the model needs them."""
    columns = {name: TABLE[name] for name in ("submit", "allocated", "user")}
    shorter = Table.of(columns | {"run": np.maximum(1, TABLE["run"] // 20)})
    scenario = scenario_of(shorter, estimates={"estimate": "tsafrir05", "largest_estimate": 6_000.0})
    jobs = draw_jobs(scenario, 0)
    run = jobs.demand / jobs.requested
    assert run.max() == 6_000.0
    estimate = np.where(jobs.expected > 0, jobs.expected / jobs.requested, run)
    assert (estimate >= run).all()
    assert np.unique(estimate).size < 60
    assert same(draw_jobs(scenario, 0), jobs)


def test_a_largest_estimate_below_too_many_run_times_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="run for longer than the largest estimate; at most 5 % may"):
        run_study(scenario_of(TABLE, estimates={"estimate": "tsafrir05", "largest_estimate": 6_000.0}))
    with pytest.raises(ScenarioError, match=r"workload\.arrivals\.estimates\.largest_estimate: .* 100 min are needed"):
        scenario_of(TABLE, estimates={"estimate": "tsafrir05", "largest_estimate": 600.0})


def test_what_is_not_chosen_leaves_the_name_of_the_contents() -> None:
    tree = scenario_of(TABLE).named_by({"title", "notes"})
    assert not {"load_by", "estimates"} & tree["workload"]["arrivals"].keys()
    other = scenario_of(TABLE, load_by="week_clock").named_by({"title", "notes"})
    assert other["workload"]["arrivals"]["load_by"] == "week_clock"
