"""Studies of a log whose replications are other logs, made of it."""

from functools import partial
from typing import Any

import numpy as np
import pytest

from components.words.methods import methods_paragraph
from components.words.verdicts.verdict import verdict
from engine.inputs.rejection import ScenarioError
from engine.logs.reading import read_log
from engine.logs.week_clock import WEEK
from engine.logs.weeks import FEWEST, proposed
from engine.parallel_jobs.analyses.for_whom import for_whom
from engine.parallel_jobs.inputs.jobs import drawn
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.parallel_jobs.job_metrics.of_blocks import values_of_blocks
from engine.parallel_jobs.measures import of_all_metrics
from engine.parallel_jobs.metric_names import OF_RESAMPLED_LOGS
from engine.parallel_jobs.model import Jobs
from engine.parallel_jobs.replication import replicate
from engine.parallel_jobs.to_swf import to_swf
from engine.results.comparison import differences
from engine.statistics.student import t_quantile
from engine.study.budget import budget, costs_of
from engine.study.preview import preview_of
from engine.study.run import run_study
from tests.engine.parallel_jobs.logs.generated import scenario_of, some_log

TABLE = some_log(jobs=700, weeks=14)
REPLICATIONS = 6
PLAIN = draw_jobs(scenario_of(TABLE), 0)
BY = ("weeks", "users")


def of(by: str, **changes: Any) -> ParallelJobsScenario:
    found: ParallelJobsScenario = scenario_of(TABLE, REPLICATIONS, resampled=by, **changes)
    return found


def same(one: Jobs, other: Jobs) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in one._fields)


def waits(scenario: ParallelJobsScenario, policy: str, replication: int) -> np.ndarray:
    """Of the jobs that arrive in whole weeks after the first, by another way than the study's."""
    records = replicate(scenario, policy, replication, draw_jobs(scenario, replication)).records
    until = np.cumsum(PLAIN.gap)[-1] // WEEK * WEEK
    inside = (records.arrival >= WEEK) & (records.arrival < until)
    found: np.ndarray = (records.start - records.arrival)[inside]
    return found


@pytest.mark.parametrize("by", BY)
def test_the_first_replication_is_the_log_and_the_others_are_other_logs(by: str) -> None:
    scenario = of(by)
    logs = [draw_jobs(scenario, number) for number in range(REPLICATIONS)]
    assert same(logs[0], PLAIN)
    assert same(logs[3], draw_jobs(scenario, 3))
    assert len({log.demand.tobytes() for log in logs}) == REPLICATIONS
    for log in logs:
        assert set(log.demand) <= set(PLAIN.demand)
        assert set(np.cumsum(log.gap) % 1) == {0.0}


@pytest.mark.parametrize("by", BY)
def test_a_replication_is_written_as_the_log_that_it_is(by: str) -> None:
    scenario = of(by)
    for number in (0, 2):
        jobs = draw_jobs(scenario, number)
        table = read_log(to_swf(scenario, "EASY", number)).table
        assert np.array_equal(table.seconds("submit"), np.cumsum(jobs.gap))
        assert np.array_equal(table["user"], jobs.user)
        assert np.array_equal(table["allocated"], jobs.requested)


