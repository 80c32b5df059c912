"""How long a running study still takes: the work that is left by estimate, at the pace of the cells that are there."""

from engine.study.expected_work import ExpectedWork
from workers.broker.store import Record


def seconds_left(record: Record, work: ExpectedWork) -> float | None:
    """None while nobody can know.

    Cells that were there before are taken for the first ones, as those of earlier rounds are.
    """
    if not record.first:
        return None
    known = record.before + record.reused + 1
    # From the first cell on: before that it waited, for other studies or for workers. Until the last one: what runs
    # since then is no part of what those that are there took.
    running = max(0.0, record.now - record.beat)
    left = work.seconds_left(max(0.0, record.beat - record.first), known, record.done, record.cells)
    if left is None or left > running or record.done == record.cells:
        return None if left is None else max(0.0, left - running)
    # It was to be done by now, so all of it is slower.
    return work.seconds_left(max(0.0, record.now - record.first), known, record.done, record.cells)
