"""Other logs from one: its weeks in blocks, or its users, drawn with replacement and moved by whole weeks.

By weeks as the circular block bootstrap does; by users after Zakay & Feitelson 2013 and Feitelson 2021, with the two
choices named in `by_users` (parallel-jobs README, logs).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.inputs.draws import Draws, Stream
from engine.logs.limits import LogError
from engine.logs.week_clock import WEEK

LASTING = 12
"""Weeks from the first job to the last from which on a user is a long-term one."""


class Resampled(NamedTuple):
    """Jobs of a new log, by arrival: a week of lead-in, then as many weeks as were measured of the one it is made of.

    Attributes
    ----------
    arrival : float64 (J,), s of local time since a Monday 0:00
    row : int64 (J,), which job of the log each is
    user : int64 (J,), its user; a second copy of one who is there already has a number of its own
    weeks : int, after the one of lead-in
    """

    arrival: NDArray[np.float64]
    row: NDArray[np.int64]
    user: NDArray[np.int64]
    weeks: int


class Source(NamedTuple):
    """The measured part of a log, whole weeks of local time: `local` (s), `user` and `row` of each job, by arrival."""

    local: NDArray[np.float64]
    user: NDArray[np.int64]
    row: NDArray[np.int64]
    weeks: int


def source_of(local: NDArray[np.float64], user: NDArray[np.int64], first: int, last: int) -> Source:
    """The jobs of weeks *first* to *last* (exclusive); second 0 of what is found is the first one's Monday."""
    row = np.nonzero((local >= first * WEEK) & (local < last * WEEK))[0]
    return Source(local[row] - first * WEEK, user[row], row, last - first)


def block_length(weeks: int) -> int:
    """How many weeks stay together."""
    blocks = 1
    while (2 * blocks + 1) * (2 * blocks + 1) * (2 * blocks + 1) <= 8 * weeks:  # the cube root, rounded
        blocks += 1
    return blocks


