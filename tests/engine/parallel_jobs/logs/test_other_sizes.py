"""Jobs of a log that could have run on other sizes: what was recorded stays, and policies that choose sizes choose."""

from typing import Any

import numpy as np
import pytest

from components.sketches.link import from_link, to_link
from components.words.methods import methods_paragraph
from components.words.verdicts.verdict import verdict
from engine.inputs.rejection import ScenarioError
from engine.logs.table import Table
from engine.parallel_jobs import simulation
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.sources.other_sizes import MOST_CURVES, DowneyOfSize, Malleable, shortened
from engine.parallel_jobs.inputs.workload import draw_jobs, machines_of, rules_of
from engine.parallel_jobs.model import Jobs
from engine.parallel_jobs.policies import POLICIES
from engine.parallel_jobs.python_policies.clock import DecidedClock
from engine.parallel_jobs.space_sharing.reference import simulation as space_sharing
from engine.parallel_jobs.time_sharing.reference import simulation as time_sharing
from engine.study.run import run_study
from tests.engine.parallel_jobs.logs.generated import MACHINES, scenario_of, some_log
from tests.engine.parallel_jobs.python_policies.classes import FirstFit

TABLE = some_log(jobs=300, weeks=3)
LINEAR = {"model": "linear"}
AMDAHL = {"model": "amdahl", "serial_share": 0.02}
DOWNEY = {"model": "downey-of-size", "of_size": 1.0, "variance": 1.0}
CURVES = pytest.mark.parametrize("speedup", [LINEAR, AMDAHL, DOWNEY], ids=["linear", "amdahl", "downey"])
TIMES = ("arrival", "start", "end", "size")


def of(assumed: str = "malleable", table: Table = TABLE, **changes: Any) -> ParallelJobsScenario:
    blocks = changes.pop("blocks", 1)
    arrivals = {name: changes.pop(name) for name in ("cleaning", "resampled") if name in changes}
    asked = {"assumed": assumed, "speedup": LINEAR} | changes if assumed != "rigid" else {"assumed": "rigid"}
    found: ParallelJobsScenario = scenario_of(table, blocks, ("EASY", "UFF"), other_sizes=asked, **arrivals)
    return found


def run(scenario: ParallelJobsScenario, policy: str, jobs: Jobs | None = None) -> Any:
    jobs = draw_jobs(scenario, 0) if jobs is None else jobs
    return simulation.run(jobs, machines_of(scenario), rules_of(scenario), POLICIES[policy].code, True)


@CURVES
def test_on_the_recorded_size_a_job_takes_and_is_estimated_to_take_what_it_did(speedup: dict[str, Any]) -> None:
    plain, jobs = draw_jobs(of("rigid"), 0), draw_jobs(of(speedup=speedup), 0)
    at_size = jobs.speedup[jobs.curve, jobs.requested]
    assert np.array_equal(jobs.demand / at_size, plain.demand / plain.requested)
    told = plain.expected > 0
    assert np.array_equal(jobs.expected[told] / at_size[told], (plain.expected / plain.requested)[told])
    assert np.array_equal(jobs.requested, plain.requested)
    low, high = np.ceil(plain.requested / 4), np.minimum(MACHINES, 4 * plain.requested)
    assert np.array_equal(jobs.min_size, low)
    assert np.array_equal(jobs.max_size, high)


@CURVES
@pytest.mark.parametrize("policy", ["FCFS", "FF", "EASY", "Conservative", "SJF", "XF"])
def test_policies_that_choose_no_sizes_do_to_the_bit_what_they_do_with_rigid_jobs(
    policy: str, speedup: dict[str, Any]
) -> None:
    one, other = run(of("rigid"), policy), run(of(speedup=speedup), policy)
    for name in TIMES:
        assert np.array_equal(getattr(one, name), getattr(other, name)), name


def test_a_factor_of_one_or_a_share_of_none_leaves_the_jobs_rigid() -> None:
    plain = run(of("rigid"), "UFF")
    cases: tuple[dict[str, Any], ...] = (
        {"range_factor": 1.0, "speedup": DOWNEY},
        {"share": 0.0, "speedup": AMDAHL},
    )
    for changes in cases:
        other = run(of(**changes), "UFF")
        for name in TIMES:
            assert np.array_equal(getattr(plain, name), getattr(other, name)), (changes, name)


@CURVES
@pytest.mark.parametrize("assumed", ["moldable", "malleable"])
def test_the_kernel_does_what_the_reference_does(assumed: str, speedup: dict[str, Any]) -> None:
    """A failure is any other time or size; or that no job is started on another size than it had, or resized."""
    scenario = of(assumed, some_log(jobs=60, weeks=1), speedup=speedup, share=0.7)
    jobs = draw_jobs(scenario, 0)
    for policy, reference in (("UFF", space_sharing), ("SED", time_sharing)):
        machines, rules = machines_of(scenario), rules_of(scenario)
        one, other = reference.run(jobs, machines, rules, POLICIES[policy].code), run(scenario, policy, jobs)
        for name in (*TIMES, "resizes", "busy"):
            assert np.array_equal(getattr(one, name), getattr(other, name)), (policy, name)
        if policy == "UFF":
            assert (other.size != jobs.requested).any() or other.resizes.any()
            assert other.resizes.any() == (assumed == "malleable")


