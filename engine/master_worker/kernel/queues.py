"""Who asks for work, which tasks are left, and how many a worker gets."""

from engine.compiled.compilation import inlined, part
from engine.master_worker.kernel.tables import AWAY, NOBODY, RESTS, UP
from engine.master_worker.policies import Dispatch
from engine.master_worker.rules import completion, factoring_chunk, fixed_chunk, guided_chunk
from engine.master_worker.system import NEVER, SPEED_ONE

_FIXED_CHUNK, _GUIDED, _FACTORING = int(Dispatch.FIXED_CHUNK), int(Dispatch.GUIDED), int(Dispatch.FACTORING)
_EARLIEST_COMPLETION = int(Dispatch.EARLIEST_COMPLETION)


@inlined
def ticks_of(work, worker):
    """How long *work* takes on this worker."""
    return (work * SPEED_ONE + worker.speed - 1) // worker.speed


# what happens next: a knock-out tournament, a tree whose leaves are the workers and whose root is 1 ------------------


@inlined
def expect(soonest, w, time):
    """Something happens to worker *w* at this *time*, and nothing before."""
    node = soonest.shape[0] // 2 + w
    soonest[node] = time
    while node > 1:
        time = min(time, soonest[node ^ 1])
        node >>= 1
        soonest[node] = time


@inlined
def expect_of_all(workers, soonest, number):
    """The same of the first *number*, who rest; nobody waits for the others."""
    size = soonest.shape[0] // 2
    for w in range(size):
        if w < number:
            soonest[size + w] = workers[w].changes_at
        else:
            soonest[size + w] = NEVER
    for node in range(size - 1, 0, -1):
        soonest[node] = min(soonest[2 * node], soonest[2 * node + 1])


@inlined
def first_at(soonest, time):
    """The first worker to whom something happens at this *time*, which is the soonest."""
    size, node = soonest.shape[0] // 2, 1
    while node < size:
        node *= 2
        if soonest[node] != time:
            node += 1
    return node - size


# workers that ask for work, in the order in which they began to ---------------------------------------------------


@part
def ask(workers, w, rule, total):
    """Worker *w* asks for work, if it is up and at rest and there can be some for it."""
    worker = workers[w]
    if worker.is_ready or worker.availability != UP or worker.at != RESTS or w >= total.number:
        return
    if rule.dispatch == _EARLIEST_COMPLETION and worker.bound_first == NOBODY:
        return
    worker.is_ready, worker.before, worker.after = 1, total.ready_last, NOBODY
    if total.ready_last == NOBODY:
        total.ready_first = w
    else:
        workers[total.ready_last].after = w
    total.ready_last = w


@part
def ask_no_more(workers, w, total):
    """Take worker *w* out of the list, if it is in."""
    worker = workers[w]
    if not worker.is_ready:
        return
    worker.is_ready = 0
    if worker.before == NOBODY:
        total.ready_first = worker.after
    else:
        workers[worker.before].after = worker.after
    if worker.after == NOBODY:
        total.ready_last = worker.before
    else:
        workers[worker.after].before = worker.before


# tasks ----------------------------------------------------------------------------------------------------------------


@inlined
def chunk(rule, total):
    """How many tasks the next worker gets; some are left."""
    left = rule.tasks - total.head
    if rule.dispatch == _FIXED_CHUNK:
        return fixed_chunk(left, rule.chunk_size)
    if rule.dispatch == _GUIDED:
        return guided_chunk(left, total.number)
    if rule.dispatch == _FACTORING:
        if total.round_left == 0:
            total.round_left = total.number
            total.round_size = factoring_chunk(left, total.number)
        total.round_left -= 1
        return min(total.round_size, left)
    return 1


@part
def bind(workers, next_task, queue, work, rule, total):
    """Earliest Completion: bind all tasks of the queue, each to the worker that would have it done first."""
    while total.head < rule.tasks:
        task = queue[total.head]
        best, best_end = NOBODY, 0
        for w in range(total.number):
            worker = workers[w]
            if worker.availability == AWAY:
                continue
            took = ticks_of(work[total.iteration, task], worker)
            end = completion(total.now, worker.free_at, rule.message, rule.per_task, took)
            if best == NOBODY or end < best_end:
                best, best_end = w, end
        if best == NOBODY:
            return  # they wait for the first that comes back
        total.head += 1
        worker = workers[best]
        worker.free_at = best_end
        next_task[task] = NOBODY
        if worker.bound_first == NOBODY:
            worker.bound_first = task
        else:
            next_task[worker.bound_last] = task
        worker.bound_last = task
        ask(workers, best, rule, total)