def by_weeks(source: Source, draws: Draws) -> Resampled:
    """Blocks of weeks drawn with replacement, the first week coming after the last; before all, the week before the
    first of them.
    """
    weeks, length = source.weeks, block_length(source.weeks)
    begin = draws.stream("resampled weeks").integers(0, weeks, -(-weeks // length))
    drawn = ((begin[:, None] + np.arange(length)) % weeks).ravel()[:weeks]
    drawn = np.concatenate([[(drawn[0] - 1) % weeks], drawn])
    edges = np.searchsorted(_week(source), np.arange(weeks + 1))
    jobs, new_week = _runs_of(edges[drawn], edges[drawn + 1])
    shift = ((new_week - drawn[new_week]) * WEEK).astype(np.float64)
    return _in_order(source, jobs, shift, source.user[jobs])


def by_users(source: Source, draws: Draws, times: float = 1.0) -> Resampled:
    """The streams of users, each moved as a whole; *times* as many of them.

    Temporary users come in each week as those who came in a drawn week of the log did; who came up to `LASTING` weeks
    before the new log begins is there with what is left of the stream. Long-term users are drawn with the week at which
    they enter their stream, evenly among all weeks at which one was active, so that the mean number of jobs is the
    log's; they go round at the end. Both are choices of ours where the papers leave one.

    `LogError` if the log names no users.
    """
    if not (source.user > 0).any():
        raise LogError("this log names no users; resample it by weeks")
    by_user = np.argsort(source.user, kind="stable")
    name, start = np.unique(source.user[by_user], return_index=True)
    edges = np.append(start, len(by_user))
    week = _week(source)[by_user]
    first, last = week[edges[:-1]], week[edges[1:] - 1]
    # A stream whose jobs have no user is one of all weeks, whoever they were.
    lasts = (source.local[by_user][edges[1:] - 1] - source.local[by_user][edges[:-1]] >= LASTING * WEEK) | (name <= 0)
    parts = [
        _temporary(source.weeks, first, np.nonzero(~lasts)[0], draws, times),
        _long_term(source.weeks, first, last, np.nonzero(lasts)[0], draws, times),
    ]
    owner, moved, turn = (np.concatenate([part[n] for part in parts]) for n in range(3))
    jobs, of_copy = _runs_of(edges[owner], edges[owner + 1])
    jobs = by_user[jobs]
    shift = (moved[of_copy] * WEEK).astype(np.float64)
    number = _numbers(name, owner, turn)
    arrival = source.local[jobs] + shift
    there = (arrival >= 0) & (arrival < (source.weeks + 1) * WEEK)
    return _in_order(source, jobs[there], shift[there], number[of_copy][there])


Copies = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]
"""Of streams of users: whose (place among the users), by how many weeks moved, and which copies are one person."""


def _temporary(weeks: int, first: NDArray[np.int64], users: NDArray[np.int64], draws: Draws, times: float) -> Copies:
    """Those who come in the weeks of the new log, and in as many before it as one can last."""
    coming = np.arange(1 - LASTING, weeks + 1)
    order = users[np.argsort(first[users], kind="stable")]
    edges = np.searchsorted(first[order], np.arange(weeks + 1))
    often = np.floor(times + draws.stream("temporary users").random(len(coming))).astype(np.int64)
    owners, shifts = [], []
    for layer in range(int(often.max(initial=0))):  # so that more users are those of fewer, and others
        drawn = draws.stream(f"temporary users {layer}").integers(0, weeks, len(coming))
        drawn, new = drawn[often > layer], coming[often > layer]
        who, of_week = _runs_of(edges[drawn], edges[drawn + 1])
        owners.append(order[who])
        shifts.append((new - drawn)[of_week])
    owner = np.concatenate([*owners, np.empty(0, np.int64)]).astype(np.int64)
    shift = np.concatenate([*shifts, np.empty(0, np.int64)]).astype(np.int64)
    return owner, shift, np.arange(len(owner))


def _long_term(
    weeks: int,
    first: NDArray[np.int64],
    last: NDArray[np.int64],
    users: NDArray[np.int64],
    draws: Draws,
    times: float,
) -> Copies:
    """Those who are there all the time: in each week one more of their stream, round and round."""
    none = np.empty(0, np.int64)
    if not len(users):
        return none, none, none
    active = last[users] - first[users] + 1
    stream: Stream = draws.stream("long-term users")
    count = int(np.floor(times * active.sum() / weeks + stream.random(1)[0]))
    drawn = stream.integers(0, int(active.sum()), count)
    place = np.searchsorted(np.cumsum(active), drawn, side="right")
    into = drawn - (np.cumsum(active) - active)[place]  # the week of the stream with which the new log begins
    rounds = -(-(weeks + 1 + into) // active[place])
    slot, nth = _repeated(rounds)
    owner = users[place][slot]
    return owner, nth * active[place][slot] - into[slot] - first[owner], -1 - slot


def _numbers(name: NDArray[np.int64], owner: NDArray[np.int64], turn: NDArray[np.int64]) -> NDArray[np.int64]:
    """The user of each copy: the number in the log for the first person, others beyond the largest number."""
    if not len(owner):
        return owner
    _, first, person = np.unique(turn, return_index=True, return_inverse=True)
    whose = owner[first]
    order = np.lexsort((first, whose))
    ranked = whose[order]
    begin = np.concatenate([[True], ranked[1:] != ranked[:-1]])
    nth = np.empty(len(order), np.int64)
    nth[order] = np.arange(len(order)) - np.maximum.accumulate(np.where(begin, np.arange(len(order)), 0))
    of_person = np.where(name[whose] > 0, name[whose] + nth * (int(name.max()) + 1), name[whose])
    found: NDArray[np.int64] = of_person[person]
    return found


def _week(source: Source) -> NDArray[np.int64]:
    return (source.local // WEEK).astype(np.int64)


def _repeated(times: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Each place so often as *times* says, and which time it is."""
    place = np.repeat(np.arange(len(times)), times)
    return place, np.arange(len(place)) - np.repeat(np.cumsum(times) - times, times)


def _runs_of(since: NDArray[np.int64], until: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All places from each *since* to *until*, and of which of them they are."""
    run, nth = _repeated(until - since)
    return since[run] + nth, run


def _in_order(
    source: Source, jobs: NDArray[np.int64], shift: NDArray[np.float64], user: NDArray[np.int64]
) -> Resampled:
    arrival = source.local[jobs] + shift
    order = np.lexsort((source.row[jobs], arrival))
    return Resampled(arrival[order], source.row[jobs][order], user[order], source.weeks)
