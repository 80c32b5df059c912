"""What a job is worth to whoever runs it: a deadline, and a profit that shrinks towards it (Kumar 2001, 4.2)."""

from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from engine.inputs.draws import Draws
from engine.inputs.quantity import Strict, choice, quantity


def _deadline() -> float:
    value: float = quantity(
        "Mean deadline", "s", 1e-3, 1e9, "Time from arrival to deadline, in the mean.", step=60, beginning=3600.0
    )
    return value


class NoDeadline(Strict):
    """A job may end at any time and always brings its largest profit."""

    deadline: Literal["none"] = choice("Deadline", "A job may end at any time.", "none")

    def sample(self, draws: Draws, demand: np.ndarray) -> np.ndarray:
        """Times from arrival to deadline; float64 (J,), s."""
        return np.full(len(demand), np.inf)


class ConstantDeadline(Strict):
    """Every job has the same time."""

    deadline: Literal["constant-deadline"] = choice(
        "Deadline", "Every job has the same time.", words="the same for all"
    )
    mean: float = _deadline()

    def sample(self, draws: Draws, demand: np.ndarray) -> np.ndarray:
        """Times from arrival to deadline; float64 (J,), s."""
        return np.full(len(demand), self.mean)


class ExponentialDeadline(Strict):
    """Exponential, whatever the job has to do; the deadlines behind tables 4.5 and 4.6."""

    deadline: Literal["exponential-deadline"] = choice(
        "Deadline", "Exponential, whatever the job has to do.", words="exponential"
    )
    mean: float = _deadline()

    def sample(self, draws: Draws, demand: np.ndarray) -> np.ndarray:
        """Times from arrival to deadline; float64 (J,), s."""
        return draws.stream("deadline").exponential(len(demand)) * self.mean


class ProportionalDeadline(Strict):
    """A job that has more to do has more time."""

    deadline: Literal["proportional-deadline"] = choice(
        "Deadline", "In proportion to what the job has to do.", words="in proportion to the demand"
    )
    times_demand: float = quantity(
        "Deadline over demand",
        "1",
        1e-4,
        1e4,
        "Time from arrival to deadline over the demand of the job.",
        step=0.1,
        beginning=1.0,
    )

    def sample(self, draws: Draws, demand: np.ndarray) -> np.ndarray:
        """Times from arrival to deadline; float64 (J,), s."""
        return demand * self.times_demand


Deadline = Annotated[
    NoDeadline | ConstantDeadline | ExponentialDeadline | ProportionalDeadline, Field(discriminator="deadline")
]


class Profit(Strict):
    """What a job brings if it ends before half of its time is over; from there on linearly less, 0 at the deadline."""

    mean: float = quantity("Mean profit", "$", 0, 1e9, "The largest profit of a job, in the mean.", 1000.0, step=100)
    varies: bool = choice("Profit varies", "Exponential from job to job; off: the same for all.", True)

    def sample(self, draws: Draws, jobs: int) -> np.ndarray:
        """Largest profits; float64 (J,), $."""
        if not self.varies:
            return np.full(jobs, self.mean)
        return draws.stream("profit").exponential(jobs) * self.mean