@pytest.mark.parametrize("by", BY)
def test_the_middle_is_the_log_itself_and_the_interval_that_of_the_specification(by: str) -> None:
    scenario = of(by)
    found = run_study(scenario)
    weeks = int(np.cumsum(PLAIN.gap)[-1] // WEEK) - 1
    assert weeks >= FEWEST
    t = t_quantile(proposed(weeks) - 1, 0.975)
    for policy in scenario.policies:
        means = np.array([waits(scenario, policy, number).mean() for number in range(REPLICATIONS)])
        told = found.estimate(0, policy, "wait_time")
        factor = np.exp(t * np.log(means[1:]).std(ddof=1))
        assert told.mean == pytest.approx(means[0])
        assert told.high == pytest.approx(means[0] * factor)
        assert told.low == pytest.approx(means[0] / factor)
        assert found.estimate(0, policy, "resampled[wait_time]").mean == pytest.approx(means[1:].mean())
    plain = run_study(scenario_of(TABLE))
    for name in plain.names:
        for policy in scenario.policies:
            one, other = (result.estimate(0, policy, name).mean for result in (plain, found))
            assert np.isnan(one) or one == pytest.approx(other, rel=1e-9, abs=1e-12)


def test_differences_are_paired_log_by_log() -> None:
    scenario = of("weeks")
    means = {
        name: np.array([waits(scenario, name, number).mean() for number in range(REPLICATIONS)])
        for name in scenario.policies
    }
    one, other = (means[name][0] * np.log(means[name][1:]) for name in scenario.policies)
    half = t_quantile(proposed(12) - 1, 0.975) * (other - one).std(ddof=1)
    found = run_study(scenario)
    values = [found.samples(0, name, "wait_time") for name in scenario.policies]
    spread = (values[1] - values[0]).std(ddof=1) / np.sqrt(REPLICATIONS)
    assert t_quantile(REPLICATIONS - 1, 0.975) * spread == pytest.approx(half)
    assert differences(found, 0, "wait_time")


def test_by_users_a_log_gets_so_many_times_the_load() -> None:
    """Factor 1 is resampled too, so that a curve is of one kind; and the mean over the logs is what is told."""
    work = {}
    for load in (0.5, 1.0, 2.0):
        scenario = scenario_of(TABLE, 40, load_by="users", load_factor=load)
        work[load] = np.array([draw_jobs(scenario, number).demand.sum() for number in range(40)])
    assert work[2.0].mean() / work[1.0].mean() == pytest.approx(2.0, rel=0.15)
    assert work[0.5].mean() / work[1.0].mean() == pytest.approx(0.5, rel=0.15)
    scenario = scenario_of(TABLE, REPLICATIONS, load_by="users", load_factor=1.5)
    means = [waits(scenario, "FCFS", number).mean() for number in range(REPLICATIONS)]
    assert run_study(scenario).estimate(0, "FCFS", "wait_time").mean == pytest.approx(np.mean(means))


@pytest.mark.parametrize("load_by", ["gaps", "week_clock"])
def test_other_logs_come_to_another_load_as_the_log_does(load_by: str) -> None:
    faster, plain = of("weeks", load_by=load_by, load_factor=2.0), of("weeks")
    for number in range(1, 4):
        one, other = (np.cumsum(draw_jobs(scenario, number).gap) for scenario in (faster, plain))
        assert len(one) == len(other)
        assert one[-1] == pytest.approx(other[-1] / 2, abs=WEEK)
    assert same(draw_jobs(faster, 0), draw_jobs(scenario_of(TABLE, load_by=load_by, load_factor=2.0), 0))
    slow, fast = (run_study(scenario).estimate(0, "EASY", "throughput").mean for scenario in (plain, faster))
    assert fast == pytest.approx(2 * slow, rel=0.1)


def test_estimates_of_a_job_are_the_same_however_often_it_comes() -> None:
    jobs = draw_jobs(of("users", estimates={"estimate": "uniform-error", "at_most": 5.0}), 2)
    found: dict[float, set[float]] = {}
    for demand, estimate in zip(jobs.demand.tolist(), jobs.estimate.tolist(), strict=True):
        found.setdefault(demand, set()).add(estimate)
    assert len(jobs.demand) > 1.1 * len(found)
    assert np.mean([len(one) for one in found.values()]) < 1.1


def test_metrics_of_resampled_logs_are_there_only_for_them() -> None:
    assert set(OF_RESAMPLED_LOGS) <= set(run_study(of("weeks")).names)
    assert not set(OF_RESAMPLED_LOGS) & set(run_study(scenario_of(TABLE)).names)


def test_a_policy_of_any_kind_is_measured_the_same_way() -> None:
    scenario = of("users")
    found = run_study(scenario)
    again = values_of_blocks(
        scenario, lambda jobs: replicate(scenario, "FCFS", 0, jobs), partial(of_all_metrics, scenario)
    )
    assert [one["wait_time"] for one in again] == found.samples(0, "FCFS", "wait_time").tolist()
    assert drawn(scenario, 2).jobs.gap.size == drawn(scenario, 2).alone.size


def test_words_tell_what_was_done_and_both_centers() -> None:
    for by in BY:
        found = run_study(of(by))
        lines = verdict(found, "wait_time").more
        assert any(f"resampled by {by}" in line and "the log itself" in line for line in lines)
        text = methods_paragraph(found)
        assert f"resampled by {by}" in text
        assert "never nearer" in text
        assert "blocks of whole weeks (batch" not in text
    assert "user" in for_whom(of("users"))["policies"]["EASY"]["users"]


@pytest.mark.parametrize(
    ("changes", "replications", "sentence"),
    [
        ({"resampled": "weeks"}, 3, r"study\.replications: .* from 4 to 40 are allowed"),
        ({"resampled": "users"}, 41, r"study\.replications: .* from 4 to 40 are allowed"),
        ({"resampled": "weeks", "load_by": "users"}, 6, r"resampled: another load by users resamples users"),
        ({"resampled": "weeks", "shaken": True}, 6, r"shaken: a log is shaken or resampled, not both"),
    ],
    ids=["too few", "too many", "weeks and users", "shaken too"],
)
def test_what_does_not_go_together_is_refused_in_a_sentence(changes: dict, replications: int, sentence: str) -> None:
    with pytest.raises(ScenarioError, match=sentence):
        scenario_of(TABLE, replications, **changes)


def test_each_replication_costs_a_replay_and_all_are_computed_once() -> None:
    (plain,), (dear,) = (costs_of(scenario) for scenario in (scenario_of(TABLE), of("users")))
    assert [one.seconds / other.seconds for one, other in zip(dear, plain, strict=True)] == pytest.approx([6, 6])
    assert budget(of("users")).seconds == pytest.approx(sum(one.seconds for one in dear))
    assert preview_of(of("users")).study.replications == 4


def test_a_short_log_is_not_resampled() -> None:
    with pytest.raises(ValueError, match="this log has 5 measured weeks; to resample it, at least 8 are needed"):
        run_study(scenario_of(some_log(weeks=6), 4, resampled="weeks"))
