"""Queues of a site as operators run it, compiled: limits, reserved windows, predictions, preemption.

As in `own`, everybody who waits is in `queue`, evicted jobs first, then by what the rule says.
"""

import numpy as np

from engine.compiled.compilation import part, small
from engine.parallel_jobs.model import NONE, SKIP
from engine.parallel_jobs.space_sharing.kernel.losses import preempt
from engine.parallel_jobs.space_sharing.kernel.own import N_PROFILE, book_own, evicted_of, in_order
from engine.parallel_jobs.space_sharing.kernel.own_groups import chosen_time, start_chosen
from engine.parallel_jobs.space_sharing.kernel.own_names import count_usage, in_use_now, look_round, worth
from engine.parallel_jobs.space_sharing.kernel.queues import lasting, run_time
from engine.parallel_jobs.space_sharing.kernel.site import is_disrupted, leave_queue, pause_of
from engine.parallel_jobs.space_sharing.kernel.tables import (
    FREE,
    N_LEAVING,
    N_RUNNING,
    N_WAITING,
    PROCESSORS,
)
from engine.parallel_jobs.space_sharing.kernel.waiting import NOBODY
from engine.parallel_jobs.space_sharing.rules.backfilling import place
from engine.parallel_jobs.space_sharing.rules.estimates import estimated_time, is_outlived
from engine.parallel_jobs.space_sharing.rules.operated import STEPS, predicted, raised
from engine.queues.backfilling import may_backfill, reservation

# what happens ---------------------------------------------------------------------------------------------------------


@part
def predict(site, own, operated, j):
    """Let the mean of its user's last two run times take the place of the estimate of job *j*, if that is longer."""
    user = own.user[j]
    rate = site.speedup[site.curve[j], site.low[j]] / site.fastest
    told = estimated_time(site.work[j], rate, site.estimate[j], site.demand[j], operated.told[j])
    found = predicted(operated.last[user], operated.before[user], operated.ended[user], told)
    if found < told:
        site.expected[j] = found * rate


@part
def _end_predictions(site, operated):
    """What was predicted of an evicted job is over when the job has computed for so long."""
    for x in range(evicted_of(site, site.queue, site.tally[N_WAITING])):
        j = site.queue[x]
        if is_outlived(site.work[j], site.demand[j], site.expected[j]):
            site.expected[j] = operated.told[j]


@part
def remember(own, operated, now, j):
    """Job *j* has ended: one run time more that is known of its user."""
    user = own.user[j]
    operated.before[user], operated.last[user] = operated.last[user], now - operated.began[j]
    operated.ended[user] = min(2, operated.ended[user] + 1)


@part
def _raise_predictions(site, operated, now):
    """Who still runs when he was expected to have ended is expected to go on for the next step."""
    for k in range(site.tally[N_RUNNING]):
        seat, j = site.seat[site.run[k]], site.crew[k]
        if seat.expected_end > now:
            continue
        later = -1.0
        for step in STEPS:
            later = raised(now, operated.began[j], operated.limit[j], step)
            if later >= 0.0:
                break
        seat.expected_end = later if later >= 0.0 else operated.limit[j]


@part
def _count(site, own, operated):
    """What queues, and users in them, have running now."""
    for queue in range(operated.used.shape[0]):
        operated.used[queue] = 0
        for user in range(operated.of_user.shape[1]):
            operated.of_user[queue, user] = operated.jobs_of_user[queue, user] = 0
    for k in range(site.tally[N_RUNNING]):
        _use(site, own, operated, np.int64(site.crew[k]), site.seat[site.run[k]].number)


@small
def _use(site, own, operated, j, processors):
    queue, user = operated.of.queue[j], own.user[j]
    operated.used[queue] += processors
    operated.of_user[queue, user] += processors
    operated.jobs_of_user[queue, user] += 1


@small
def _is_held(site, own, operated, j):
    """Whether a limit of its queue does not let job *j* start now."""
    of, queue, user, size = operated.of, operated.of.queue[j], own.user[j], site.low[j]
    return (
        operated.used[queue] + size > of.most[queue]
        or operated.of_user[queue, user] + size > of.most_of_user[queue]
        or operated.jobs_of_user[queue, user] + 1 > of.most_jobs[queue]
    )


