"""Users of a workload model: whose its jobs are, and that nothing else changes."""

import numpy as np

from engine.inputs.draws import Draws
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.study.run import run_study
from engine.workload_models.jobs import RigidJobs
from engine.workload_models.lublin99 import KINDS, sample
from engine.workload_models.users import WEEK, users_of

JOBS, ACTIVE = 20_000, 60
DRAWN = sample(KINDS["all"], 256, Draws(5, 0), JOBS, 1.5, weekend=0.4)
USERS = users_of(DRAWN, Draws(5, 0), ACTIVE)
WEEKS = (DRAWN.arrival // WEEK).astype(int)


def scenario(**changes: object) -> ParallelJobsScenario:
    arrivals = {"process": "lublin99", "load": 0.7} | changes
    return ParallelJobsScenario.read(
        {
            "family": "parallel-jobs",
            "cluster": {"groups": [{"name": "node", "count": 128, "speed_factor": 1.0}]},
            "workload": {"arrivals": arrivals, "jobs": 2_000},
            "policies": ["EASY", "Multifactor"],
            "study": {"replications": 2},
        }
    )


def test_jobs_stay_what_they_are_whoever_submits_them() -> None:
    plain, owned = draw_jobs(scenario(), 1), draw_jobs(scenario(users=20), 1)
    assert not len(plain.user)
    assert len(owned.user) == 2_000
    for name in set(plain._fields) - {"user"}:
        assert np.array_equal(getattr(plain, name), getattr(owned, name))
    assert np.array_equal(owned.user, draw_jobs(scenario(users=20), 1).user)
    assert not np.array_equal(owned.user, draw_jobs(scenario(users=20), 0).user)


def test_users_come_and_go_and_some_stay() -> None:
    """A third of those who are there at a time; the others are gone after some weeks."""
    first, last = (
        np.array([of(WEEKS[user == USERS]) for user in np.unique(USERS)])
        for of in (lambda one: one.min(), lambda one: one.max())
    )
    there = [np.count_nonzero((first <= week) & (week <= last)) for week in range(10, WEEKS[-1] - 10)]
    assert 0.75 * ACTIVE < np.mean(there) < 1.15 * ACTIVE
    stays = last - first + 1
    assert np.count_nonzero(stays > 0.8 * WEEKS[-1]) >= 0.8 * ACTIVE / 3
    assert np.median(stays) < 12


def test_some_have_much_work_and_jobs_of_one_user_are_alike() -> None:
    """By analysis of variance: users differ in sizes and run times by far more than jobs dealt at random would."""
    jobs = np.sort(np.bincount(USERS))[::-1]
    assert jobs[:10].sum() > 0.25 * JOBS
    for value in (np.log2(DRAWN.size), np.log2(DRAWN.run)):
        between = [0.0, 0.0]
        for which, users in enumerate((USERS, np.random.default_rng(1).permutation(USERS))):
            count = np.bincount(users)
            means = np.bincount(users, value) / np.maximum(count, 1)
            between[which] = float((count * (means - value.mean()) ** 2).sum()) / JOBS / value.var()
        assert between[0] > 0.2
        assert between[0] > 5 * between[1]


def test_jobs_of_one_user_come_after_each_other() -> None:
    after = np.mean(USERS[1:] == USERS[:-1])
    assert after > 1.5 * (np.bincount(USERS) ** 2.0).sum() / JOBS**2


def test_on_weekends_fewer_jobs_come_and_as_many_in_all() -> None:
    day = (DRAWN.arrival // 86_400 % 7).astype(int)
    of_day = np.bincount(day, minlength=7) / np.bincount(
        (np.arange(0, DRAWN.arrival[-1], 86_400) // 86_400 % 7).astype(int)
    )
    assert 0.33 < of_day[5:].mean() / of_day[:5].mean() < 0.47
    plain = sample(KINDS["all"], 256, Draws(5, 0), JOBS, 1.5)
    assert abs(DRAWN.arrival[-1] - plain.arrival[-1]) < WEEK
    assert np.array_equal(DRAWN.run, plain.run)


def test_who_uses_much_waits_longer_by_fair_share_only_where_users_are_known() -> None:
    found = [run_study(scenario(**changes)) for changes in ({}, {"users": 20})]
    easy, fair = ([one.samples(0, name, "wait_time") for one in found] for name in ("EASY", "Multifactor"))
    assert np.array_equal(easy[0], easy[1])  # nobody asks whose a job is
    assert not np.array_equal(fair[0], fair[1])


def test_what_is_not_chosen_leaves_the_name_of_the_contents() -> None:
    named = scenario().named_by({"title", "notes"})["workload"]["arrivals"]
    assert not {"users", "weekend"} & named.keys()
    assert scenario(users=3).named_by({"title"})["workload"]["arrivals"]["users"] == 3


def test_weeks_without_a_job_have_no_user() -> None:
    """Two jobs, months apart: each has a user, and there is nothing to deal in between."""
    apart = RigidJobs(
        np.array([0.0, 20.0 * WEEK]), np.array([1, 4], np.int32), np.array([9.0, 70.0]), np.zeros(2, np.int32)
    )
    found = users_of(apart, Draws(1, 0), 1)
    assert len(found) == 2
    assert found.min() >= 1
