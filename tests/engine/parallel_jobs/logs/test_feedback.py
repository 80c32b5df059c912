"""Jobs that come after others have ended: reference = kernel, a schedule that holds what it says, and what is told."""

from typing import Any

import numpy as np
import pytest

from components.words.methods import methods_paragraph
from components.words.verdicts.verdict import verdict
from engine.inputs.rejection import ScenarioError
from engine.logs.cleaning.clean import clean
from engine.logs.feedback import SESSION, recorded_chains, sessions
from engine.logs.head import Head
from engine.logs.limits import LogError
from engine.logs.reading import read_log
from engine.logs.table import Table
from engine.parallel_jobs import simulation
from engine.parallel_jobs.analyses.fair_start import fair_start
from engine.parallel_jobs.analyses.for_whom import for_whom
from engine.parallel_jobs.analyses.why import entries
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.site.own_policies import OwnPolicy
from engine.parallel_jobs.inputs.sources.of_log import measured_blocks, rigid_jobs
from engine.parallel_jobs.inputs.workload import draw_jobs, machines_of, rules_of
from engine.parallel_jobs.model import Jobs
from engine.parallel_jobs.policies import COUNTING, POLICIES, PolicyCode
from engine.parallel_jobs.replay.trace import trace
from engine.parallel_jobs.replication import coming_as, replicate, submitted_jobs
from engine.parallel_jobs.space_sharing.reference import simulation as reference
from engine.parallel_jobs.to_swf import to_swf
from engine.parallel_jobs.whole.schedule import whole_schedule
from engine.study.run import run_study
from tests.engine.parallel_jobs.logs.generated import MACHINES, WEEK, scenario_of, some_log

ALL = [name for name, policy in POLICIES.items() if policy.code in COUNTING]
TIMES = ("arrival", "start", "end", "size")


def chained(draws: np.random.Generator, count: int) -> Jobs:
    """Jobs in whole seconds, many at one instant, more than half of which follow an earlier one."""
    run = draws.integers(1, 30, count).astype(float)
    arrival = np.sort(draws.integers(0, 3 * count, count)).astype(float)
    jobs = rigid_jobs(arrival, draws.integers(1, MACHINES + 1, count), run, run * draws.integers(1, 4, count), MACHINES)
    after = np.array([draws.integers(0, max(j, 1)) if j and draws.random() < 0.6 else -1 for j in range(count)])
    due = draws.integers(10, 500, count).astype(float)
    return jobs._replace(after=after, think=draws.integers(0, 8, count).astype(float), deadline=due)


CASES = [chained(np.random.default_rng(seed), 4 + seed) for seed in range(25)]


@pytest.mark.parametrize("policy", ALL)
def test_the_kernel_does_what_the_reference_does_and_both_what_the_jobs_say(policy: str) -> None:
    """A failure is any other arrival, start, end or size, or a job that comes at another time than after thinking; or
    that no policy has changed an arrival, since then nothing would have been tested.
    """
    scenario = scenario_of(some_log(20, 2), 1)
    machines, rules, code = machines_of(scenario), rules_of(scenario), POLICIES[policy].code
    early, late = 0, 0
    for jobs in CASES:
        one, other = reference.run(jobs, machines, rules, code), simulation.run(jobs, machines, rules, code, True)
        for name in TIMES:
            assert np.array_equal(getattr(one, name), getattr(other, name)), name
        rows = [sorted(zip(log.time, log.happening, log.job, strict=True)) for log in (one.log, other.log)]
        assert rows[0] == rows[1]
        follows, asked = jobs.after >= 0, np.cumsum(jobs.gap)
        assert np.array_equal(other.arrival[follows], (other.end[jobs.after] + jobs.think)[follows])
        assert np.array_equal(other.arrival[~follows], asked[~follows])
        early, late = early + (other.arrival < asked).sum(), late + (other.arrival > asked).sum()
        plain = simulation.run(coming_as(jobs, other.arrival), machines, rules, code)
        order = np.argsort(other.arrival, kind="stable")
        for name in TIMES:
            assert np.array_equal(getattr(plain, name), getattr(other, name)[order]), name
    assert early > 20
    assert late > 20


OWN_ORDERS = ("-estimate", "wait / estimate", "-submit + idle * size", "deadline_in - size * waiting")


@pytest.mark.parametrize("order", OWN_ORDERS)
def test_under_own_rules_the_kernel_does_what_the_reference_does(order: str) -> None:
    """A failure is any other arrival, start, end or size, or that no reservation has made a difference."""
    scenario = scenario_of(some_log(20, 2), 1)
    machines, starts = machines_of(scenario), []
    for reservation in ("none", 1, "skip"):
        own = OwnPolicy.model_validate({"name": "mine", "order": order, "reservation": reservation}).rules()
        rules = rules_of(scenario)._replace(own=own)
        for jobs in CASES[::3]:
            found = simulation.run(jobs, machines, rules, PolicyCode.OWN)
            slow = reference.run(jobs, machines, rules, PolicyCode.OWN)
            for name in TIMES:
                assert np.array_equal(getattr(slow, name), getattr(found, name)), name
            starts.append(found.start.tobytes())
    assert len(set(starts)) > len(CASES[::3])


