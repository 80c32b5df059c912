"""Dedicated nodes: a job has its nodes to itself, and a queue decides who gets them (rules 19 to 21).

Jobs have nothing to do with each other, so nodes are simulated ahead as under every scheme, and then the passes are
made up for at which jobs have ended meanwhile: the nodes of who begins were idle, and nobody who begins ends before a
message has been on its way.
"""

import numpy as np

from engine.compiled.compilation import inlined, part
from engine.coscheduling.kernel.admission import ADMITTED, begin, make_process, soonest_event
from engine.coscheduling.kernel.log import note_process
from engine.coscheduling.kernel.node import resume
from engine.coscheduling.kernel.tables import NEVER, NOBODY
from engine.coscheduling.policies import Queue
from engine.coscheduling.rules import priority_at
from engine.coscheduling.system import HIGHEST
from engine.queues.backfilling import may_backfill, reservation
from engine.queues.orders import MOVING

EASY, FIRST_FIT, ORDERED = int(Queue.EASY), int(Queue.FIRST_FIT), int(Queue.ORDERED)


@inlined
def next_arrival(job, total):
    """The instant at which the next job comes."""
    return job[total.arrived].arrival if total.arrived < job.shape[0] else np.int64(NEVER)


@part
def may_be_last(processes, place, job, rule, total):
    """Whether the last job may begin within the time of a message; then no node may be simulated ahead.

    Else the work that is done until then would have some in it that is done later. That is so only if all that wait fit
    together, and a job may end: within that time, a task does no more iterations than messages can be ahead, and one.
    """
    if total.arrived < job.shape[0] or total.waiting_tasks == 0 or total.waiting_tasks > rule.nodes:
        return False
    for x in range(total.running_jobs):
        j = job[job[x].active]
        if j.iterations - processes[np.uint64(place[np.uint64(j.place)])].iteration <= rule.ahead + 1:
            return True
    return False


@part
def serve_before(nodes, processes, matrix, place, job, soonest, log, rule, total, until):
    """All passes before *until*, one at each instant at which jobs have come or ended, in order."""
    while True:
        now = next_arrival(job, total)
        for x in range(total.running_jobs):
            j = job[job[x].active]
            if j.tasks_left == 0:
                now = min(now, j.end)
        if now >= until:
            break
        _leave(nodes, processes, place, job, total, now)
        while total.arrived < job.shape[0] and job[total.arrived].arrival <= now:
            total.waiting_tasks += job[total.arrived].tasks
            total.arrived += 1
        _serve(nodes, processes, matrix, place, job, soonest, log, rule, total, now)


@inlined
def _leave(nodes, processes, place, job, total, now):
    """The nodes of the jobs that end now are idle; the others stay in order of their starts."""
    kept = 0
    for x in range(total.running_jobs):
        number = job[x].active
        j = job[number]
        if j.tasks_left == 0 and j.end == now:
            for task in range(j.tasks):
                nodes[processes[place[j.place + task]].node].cell = NOBODY
            total.idle_nodes += j.tasks
            total.jobs_left += 1
        else:
            job[kept].active = number
            kept += 1
    total.running_jobs = kept


@inlined
def _start(nodes, processes, place, job, soonest, log, rule, total, number, now):
    """Let a job begin on the idle nodes of the lowest numbers."""
    j = job[number]
    begin(j, total, now)
    job[total.running_jobs].active = number
    total.running_jobs += 1
    total.idle_nodes -= j.tasks
    total.waiting_tasks -= j.tasks
    task = 0
    for i in range(rule.nodes):
        if task < j.tasks and nodes[i].cell == NOBODY:
            n = nodes[i]
            p = make_process(processes, place, rule, n, 0, j, number, task, now)
            n.cell = 0
            note_process(log, total, now, p, ADMITTED, 0, HIGHEST)
            resume(n, p, 0, now)
            soonest[i] = soonest_event(n)
            total.events += 1
            task += 1


@inlined
def _take_turns(job, rule, total, now):
    """Bring those that wait in the order of the queue: they nearly are, since the last pass left them so."""
    kept = 0
    for x in range(total.turns):
        if job[job[x].in_turn].start < 0:
            job[kept].in_turn = job[x].in_turn
            kept += 1
    while total.queued < total.arrived:
        job[kept].in_turn = total.queued
        kept += 1
        total.queued += 1
    moves = rule.order >= MOVING
    for x in range(kept):
        number = np.int64(job[x].in_turn)
        j = job[number]
        if moves:
            j.priority = priority_at(rule.order, now, j.arrival, job[0].arrival, j.estimate, np.int64(j.tasks))
        y = x
        while y > 0:
            other = np.int64(job[y - 1].in_turn)
            if moves:
                if job[other].priority > j.priority or (job[other].priority == j.priority and other < number):
                    break
            elif job[other].rank < j.rank:
                break
            job[y].in_turn = other
            y -= 1
        job[y].in_turn = number
    total.turns = kept


@part
def _serve(nodes, processes, matrix, place, job, soonest, log, rule, total, now):
    """One pass: heads of the queue while they fit, then who may pass; under First Fit, whoever fits."""
    ordered, head = rule.queue == ORDERED, np.int64(NOBODY)
    if total.idle_nodes == 0:
        return
    if ordered or rule.queue == EASY:
        _take_turns(job, rule, total, now)
    for x in range(0 if ordered else total.next_job, total.turns if ordered else total.arrived):
        number = np.int64(job[x].in_turn) if ordered else np.int64(x)
        j = job[number]
        if total.idle_nodes == 0:
            break
        if j.start < 0:
            if j.tasks <= total.idle_nodes:
                _start(nodes, processes, place, job, soonest, log, rule, total, number, now)
            elif rule.queue != FIRST_FIT:
                head = number
                break
    if head != NOBODY and (rule.queue == EASY or ordered):
        _backfill(nodes, processes, matrix, place, job, soonest, log, rule, total, now, head)
    while total.next_job < total.arrived and job[total.next_job].start >= 0:
        total.next_job += 1


@inlined
def _backfill(nodes, processes, matrix, place, job, soonest, log, rule, total, now, head):
    """Who may pass the head, in the order of the queue."""
    shadow, spare = _reservation(matrix, job, total, job[head].tasks)
    for x in range(total.turns):
        if total.idle_nodes == 0:
            break
        number = np.int64(job[x].in_turn)
        j = job[number]
        waits = number != head and j.start < 0
        if waits and may_backfill(now, j.estimate, j.tasks, total.idle_nodes, shadow, spare):
            _start(nodes, processes, place, job, soonest, log, rule, total, number, now)
            if now + j.estimate > shadow:
                spare -= j.tasks


@inlined
def _reservation(matrix, job, total, asked):
    """When the head of the queue can start by the estimates, and how many nodes it leaves spare then."""
    ends, sizes, n = matrix[0], matrix[1], total.running_jobs
    for x in range(n):
        j = job[job[x].active]
        ends[x], sizes[x] = j.start + j.estimate, j.tasks
    return reservation(ends[:n], sizes[:n], total.idle_nodes, np.int64(asked), np.int64(NEVER))
