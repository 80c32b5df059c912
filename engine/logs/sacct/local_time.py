"""From what clocks on walls show to Unix time: an hour that occurs twice, and one that does not exist."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.logs.dates import LATEST
from engine.logs.week_clock import DAY, changes_of, zone_named


class Readings(NamedTuple):
    """What local times may be: the earlier and the later Unix time (one but for an hour of autumn), or none."""

    earlier: NDArray[np.int64]
    later: NDArray[np.int64]
    exists: NDArray[np.bool_]


@lru_cache(maxsize=8)
def local_time_of(zone: str) -> "LocalTime":
    """Give the local time of a zone; made once, for it looks at every day from 1970 to 2199."""
    return LocalTime(zone)


class LocalTime:
    """The local time of a zone, by its IANA name; raises `LogError` for a name that is none."""

    def __init__(self, zone: str) -> None:
        self.changes, self.offsets = changes_of(zone_named(zone), -DAY, LATEST)

    def readings(self, local: NDArray[np.int64]) -> Readings:
        """Give what local times, counted as if they were of Greenwich, may be."""
        before, after = self._offset(local - DAY), self._offset(local + DAY)
        first, second = local - before, local - after
        first_is, second_is = self._offset(first) == before, self._offset(second) == after
        first, second = np.where(first_is, first, second), np.where(second_is, second, first)
        return Readings(np.minimum(first, second), np.maximum(first, second), first_is | second_is)

    def _offset(self, unix: NDArray[np.int64]) -> NDArray[np.int64]:
        which = np.searchsorted(self.changes, unix, "right") - 1
        return self.offsets[np.maximum(which, 0)]
