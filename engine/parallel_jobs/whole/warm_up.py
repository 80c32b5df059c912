"""Whatever windows of whole schedules have compiled, loaded by the smallest one there is."""

import numpy as np

from engine.parallel_jobs.records import empty_records
from engine.parallel_jobs.whole.areas import add_pieces, settle
from engine.parallel_jobs.whole.pieces import of_records


def load_pictures() -> None:
    """Compile it, or load it from the cache."""
    records = empty_records(1, 1)
    records.end[0], records.size[0] = 1.0, 1
    load_windows()
    of_records(records, 1)


def load_windows() -> None:
    """The same of what is called for each window; what names processors is called where schedules are packed."""
    one, none = np.ones(1), np.zeros(1, dtype=np.int64)
    area = np.zeros((3, 1, 3), dtype=np.float32)
    hue, weight = np.zeros(1, dtype=np.int8), np.ones(1, dtype=np.float32)
    low, count = np.zeros(1, dtype=np.int32), np.ones(1, dtype=np.int32)
    bounds = np.array([0.0, 1.0, 0.0, 1.0])
    add_pieces(none, np.zeros(1), one, hue, weight, np.arange(2, dtype=np.int64), low, count, bounds, area)
    there, share = np.zeros((1, 1), dtype=np.float32), np.empty((1, 1), dtype=np.float32)
    settle(area, there, share, np.empty((1, 1), dtype=np.uint8))
