"""The skewness of each task and iteration, by a counter instead of a stream: the same whoever asks, and when.

Called by the reference and by the kernel alike.
"""

import numpy as np

from engine.compiled.compilation import compiled

COMPUTATION, INPUT_OUTPUT = 0, 1


@compiled
def _mixed(x: np.uint64) -> np.uint64:
    """The finalizer of SplitMix64 (Steele, Lea & Flood 2014)."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@compiled
def skewed(nominal: int, skewness: float, key: np.uint64, job: int, task: int, iteration: int, part: int) -> int:
    """*nominal* times 1 + unif(-skewness/2, skewness/2), to the nearest whole ns (section 3.2).

    Parameters
    ----------
    nominal : ns
    skewness : from 0 to 2; 0 leaves *nominal* as it is
    key : of the replication
    part : COMPUTATION or INPUT_OUTPUT
    """
    if skewness == 0.0 or nominal == 0:
        return nominal
    odd = np.uint64(0x9E3779B97F4A7C15)
    x = _mixed(key + odd * (np.uint64(job) * np.uint64(2) + np.uint64(part) + np.uint64(1)))
    x = _mixed(x + odd * (np.uint64(task) * np.uint64(0x100000000) + np.uint64(iteration) + np.uint64(1)))
    unit = float(x >> np.uint64(11)) / 9007199254740992.0
    return int(nominal * (1.0 + skewness * (unit - 0.5)) + 0.5)