def test_the_same_jobs_could_have_whatever_is_cleaned_away_and_at_each_share_those_of_a_smaller_one() -> None:
    some, more = (draw_jobs(of(share=share), 0) for share in (0.3, 0.6))
    could = [jobs.min_size < jobs.max_size for jobs in (some, more)]
    assert 0.2 < could[0].mean() < could[1].mean() < 0.7
    assert not (could[0] & ~could[1]).any()
    left = draw_jobs(of(share=0.3, cleaning={"without": [{"user": 3, "week": 1}]}), 0)
    gone = (TABLE["user"] == 3) & (np.cumsum(some.gap) < 604_800)
    assert len(left.gap) == len(some.gap) - gone.sum() < len(some.gap)
    assert np.array_equal(left.min_size < left.max_size, could[0][~gone])


def test_of_many_sizes_neighbors_have_the_curve_of_the_larger_one() -> None:
    """Downey's curves by hand: S(10) with A = 10 and sigma = 1 is 6.896552 (the specification's golden value)."""
    asked = Malleable(assumed="malleable", speedup=DowneyOfSize.model_validate(DOWNEY))
    curves, which = asked.curves(np.array([10, 10, 4]), 32)
    assert curves[which[0]][10] == pytest.approx(6.896552, abs=1e-6)
    assert curves[which[0]][0] == 0
    assert len(curves) == 2
    many = np.arange(1, 1001)
    curves, which = asked.curves(many, 1000)
    assert len(curves) == MOST_CURVES
    of_larger = np.array([curve[-1] for curve in curves])  # on a thousand processors that is nearly the parallelism
    assert (np.diff(of_larger) > 0).all()
    assert np.array_equal(np.unique(which), np.arange(MOST_CURVES))
    assert (np.diff(which) >= 0).all()
    assert which[-1] == MOST_CURVES - 1


def test_no_second_is_lost_in_a_rate() -> None:
    """Of speedups in double precision one in nine products is, divided by it, another number: then ties would break.

    No more digits are taken from them than that asks for: single precision made run times wrong in the eighth (F9).
    """
    draws = np.random.default_rng(5)
    asked = Malleable(assumed="malleable", speedup=DowneyOfSize.model_validate(DOWNEY))
    curves, which = asked.curves(draws.integers(1, 1000, 20_000), 1000)
    for digits in (29, 20):
        seconds = draws.integers(1, 2**digits, 20_000).astype(float)
        fewer = shortened(curves, 2.0**digits - 1)
        rate = fewer[which, draws.integers(1, 1000, 20_000)]
        assert np.array_equal(seconds * rate / rate, seconds)
        assert np.abs(fewer[:, 1:] / curves[:, 1:] - 1).max() <= 2.0 ** (digits - 53)
        assert (np.diff(fewer) >= 0).all()  # a flat curve stays flat
    for longest in (2.0**40, 1.4e17):  # of a job whose work was kept when its size was cut; all speedups were 0
        assert np.abs(shortened(curves, longest)[:, 1:] / curves[:, 1:] - 1).max() <= 2.0**-24


def test_speedups_of_other_sizes_are_those_of_the_formula() -> None:
    """Downey's curves with A = 1.5 n and sigma = 0.7, and Amdahl's, as jobs have them; 2e-6 off before (F9)."""
    for speedup in ({"model": "downey-of-size", "of_size": 1.5, "variance": 0.7}, AMDAHL):
        drawn = draw_jobs(of(speedup=speedup), 0)
        asked = Malleable.model_validate({"assumed": "malleable", "speedup": speedup})
        for job in np.flatnonzero(drawn.min_size < drawn.max_size)[:50]:
            curve = asked.curve_of(int(drawn.requested[job]))
            exact = curve.curve(drawn.speedup.shape[1] - 1)
            assert drawn.speedup[drawn.own_curve[job]] == pytest.approx(exact, rel=1.2e-10)


def test_malleable_jobs_wait_less_and_what_is_assumed_stands_beside_the_result() -> None:
    """Linear jobs that may have less wait for less. A failure is that UFF lets them wait as long as rigid ones."""
    found, plain = run_study(of(blocks=1)), run_study(of("rigid"))
    waits = [result.estimate(0, "UFF", "wait_time").mean for result in (found, plain)]
    assert waits[0] < 0.8 * waits[1]
    assert found.estimate(0, "EASY", "wait_time").mean == plain.estimate(0, "EASY", "wait_time").mean
    assert 0 < found.estimate(0, "UFF", "utilization").mean < 1
    said = "A logged job says nothing about its speedup"
    assert any(said in line for line in verdict(found, "wait_time").more)
    assert said in methods_paragraph(found)
    assert said not in methods_paragraph(plain)


@CURVES
@pytest.mark.parametrize("assumed", ["rigid", "moldable", "malleable"])
def test_a_link_carries_what_is_assumed(assumed: str, speedup: dict[str, Any]) -> None:
    scenario = of(assumed, speedup=speedup, share=0.5)
    assert from_link(to_link(scenario)) == scenario


def test_more_than_2000_machines_are_too_many() -> None:
    tree = of().model_dump(mode="json")
    tree["cluster"]["groups"][0]["count"] = 2001
    tree["policies"] = ["EASY"]
    with pytest.raises(ScenarioError, match=r"other_sizes: jobs have speedups: that is for up to 2,000 machines"):
        ParallelJobsScenario.read(tree)


@CURVES
def test_policies_in_python_are_told_estimates_by_the_curve_of_the_job(speedup: dict[str, Any]) -> None:
    """What a job takes on its smallest size; by the curve of its class there is none, or that of another job."""
    scenario = of("malleable", speedup=speedup, range_factor=1.0)
    jobs = draw_jobs(scenario, 0)
    clock = DecidedClock(jobs, machines_of(scenario), rules_of(scenario), FirstFit())
    recorded = jobs.demand / jobs.speedup[jobs.curve, jobs.requested] * jobs.estimate
    assert [clock.estimate_of(job) for job in range(len(jobs.gap))] == pytest.approx(recorded)