def test_an_own_rule_that_says_what_a_policy_does_serves_those_who_follow_as_it() -> None:
    own = [{"name": "shortest", "order": "-estimate"}]
    tree = of("recorded", policies=("SJF",)).model_dump(mode="json") | {"own_policies": own}
    scenario = ParallelJobsScenario.read(tree | {"policies": ["SJF", "own:shortest"]})
    one, other = (replicate(scenario, name, 0, draw_jobs(scenario, 0)).records for name in scenario.policies)
    for name in TIMES:
        assert np.array_equal(getattr(one, name), getattr(other, name)), name


@pytest.mark.parametrize(
    ("own", "why"),
    [
        ({"order": "-user_usage"}, "the order asks for user_usage"),
        ({"backfill": "-size"}, "those who pass have an order of their own"),
        ({"admit": "size < 9"}, "a rule says who is taken"),
        ({"reservation": 3}, "several jobs have reservations"),
    ],
)
def test_rules_that_need_more_than_counts_are_refused_with_the_reason(own: dict[str, Any], why: str) -> None:
    tree = of("recorded", policies=("SJF",)).model_dump(mode="json")
    with pytest.raises(ScenarioError, match=why):
        ParallelJobsScenario.read(tree | {"own_policies": [{"name": "mine"} | own], "policies": ["own:mine"]})
    with pytest.raises(ScenarioError, match=r"Multifactor.* the order asks for fair"):
        ParallelJobsScenario.read(tree | {"policies": ["Multifactor"]})


def test_jobs_that_follow_nobody_are_served_bit_for_bit_as_without() -> None:
    scenario = scenario_of(some_log(20, 2), 1)
    machines, rules = machines_of(scenario), rules_of(scenario)
    for policy in ("FCFS", "EASY", "Conservative", "SJF", "EASY-SJF", "F1"):
        for jobs in CASES[::6]:
            alone = jobs._replace(after=np.full(len(jobs.gap), -1), think=np.zeros(len(jobs.gap)))
            plain = jobs._replace(after=jobs.after[:0], think=jobs.think[:0])
            one, other = (simulation.run(some, machines, rules, POLICIES[policy].code) for some in (alone, plain))
            for name in (*TIMES, "busy"):
                assert np.array_equal(getattr(one, name), getattr(other, name)), (policy, name)


def test_on_machines_enough_for_all_each_user_does_one_job_after_the_other() -> None:
    """A closed chain: job k comes at the sum of all run times and think times before it."""
    run, think = np.array([5.0, 7.0, 3.0]), np.array([0.0, 2.0, 0.0])
    jobs = rigid_jobs(np.array([10.0, 11.0, 12.0]), np.array([2, 2, 2]), run, run, MACHINES)
    jobs = jobs._replace(after=np.array([-1, 0, 1]), think=think)
    scenario = scenario_of(some_log(20, 2), 1)
    found = simulation.run(jobs, machines_of(scenario), rules_of(scenario), POLICIES["FCFS"].code)
    assert found.arrival.tolist() == [10, 17, 24]
    assert found.end.tolist() == [15, 24, 27]


def of_users(weeks: int = 12, jobs: int = 500) -> Table:
    """A log whose few users submit one job some minutes after another, as recorded by a machine that nobody shares."""
    draws = np.random.default_rng(3)
    plain = some_log(jobs, weeks)
    user = draws.integers(1, 7, jobs)
    submit, run = plain["submit"].copy(), plain["run"]
    number, preceding, think = np.arange(1, jobs + 1), np.full(jobs, -1), np.full(jobs, -1)
    last: dict[int, int] = {}
    for j in range(jobs):
        before = last.get(int(user[j]))
        if before is not None and draws.random() < 0.7:
            think[j] = draws.integers(0, int(SESSION))
            submit[j] = submit[before] + run[before] + think[j]
            preceding[j] = number[before]
        last[int(user[j])] = j
    columns = {name: plain[name] for name in ("run", "allocated", "estimate")}
    known = {"submit": submit, "wait": np.zeros(jobs, int), "user": user, "job": number}
    table = Table.of(columns | known | {"preceding": preceding, "think": think})
    return table.at(submit < weeks * WEEK)


TABLE = of_users()


def of(feedback: str, **changes: Any) -> ParallelJobsScenario:
    found: ParallelJobsScenario = scenario_of(TABLE, user_feedback=feedback, **changes)
    return found


