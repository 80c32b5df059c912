"""Logs that are made of one: what is kept of it, job by job."""

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from engine.inputs.draws import Draws
from engine.logs.limits import LogError
from engine.logs.resampling import LASTING, Resampled, Source, block_length, by_users, by_weeks, source_of
from engine.logs.week_clock import WEEK

WEEKS, USERS = 30, 40
RANDOM = np.random.default_rng(11)


def some_source() -> Source:
    """Users who are there from some week on for up to 25 weeks, in a log with a begun week at both ends."""
    local = np.sort(RANDOM.integers(0, (WEEKS + 2) * WEEK, 20_000)).astype(float)
    user = RANDOM.integers(1, USERS + 1, len(local))
    begin, stay = RANDOM.integers(0, WEEKS, USERS + 1), RANDOM.integers(1, 25, USERS + 1)
    week = local // WEEK
    there = (week >= begin[user]) & (week < begin[user] + stay[user])
    return source_of(local[there], user[there], 1, WEEKS + 1)


SOURCE = some_source()
OF_ROW = {int(row): place for place, row in enumerate(SOURCE.row)}
LOGS: dict[str, Callable[[int], Resampled]] = {
    "weeks": lambda number: by_weeks(SOURCE, Draws(3, number)),
    "users": lambda number: by_users(SOURCE, Draws(3, number)),
    "more users": lambda number: by_users(SOURCE, Draws(3, number), 2.3),
    "fewer users": lambda number: by_users(SOURCE, Draws(3, number), 0.4),
}


@cache
def logs(kind: str) -> list[Resampled]:
    """A hundred of them."""
    return [LOGS[kind](number) for number in range(100)]


def places(log: Resampled) -> np.ndarray:
    """The jobs of the source."""
    return np.array([OF_ROW[int(row)] for row in log.row])


@pytest.mark.parametrize("kind", LOGS)
def test_jobs_move_by_whole_weeks_and_stand_in_order(kind: str) -> None:
    for log in logs(kind)[:50]:
        shift = (log.arrival - SOURCE.local[places(log)]) / WEEK
        assert (shift == np.round(shift)).all()
        assert (np.diff(log.arrival) >= 0).all()
        assert log.arrival[0] >= 0
        assert log.arrival[-1] < (WEEKS + 1) * WEEK
        assert log.weeks == WEEKS
    assert not np.array_equal(logs(kind)[0].row, logs(kind)[1].row)


@pytest.mark.parametrize("kind", ["weeks", "users"])
def test_equal_draws_are_equal_logs(kind: str) -> None:
    again = by_weeks(SOURCE, Draws(3, 7)) if kind == "weeks" else by_users(SOURCE, Draws(3, 7))
    first = logs(kind)[7]
    for one, other in ((again.arrival, first.arrival), (again.row, first.row), (again.user, first.user)):
        assert np.array_equal(one, other)


@pytest.mark.parametrize(("kind", "times"), [("weeks", 1), ("users", 1), ("more users", 2.3), ("fewer users", 0.4)])
def test_in_the_mean_there_are_so_many_times_the_jobs(kind: str, times: float) -> None:
    """In each measured week too: neither the first nor the last ones are emptier."""
    counts = np.array([np.bincount((log.arrival // WEEK).astype(int), minlength=WEEKS + 1)[1:] for log in logs(kind)])
    for part in (counts, counts[:, :5], counts[:, -5:]):
        jobs, expected = part.sum(axis=1), times * len(SOURCE.row) * part.shape[1] / WEEKS
        assert abs(jobs.mean() - expected) < 4 * jobs.std() / np.sqrt(len(jobs))


def test_blocks_of_weeks_stay_whole_and_the_week_before_leads_in() -> None:
    length = block_length(WEEKS)
    assert [block_length(weeks) for weeks in (1, 8, 13, 26, 52, 104)] == [1, 2, 2, 3, 4, 5]
    week_of = (SOURCE.local // WEEK).astype(int)
    for log in logs("weeks")[:50]:
        new, old = (log.arrival // WEEK).astype(int), week_of[places(log)]
        drawn = [np.unique(old[new == week]) for week in range(WEEKS + 1)]
        assert all(len(one) == 1 for one in drawn)  # every week of this source has jobs
        order = [int(one[0]) for one in drawn]
        assert all(
            (order[week] - order[week - 1]) % WEEKS == 1
            for week in range(1, WEEKS + 1)
            if week == 1 or (week - 1) % length
        )
        for week in range(WEEKS + 1):
            assert (new == week).sum() == (week_of == order[week]).sum()
        assert np.array_equal(log.user, SOURCE.user[places(log)])


def test_each_user_has_his_own_stream_whole_as_far_as_it_is_in_the_new_weeks() -> None:
    span = {}
    for user in np.unique(SOURCE.user):
        own = SOURCE.local[SOURCE.user == user]
        span[int(user)] = own[0], own[-1]
    largest = max(span)
    for log in logs("users")[:50]:
        whose = SOURCE.user[places(log)]
        assert np.array_equal((log.user - 1) % (largest + 1) + 1, whose)  # copies have numbers of their own
        for copy in np.unique(log.user):
            user = int((copy - 1) % (largest + 1) + 1)
            own, arrival = SOURCE.local[SOURCE.user == user], log.arrival[log.user == copy]
            low, high = span[user]
            if high - low < LASTING * WEEK:
                shift = arrival[0] - SOURCE.local[places(log)][log.user == copy][0]
                expected = own + shift
                expected = expected[(expected >= 0) & (expected < (WEEKS + 1) * WEEK)]
                assert np.array_equal(np.sort(arrival), expected)
            else:  # round and round: as many weeks as from the first job to the last
                period = (high // WEEK - low // WEEK + 1) * WEEK
                shift = (arrival[0] - SOURCE.local[places(log)][log.user == copy][0]) % period
                turns = np.arange(-WEEKS - 2, WEEKS + 3)[:, None] * period
                expected = np.sort((own + shift + turns).ravel())
                expected = expected[(expected >= 0) & (expected < (WEEKS + 1) * WEEK)]
                assert np.array_equal(np.sort(arrival), expected)


def test_more_users_are_those_of_fewer_and_others() -> None:
    for fewer, more in zip(logs("users")[:20], logs("more users")[:20], strict=True):
        jobs, among = np.stack([fewer.arrival, fewer.row]).T, np.stack([more.arrival, more.row]).T
        assert {tuple(one) for one in jobs.tolist()} <= {tuple(one) for one in among.tolist()}


def test_a_log_without_users_is_not_resampled_by_them() -> None:
    nobody = SOURCE._replace(user=np.full(len(SOURCE.user), -1))
    with pytest.raises(LogError, match="names no users"):
        by_users(nobody, Draws(1, 1))
