"""Who comes in, under the dynamic schemes (rule 5), and the first step of a process."""

import numpy as np

from engine.compiled.compilation import inlined, part
from engine.coscheduling.inputs.skew import COMPUTATION, skewed
from engine.coscheduling.kernel.log import note_process
from engine.coscheduling.kernel.messages import ALL_TO_ALL, LINEAR, TREE
from engine.coscheduling.kernel.processor import FRESH, dispatch, process_at, to_tail
from engine.coscheduling.kernel.tables import COMPUTING, FREE, NOBODY, READY
from engine.coscheduling.kernel.ticks import expect_tick
from engine.coscheduling.records import Happening
from engine.coscheduling.system import EVERY_SECOND, HIGHEST, MILLISECOND

ADMITTED = int(Happening.ADMITTED)
SECOND = EVERY_SECOND * MILLISECOND


@inlined
def soonest_event(n):
    """The next instant at which something happens on a node."""
    return min(min(n.delivery, n.io), min(n.processor, n.tick))


@inlined
def take_job(job, total, now):
    """Take the first job out of the queue."""
    number = total.next_job
    total.next_job += 1
    begin(job[number], total, now)
    return number


@inlined
def begin(j, total, now):
    """A job begins."""
    j.start = now
    total.last_admission, total.work_at_last_admission = now, total.work


@inlined
def make_process(processes, place, rule, n, slot, j, number, task, now):
    """Put a task into a slot, before its first iteration; it is ready, but not in the queue."""
    p = process_at(processes, n, slot)
    place[j.place + task] = n.first_slot + slot
    p.used, p.admitted, p.place = 0, now, j.place
    p.computation, p.io, p.nominal = j.computation, j.io, j.nominal
    p.level, p.mark, p.quantum, p.state = HIGHEST, 0, FRESH, READY
    p.job, p.task, p.tasks, p.iterations = number, task, j.tasks, j.iterations
    p.iteration, p.step, p.there, p.position = 0, 0, 0, COMPUTING
    p.left = skewed(j.computation, rule.skewness, rule.key, number, task, 0, COMPUTATION)
    p.children, p.receives, p.opening = 0, 2, 2
    if rule.pattern == LINEAR:
        p.receives = p.opening = 1
    elif rule.pattern == ALL_TO_ALL:
        p.receives = p.opening = j.tasks - 1
    elif rule.pattern == TREE:
        p.children = min(2, max(0, j.tasks - (2 * task + 1)))
        p.receives = p.children + (task > 0)
        p.opening = p.children == 0
    return p


@inlined
def _admit_on(processes, place, rule, log, total, n, j, number, task, now):
    """A task comes to a node: the lowest free slot, and the tail of the highest level."""
    slot = 0
    while process_at(processes, n, slot).state != FREE:
        slot += 1
    p = make_process(processes, place, rule, n, slot, j, number, task, now)
    if n.processes == 0 and n.lift < now:
        n.lift += (now - n.lift + SECOND - 1) // SECOND * SECOND
    n.processes += 1
    to_tail(n, p, slot)
    note_process(log, total, now, p, ADMITTED, slot, HIGHEST)
    if n.running == NOBODY and n.holder == NOBODY:
        dispatch(processes, n, rule, log, total, now)
    expect_tick(processes, n, rule, now)


@part
def admit(nodes, processes, place, job, soonest, log, rule, total, now):
    """Admit who has arrived and fits, strictly in order: the least loaded nodes, of equal ones the lowest."""
    while total.next_job < job.shape[0] and job[total.next_job].arrival <= now:
        wanted = np.int64(job[total.next_job].tasks)
        load = 0  # nodes below this load are taken, and so many of this load
        while load < rule.slots:
            here = 0
            for i in range(rule.nodes):
                here += nodes[i].processes == load
            if here >= wanted:
                break
            wanted -= here
            load += 1
        if load == rule.slots:
            break
        number = take_job(job, total, now)
        j = job[number]
        task = 0
        for i in range(rule.nodes):
            n = nodes[i]
            if n.processes > load or (n.processes == load and wanted == 0):
                continue
            wanted -= n.processes == load
            _admit_on(processes, place, rule, log, total, n, j, number, task, now)
            soonest[i] = soonest_event(n)
            total.events += 1
            task += 1


@part
def next_admission(job, total, not_before):
    """The whole millisecond from *not_before* on at which the first of the queue is there."""
    instant = max(not_before, job[total.next_job].arrival)
    return (instant + MILLISECOND - 1) // MILLISECOND * MILLISECOND
