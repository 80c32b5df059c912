"""Who comes in under the dynamic schemes: in order of arrival (rule 5), or past the first (rule 22)."""

import numpy as np

from engine.compiled.compilation import inlined, part
from engine.coscheduling.kernel.admission import ADMITTED, make_process, soonest_event, take_job
from engine.coscheduling.kernel.log import note_process
from engine.coscheduling.kernel.processor import dispatch, process_at, to_tail
from engine.coscheduling.kernel.tables import FREE, NEVER, NOBODY
from engine.coscheduling.kernel.ticks import expect_tick
from engine.coscheduling.system import EVERY_SECOND, HIGHEST, MILLISECOND

SECOND = EVERY_SECOND * MILLISECOND

SMALLEST = 2
"""Tasks of the smallest job."""


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


@inlined
def _lowest_loads(nodes, rule, wanted):
    """Nodes below this load are taken, and so many of this load; the load of a full node if there are too few."""
    load = 0
    while load < rule.slots:
        here = 0
        for i in range(rule.nodes):
            here += nodes[i].processes == load
        if here >= wanted:
            break
        wanted -= here
        load += 1
    return load, wanted


@part
def _put(nodes, processes, place, job, soonest, log, rule, total, now, number, load, of_it):
    """Admit a job to the least loaded nodes, of equal ones the lowest."""
    take_job(job, total, number, now)
    j = job[number]
    task = 0
    for i in range(rule.nodes):
        n = nodes[i]
        if n.processes > load or (n.processes == load and of_it == 0):
            continue
        of_it -= n.processes == load
        _admit_on(processes, place, rule, log, total, n, j, number, task, now)
        soonest[i] = soonest_event(n)
        total.events += 1
        task += 1


@part
def admit(nodes, processes, place, job, soonest, log, rule, total, now):
    """Admit who has arrived and fits: strictly in order, or past the first that does not, if it is not delayed."""
    while total.next_job < job.shape[0] and job[total.next_job].arrival <= now:
        number = np.int64(total.next_job)
        load, of_it = _lowest_loads(nodes, rule, np.int64(job[number].tasks))
        if load == rule.slots:
            if rule.backfill and _may_have_changed(nodes, job, rule, total, now):
                _backfill(nodes, processes, place, job, soonest, log, rule, total, now)
                total.tried_processes = _processes(nodes, rule)
            break
        _put(nodes, processes, place, job, soonest, log, rule, total, now, number, load, of_it)


# past the first (rule 22) ---------------------------------------------------------------------------------------------


@inlined
def _processes(nodes, rule):
    there = np.int64(0)
    for i in range(rule.nodes):
        there += nodes[i].processes
    return there


@inlined
def _may_have_changed(nodes, job, rule, total, now):
    """Whether somebody has come or gone since nobody could pass: time alone lets nobody in, it lets some no longer."""
    while total.arrived < job.shape[0] and job[total.arrived].arrival <= now:
        total.arrived += 1
    changed = total.tried_head != total.next_job or total.tried_arrived != total.arrived
    changed |= total.tried_processes != _processes(nodes, rule)
    total.tried_head, total.tried_arrived = total.next_job, total.arrived
    return changed


@inlined
def _would_fit(nodes, processes, job, rule, head, instant, load, of_it):
    """Whether enough nodes have a slot at *instant* by the estimates, if a job is put where the *load* is lowest."""
    free = 0
    for i in range(rule.nodes):
        n, left = nodes[i], 0
        for slot in range(rule.slots):
            p = process_at(processes, n, slot)
            if p.state != FREE:
                left += job[p.job].start + job[p.job].estimate > instant
        if n.processes < load:
            left += 1
        elif n.processes == load and of_it > 0:
            left += 1
            of_it -= 1
        free += left < rule.slots
    return free >= job[head].tasks


@inlined
def _reserved(nodes, processes, job, rule, head):
    """When the head would fit by the estimates: at the end of one of those that run."""
    instant = np.int64(-1)
    while True:
        following = np.int64(2 * NEVER)
        for x in range(rule.nodes * rule.slots):
            p = processes[x]
            if p.state != FREE:
                end = job[p.job].start + job[p.job].estimate
                if end > instant:
                    following = min(following, end)
        instant = following
        if instant == 2 * NEVER or _would_fit(nodes, processes, job, rule, head, instant, -1, 0):
            return instant


@inlined
def _free_nodes(nodes, rule):
    free = np.int64(0)
    for i in range(rule.nodes):
        free += nodes[i].processes < rule.slots
    return free


@part
def _backfill(nodes, processes, place, job, soonest, log, rule, total, now):
    """Whoever fits behind the head, and does not delay it.

    Most who wait in a long queue are passed over by what is known: how many nodes are free, and from how many tasks on
    a job that stays too long delays the head. Whoever asks for more is put where that one would be, and beyond.
    """
    head = np.int64(total.next_job)
    free, too_many, reserved = _free_nodes(nodes, rule), np.int64(rule.nodes + 1), np.int64(-1)
    for number in range(head + 1, total.arrived):
        if free < SMALLEST:
            break
        j = job[number]
        if j.start >= 0 or j.tasks > free:
            continue
        if reserved < 0:
            reserved = _reserved(nodes, processes, job, rule, head)
        ends_before = now + j.estimate <= reserved
        if not ends_before and j.tasks >= too_many:
            continue
        load, of_it = _lowest_loads(nodes, rule, np.int64(j.tasks))
        if ends_before or _would_fit(nodes, processes, job, rule, head, reserved, load, of_it):
            _put(nodes, processes, place, job, soonest, log, rule, total, now, number, load, of_it)
            free, too_many = _free_nodes(nodes, rule), np.int64(rule.nodes + 1)
        else:
            too_many = np.int64(j.tasks)
