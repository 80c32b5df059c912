"""Run time estimates as users give them, of jobs that come of a workload model."""

from typing import Annotated, Literal

import numpy as np
from pydantic import Field, field_validator

from engine.inputs.draws import Draws
from engine.inputs.estimates import Exact, Multiple, UniformError
from engine.inputs.quantity import Strict, choice, quantity
from engine.workload_models.tsafrir05 import check_largest, sample


class Tsafrir05(Strict):
    """Round times that users like, most of them too long (Tsafrir, Etsion & Feitelson 2005).

    Run times above the largest estimate are cut to it: the jobs are ended then.
    """

    estimate: Literal["tsafrir05"] = choice(
        "Run time estimate",
        "Round times that users like, most of them too long; a fifth of all ask for the largest. Jobs are ended there.",
        words="as users give them (tsafrir05)",
    )
    largest_estimate: float = quantity(
        "Largest estimate",
        "s",
        1,
        1e7,
        "What nobody may ask for more than, and where jobs are ended: whole 5 minutes, at least 100. At most 5 % of "
        "the jobs may be longer.",
        step=3600,
        beginning=64_800.0,  # 18 h, as at SDSC and CTC
    )

    @field_validator("largest_estimate", mode="after")
    @classmethod
    def _has_room(cls, largest: float) -> float:
        check_largest(largest)
        return largest

    def of(self, run: np.ndarray, draws: Draws, most_cut: float = 1.0) -> np.ndarray:
        """An estimate for each of these run times; float64 (J,), s.

        How many jobs of a model run for longer than the largest is known before anything is drawn, and not asked here;
        of a log at most the share *most_cut* may, or it is a `ValueError`.
        """
        return sample(run, int(self.largest_estimate), draws, most_cut)


LIKE_USERS = UniformError(estimate="uniform-error", at_most=10.0)
"""What a job class says of estimates that are given to all jobs together."""


class AsRecorded(Strict):
    """What the users of a log asked for."""

    estimate: Literal["recorded"] = choice(
        "Run time estimate", "What the users of the log asked for, as the cleaning leaves it.", "recorded"
    )


UserEstimate = Annotated[Exact | Multiple | UniformError | Tsafrir05, Field(discriminator="estimate")]

OfLog = Annotated[AsRecorded | Exact | Multiple | UniformError | Tsafrir05, Field(discriminator="estimate")]
"""The same of jobs whose users are known to have asked for something."""
