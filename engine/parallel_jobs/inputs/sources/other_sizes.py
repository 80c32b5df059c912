"""That jobs of a log could have run on other sizes than they did: an assumption, since no log says so."""

from math import ceil
from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from engine.inputs.quantity import Strict, choice, quantity
from engine.parallel_jobs.inputs.speedup import Amdahl, Downey, Linear

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
