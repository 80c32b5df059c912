"""Ordered queues where processors are only counted: clock and passes."""

from typing import NamedTuple

import numpy as np

from engine.compiled.compilation import compiled, part, small
from engine.compiled.structure import by_reference
from engine.parallel_jobs.model import NONE, SKIP
from engine.parallel_jobs.space_sharing.kernel.counting.feedback import follow, next_coming
from engine.parallel_jobs.space_sharing.kernel.counting.own_passes import learn, somebody_fits, worth_now
from engine.parallel_jobs.space_sharing.kernel.counting.queues import (
    arrive,
    begin_known,
    ends_now,
    estimate,
    first_coming,
    next_instant,
    pass_head,
    retire,
    start_waiting,
)
from engine.parallel_jobs.space_sharing.kernel.counting.releases import released, reservation_of
from engine.parallel_jobs.space_sharing.kernel.counting.tables import FREE, Counted
from engine.parallel_jobs.space_sharing.kernel.waiting import (
    NOBODY,
    THERE,
    TOO_MANY,
    Queue,
    next_that_fits,
    ranked_queue,
    stand_at,
)
from engine.parallel_jobs.space_sharing.rules.orders import MOVING, priority, ranks
from engine.queues.backfilling import may_backfill

N_WAITING = 0
"""Entry of `Moving.tally`."""


@by_reference
class Moving(NamedTuple):
    """Those that wait in an order that changes: who they are in order of arrival, and what they are worth now.

    Attributes
    ----------
    job, chosen : int64 (J,), the waiting jobs; those of them that may pass the head
    value : float64 (J,), priorities by place in `job`
    due : float64 (J,), deadlines after the arrival, s
    tally : int64 (1,)
    """

    job: np.ndarray
    chosen: np.ndarray
    value: np.ndarray
    due: np.ndarray
    tally: np.ndarray


def nobody_waits(due: np.ndarray) -> Moving:
    """Nobody has come yet."""
    jobs = len(due)
    tally = np.zeros(1, dtype=np.int64)
    return Moving(np.empty(jobs, dtype=np.int64), np.empty(jobs, dtype=np.int64), np.empty(jobs), due, tally)


@compiled
def _priorities(site, order, due, found):
    """Of all jobs, in an order that does not change; into *found*, float64 (J,)."""
    n_jobs = site.gap.shape[0]
    now = 0.0
    since = 0.0 + site.gap[0]
    for j in range(n_jobs):
        now = now + site.gap[j]
        found[j] = priority(order, now, now, since, estimate(site, j), np.int64(site.low[j]), due[j])


def queue_of(site: Counted, order: int, due: np.ndarray) -> Queue:
    """A queue in which each job has its place beforehand, as long as the order is none that changes."""
    if order >= MOVING:
        return ranked_queue(np.zeros(1, dtype=np.int64))
    found = np.empty(len(due))
    _priorities(site, order, due, found)
    return ranked_queue(ranks(found))


@small
def _is_still(order):
    return order < MOVING


@part
def _still_pass(site, queue, behind, two, now, protected):
    """Heads while they fit, then whoever may pass the head, in the order of *behind*."""
    while queue.tally[THERE] > 0:
        head = next_that_fits(queue, 0, TOO_MANY - 1, 0, np.inf)
        if site.low[head] > site.tally[FREE]:
            break
        start_waiting(site, queue, behind, two, now, head)
    free = site.tally[FREE]
    if queue.tally[THERE] < 2 or free == 0 or protected == NONE:
        return
    if next_that_fits(behind, 0, free, TOO_MANY, np.inf) == NOBODY:
        return
    shadow, spare = np.inf, TOO_MANY
    if protected != SKIP:
        shadow, spare = reservation_of(site.releases, free, site.low[head])
    pass_head(site, queue, behind, two, now, 0, shadow, spare)


@small
def _first(line):
    """The place of whoever is worth most; of equals of the one who came first."""
    best = 0
    for x in range(1, line.tally[N_WAITING]):
        if line.value[x] > line.value[best]:
            best = x
    return best


@small
def _take_out(line, x):
    """Let whoever is at place *x* wait no longer."""
    for k in range(x, line.tally[N_WAITING] - 1):
        line.job[k], line.value[k] = line.job[k + 1], line.value[k + 1]
    line.tally[N_WAITING] -= 1


@part
def _moving_pass(site, line, order, now):
    """The same where everybody is worth something else now."""
    if line.tally[N_WAITING] == 0 or site.tally[FREE] == 0:
        return
    _ask_all(site, line, order, now)
    _serve(site, line, now, 1)


@small
def _ask_all(site, line, order, now):
    """What everybody is worth now in an *order*."""
    since = site.arrival[0]
    for x in range(line.tally[N_WAITING]):
        j = line.job[x]
        size = np.int64(site.low[j])
        line.value[x] = priority(order, now, site.arrival[j], since, site.estimate[j], size, line.due[j])


