"""A study that asks which of its alternatives is best: every policy at every point is one."""

from typing import Literal, Self

from pydantic import Field, model_validator

from engine.inputs.goal import Criterion
from engine.inputs.quantity import Strict, choice, quantity
from engine.statistics.stopping import FEWEST

MOST_ALTERNATIVES = 500


class Best(Strict):
    """What is to be the least or the greatest: the mean of a metric over independent replications."""

    metric: str = choice("Metric", "By what the alternatives are compared.", "response_time")
    wanted: Literal["least", "greatest"] = choice(
        "Wanted", "Which end is the better one.", "least", {"least": "the least", "greatest": "the greatest"}
    )


class Selection(Strict):
    """Which alternative has the least or greatest metric, or which are not dominated in two of them."""

    by: Best = choice("By", "What decides.", Best())
    and_by: Best | None = choice("And by", "A second metric: the front of those that are not dominated in both.", None)
    constraints: tuple[Criterion, ...] = Field(
        default=(),
        max_length=3,
        title="So that",
        description="Up to three criteria: an alternative that misses one is out, however good it is.",
    )
    indifference_percent: float = quantity(
        "Indifference zone", "%", 0.1, 50, "Differences below this share of the best do not matter.", 1.0
    )
    maximum_replications: int = quantity(
        "Largest number of replications", "", FEWEST, 1000, "Alternatives that cannot be told apart by then stay.", 200
    )
    maximum_seconds: float = quantity(
        "Largest computing time", "s", 1, 900, "Estimated, on one core, if nobody were eliminated.", 60.0
    )

    @model_validator(mode="after")
    def _constraints_differ(self) -> Self:
        if len({(one.metric, one.bound) for one in self.constraints}) < len(self.constraints):
            raise ValueError("two constraints bound the same metric on the same side; leave the weaker one out")
        return self
