"""Distributions of service demand: seconds on one machine of speed factor 1."""

from math import sqrt
from typing import Annotated, Literal

import numpy as np
from pydantic import Field, model_validator

from engine.compiled import elementwise
from engine.compiled.elementary import ln
from engine.inputs.draws import Draws
from engine.inputs.quantity import Strict, choice, quantity

SHORTEST, LONGEST = 1e-3, 1e9


def _mean(beginning: float) -> float:
    value: float = quantity(
        "Mean demand",
        "s",
        SHORTEST,
        LONGEST,
        "Mean time that a job needs on one machine of speed factor 1.",
        step=60,
        beginning=beginning,
    )
    return value


class Constant(Strict):
    """Every job needs the same."""

    distribution: Literal["constant"] = choice("Demand", "Every job needs the same.")
    mean: float = _mean(6000.0)

    def sample(self, draws: Draws, jobs: int) -> np.ndarray:
        """Demands; float64 (J,), s."""
        return np.full(jobs, self.mean)


class Exponential(Strict):
    """Coefficient of variation 1."""

    distribution: Literal["exponential"] = choice("Demand", "Exponential: many short jobs, few long.")
    mean: float = _mean(6000.0)

    def sample(self, draws: Draws, jobs: int) -> np.ndarray:
        """Demands; float64 (J,), s."""
        return draws.stream("demand.exponential").exponential(jobs) * self.mean


class Uniform(Strict):
    """All demands between two bounds are equally likely."""

    distribution: Literal["uniform"] = choice("Demand", "Evenly spread between two bounds.")
    low: float = quantity(
        "Least demand", "s", SHORTEST, LONGEST, "The shortest job on one fastest machine.", step=60, beginning=3000.0
    )
    high: float = quantity(
        "Greatest demand", "s", SHORTEST, LONGEST, "The longest job on one fastest machine.", step=60, beginning=9000.0
    )

    @property
    def mean(self) -> float:
        """Mean demand, s."""
        return (self.low + self.high) / 2

    @model_validator(mode="after")
    def _ordered(self) -> "Uniform":
        if self.low > self.high:
            raise ValueError(f"the least demand {self.low} s is above the greatest {self.high} s; it must not be")
        return self

    def sample(self, draws: Draws, jobs: int) -> np.ndarray:
        """Demands; float64 (J,), s."""
        return self.low + draws.stream("demand.uniform").random(jobs) * (self.high - self.low)


class LogNormal(Strict):
    """The logarithm of the demand is normal; given by mean and coefficient of variation."""

    distribution: Literal["log-normal"] = choice("Demand", "Log-normal: skewed, with a long tail.")
    mean: float = _mean(6000.0)
    coefficient_of_variation: float = quantity(
        "Coefficient of variation", "1", 0.01, 20, "Standard deviation over mean.", step=0.1, beginning=2.0
    )

    def sample(self, draws: Draws, jobs: int) -> np.ndarray:
        """Demands; float64 (J,), s."""
        variance = ln(1 + self.coefficient_of_variation * self.coefficient_of_variation)
        normal = draws.stream("demand.normal").normal(jobs)
        return self.mean * elementwise.exp(sqrt(variance) * normal - variance / 2)


class Hyperexponential(Strict):
    """Two exponential phases with balanced means, the usual fit to a mean and a coefficient of variation above 1."""

    distribution: Literal["hyperexponential"] = choice("Demand", "Hyperexponential: a mix of short and very long jobs.")
    mean: float = _mean(6000.0)
    coefficient_of_variation: float = quantity(
        "Coefficient of variation", "1", 1, 20, "Standard deviation over mean.", step=0.1, beginning=2.0
    )

    def sample(self, draws: Draws, jobs: int) -> np.ndarray:
        """Demands; float64 (J,), s."""
        square = self.coefficient_of_variation * self.coefficient_of_variation
        share = (1 + sqrt((square - 1) / (square + 1))) / 2
        is_short = draws.stream("demand.phase").random(jobs) < share
        phase_mean = np.where(is_short, self.mean / (2 * share), self.mean / (2 * (1 - share)))
        return draws.stream("demand.exponential").exponential(jobs) * phase_mean


Demand = Annotated[Constant | Exponential | Uniform | LogNormal | Hyperexponential, Field(discriminator="distribution")]
