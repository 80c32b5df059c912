"""What a workload model makes."""

from typing import NamedTuple

import numpy as np


class RigidJobs(NamedTuple):
    """J jobs in order of arrival, times in whole seconds from a midnight on.

    Attributes
    ----------
    arrival : float64 (J,), s
    size : int32 (J,), processors
    run : float64 (J,), s on processors of speed factor 1; at least 1
    kind : int32 (J,), index of the kind of job
    """

    arrival: np.ndarray
    size: np.ndarray
    run: np.ndarray
    kind: np.ndarray

    @property
    def work(self) -> float:
        """Processor-seconds of all of them."""
        return float(np.cumsum(self.run * self.size)[-1])