@part
def _pass_in_turn(site, line, order, backfill_order, now):
    """The same where those behind the head have an order of their own."""
    if line.tally[N_WAITING] == 0 or site.tally[FREE] == 0:
        return
    _ask_all(site, line, order, now)
    if backfill_order == order:
        _serve(site, line, now, 1)
        return
    at = _start_heads(site, line, now)
    if line.tally[N_WAITING] < 2 or site.tally[FREE] == 0:
        return
    _ask_all(site, line, backfill_order, now)
    _pass_head(site, line, now, at, 1)


@part
def _ruled_pass(site, line, rule, now, protected):
    """The same where a rule says what everybody is worth."""
    count = line.tally[N_WAITING]
    if count == 0 or site.tally[FREE] == 0 or not somebody_fits(site, line.job, count):
        return
    worth_now(site, rule, line.job, count, now, line.value)
    _serve(site, line, now, protected)


@small
def _serve(site, line, now, protected):
    """Those who are worth most while they fit, then whoever may pass."""
    at = _start_heads(site, line, now)
    if line.tally[N_WAITING] < 2 or site.tally[FREE] == 0 or protected == NONE:
        return
    _pass_head(site, line, now, at, protected)


@small
def _start_heads(site, line, now):
    """Those who are worth most while they fit; the place of the first who does not."""
    at = 0
    while line.tally[N_WAITING] > 0:
        at = _first(line)
        j = line.job[at]
        if site.low[j] > site.tally[FREE]:
            break
        _take_out(line, at)
        begin_known(site, now, j)
    return at


@small
def _pass_head(site, line, now, head, protected):
    """Those that fit and may pass whoever is at place *head*, most first."""
    free, count = site.tally[FREE], 0
    for x in range(line.tally[N_WAITING]):
        if x != head and site.low[line.job[x]] <= free:
            line.chosen[count] = x
            count += 1
    if count == 0:
        return
    shadow, spare = np.inf, TOO_MANY
    if protected != SKIP:
        shadow, spare = reservation_of(site.releases, free, site.low[line.job[head]])
    started = 0
    while count > 0:
        kept = best = 0
        for k in range(count):
            x = line.chosen[k]
            j = line.job[x]
            # With less left it may not later, either: it is looked at no more.
            if may_backfill(now, site.estimate[j], site.low[j], site.tally[FREE], shadow, spare):
                line.chosen[kept] = x
                if line.value[x] > line.value[line.chosen[best]]:
                    best = kept
                kept += 1
        count = kept
        if count > 0:
            x = line.chosen[best]
            j = line.job[x]
            begin_known(site, now, j)
            line.job[x] = NOBODY
            started += 1
            if not now + site.estimate[j] <= shadow:
                spare -= site.low[j]
            count -= 1
            for k in range(best, count):
                line.chosen[k] = line.chosen[k + 1]
    if started > 0:
        there = 0
        for x in range(line.tally[N_WAITING]):
            if line.job[x] != NOBODY:
                line.job[there] = line.job[x]
                there += 1
        line.tally[N_WAITING] = there


@compiled
def simulate(site, queue, behind, two, line, order, backfill_order, rule, protected, feedback):
    """At each instant all ends by number, all arrivals, and then one pass.

    *queue* and *behind* are those of an order that does not change, for the head and for who passes it: *two* of them,
    or one twice; *line* is for an order that does, and *rule* says what it is unless it is None: numba leaves out what
    is for nobody. *protected*: how many have a reservation, of NONE, SKIP and 1 as in
    own policies. *feedback* is empty where all jobs come of themselves; else nobody has a place beforehand, and in any
    *order*, and *backfill_order* of those who pass, jobs are looked at one by one.
    """
    n_jobs, follow_others = site.gap.shape[0], feedback.job.shape[0] > 0
    gone = arrived = 0
    next_arrival = first_coming(site, feedback)
    while gone < n_jobs:
        now = next_instant(site, next_arrival)
        while ends_now(site, now):
            j = retire(site, now)
            gone += 1
            released(site.releases, site.start[j] + site.estimate[j], site.low[j])
            if follow_others:
                follow(feedback, now, j)
        if follow_others:
            next_arrival = next_coming(feedback)
        while arrived < n_jobs and next_arrival == now:
            next_arrival = arrive(site, feedback, now, arrived)
            takes = estimate(site, arrived)
            if follow_others:
                line.due[arrived] = feedback.due[feedback.job[arrived]]
                if rule is not None:
                    learn(rule, feedback.job[arrived], arrived, now, site.arrival[0])
            if _is_still(order) and not follow_others:
                stand_at(queue, arrived, site.low[arrived], takes, None)
                if two:
                    stand_at(behind, arrived, site.low[arrived], takes, None)
            else:
                line.job[line.tally[N_WAITING]] = arrived
                line.tally[N_WAITING] += 1
            arrived += 1
        if rule is not None:
            _ruled_pass(site, line, rule, now, protected)
        elif follow_others:
            _pass_in_turn(site, line, order, backfill_order, now)
        elif _is_still(order):
            _still_pass(site, queue, behind, two, now, protected)
        else:
            _moving_pass(site, line, order, now)
