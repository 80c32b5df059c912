"""That jobs of a log could have run on other sizes than they did: an assumption, since no log says so."""

from math import ceil
from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from engine.inputs.draws import Draws
from engine.inputs.quantity import Strict, choice, quantity
from engine.parallel_jobs.inputs.speedup import Amdahl, Downey, Linear
from engine.parallel_jobs.model import Jobs

MOST_CURVES = 200
"""Speedup curves of one log; of more sizes neighbors are merged upwards."""

LARGEST_PARALLELISM = 2000.0


class LinearFromSize(Strict):
    """n processors are n times as fast as one; named in links, since it is not what is usual here."""

    model: Literal["linear"] = choice("Speedup", "n processors are n times as fast as one.")


class DowneyOfSize(Strict):
    """Downey's model, with as much parallelism as the job had processors, or a multiple of that."""

    model: Literal["downey-of-size"] = choice(
        "Speedup", "Parallelism follows from the recorded size.", words="Downey’s model"
    )
    of_size: float = quantity(
        "Parallelism over size",
        "1",
        0.1,
        10,
        "Average parallelism over the processors that the job had.",
        1.0,
        step=0.1,
    )
    variance: float = quantity(
        "Variance of parallelism",
        "1",
        0,
        100,
        "0: perfect up to the average parallelism; 1 and more: flatter.",
        1.0,
        step=0.1,
    )

    def of(self, size: int) -> Downey:
        """The curve of jobs that had so many processors."""
        parallelism = min(max(1.0, self.of_size * size), LARGEST_PARALLELISM)
        return Downey(model="downey", parallelism=parallelism, variance=self.variance)


ThroughRecorded = Annotated[LinearFromSize | Amdahl | DowneyOfSize, Field(discriminator="model")]
"""A speedup, on which the recorded run time lies on the recorded size."""


class _OtherSizes(Strict):
    share: float = quantity(
        "Share of such jobs",
        "1",
        0,
        1,
        "Drawn by their place in the log: the same jobs under every policy.",
        1.0,
        step=0.1,
    )
    range_factor: float = quantity(
        "Range of sizes",
        "1",
        1,
        64,
        "From the recorded size over this to the recorded size times this, and no more than there are.",
        4.0,
    )
    speedup: ThroughRecorded = Field(
        Amdahl(model="amdahl", serial_share=0.02),
        title="Speedup",
        description="How much faster such a job is on more processors; on its own size it takes as long as recorded.",
        json_schema_extra={"beginning": {"model": "amdahl", "serial_share": 0.02}},
    )

    def smallest(self, size: int) -> int:
        """The smallest size of a job that had so many processors."""
        return ceil(size / self.range_factor)

    def curve_of(self, size: int) -> Linear | Amdahl | Downey:
        """The speedup of a job that had so many processors."""
        if isinstance(self.speedup, LinearFromSize):
            return Linear()
        return self.speedup.of(size) if isinstance(self.speedup, DowneyOfSize) else self.speedup

    def curves(self, size: np.ndarray, machines: int) -> tuple[np.ndarray, np.ndarray]:
        """Speedups of jobs of these sizes, int (J,), and which of them each job has.

        Returns
        -------
        float64 (C, M + 1), and int32 (J,)
        """
        if not isinstance(self.speedup, DowneyOfSize):
            return np.array([self.curve_of(1).curve(machines)]), np.zeros(len(size), dtype=np.int32)
        known = np.unique(size)
        kept = known[np.unique(np.linspace(len(known) - 1, 0, MOST_CURVES).round().astype(int))]
        found = np.array([self.curve_of(int(one)).curve(machines) for one in kept])
        return found, np.searchsorted(kept, size).astype(np.int32)


class AsTheyRan(Strict):
    """Rigid: as many processors as recorded, under every policy."""

    assumed: Literal["rigid"] = choice(
        "Other sizes", "Jobs run on as many processors as recorded, under every policy.", "rigid", words="none"
    )


class Moldable(_OtherSizes):
    """Moldable by assumption."""

    assumed: Literal["moldable"] = choice(
        "Other sizes",
        "We assume that these jobs could have been started on other sizes, by policies that choose sizes.",
        words="when they start",
    )


class Malleable(_OtherSizes):
    """Malleable by assumption."""

    assumed: Literal["malleable"] = choice(
        "Other sizes",
        "We assume that these jobs could have run on other sizes, and changed them while they ran, under policies that "
        "resize.",
        words="while they run",
    )


OtherSizes = Annotated[AsTheyRan | Moldable | Malleable, Field(discriminator="assumed")]


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
