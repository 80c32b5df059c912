"""What workers do, closed interval by interval: summed up, and written down if the iteration is the one asked for."""

from engine.compiled.compilation import inlined, part
from engine.master_worker.kernel.tables import AWAY, COMPUTES, NOBODY, RECEIVES, SUSPENDED
from engine.master_worker.records import Activity

_COMPUTING, _LOST, _COMMUNICATING = int(Activity.COMPUTING), int(Activity.LOST), int(Activity.COMMUNICATING)
_SUSPENDED, _AWAY, _IDLE = int(Activity.SUSPENDED), int(Activity.AWAY), int(Activity.IDLE)


@inlined
def activity_of(worker):
    """What the worker has been doing since its present interval began."""
    if worker.availability == AWAY:
        return _AWAY
    if worker.availability == SUSPENDED:
        return _SUSPENDED
    if worker.at == COMPUTES:
        return _COMPUTING
    if worker.at == RECEIVES:
        return _COMMUNICATING
    return _IDLE


@part
def close(workers, w, record, log, rule, total):
    """End the present interval of worker *w*; the next one begins."""
    worker = workers[w]
    ticks = total.now - worker.since
    if ticks > 0:
        activity = activity_of(worker)
        record.spent[activity] += ticks
        if activity == _COMPUTING:
            worker.progress += ticks
        if total.iteration == rule.logged:
            if total.written < log.shape[0]:
                row = log[total.written]
                row.start, row.end, row.worker, row.activity = worker.since, total.now, w, activity
                row.task = worker.task if activity in (_COMPUTING, _COMMUNICATING) else NOBODY
            total.written += 1
    worker.since = total.now


@part
def lose(workers, w, record, log, rule, total):
    """What worker *w* has computed of its present task was for nothing."""
    worker = workers[w]
    record.spent[_COMPUTING] -= worker.progress
    record.spent[_LOST] += worker.progress
    if total.iteration == rule.logged:
        for n in range(worker.first_row, min(total.written, log.shape[0])):
            row = log[n]
            if row.worker == w and row.activity == _COMPUTING and row.task == worker.task:
                row.activity = _LOST
