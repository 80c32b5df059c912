"""How long a running study still takes: the work that is left by estimate, at the pace of the cells that are there."""

from engine.study.expected_work import ExpectedWork
from workers.store import Record


def seconds_left(record: Record, work: ExpectedWork) -> float | None:
    """None while nobody can know.

    Cells that were there before are taken for the first ones, as those of earlier rounds are.
    """
    if not record.first:
        return None
    # From the first cell on: before that it waited, for other studies or for workers.
    took = max(0.0, record.now - record.first)
    return work.seconds_left(took, record.before + record.reused + 1, record.done, record.cells)
