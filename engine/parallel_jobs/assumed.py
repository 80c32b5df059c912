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
    curves = shortened(curves, float(max(run.max(initial=1.0), estimate.max(initial=1.0))))
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


FEWEST_DIGITS = 24
"""Of a speedup, in binary: an error of 6e-8."""


def shortened(speedup: np.ndarray, longest: float) -> np.ndarray:
    """The *speedup* with as many binary digits as leave whole seconds whole, of times up to the *longest*; float64.

    A product with such seconds is exact then, and divided by the speedup it is these seconds again, as it has to be
    where many things happen at one instant. Up to 12 days (2^20 s) 33 digits are left: a relative error of 1.2e-10. At
    least 24 are left; beyond 17 years (2^29 s) seconds are not whole any more.
    """
    digits = max(FEWEST_DIGITS, int(np.finfo(np.float64).nmant + 1 - np.frexp(longest)[1]))
    fraction, exponent = np.frexp(speedup)
    found: np.ndarray = np.ldexp(np.rint(np.ldexp(fraction, digits)), exponent - digits)
    return found


def who_could(asked: AsTheyRan | Moldable | Malleable, seed: int, place: np.ndarray) -> np.ndarray:
    """Which jobs could have run on other sizes, by their *place* among the lines of the log; bool (J,)."""
    if isinstance(asked, AsTheyRan):
        return np.zeros(len(place), dtype=bool)
    drawn = Draws(seed, 0).stream("other sizes").random(int(place.max()) + 1)
    found: np.ndarray = drawn[place] < asked.share
    return found
