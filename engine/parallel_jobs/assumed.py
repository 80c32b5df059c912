"""Jobs of a log that could have run on other sizes, by assumption: as arrays."""

import numpy as np

from engine.inputs.draws import Draws
from engine.parallel_jobs.inputs.sources.other_sizes import AsTheyRan, Malleable, Moldable
from engine.parallel_jobs.inputs.workload import Jobs


def with_other_sizes(
    jobs: Jobs, asked: AsTheyRan | Moldable | Malleable, could: np.ndarray, run: np.ndarray, estimate: np.ndarray
) -> Jobs:
    """The rigid *jobs*, of which those that *could* (bool (J,)) have a range of sizes and a curve through what was.

    On the recorded size they take *run*, and are estimated to take *estimate* (float64 (J,), s), to the last bit.
    """
    if isinstance(asked, AsTheyRan):
        return jobs
    machines = jobs.speedup.shape[1] - 1
    curves, of_curve = asked.curves(jobs.requested, machines)
    curve = np.where(could, of_curve + 1, 0).astype(np.int32)  # 0 is that of the others, linear
    speedup = np.concatenate([jobs.speedup[:1], curves])
    at_size = speedup[curve, jobs.requested]
    low = np.ceil(jobs.requested / asked.range_factor).astype(np.int32)
    high = np.minimum(machines, np.floor(jobs.requested * asked.range_factor)).astype(np.int32)
    return jobs._replace(
        demand=run * at_size,
        expected=np.where(estimate != run, estimate * at_size, 0.0),
        min_size=np.where(could, low, jobs.min_size),
        max_size=np.where(could, high, jobs.max_size),
        moldable=could & isinstance(asked, Moldable),
        speedup=speedup,
        own_curve=curve,
    )


def who_could(asked: AsTheyRan | Moldable | Malleable, seed: int, place: np.ndarray) -> np.ndarray:
    """Which jobs could have run on other sizes, by their *place* among the lines of the log; bool (J,)."""
    if isinstance(asked, AsTheyRan):
        return np.zeros(len(place), dtype=bool)
    drawn = Draws(seed, 0).stream("other sizes").random(int(place.max()) + 1)
    found: np.ndarray = drawn[place] < asked.share
    return found
