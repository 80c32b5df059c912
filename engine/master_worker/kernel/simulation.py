"""The model, to be run: the same rules as `reference/`, compiled. README.md has them.

Few things happen to a worker, so the next instant is found by looking at all workers in use; there is no queue of
events. At an instant tasks are completed first, by the number of the worker, then owners come and leave, then the
barrier is passed, then the master has sent, and then it hands out.
"""

import numpy as np

from engine.compiled.compilation import compiled, part
from engine.inputs.span import SpanError, said
from engine.master_worker.kernel.lists import LANES, tree_for
from engine.master_worker.kernel.log import close
from engine.master_worker.kernel.number import number_of_workers
from engine.master_worker.kernel.processor import advance, change, complete, hand_out, receive
from engine.master_worker.kernel.queues import ask, bind, expect, expect_of_all, first_at
from engine.master_worker.kernel.records import records_of
from engine.master_worker.kernel.tables import NOBODY, ROW, iteration_table, rule_table, total_table, worker_table
from engine.master_worker.policies import Dispatch
from engine.master_worker.records import Records
from engine.master_worker.system import NEVER, PER_SECOND, SPEED_ONE, ExhaustedError, System, Tasks

_EARLIEST_COMPLETION = int(Dispatch.EARLIEST_COMPLETION)

STUCK = 2
"""Nothing is left to happen that a clock can count, and the application is not done."""


@part
def _begin_iteration(workers, soonest, next_task, queue, work, order, up, down, is_away, record, rule, total):
    """All tasks are there, and the workers in use ask for them, by number."""
    for t in range(rule.tasks):
        queue[t] = order[total.iteration, t]
    total.head = total.done = total.round_left = 0
    record.workers = total.number
    total.ready_first = total.ready_last = NOBODY
    for w in range(total.number):
        worker = workers[w]
        while worker.changes_at <= total.now and total.exhausted == 0:  # while it was not in use
            advance(worker, w, up, down, is_away, rule, total)
        worker.since = worker.free_at = total.now
        worker.is_ready = 0
    expect_of_all(workers, soonest, total.number)
    if rule.dispatch == _EARLIEST_COMPLETION:
        bind(workers, next_task, queue, work, rule, total)
    else:
        for w in range(total.number):
            ask(workers, w, rule, total)


@compiled
def _simulate(
    workers, soonest, changed, next_task, queue, work, order, speed, up, down, is_away, scratch, iterations, log,
    rules, totals,
):  # fmt: skip
    """Run until the last barrier. Modified in place: all but the tasks, the crew and *rules*."""
    rule, total = rules[0], totals[0]
    total.number = rule.first
    record = iterations[0]
    _begin_iteration(workers, soonest, next_task, queue, work, order, up, down, is_away, record, rule, total)
    hand_out(workers, soonest, next_task, queue, work, record, log, rule, total)
    while total.exhausted == 0:
        now = min(total.sent_at, soonest[1])
        if now >= NEVER:
            total.exhausted = STUCK
            return
        total.now = now
        changes = 0
        while soonest[1] == now:
            w = first_at(soonest, now)
            if workers[w].ends_at == now:
                complete(workers, soonest, next_task, work, record, log, rule, total, w)
            if workers[w].changes_at == now:
                expect(soonest, w, NEVER)
                changed[changes] = w
                changes += 1
        for n in range(changes):
            change(
                workers, soonest, next_task, queue, work, record, log, up, down, is_away, rule, total, changed[n]
            )  # fmt: skip
        if total.done == rule.tasks:
            for w in range(total.number):
                close(workers, w, record, log, rule, total)
            record.end = now
            if total.iteration + 1 == rule.iterations:
                return
            total.number = number_of_workers(work, order, speed, scratch, iterations, rule, total)
            total.iteration += 1
            record = iterations[total.iteration]
            _begin_iteration(workers, soonest, next_task, queue, work, order, up, down, is_away, record, rule, total)
        if total.sent_at == now:
            receive(workers, soonest, work, record, log, rule, total)
        hand_out(workers, soonest, next_task, queue, work, record, log, rule, total)


# the door -------------------------------------------------------------------------------------------------------------


def refuse_what_no_clock_can_count(tasks: Tasks, system: System) -> None:
    """Look at what was drawn once more, before compiled code is handed it."""
    crew = system.crew
    each = system.costs.message + system.costs.task
    work = float(tasks.work.sum(dtype=float)) * SPEED_ONE / max(1, int(crew.speed.min(initial=SPEED_ONE)))
    longest = work + float(each) * tasks.work.size
    periods = float((crew.up.sum(axis=0, dtype=float) + crew.down.sum(axis=0, dtype=float)).max(initial=0))
    if not (longest < NEVER / 4 and periods < NEVER / 4 and tasks.work.min(initial=1) > 0):
        raise SpanError(
            f"the application takes {said(longest / PER_SECOND)} on one worker, and its owner comes for up "
            f"to {said(periods / PER_SECOND)}; no clock here can count that"
        )


def run(tasks: Tasks, system: System, logged: int = -1) -> Records:
    """Simulate one replication; same arrays as `reference.run`.

    With *logged*, the intervals of this iteration are kept; if they do not fit, the simulation runs a second time.
    """
    refuse_what_no_clock_can_count(tasks, system)
    rows = 0 if logged < 0 else 4 * tasks.work.shape[1] + 4 * system.number.most
    while True:
        rules, totals = rule_table(tasks, system, logged), total_table()
        workers, log = worker_table(system), np.zeros(rows, dtype=ROW)
        iterations, count = iteration_table(len(tasks.work)), tasks.work.shape[1]
        crew, most = system.crew, system.number.most
        soonest = np.zeros(2 << (len(workers) - 1).bit_length(), dtype=np.int64)
        changed, next_task, queue = (np.zeros(size, dtype=np.int64) for size in (len(workers), count, count))
        numbers = [np.zeros(shape, dtype=np.int64) for shape in (most, most, (1, most), (1, most))]
        scratch = (np.zeros((1, count), dtype=np.int64), tree_for(most), np.zeros(LANES, dtype=np.int64), *numbers)
        _simulate(
            workers, soonest, changed, next_task, queue, tasks.work, tasks.order, crew.speed, crew.up, crew.down,
            crew.is_away, scratch, iterations, log, rules, totals,
        )  # fmt: skip
        if totals["exhausted"][0] == STUCK:
            raise SpanError(f"nothing happens any more before {said(NEVER / PER_SECOND)}")
        if totals["exhausted"][0]:
            raise ExhaustedError
        if float(iterations["end"][-1]) * most >= NEVER:  # what workers do is summed up over all of them
            raise SpanError(f"the application takes {said(iterations['end'][-1] / PER_SECOND)} on {most} workers")
        written = int(totals["written"][0])
        if written <= rows:
            return records_of(iterations, log[:written])
        rows = written
