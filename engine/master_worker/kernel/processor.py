"""What happens to one worker: it gets tasks, begins one, ends one, is suspended, goes away, comes back."""

from engine.compiled.compilation import part
from engine.master_worker.kernel.log import close, lose
from engine.master_worker.kernel.queues import ask, ask_no_more, bind, chunk, expect, ticks_of
from engine.master_worker.kernel.tables import AWAY, COMPUTES, NOBODY, RECEIVES, RESTS, SUSPENDED, UP
from engine.master_worker.policies import Dispatch
from engine.master_worker.system import NEVER

_EARLIEST_COMPLETION = int(Dispatch.EARLIEST_COMPLETION)


@part
def begin(worker, soonest, w, work, total):
    """The worker has its task and begins to compute it, at once or when it is up again."""
    worker.at, worker.progress = COMPUTES, 0
    worker.left = ticks_of(work[total.iteration, worker.task], worker)
    worker.ends_at = total.now + worker.left if worker.availability == UP else NEVER
    expect(soonest, w, min(worker.ends_at, worker.changes_at))


@part
def complete(workers, soonest, next_task, work, record, log, rule, total, w):
    """Worker *w* has computed its task; it goes on with its chunk, or asks for more."""
    close(workers, w, record, log, rule, total)
    worker = workers[w]
    total.done += 1
    worker.first_row = total.written
    if worker.more != NOBODY:
        worker.task = worker.more
        worker.more = next_task[worker.task]
        begin(worker, soonest, w, work, total)
        return
    worker.at, worker.task, worker.ends_at = RESTS, NOBODY, NEVER
    expect(soonest, w, worker.changes_at)
    ask(workers, w, rule, total)


@part
def advance(worker, w, up, down, is_away, rule, total):
    """The next period of the worker's availability begins where the last one ends."""
    if worker.availability == UP:
        worker.availability = AWAY if is_away[worker.period, w] else SUSPENDED
        worker.changes_at += down[worker.period, w]
        return
    worker.availability = UP
    worker.period += 1
    if worker.period == rule.periods:
        total.exhausted = 1
    else:
        worker.changes_at += up[worker.period, w]


@part
def change(workers, soonest, next_task, queue, work, record, log, up, down, is_away, rule, total, w):
    """The owner of worker *w* comes or leaves."""
    close(workers, w, record, log, rule, total)
    worker = workers[w]
    if worker.availability == UP:
        if worker.at == COMPUTES:
            worker.left = worker.ends_at - total.now
            worker.ends_at = NEVER
        ask_no_more(workers, w, total)
    was_away = worker.availability == AWAY
    advance(worker, w, up, down, is_away, rule, total)
    if worker.availability == AWAY:
        _give_all_back(workers, next_task, queue, work, record, log, rule, total, w)
    elif worker.availability == UP:
        if worker.at == COMPUTES:
            worker.ends_at = total.now + worker.left
        if was_away:
            worker.free_at = total.now
            if rule.dispatch == _EARLIEST_COMPLETION:
                bind(workers, next_task, queue, work, rule, total)
        ask(workers, w, rule, total)
    expect(soonest, w, min(worker.ends_at, worker.changes_at))


@part
def _give_all_back(workers, next_task, queue, work, record, log, rule, total, w):
    """Its task, the rest of its chunk and what is bound to it go to the head of the queue, in this order."""
    worker = workers[w]
    if worker.at == COMPUTES:
        lose(workers, w, record, log, rule, total)
    given = 0
    for first in (worker.task, worker.more, worker.bound_first):
        task = first
        while task != NOBODY:
            given += 1
            if first == worker.task:
                break
            task = next_task[task]
    place = total.head - given
    total.head = place
    for first in (worker.task, worker.more, worker.bound_first):
        task = first
        while task != NOBODY:
            queue[place] = task
            place += 1
            if first == worker.task:
                break
            task = next_task[task]
    record.lost_tasks += worker.task != NOBODY
    worker.at, worker.task, worker.more, worker.ends_at = RESTS, NOBODY, NOBODY, NEVER
    worker.bound_first = worker.bound_last = NOBODY
    if total.receiver == w:
        total.receiver = NOBODY  # the master finds out when it has sent
    if rule.dispatch == _EARLIEST_COMPLETION:
        bind(workers, next_task, queue, work, rule, total)


@part
def hand_out(workers, soonest, next_task, queue, work, record, log, rule, total):
    """The master gives tasks to those that ask, one after the other, until there is nothing to do or it is busy."""
    bound = rule.dispatch == _EARLIEST_COMPLETION
    while total.sent_at == NEVER and total.ready_first != NOBODY and (bound or total.head < rule.tasks):
        w = total.ready_first
        worker = workers[w]
        close(workers, w, record, log, rule, total)
        ask_no_more(workers, w, total)
        count = 1
        if bound:
            worker.task = worker.bound_first
            worker.bound_first = next_task[worker.task]
            worker.more = NOBODY
        else:
            count = chunk(rule, total)
            worker.task = queue[total.head]
            for n in range(count - 1):
                next_task[queue[total.head + n]] = queue[total.head + n + 1]
            next_task[queue[total.head + count - 1]] = NOBODY
            worker.more = next_task[worker.task]
            total.head += count
        worker.first_row = total.written
        cost = rule.message + count * rule.per_task
        if cost > 0:
            worker.at = RECEIVES
            total.receiver, total.sent_at = w, total.now + cost
        else:
            begin(worker, soonest, w, work, total)


@part
def receive(workers, soonest, work, record, log, rule, total):
    """The master has sent; who is still there begins to compute."""
    w = total.receiver
    total.receiver, total.sent_at = NOBODY, NEVER
    if w != NOBODY:
        close(workers, w, record, log, rule, total)
        workers[w].first_row = total.written
        begin(workers[w], soonest, w, work, total)
