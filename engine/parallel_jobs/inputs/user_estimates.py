"""Run time estimates as users give them, of jobs that come of a workload model."""

from typing import Annotated, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from engine.inputs.draws import Draws
from engine.inputs.quantity import Strict, choice, quantity
from engine.inputs.rejection import Rejection
from engine.parallel_jobs.inputs.estimates import Exact, Multiple, UniformError
from engine.workload_models.tsafrir05.sample import sample
from engine.workload_models.tsafrir05.values import check_largest


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

    @model_validator(mode="after")
    def _has_room(self) -> Self:
        try:
            check_largest(self.largest_estimate)
        except ValueError as error:
            raise Rejection("workload.arrivals.estimate.largest_estimate", str(error)) from None
        return self

    def of(self, run: np.ndarray, draws: Draws) -> np.ndarray:
        """An estimate for each of these run times; float64 (J,), s.

        How many run for longer than the largest is known before anything is drawn, and not asked here.
        """
        return sample(run, int(self.largest_estimate), draws, most_cut=1.0)


UserEstimate = Annotated[Exact | Multiple | UniformError | Tsafrir05, Field(discriminator="estimate")]
