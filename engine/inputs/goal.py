"""A study turned round: not what happens at given values of a field, but which values of it reach a goal."""

from typing import Literal, Self

from pydantic import Field, model_validator

from engine.inputs.quantity import Strict, choice, quantity
from engine.statistics.stopping import FEWEST

MAXIMUM_STEPS = 200
"""Steps from the lowest to the highest value: each is validated when the scenario is read, and some ten are tested."""

BOUND = 1e12


class Criterion(Strict):
    """What has to hold: the mean of a metric over independent replications, compared with a value."""

    metric: str = choice("Metric", "What has to be reached, as the curves show it.", "response_time")
    bound: Literal["at-most", "at-least"] = choice(
        "Bound", "On which side of the value.", "at-most", {"at-most": "at most", "at-least": "at least"}
    )
    value: float = quantity("Value", "1", -BOUND, BOUND, "In the unit of the metric; a share from 0 to 1.", step=1)


class Goal(Strict):
    """For which values of a field every criterion holds, found by bisection from the lowest to the highest value."""

    field: str = Field(
        min_length=1, max_length=120, title="Find", description="The field whose least or greatest value is sought."
    )
    low: float = quantity("From", "1", -BOUND, BOUND, "The lowest value that is looked at, in the unit of the field.")
    high: float = quantity("To", "1", -BOUND, BOUND, "The highest value that is looked at.")
    step: float = quantity(
        "In steps of", "1", 1e-9, BOUND, f"How exactly the value is sought; at most {MAXIMUM_STEPS} steps.", 1.0
    )
    criteria: tuple[Criterion, ...] = Field(
        (),
        min_length=0,
        max_length=3,
        title="So that",
        description="Up to three criteria, all of which have to hold; with none, the queue has to settle.",
    )
    maximum_replications: int = quantity(
        "Largest number of replications", "", FEWEST, 1000, "A value that cannot be told by then is left open.", 200
    )
    maximum_seconds: float = quantity(
        "Largest computing time", "s", 1, 900, "Estimated, on one core; each value tested has an equal share.", 60.0
    )

    @property
    def values(self) -> tuple[float, ...]:
        """Every value that can be tested, ascending, to 12 digits: a tenth of a step is no number of its own."""
        return tuple(float(f"{self.low + n * self.step:.12g}") for n in range(self._steps + 1))

    @property
    def _steps(self) -> int:
        return int((self.high - self.low) / self.step + 1e-9)

    @model_validator(mode="after")
    def _a_range_of_some_steps(self) -> Self:
        if self.high <= self.low:
            raise ValueError("the highest value has to be above the lowest")
        # In numbers, since the quotient may be beyond what an integer of a list could count.
        if (self.high - self.low) / self.step > MAXIMUM_STEPS + 0.5:
            raise ValueError(f"there are more than {MAXIMUM_STEPS} steps from the lowest to the highest value")
        if self._steps < 1 or len(set(self.values)) <= self._steps:
            raise ValueError("a step has to lead from the lowest value to another one that is not above the highest")
        return self

    @model_validator(mode="after")
    def _criteria_differ(self) -> Self:
        if len({(one.metric, one.bound) for one in self.criteria}) < len(self.criteria):
            raise ValueError("two criteria bound the same metric on the same side; leave the weaker one out")
        return self
