"""The log of the kernel: counted in a first run, written in a second one; nothing if there is no window."""

import numpy as np

from engine.compiled.compilation import inlined, part
from engine.coscheduling.kernel.tables import INTERVAL
from engine.coscheduling.records import Activity, Happening

IDLE = int(Activity.IDLE)
SLOT, PLACED = int(Happening.SLOT), int(Happening.PLACED)


@part
def _write(log, total, time, until, node, happening, job, task, value, other):
    if total.written < log.shape[0]:
        row = log[total.written]
        row.time, row.until, row.node, row.happening = time, until, node, happening
        row.job, row.task, row.value, row.other = job, task, value, other
    total.written += 1


@part
def _note(log, total, time, node, happening, job, task, value, other):
    if total.spans > 0 and happening != SLOT and happening != PLACED:
        return
    if total.since <= time < total.until and total.first_node <= node < total.end_node:
        _write(log, total, time, time, node, happening, job, task, value, other)


@inlined
def note(log, total, time, node, happening, job, task, value, other):
    """Something has happened on a node."""
    if total.logging:
        _note(log, total, time, node, happening, job, task, value, other)


@inlined
def note_process(log, total, time, p, happening, slot, other):
    """Something has happened to a process."""
    if total.logging:
        _note(log, total, time, p.node, happening, p.job, p.task, slot, other)


@part
def _close(log, total, n):
    """The interval being spent is over."""
    touches = n.open_until > n.open_since and n.open_since < total.until and n.open_until > total.since
    if touches and total.first_node <= n.number < total.end_node:
        job, task = n.open_job, n.open_task
        _write(log, total, n.open_since, n.open_until, n.number, INTERVAL, job, task, n.open_activity, 0)


@part
def _extend(log, total, n, activity, begin, end, job, task):
    if begin == end:
        return
    same = activity == n.open_activity and job == n.open_job and task == n.open_task
    if not same:
        _close(log, total, n)
        n.open_activity, n.open_job, n.open_task, n.open_since = activity, job, task, begin
    n.open_until = end


@part
def _sum_up(log, total, number, activity, begin, end, job):
    """Add to the spans that this touches; for each, `job` is whoever has most of it, if anybody has more than half."""
    width = (total.until - total.since) / total.spans
    begin, end = max(begin, total.since), min(end, total.until)
    span = np.int64((begin - total.since) / width)
    first = ((number - total.first_node) * total.spans) * IDLE + activity
    while begin < end and span < total.spans:
        edge = min(end, total.since + np.int64((span + 1) * width))
        if edge > begin:
            row = log[first + span * IDLE]
            row.time += edge - begin
            row.until += (edge - begin) if row.job == job else (begin - edge)
            if row.until < 0:
                row.job, row.until = job, -row.until
            begin = edge
        span += 1


@part
def _spend(log, total, n, activity, begin, end, job, task):
    if begin == end:
        return
    if total.spans > 0:
        if total.first_node <= n.number < total.end_node:
            _sum_up(log, total, n.number, activity, begin, end, job)
        return
    _extend(log, total, n, IDLE, n.open_until, begin, -1, -1)
    _extend(log, total, n, activity, begin, end, job, task)


@inlined
def spend(log, total, n, activity, begin, end, job, task):
    """A processor has done, or will do, something from *begin* to *end*; between such pieces of time it is idle."""
    if total.logging:
        _spend(log, total, n, activity, begin, end, job, task)


@part
def close_intervals(log, total, nodes):
    """Nothing happens any more: idle until the end."""
    if total.spans > 0:
        return
    for i in range(nodes.shape[0]):
        n = nodes[i]
        _extend(log, total, n, IDLE, n.open_until, max(n.open_until, total.last_end), -1, -1)
        _close(log, total, n)