@part
def _go(site, own, operated, now, j):
    """Start waiting job *j*."""
    x = 0
    while site.queue[x] != j:
        x += 1
    leave_queue(site, x)
    start_chosen(site, own, now, j)
    _use(site, own, operated, j, site.low[j])
    seat = site.seat[site.run[site.tally[N_RUNNING] - 1]]
    told = estimated_time(site.work[j], seat.rate, site.estimate[j], site.demand[j], operated.told[j])
    operated.began[j], operated.limit[j] = now, now + (pause_of(site, j) + told)


# who starts -----------------------------------------------------------------------------------------------------------


@part
def _behind(site, own, jobs, count):
    """The first *count* of *jobs*, in the order of the queue, in that in which they may pass."""
    if own.two:
        in_order(jobs, evicted_of(site, jobs, count), count, own.other)


@part
def _pass_by_head(site, own, operated, now, ends, sizes):
    """Start jobs in order up to the first that does not fit, and then whoever may pass that one."""
    head, x = NOBODY, 0
    while x < site.tally[N_WAITING]:
        j = site.queue[x]
        if _is_held(site, own, operated, j):
            x += 1
        elif site.low[j] <= site.tally[FREE]:
            _go(site, own, operated, now, j)
        else:
            head = j
            break
    if head == NOBODY or own.reservation == NONE:
        return
    shadow, spare = np.inf, site.tally[PROCESSORS]
    if own.reservation != SKIP:
        n = site.tally[N_RUNNING]
        for k in range(n):
            ends[k], sizes[k] = site.seat[site.run[k]].expected_end, lasting(site, site.run[k])
        shadow, spare = reservation(ends[:n], sizes[:n], site.tally[FREE], site.low[head], np.inf)
    count = 0
    for x in range(site.tally[N_WAITING]):
        if site.queue[x] != head:
            own.behind[count] = site.queue[x]
            count += 1
    _behind(site, own, own.behind, count)
    for k in range(count):
        j = own.behind[k]
        if site.low[j] > site.tally[FREE] or _is_held(site, own, operated, j):
            continue
        takes = chosen_time(site, own, now, j)
        if may_backfill(now, takes, site.low[j], site.tally[FREE], shadow, spare):
            _go(site, own, operated, now, j)
            if not now + takes <= shadow:
                spare -= site.low[j]


@part
def _lay_out(site, own, operated, now, without):
    """A plan of what runs, but for the first *without* victims, and of the windows that are known."""
    own.instant[0], own.idle[0], own.tally[N_PROFILE] = now, site.tally[PROCESSORS] - site.tally[N_LEAVING], 1
    for k in range(site.tally[N_RUNNING]):
        left_out = False
        for v in range(without):
            left_out = left_out or operated.victim[v] == site.crew[k]
        if left_out:
            continue
        seat = site.seat[site.run[k]]
        until = max(seat.expected_end, seat.end)
        if operated.predicts:
            until = seat.expected_end if seat.expected_end > now else seat.end
        book_own(own, now, until, lasting(site, site.run[k]))
    for w in range(operated.begins.shape[0]):
        if operated.known[w] <= now < operated.ends[w]:
            book_own(own, max(now, operated.begins[w]), operated.ends[w], operated.reserved[w])


@small
def _earliest(site, own, now, j):
    """Since when, and for how long on the slowest machines, job *j* can run beside whoever has a place."""
    takes = run_time(site, j, site.alpha[-1])
    return place(own.instant, own.idle, own.tally[N_PROFILE], site.low[j], takes, now), takes


@part
def _starts(site, own, operated, now, j, at):
    """Start waiting job *j* if it can now; whether it did."""
    if at > now or site.low[j] > site.tally[FREE]:
        return False
    _go(site, own, operated, now, j)
    book_own(own, now, site.seat[site.run[site.tally[N_RUNNING] - 1]].expected_end, site.low[j])
    return True


@part
def _plan(site, own, operated, now):
    """Reservations for the first few, all anew; then whoever is in nobody's way, and in that of no window."""
    _lay_out(site, own, operated, now, 0)
    left, x = max(0, own.reservation), 0
    ahead = True
    while ahead and x < site.tally[N_WAITING]:
        j = site.queue[x]
        if _is_held(site, own, operated, j):
            x += 1
            continue
        at, takes = _earliest(site, own, now, j)
        if _starts(site, own, operated, now, j, at):
            continue
        x += 1
        if own.reservation == NONE:
            return
        if own.reservation != SKIP:
            book_own(own, at, at + takes, site.low[j])
            left -= 1
        ahead = left > 0
    count = 0
    for y in range(x, site.tally[N_WAITING]):
        if not _is_held(site, own, operated, site.queue[y]):
            own.behind[count] = site.queue[y]
            count += 1
    _behind(site, own, own.behind, count)
    for k in range(count):
        j = own.behind[k]
        if site.low[j] <= site.tally[FREE] and not _is_held(site, own, operated, j):
            _starts(site, own, operated, now, j, _earliest(site, own, now, j)[0])


