"""How well a user knows how long a job will run; the backfilling policies rely on it."""

from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from engine.inputs.draws import Draws
from engine.inputs.quantity import Strict, choice, quantity


class Exact(Strict):
    """Everybody knows the run time."""

    estimate: Literal["exact"] = choice("Run time estimate", "Everybody knows the run time.", "exact")

    def sample(self, draws: Draws, jobs: int) -> np.ndarray:
        """Estimated over true run times; float64 (J,)."""
        return np.ones(jobs)


class Multiple(Strict):
    """Everybody asks for the same multiple of the run time (Zotkin & Keleher 1999)."""

    estimate: Literal["multiple"] = choice(
        "Run time estimate", "The same multiple of the run time for all.", words="the same multiple for all"
    )
    multiple_of: float = quantity("Estimate over run time", "1", 1, 1000, "1: exact; 3: three times too long.", 2.0)

    def sample(self, draws: Draws, jobs: int) -> np.ndarray:
        """Estimated over true run times; float64 (J,)."""
        return np.full(jobs, self.multiple_of)


class UniformError(Strict):
    """Between the run time and a multiple of it, evenly (Mu'alem & Feitelson 2001, section 4: the f-model)."""

    estimate: Literal["uniform-error"] = choice(
        "Run time estimate", "Evenly between the run time and a multiple.", words="up to a multiple"
    )
    at_most: float = quantity(
        "Largest estimate over run time", "1", 1, 1000, "1: exact; 5: between the run time and five times of it.", 5.0
    )

    def sample(self, draws: Draws, jobs: int) -> np.ndarray:
        """Estimated over true run times; float64 (J,)."""
        return 1 + draws.stream("estimate").random(jobs) * (self.at_most - 1)


Estimate = Annotated[Exact | Multiple | UniformError, Field(discriminator="estimate")]