def test_chains_as_recorded_are_those_that_sessions_find() -> None:
    """Who follows as recorded does so by his user and within twenty minutes; of several ends the last one counts."""
    log = clean(TABLE, Head(()))
    told, found = recorded_chains(log, TABLE), sessions(log)
    follows = told.after >= 0
    assert follows.mean() > 0.5
    assert (found.after[follows] >= 0).all()
    same = told.after == found.after
    assert same[follows].mean() > 0.9
    assert np.array_equal(told.think[same], found.think[same])
    assert (found.think <= told.think)[follows].all()
    assert (log.user[found.after] == log.user)[found.after >= 0].all()


def test_a_job_follows_no_later_one_and_none_that_was_cleaned_away() -> None:
    columns = {"submit": [0, 10, 20, 30], "run": [5, 5, 5, 5], "allocated": [1, 1, 1, 1], "job": [1, 2, 3, 4]}
    table = Table.of(columns | {"preceding": [-1, 1, 3, 2], "think": [-1, 3, -1, -1]})
    with pytest.raises(LogError, match=r"job line 3 \(job 3\): its preceding job, 3, does not stand before it"):
        recorded_chains(clean(table, Head(())), table)
    table = Table.of(columns | {"preceding": [-1, 1, 9, 2], "think": [-1, 3, -1, -1], "run": [5, -1, 5, 5]})
    found = recorded_chains(clean(table, Head(())), table)
    assert found.after.tolist() == [-1, -1, -1]
    with pytest.raises(LogError, match="names no preceding jobs"):
        recorded_chains(clean(some_log(), Head(())), some_log())
    with pytest.raises(LogError, match="does not tell waits"):
        sessions(clean(some_log(), Head(())))


def test_chains_are_cut_where_blocks_begin() -> None:
    scenario = of("recorded")
    jobs = draw_jobs(scenario, 0)
    week = (np.cumsum(jobs.gap) // WEEK).astype(int)
    follows = np.flatnonzero(jobs.after >= 0)
    whole = recorded_chains(clean(TABLE, Head(())), TABLE)
    cut = np.flatnonzero((whole.after >= 0) & (jobs.after < 0))
    assert len(cut)
    assert (week[cut] > week[whole.after[cut]]).all()
    of_log = scenario.workload.logged
    assert of_log is not None
    edges = [one.until for one in measured_blocks(of_log, MACHINES, 4)]
    block, arrival = np.searchsorted(edges, np.cumsum(jobs.gap), "right"), np.cumsum(jobs.gap)
    assert (block[follows] == block[jobs.after[follows]]).all()
    assert set(edges) & set((arrival[cut] // WEEK * WEEK).tolist())


def test_each_policy_has_arrivals_of_its_own_and_a_study_says_so() -> None:
    scenario = of("recorded")
    easy, fcfs = (submitted_jobs(scenario, one, 0).gap for one in ("EASY", "FCFS"))
    assert not np.array_equal(easy, fcfs)
    found = run_study(scenario)
    share = found.estimate(0, "EASY", "following_jobs").mean
    assert 0.5 < share < 0.9
    assert "following_jobs" not in run_study(scenario_of(TABLE)).names
    assert any("each policy has arrivals of its own" in line for line in verdict(found, "wait_time").more)
    assert "policies do not have common arrivals" in methods_paragraph(found)
    assert set(for_whom(scenario)["policies"]["EASY"]["users"]["user"]) <= set(range(1, 7))
    assert "who comes after a job" in fair_start(scenario, "EASY", 0)["refused"]
    with pytest.raises(ValueError, match="cannot be told job by job"):
        entries(scenario, "EASY", 0)


def test_users_who_wait_longer_submit_later_so_that_less_waits() -> None:
    """Feedback is what keeps a queue short: at twice the load waits grow less than those of an open stream.

    A failure is a mean wait that is not smaller.
    """
    waits = {
        kind: run_study(of(kind, load_factor=4.0)).estimate(0, "FCFS", "wait_time").mean for kind in ("no", "recorded")
    }
    assert 0 < waits["recorded"] < 0.8 * waits["no"]


def test_pictures_and_exports_are_of_the_stream_that_comes() -> None:
    scenario = of("recorded")
    records = replicate(scenario, "EASY", 0, draw_jobs(scenario, 0)).records
    order = np.argsort(records.arrival, kind="stable")
    written = read_log(to_swf(scenario, "EASY", 0)).table
    assert np.array_equal(written.seconds("submit"), records.arrival[order])
    assert np.array_equal(written["job"], clean(TABLE, Head(())).number[order])
    told = trace(scenario, "EASY", 0, {"first_job": 40})
    assert told["first_job"] == 40
    assert len(whole_schedule(scenario, "EASY", 0)) > 1000


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"shaken": True}, r"arrivals\.user_feedback: a log whose jobs follow others is neither shaken nor resampled"),
        (
            {"policies": ("EASY", "UFF")},
            r'policies\.1: jobs follow others here \(feedback\), which "UFF" does not know',
        ),
    ],
    ids=["shaken", "a policy that resizes"],
)
def test_what_does_not_go_together_is_refused_in_a_sentence(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ScenarioError, match=sentence):
        of("recorded", **changes)
