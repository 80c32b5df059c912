"""A list of jobs: what it says, what is refused, and that both implementations and the worked logs agree on it."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.inputs.rejection import ScenarioError
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import draw_jobs, machines_of, simulated_as
from engine.parallel_jobs.measures import simulate
from engine.parallel_jobs.policies import POLICIES, TIME_SHARING
from engine.parallel_jobs.replication import replicate
from engine.parallel_jobs.rows import rows
from engine.parallel_jobs.space_sharing.reference import simulation as space_sharing
from engine.parallel_jobs.time_sharing.reference import simulation as time_sharing
from engine.study.cells import StudyPlan
from engine.study.preview import preview_of
from tests.engine.parallel_jobs.space_sharing.test_one_pass_per_instant import GOLDEN, RELATED, A, D, Lines
from tests.engine.parallel_jobs.systems import differences

BOTH_KINDS: list[dict[str, Any]] = [
    {"arrival": 0, "machines": 2, "run": 8},
    {"arrival": 0.1, "machines": 2, "run": 3, "estimate": 7, "kind": "moldable", "smallest": 1, "largest": 3},
    {"arrival": 0.30000000000000004, "machines": 1, "run": 2.5, "kind": "malleable", "largest": 4, "deadline": 30},
]


def listed(jobs: list[dict[str, Any]], machines: int = 4, **changes: Any) -> ParallelJobsScenario:
    tree = {
        "cluster": {"groups": [{"name": "machine", "count": machines, "speed_factor": 1}]},
        "workload": {"arrivals": {"process": "listed", "jobs": jobs}},
        "policies": ["FCFS", "EASY"],
        "study": {"replications": 1},
    }
    return ParallelJobsScenario.read(tree | changes)


def of_log(lines: Lines, machines: int) -> ParallelJobsScenario:
    """Minutes as seconds: run times and estimates as they are given."""
    names = ("arrival", "run", "machines", "estimate")
    jobs = [dict(zip(names, (60 * a, 60 * r, m, 60 * e), strict=True)) for a, r, m, e in lines]
    return listed(jobs, machines)


@GOLDEN
def test_starts_of_the_golden_logs(lines: Lines, processors: int, starts: list[list[float]]) -> None:
    scenario = of_log(lines, processors)
    jobs = draw_jobs(scenario, 0)
    for policy, wanted in zip(RELATED, starts, strict=True):
        assert replicate(scenario, policy, 0, jobs).records.start.tolist() == [60.0 * start for start in wanted]


def test_means_of_the_golden_logs() -> None:
    measured = simulate(of_log(A, 4), "EASY", 0)
    assert measured["wait_time"] == 315
    assert measured["bounded_slowdown"] == pytest.approx(1.783333, abs=5e-7)
    assert measured["utilization"] == 0.6875
    assert simulate(of_log(D, 4), "Conservative", 0)["wait_time"] == pytest.approx(514.285714, abs=5e-7)


def test_whole_seconds_of_an_estimate_stay_exact() -> None:
    """3 s times 7 / 3 is not 7 s for every pair: a job that is to start at its end would start a moment later."""
    pairs = [(run, run + more) for run in range(1, 60) for more in range(1, 40)]
    assert any(run * (estimate / run) != estimate for run, estimate in pairs)
    for run, estimate in pairs:
        # the second job waits for the first by its estimate; the third fits before that to the second, and no more
        jobs = [
            {"arrival": 0, "machines": 3, "run": run, "estimate": estimate},
            {"arrival": 0, "machines": 4, "run": 1},
            {"arrival": 0, "machines": 1, "run": estimate},
        ]
        scenario = listed(jobs)
        records = replicate(scenario, "EASY", 0, draw_jobs(scenario, 0)).records
        assert records.start.tolist()[2] == 0, (run, estimate)


times = st.one_of(st.integers(0, 12), st.floats(0, 12).map(lambda value: round(value, 3)))
runs = st.one_of(st.integers(1, 9), st.floats(0.01, 9).map(lambda value: round(value, 3)))


@st.composite
def jobs_by_hand(draw: st.DrawFn) -> dict[str, Any]:
    size, run = draw(st.integers(1, 5)), draw(runs)
    job: dict[str, Any] = {"arrival": draw(times), "machines": size, "run": run}
    if draw(st.booleans()):
        job["estimate"] = run + draw(times)
    if (kind := draw(st.sampled_from(["rigid", "moldable", "malleable"]))) != "rigid":
        job |= {"kind": kind, "smallest": draw(st.integers(1, size)), "largest": draw(st.integers(size, 7))}
    if draw(st.booleans()):
        job |= {"deadline": draw(st.integers(1, 60)), "profit": draw(st.integers(0, 20))}
    return job


@settings(max_examples=60, deadline=None)
@given(st.lists(jobs_by_hand(), min_size=1, max_size=12), st.sampled_from(sorted(POLICIES)))
def test_reference_and_kernel_agree(drawn: list[dict[str, Any]], policy: str) -> None:
    groups = [{"name": "fast", "count": 4, "speed_factor": 1}, {"name": "slow", "count": 3, "speed_factor": 2.0}]
    scenario = listed(drawn, cluster={"groups": groups}, policies=[policy])
    jobs, (code, rules) = draw_jobs(scenario, 0), simulated_as(scenario, policy)
    found = replicate(scenario, policy, 0, jobs, with_log=True).records
    reference = time_sharing if code in TIME_SHARING else space_sharing
    assert differences(reference.run(jobs, machines_of(scenario), rules, code), found) == []
    assert found.arrival.tolist() == pytest.approx(sorted(job["arrival"] for job in drawn), rel=4e-16)


def test_a_list_is_read_back_as_it_was_written_without_what_follows() -> None:
    scenario = listed(BOTH_KINDS)
    tree = scenario.model_dump(mode="json")
    assert set(tree["workload"]) == {"arrivals", "same_variate"}
    assert ParallelJobsScenario.read(tree) == scenario == scenario.at({})
    assert [kind.name for kind in scenario.workload.job_classes] == ["rigid", "moldable", "malleable"]
    assert scenario.workload.jobs == 3
    assert ParallelJobsScenario.model_validate_json(scenario.compact()) == scenario
    assert len(preview_of(scenario).points()) == 1


def test_jobs_stand_in_order_of_arrival() -> None:
    last, first = {"arrival": 5, "machines": 1, "run": 1, "label": "last"}, {"arrival": 2, "machines": 1, "run": 1}
    names = [job.label for job in listed([last, first, first | {"label": "second"}]).workload.arrivals.jobs]  # type: ignore[union-attr]
    assert names == ["", "second", "last"]


def test_a_study_of_a_list_has_a_class_for_each_kind() -> None:
    scenario = listed(BOTH_KINDS, policies=["FCFS", "UFF", "SED", "Lazy"])
    plan = StudyPlan(scenario)
    found = plan.combine({cell.index: plan.compute(cell) for cell in plan.cells()})
    assert "class_slowdown[malleable]" in found.names
    assert plan.budget().objection == ""
    columns = {column.name: column for column in rows(scenario, "FCFS", 0)}
    assert list(columns["class"].values) == ["rigid", "moldable", "malleable"]


@pytest.mark.parametrize("count", [1, 200])
def test_a_list_is_cheap(count: int) -> None:
    jobs = [{"arrival": n, "machines": 1 + n % 4, "run": 1 + n % 7} for n in range(count)]
    assert StudyPlan(listed(jobs, policies=sorted(POLICIES))).budget().seconds < 2


@pytest.mark.parametrize(
    ("jobs", "changes", "where", "words"),
    [
        ([], {}, "workload.arrivals.jobs", "at least 1"),
        ([{"arrival": 0, "machines": 1, "run": 1}] * 201, {}, "workload.arrivals.jobs", "at most 200"),
        ([{"arrival": 0, "machines": 5, "run": 1}], {}, "workload.arrivals.jobs.0.machines", "the cluster has 4"),
        ([{"arrival": 0, "machines": 1, "run": 0}], {}, "workload.arrivals.jobs.0.run", "too small"),
        ([{"arrival": -1, "machines": 1, "run": 1}], {}, "workload.arrivals.jobs.0.arrival", "too small"),
        (
            [{"arrival": 0, "machines": 1, "run": 2, "estimate": 1}],
            {},
            "workload.arrivals.jobs.0",
            "below the run time",
        ),
        ([{"arrival": 0, "machines": 1, "run": 2, "largest": 3}], {}, "workload.arrivals.jobs.0", "a rigid job"),
        (
            [{"arrival": 0, "machines": 2, "run": 2, "kind": "moldable", "largest": 1}],
            {},
            "workload.arrivals.jobs.0",
            "from its smallest",
        ),
        ([{"arrival": 0, "machines": 2000, "run": 1e9}], {}, "workload.arrivals.jobs.0", "at most 1e+09"),
        (BOTH_KINDS, {"study": {"replications": 2}}, "study.replications", "nothing random"),
        (
            BOTH_KINDS,
            {"study": {"replications": 1, "vary": {"field": "workload.arrivals.jobs.0.run", "values": [1]}}},
            "study.vary.field",
            "no",
        ),
        (
            BOTH_KINDS,
            {"study": {"replications": 1, "vary": {"field": "malleable_share", "values": [1]}}},
            "study.vary.field",
            "no",
        ),
    ],
)
def test_what_is_refused(jobs: list[dict[str, Any]], changes: dict[str, Any], where: str, words: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        listed(jobs, **changes)
    reason = refused.value.rejections[0]
    assert reason.path == where
    assert words in reason.sentence


@pytest.mark.parametrize("given_too", [{"jobs": 2}, {"job_classes": []}])
def test_what_follows_is_not_given(given_too: dict[str, Any]) -> None:
    workload = {"arrivals": {"process": "listed", "jobs": BOTH_KINDS}, **given_too}
    with pytest.raises(ScenarioError):
        listed([], workload=workload)


@given(
    st.lists(st.one_of(st.floats(0, 1e9), st.integers(0, 10**9), st.just(1e-5)), min_size=1, max_size=30).map(sorted)
)
def test_the_clock_adds_up_to_the_arrivals(arrivals: list[float]) -> None:
    jobs = [{"arrival": one, "machines": 1, "run": 1e5} for one in arrivals]
    gap = draw_jobs(listed(jobs), 0).gap
    assert np.all(gap >= 0)
    now, clock = 0.0, []
    for one in gap.tolist():
        now += one
        clock.append(now)
    assert clock == pytest.approx(arrivals, rel=4e-16)
    assert all(a != b or c == d for (a, b), (c, d) in zip(pairwise(arrivals), pairwise(clock), strict=True))
    if all(float(one).is_integer() for one in arrivals):
        assert clock == arrivals
