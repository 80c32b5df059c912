"""Speedup curves: how many times faster a job is on n processors than on one."""

from itertools import pairwise
from typing import Annotated, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from engine.compiled import elementwise
from engine.inputs.quantity import Strict, choice, quantity

Processors = Annotated[int, Field(ge=1, le=2000)]
Speedup = Annotated[float, Field(ge=1, le=2000)]


class Linear(Strict):
    """n processors are n times as fast as one."""

    model: Literal["linear"] = choice("Speedup", "n processors are n times as fast as one.", "linear")

    def curve(self, most: int) -> np.ndarray:
        """Speedup on 0 to *most* processors; float64 (most + 1,)."""
        return np.arange(most + 1, dtype=np.float64)


class Measured(Strict):
    """Measured at some numbers of processors; a straight line on logarithmic scales between two of them."""

    model: Literal["table"] = choice("Speedup", "Measured at some numbers of processors.", words="as measured")
    processors: Annotated[tuple[Processors, ...], Field(min_length=1, max_length=40)] = choice(
        "Processors", "Ascending; the first one is 1.", beginning=[1, 2, 4, 8, 16]
    )
    speedup: Annotated[tuple[Speedup, ...], Field(min_length=1, max_length=40)] = choice(
        "Speedup",
        "One for each number of processors; the first one is 1.",
        beginning=[1.0, 1.8, 3.4, 6.3, 11.2],  # Kumar 2001, table 4.1
    )

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if len(self.processors) != len(self.speedup):
            raise ValueError(
                f"there are {len(self.processors)} numbers of processors but {len(self.speedup)} speedups; "
                "there must be as many"
            )
        if self.processors[0] != 1 or self.speedup[0] != 1:
            raise ValueError("the table must begin with 1 processor and speedup 1")
        if any(b <= a for a, b in pairwise(self.processors)):
            raise ValueError("the numbers of processors must ascend, none twice")
        if any(b < a for a, b in pairwise(self.speedup)):
            raise ValueError("the speedups must not fall; a job that is slower on more machines has a largest size")
        return self

    def curve(self, most: int) -> np.ndarray:
        """Speedup on 0 to *most* processors; beyond the table that of its last entry. float64 (most + 1,)."""
        n = np.arange(1, most + 1)
        values = elementwise.between_on_log_scales(n, self.processors, self.speedup)
        values = np.where(n < self.processors[-1], values, self.speedup[-1])
        known = {count: value for count, value in zip(self.processors, self.speedup, strict=True) if count <= most}
        values[np.array(list(known), dtype=np.int64) - 1] = list(known.values())  # no rounding where it was measured
        return np.concatenate(([0.0], values))


class Amdahl(Strict):
    """A share of the work runs on one processor only (Amdahl 1967)."""

    model: Literal["amdahl"] = choice(
        "Speedup", "A share of the work runs on one processor only.", words="Amdahl’s law"
    )
    serial_share: float = quantity(
        "Serial share", "1", 0, 1, "Share of the work that cannot be divided.", step=0.01, beginning=0.05
    )

    def curve(self, most: int) -> np.ndarray:
        """Speedup on 0 to *most* processors; float64 (most + 1,)."""
        n = np.arange(1, most + 1)
        return np.concatenate(([0.0], 1 / (self.serial_share + (1 - self.serial_share) / n)))


class Downey(Strict):
    """Average parallelism and its variance (Downey 1997, "A model for speedup of parallel programs")."""

    model: Literal["downey"] = choice("Speedup", "From average parallelism and its variance.", words="Downey’s model")
    parallelism: float = quantity("Average parallelism", "1", 1, 2000, "The largest possible speedup.", beginning=16.0)
    variance: float = quantity(
        "Variance of parallelism",
        "1",
        0,
        100,
        "0: perfect up to the average parallelism; 1 and more: flatter.",
        step=0.1,
        beginning=0.5,
    )

    def curve(self, most: int) -> np.ndarray:
        """Speedup on 0 to *most* processors; float64 (most + 1,)."""
        n = np.arange(1, most + 1, dtype=np.float64)
        a, sigma = self.parallelism, self.variance
        if sigma <= 1:
            low = a * n / (a + sigma / 2 * (n - 1))
            middle = a * n / (sigma * (a - 0.5) + n * (1 - sigma / 2))
            values = np.where(n <= a, low, np.where(n < 2 * a - 1, middle, a))
        else:
            below = n * a * (sigma + 1) / (sigma * (n + a - 1) + a)
            values = np.where(n < a + a * sigma - sigma, below, a)
        return np.concatenate(([0.0], values))


SpeedupCurve = Annotated[Linear | Measured | Amdahl | Downey, Field(discriminator="model")]
