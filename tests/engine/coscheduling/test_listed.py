"""A list of jobs: what it says, what is refused, and that dedicated queues start them as parallel jobs are started."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.coscheduling.analyses.why import entries
from engine.coscheduling.costs.totals import totals
from engine.coscheduling.inputs.workload import draw_jobs, system_of
from engine.coscheduling.measures import simulate
from engine.coscheduling.of_lists import capacity_lost
from engine.coscheduling.policies import POLICIES, SCHEMES
from engine.coscheduling.replication import replicate
from engine.coscheduling.rows import rows
from engine.inputs.rejection import ScenarioError
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import draw_jobs as parallel_jobs
from engine.parallel_jobs.replication import replicate as replicate_parallel_jobs
from engine.study.cells import StudyPlan
from engine.study.preview import preview_of
from engine.study.registry import EXAMPLES, parse_scenario, read_scenario
from tests.engine.coscheduling.lists import STEP, TYPES, jobs_by_hand, listed
from tests.engine.coscheduling.systems import IMPLEMENTATIONS, Run

MICROSECOND = 1e-6
often = settings(max_examples=20, deadline=None)
FACTOR = "workload.arrivals.load_factor"
THREE: list[dict[str, Any]] = [
    {"arrival": 0.0, "tasks": 2, "run": 0.072},
    {"arrival": 0.1, "tasks": 8, "run": 0.036, "estimate": 0.5, "job_type": "plain", "user": "ann"},
    {"arrival": 0.2, "tasks": 4, "run": 0.036, "label": "last", "user": "bob"},
]


# laws -----------------------------------------------------------------------------------------------------------------


def _in_microseconds(scenario: Any, policy: str) -> list[int]:
    """When the family of parallel jobs starts the same list, with a second for each µs."""
    jobs = draw_jobs(scenario, 0)
    alone, said = jobs.nominal * jobs.iterations // 1000, jobs.estimate // 1000
    each = zip(jobs.arrival // 1000, jobs.size, alone, said, strict=True)
    tree = {
        "cluster": {"groups": [{"name": "node", "count": scenario.cluster.nodes, "speed_factor": 1.0}]},
        "workload": {
            "arrivals": {
                "process": "listed",
                "jobs": [
                    {"arrival": float(a), "machines": int(n), "run": float(r), "estimate": float(e)}
                    for a, n, r, e in each
                ],
            }
        },
        "policies": [policy],
        "study": {"replications": 1},
    }
    other = ParallelJobsScenario.read(tree)
    return [round(start) for start in replicate_parallel_jobs(other, policy, 0, parallel_jobs(other, 0)).records.start]


@pytest.mark.parametrize("run", IMPLEMENTATIONS.values(), ids=IMPLEMENTATIONS)
@pytest.mark.parametrize("policy", ["FCFS", "FF", "EASY"])
def test_dedicated_queues_start_a_list_when_the_family_of_parallel_jobs_does(run: Run, policy: str) -> None:
    """Of jobs with I/O and messages too: alone on their nodes without skewness, all take their nominal time."""

    @settings(max_examples=40 if run is IMPLEMENTATIONS["kernel"] else 8, deadline=None)
    @given(st.lists(jobs_by_hand(), min_size=1, max_size=12))
    def starts(drawn: list[dict[str, Any]]) -> None:
        scenario = listed(drawn)
        jobs = draw_jobs(scenario, 0)
        found = run(jobs, system_of(scenario, 0), SCHEMES[f"SS-{policy}"], None)
        assert (found.end - found.start).tolist() == (jobs.nominal * jobs.iterations).tolist()
        assert [int(start) // 1000 for start in found.start] == _in_microseconds(scenario, policy)

    starts()


@often
@given(st.lists(jobs_by_hand(), min_size=1, max_size=12))
def test_jobs_are_drawn_as_they_are_listed(drawn: list[dict[str, Any]]) -> None:
    scenario = listed(drawn)
    jobs, ordered = draw_jobs(scenario, 0), sorted(drawn, key=lambda job: job["arrival"])
    assert jobs.arrival.tolist() == [round(job["arrival"] * 1e9) for job in ordered]
    assert jobs.size.tolist() == [job["tasks"] for job in ordered]
    assert (jobs.nominal * jobs.iterations).tolist() == [round(job["run"] * 1e9) for job in ordered]
    assert jobs.estimate.tolist() == [round(job.get("estimate", job["run"]) * 1e9) for job in ordered]
    names = [kind["name"] for kind in TYPES]
    said = [(number, job["job_type"]) for number, job in enumerate(ordered) if "job_type" in job]
    assert all(names[jobs.job_type[number]] == name for number, name in said)
    assert read_scenario(scenario.model_dump(mode="json")) == scenario == parse_scenario(scenario.compact())


@often
@given(st.lists(jobs_by_hand(), min_size=1, max_size=10), st.sampled_from(["SS-FCFS", "SS-EASY", "GS", "SB"]))
def test_capacity_lost_is_what_waiting_jobs_ask_for(drawn: list[dict[str, Any]], policy: str) -> None:
    """From instant to instant: places that are free, or asked for if these are fewer."""
    scenario = listed(drawn, cluster={"multiprogramming_level": 2})
    done = replicate(scenario, policy, 0)
    jobs, start, end = done.jobs, done.of_jobs("start"), done.of_jobs("end")
    places, lost = scenario.cluster.nodes * (1 if policy.startswith("SS") else 2), 0
    instants = np.unique([*jobs.arrival, *start, *end, 0])
    for since, until in pairwise(instants.tolist()):
        taken = jobs.size[(start <= since) & (end > since)].sum()
        asked = jobs.size[(jobs.arrival <= since) & (start > since)].sum()
        assert taken <= places or policy == "SB"  # whose tasks leave one by one
        lost += min(max(places - taken, 0), asked) * (until - since)
    found = capacity_lost(scenario, policy, done)
    assert found == pytest.approx(lost / (places * end.max()), abs=1e-12)
    if policy == "SS-FCFS" and len(drawn) == 1:
        assert found == 0


def test_a_type_that_is_not_said_is_drawn_by_the_weights_and_a_later_one_does_not_depend_on_it() -> None:
    def types_of(jobs: list[dict[str, Any]]) -> list[int]:
        return draw_jobs(listed(jobs), 0).job_type.tolist()

    plain = [{"arrival": 0.0, "tasks": 2, "run": STEP} for _ in range(400)]
    drawn = types_of(plain)
    assert 150 < sum(drawn) < 250
    assert types_of([plain[0] | {"job_type": "plain"}, *plain[1:]]) == [1, *drawn[1:]]


def test_the_load_factor_moves_arrivals_and_nothing_else() -> None:
    one, twice = (draw_jobs(listed(THREE, arrivals={"load_factor": factor}), 0) for factor in (1.0, 2.0))
    assert (twice.arrival * 2).tolist() == one.arrival.tolist()
    assert all((getattr(one, name) == getattr(twice, name)).all() for name in one._fields if name != "arrival")


def test_an_estimate_is_never_less_than_whole_iterations_take() -> None:
    """A job of the second type takes 36 ms or more."""
    jobs = draw_jobs(listed([{"arrival": 0.0, "tasks": 2, "run": 0.02, "estimate": 0.03, "job_type": "plain"}]), 0)
    assert jobs.estimate.tolist() == (jobs.nominal * jobs.iterations).tolist() == [36_000_000]


def test_who_says_no_estimate_has_that_of_the_workload() -> None:
    said = listed(THREE, workload={"estimate": {"estimate": "multiple", "multiple_of": 3.0}})
    assert draw_jobs(said, 0).estimate.tolist() == [216_000_000, 500_000_000, 108_000_000]


def test_jobs_stand_in_order_of_arrival() -> None:
    jobs = [THREE[2], THREE[0], THREE[2] | {"label": "second"}]
    arrivals = listed(jobs).workload.arrivals
    assert [job.label for job in arrivals.jobs] == ["", "last", "second"]  # type: ignore[union-attr]


# metrics and studies --------------------------------------------------------------------------------------------------


def test_users_are_told_apart() -> None:
    """Ann's job takes 5 nodes for 72 ms, and both of Bob's wait for it, whose mean slowdown then is (2 + 3) / 2."""
    jobs: list[dict[str, Any]] = [
        {"arrival": 0.0, "tasks": 5, "run": 0.072, "user": "ann"},
        {"arrival": 0.0, "tasks": 5, "run": 0.072, "user": "bob"},
        {"arrival": 0.0, "tasks": 5, "run": 0.072, "user": "bob"},
        {"arrival": 0.0, "tasks": 2, "run": 0.072},
    ]
    scenario = listed(jobs, measurement={"slowdown_threshold": 0.001})
    found = simulate(scenario, "SS-FCFS", 0)
    assert found["user_variation"] == pytest.approx(np.std([1, 2.5], ddof=1) / 1.75)
    assert found["user_jain_index"] == pytest.approx(3.5**2 / (2 * (1 + 2.5**2)))
    columns = {column.name: list(column.values) for column in rows(scenario, "SS-FCFS", 0)}
    assert columns["user"] == ["ann", "bob", "bob", ""]
    assert entries(scenario, "SS-FCFS", 0).groups["user"].tolist() == ["ann", "bob", "bob", "nobody known"]
    assert "label" not in columns
    assert "user_variation" not in simulate(listed(jobs[:1]), "SS-FCFS", 0)


def test_a_study_of_a_list() -> None:
    scenario = listed(THREE, study={"replications": 1, "vary": {"field": FACTOR, "values": [0.5, 2.0]}})
    plan = StudyPlan(scenario)
    found = plan.combine({cell.index: plan.compute(cell) for cell in plan.cells()})
    assert {"capacity_lost", "user_variation", "type_slowdown[plain]"} <= set(found.names)
    assert plan.budget().objection == ""
    assert len(preview_of(scenario).points()) == 2
    assert not listed([job | {"job_type": "even"} for job in THREE]).is_random
    assert listed(THREE).is_random
    assert listed(THREE[1:2], workload={"skewness": 20.0}).is_random


def test_the_work_of_a_list_is_counted() -> None:
    found = totals(listed(THREE, arrivals={"load_factor": 2.0}))
    assert (found.tasks, found.longest, found.arrivals) == (14, 0.072, 0.1)
    assert found.work == pytest.approx(2 * 0.072 + 8 * 0.036 + 4 * 0.036)


def test_a_long_list_is_read_in_a_moment_and_costs_what_it_takes() -> None:
    jobs = [{"arrival": 0.1 * n, "tasks": 2 + n % 7, "run": 0.5, "user": str(n % 9)} for n in range(2000)]
    scenario = listed(jobs, policies=sorted(POLICIES)[:12])
    assert len(parse_scenario(scenario.canonical()).workload.arrivals.jobs) == 2000  # type: ignore[attr-defined]
    assert 10 < StudyPlan(scenario).budget().seconds < 1000


# refusals -------------------------------------------------------------------------------------------------------------

AT = "workload.arrivals.jobs"
ONE = {"arrival": 0.0, "tasks": 2, "run": 1.0}


@pytest.mark.parametrize(
    ("jobs", "changes", "where", "words"),
    [
        ([], {}, AT, "at least 1"),
        ([ONE] * 2001, {}, AT, "at most 2000"),
        ([ONE | {"tasks": 9}], {}, f"{AT}.0.tasks", "the cluster has 8"),
        ([ONE, ONE | {"tasks": 5}], {"cluster": {"partitions": 2}}, f"{AT}.1.tasks", "a partition has 4"),
        ([ONE | {"tasks": 1}], {}, f"{AT}.0.tasks", "at least 2"),
        ([ONE | {"tasks": 2.5}], {}, f"{AT}.0.tasks", "whole number"),
        ([ONE | {"run": 0}], {}, f"{AT}.0.run", "at least 0.001"),
        ([ONE | {"run": 1e5}], {}, f"{AT}.0.run", "at most 10000"),
        ([ONE | {"arrival": -1}], {}, f"{AT}.0.arrival", "at least 0"),
        ([ONE | {"arrival": 1e300}], {}, f"{AT}.0.arrival", "at most"),
        ([ONE | {"arrival": None}], {}, f"{AT}.0.arrival", "number"),
        ([ONE | {"estimate": 0.5}], {}, f"{AT}.0", "below the run time"),
        ([ONE | {"job_type": "wild"}], {}, f"{AT}.0.job_type", "there are: “even”, “plain”"),
        ([ONE | {"user": "<b>"}], {}, f"{AT}.0.user", "pattern"),
        ([ONE | {"label": "x" * 41}], {}, f"{AT}.0.label", "at most 40"),
        ([ONE | {"machines": 2}], {}, f"{AT}.0.machines", "no"),
        ([ONE | {"arrival": 1e8}], {"arrivals": {"load_factor": 0.1}}, AT, "years"),
        ([ONE], {"workload": {"jobs": 1}}, "workload.jobs", "follows from the list"),
        ([ONE], {"workload": {"size_classes": [{}]}}, "workload.size_classes", "in the list"),
        (
            [ONE],
            {"study": {"replications": 1, "vary": {"field": f"{AT}.0.run", "values": [1]}}},
            "study.vary.field",
            "not a numeric field",
        ),
        (
            [ONE] * 2000,
            {"study": {"vary": {"field": FACTOR, "values": [1.0 + n for n in range(26)]}}},
            "study.vary.values",
            "at most 25",
        ),
    ],
)
def test_what_is_refused(jobs: list[dict[str, Any]], changes: dict[str, Any], where: str, words: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        listed(jobs, **changes)
    reason = refused.value.rejections[0]
    assert reason.path == where
    assert words in reason.sentence


# the example ----------------------------------------------------------------------------------------------------------


def test_the_same_eight_jobs_are_those_of_the_textbook_and_its_notes_hold() -> None:
    scenario: Any = EXAMPLES["same-eight-jobs"]
    convoy: Any = EXAMPLES["convoy"]
    listed_jobs = scenario.workload.listed.jobs
    assert [(job.arrival * 10, job.run * 10, job.tasks) for job in listed_jobs] == [
        (job.arrival, job.run, 2 * job.machines) for job in convoy.workload.listed.jobs
    ]
    shares = [point["io_share"] for point in scenario.points()]
    found = {
        (policy, share): simulate(scenario.at({"io_share": share}), policy, 0)
        for policy in scenario.policies
        for share in shares
    }
    response = {key: round(cell["response_time"], 3) for key, cell in found.items()}
    assert {response["SS-FCFS", share] for share in shares} <= {2.312, 2.313}
    assert {response["SS-EASY", share] for share in shares} <= {0.9, 0.901}
    assert {response["GS", share] for share in shares} == {1.149}
    assert (response["SB", 0], response["SB", 60]) == (1.156, 0.622)
    assert [share for share in shares if response["SB", share] < response["SS-EASY", share]] == [30, 40, 50, 60]
    waits = [found[policy, 20]["wait_time"] for policy in ("SS-FCFS", "SS-EASY", "SB")]
    assert waits == pytest.approx([1.775, 0.3625, 0], abs=1e-3)
    for value in ("2.312 s", "0.9 s", "1.775 s", "0.362 s", "1.156 s", "0.622 s", "1.149 s", "from 30 % on"):
        assert value in scenario.notes