# preemption -----------------------------------------------------------------------------------------------------------


@part
def _would_fit(site, own, operated, now, j, without, freed):
    """Whether job *j* could start if the first *without* victims did not run, and nobody had a reservation."""
    if site.tally[FREE] + freed < site.low[j]:
        return False
    if operated.begins.shape[0] == 0:
        return True
    _lay_out(site, own, operated, now, without)
    return _earliest(site, own, now, j)[0] <= now


@small
def _next_victim(site, operated, j, chosen):
    """The place in *run* of whom job *j* preempts next: of the lowest priority, then who began last; or NOBODY."""
    of, best = operated.of, NOBODY
    for k in range(site.tally[N_RUNNING]):
        one = np.int64(site.crew[k])
        queue = of.queue[one]
        if not of.may_be_preempted[queue] or not of.priority[queue] < of.priority[of.queue[j]]:
            continue
        is_chosen = False
        for v in range(chosen):
            is_chosen = is_chosen or operated.victim[v] == one
        if is_chosen:
            continue
        if best == NOBODY:
            best = k
            continue
        other = np.int64(site.crew[best])
        less, least = of.priority[queue], of.priority[of.queue[other]]
        later, latest = operated.began[one], operated.began[other]
        if less < least or (less == least and (later > latest or (later == latest and one > other))):
            best = k
    return best


@small
def _victims(site, own, operated, now, j):
    """Choose whom job *j* preempts; how many, or NOBODY if all together are not enough."""
    chosen = freed = 0
    while not _would_fit(site, own, operated, now, j, chosen, freed):
        k = _next_victim(site, operated, j, chosen)
        if k == NOBODY:
            return NOBODY
        operated.victim[chosen] = site.crew[k]
        freed += lasting(site, site.run[k])
        chosen += 1
    return chosen


@part
def _preempt_one(site, own, operated, policy, now):
    """Let the first in order that may start in place of others; whether there was one."""
    for x in range(site.tally[N_WAITING]):
        j = site.queue[x]
        if not operated.of.may_preempt[operated.of.queue[j]] or _is_held(site, own, operated, j):
            continue
        chosen = _victims(site, own, operated, now, j)
        if chosen == NOBODY:
            continue
        for v in range(chosen):
            k = 0
            while site.crew[k] != operated.victim[v]:
                k += 1
            preempt(site, policy, now, k)
        if operated.predicts:
            _end_predictions(site, operated)
        _count(site, own, operated)
        _go(site, own, operated, now, j)
        return True
    return False


@small
def _serve_once(site, own, operated, now, ends, sizes):
    if operated.begins.shape[0] > 0 or own.reservation > 1:
        _plan(site, own, operated, now)
    else:
        _pass_by_head(site, own, operated, now, ends, sizes)


@part
def operated_pass(site, own, operated, policy, now, ends, sizes):
    """One pass; and one more after each job that has preempted others. *ends*, *sizes*: (P + 1,), to work with."""
    if operated.predicts:
        _end_predictions(site, operated)
        _raise_predictions(site, operated, now)
    count_usage(own, now)
    if site.tally[N_WAITING] > 0 and (site.tally[FREE] > 0 or operated.preempts):
        look_round(site, own, now)
        worth(site, own, now, own.order, site.queue, site.tally[N_WAITING], own.value)
        if own.two:
            worth(site, own, now, own.backfill, site.queue, site.tally[N_WAITING], own.other)
        count = site.tally[N_WAITING]
        in_order(site.queue, evicted_of(site, site.queue, count), count, own.value)
        _count(site, own, operated)
        _serve_once(site, own, operated, now, ends, sizes)
        if is_disrupted(site):
            while operated.preempts and _preempt_one(site, own, operated, policy, now):
                _serve_once(site, own, operated, now, ends, sizes)
    in_use_now(site, own)
