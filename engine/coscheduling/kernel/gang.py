"""Gang scheduling: a matrix of jobs, whose rows take turns (rules 14 to 16, and 22)."""

from engine.compiled.compilation import inlined, part
from engine.coscheduling.kernel.admission import soonest_event
from engine.coscheduling.kernel.gang_admission import admit
from engine.coscheduling.kernel.log import note, spend
from engine.coscheduling.kernel.node import resume
from engine.coscheduling.kernel.processor import SWITCHING, process_at, stop
from engine.coscheduling.kernel.tables import NOBODY, READY
from engine.coscheduling.policies import Gang
from engine.coscheduling.records import Happening

SLOT, PLACED = int(Happening.SLOT), int(Happening.PLACED)
WITH_REPLICATION = int(Gang.WITH_REPLICATION)


@inlined
def _leave(job, matrix, total):
    """Take all copies and the jobs that have ended out of the matrix; how many jobs are left."""
    kept = 0
    for x in range(job.shape[0]):
        number = job[x].active
        if number == NOBODY:
            break
        if job[number].tasks_left > 0:
            job[kept].active = number
            kept += 1
    for x in range(kept, job.shape[0]):
        if job[x].active == NOBODY:
            break
        job[x].active = NOBODY
    matrix[:] = NOBODY
    return kept


@inlined
def _columns_free(processes, matrix, place, j, row):
    taken = 0
    for task in range(j.tasks):
        taken += matrix[row, processes[place[j.place + task]].node] != NOBODY
    return taken == 0


@inlined
def _put(processes, matrix, place, j, number, row):
    for task in range(j.tasks):
        matrix[row, processes[place[j.place + task]].node] = number


@inlined
def _note_matrix(processes, matrix, job, log, rule, total, now):
    for row in range(rule.slots):
        for column in range(rule.nodes):
            number = matrix[row, column]
            if number != NOBODY:
                p = processes[column * rule.slots + job[number].row]
                note(log, total, now, column, PLACED, number, p.task, row, job[number].row != row)


@part
def change_slot(nodes, processes, matrix, place, job, soonest, log, rule, total, now):
    """Who has ended leaves, who has arrived is admitted, and the next row has its slot; give the end of that."""
    active = _leave(job, matrix, total)
    for x in range(active):
        j = job[job[x].active]
        _put(processes, matrix, place, j, job[x].active, j.row)
    before = active
    active = admit(nodes, processes, matrix, place, job, log, rule, total, active, now)
    total.gang_active += active - before
    rows, first_row, next_row = 0, NOBODY, NOBODY
    for row in range(rule.slots):
        for x in range(active):
            if job[job[x].active].row == row:
                rows += 1
                if first_row == NOBODY:
                    first_row = row
                if next_row == NOBODY and row > total.gang_row:
                    next_row = row
                break
    if rule.gang == WITH_REPLICATION:
        for x in range(active):
            j = job[job[x].active]
            for row in range(rule.slots):
                if row != j.row and _columns_free(processes, matrix, place, j, row):
                    _put(processes, matrix, place, j, job[x].active, row)
    total.gang_row = next_row if next_row != NOBODY else first_row
    note(log, total, now, 0, SLOT, -1, -1, total.gang_row, rows)
    if total.logging:
        _note_matrix(processes, matrix, job, log, rule, total, now)
    switch = rule.gang_switch if rows > 1 else 0
    for i in range(rule.nodes):
        n = nodes[i]
        if n.running != NOBODY:
            p = process_at(processes, n, n.running)
            stop(n, p, rule, log, total, now)
            p.state = READY
        n.cell = NOBODY
        number = matrix[total.gang_row, i]
        if number != NOBODY:
            n.cell = job[number].row
            p = process_at(processes, n, n.cell)
            n.work_end = now + switch
            n.switching += switch
            job[number].switching += switch  # its task there may have ended
            spend(log, total, n, SWITCHING, now, n.work_end, p.job, p.task)
            if p.state == READY:
                resume(n, p, n.cell, now)
        soonest[i] = soonest_event(n)
    return now + switch + rule.gang_quantum


@part
def forget_matrix(job, total):
    """Nobody is left: gang scheduling is idle."""
    for x in range(job.shape[0]):
        if job[x].active == NOBODY:
            break
        job[x].active = NOBODY
    total.gang_row = -1
