"""Who comes into the matrix of gang scheduling: in order of arrival (rule 14), or past the first (rule 22)."""

import numpy as np

from engine.compiled.compilation import inlined, part
from engine.coscheduling.kernel.admission import ADMITTED, make_process, take_job
from engine.coscheduling.kernel.log import note_process
from engine.coscheduling.kernel.tables import NEVER, NOBODY
from engine.coscheduling.system import HIGHEST


@inlined
def _first_row(matrix, rule, tasks):
    """The first row with enough free cells; NOBODY if there is none."""
    for row in range(rule.slots):
        free = 0
        for column in range(rule.nodes):
            free += matrix[row, column] == NOBODY
        if free >= tasks:
            return row
    return NOBODY


@part
def _place(nodes, processes, matrix, place, job, log, rule, total, number, row, now):
    """Admit a job to a row, on the lowest columns that are free."""
    take_job(job, total, number, now)
    j = job[number]
    j.row = row
    task = 0
    for column in range(rule.nodes):
        if task < j.tasks and matrix[row, column] == NOBODY:
            matrix[row, column] = number
            p = make_process(processes, place, rule, nodes[column], row, j, number, task, now)
            note_process(log, total, now, p, ADMITTED, row, HIGHEST)
            task += 1
            total.events += 1


@inlined
def _would_fit(matrix, job, rule, head, instant, taken_row, taken):
    """Whether a row has enough cells at *instant* by the estimates, if so many of one row are *taken*."""
    for row in range(rule.slots):
        free = 0
        for column in range(rule.nodes):
            number = matrix[row, column]
            free += number == NOBODY or job[number].start + job[number].estimate <= instant
        if row == taken_row:
            free -= taken
        if free >= job[head].tasks:
            return True
    return False


@inlined
def _reserved(matrix, job, rule, active, head):
    """When the head would fit by the estimates: at the end of one of those in the matrix."""
    instant = np.int64(-1)
    while True:
        following = np.int64(2 * NEVER)
        for x in range(active):
            end = job[job[x].active].start + job[job[x].active].estimate
            if end > instant:
                following = min(following, end)
        instant = following
        if instant == 2 * NEVER or _would_fit(matrix, job, rule, head, instant, NOBODY, 0):
            return instant


@part
def admit(nodes, processes, matrix, place, job, log, rule, total, active, now):
    """Admit who has arrived and fits, in order, or past the first that does not; how many jobs there are then."""
    while total.next_job < job.shape[0] and job[total.next_job].arrival <= now:
        number = np.int64(total.next_job)
        row = _first_row(matrix, rule, job[number].tasks)
        if row == NOBODY:
            break
        _place(nodes, processes, matrix, place, job, log, rule, total, number, row, now)
        job[active].active = number
        active += 1
    head = np.int64(total.next_job)
    if rule.backfill and head < job.shape[0] and job[head].arrival <= now:
        reserved = _reserved(matrix, job, rule, active, head)
        for later in range(head + 1, job.shape[0]):
            number = np.int64(later)
            j = job[number]
            if j.arrival > now:
                break
            if j.start < 0:
                row = _first_row(matrix, rule, j.tasks)
                if row != NOBODY and (
                    now + j.estimate <= reserved or _would_fit(matrix, job, rule, head, reserved, row, j.tasks)
                ):
                    _place(nodes, processes, matrix, place, job, log, rule, total, number, row, now)
                    job[active].active = number
                    active += 1
    return active
