"""A study that asks where one policy is worst against another: over ranges of fields, or on a few jobs."""

from math import prod
from typing import Literal, Self

from pydantic import Field, model_validator

from engine.inputs.goal import BOUND
from engine.inputs.quantity import Strict, choice, quantity
from engine.statistics.stopping import FEWEST

MOST_RANGES = 4
MOST_STEPS = 100
"""Of one range, from its low end to its high one."""

FEWEST_POINTS, MOST_POINTS = 10, 400

STATISTICAL, SMALLEST = "statistical", "smallest-example"


class Range(Strict):
    """The values of one field among which the worst point is sought."""

    field: str = Field(min_length=1, max_length=120, title="Over", description="A field in which policies are tried.")
    low: float = quantity("From", "1", -BOUND, BOUND, "The lowest value that is tried, in the unit of the field.")
    high: float = quantity("To", "1", -BOUND, BOUND, "The highest value that is tried.")
    step: float = quantity("In steps of", "1", 1e-9, BOUND, f"How exactly; at most {MOST_STEPS} steps.", 1.0)

    @property
    def values(self) -> tuple[float, ...]:
        """Every value that can be tried, ascending, to 12 digits: a tenth of a step is no number of its own."""
        return tuple(float(f"{self.low + n * self.step:.12g}") for n in range(self.count))

    @property
    def count(self) -> int:
        """How many values there are."""
        return int((self.high - self.low) / self.step + 1e-9) + 1

    @model_validator(mode="after")
    def _a_few_steps(self) -> Self:
        if self.high <= self.low:
            raise ValueError("the highest value has to be above the lowest")
        # In numbers, since the quotient may be beyond what an integer of a list could count.
        if (self.high - self.low) / self.step > MOST_STEPS + 0.5:
            raise ValueError(f"there are more than {MOST_STEPS} steps from the lowest to the highest value")
        if self.count < 2 or len(set(self.values)) < self.count:
            raise ValueError("a step has to lead from the lowest value to another one that is not above the highest")
        return self


class Breaking(Strict):
    """Where the mean of a metric under a policy is largest, as a multiple of that under another one.

    Its points are numbered: those of the grid of all ranges, of which the first changes fastest, and after them the
    present values of the scenario, the start.
    """

    policy: str = Field(min_length=1, max_length=120, title="Break policy", description="Which is to be worst.")
    against: str = Field(min_length=1, max_length=120, title="By policy", description="Against which it is held.")
    metric: str = choice("Metric", "In what it is worst: the mean of which is compared.", "response_time")
    search: Literal["statistical", "smallest-example"] = choice(
        "Search",
        "For values of fields at which its mean is worst, or for a few jobs that can be followed by hand.",
        STATISTICAL,
        {STATISTICAL: "values of fields", SMALLEST: "the smallest example"},
    )
    ranges: tuple[Range, ...] = Field(
        (), max_length=MOST_RANGES, title="Over", description=f"Up to {MOST_RANGES} fields, of a statistical search."
    )
    points: int = quantity(
        "Points", "", FEWEST_POINTS, MOST_POINTS, "The most points that are tried before the worst is told.", 160
    )
    fresh: int = quantity(
        "Fresh replications",
        "",
        FEWEST,
        1000,
        "With random numbers that the search has not seen, of the worst point, its neighbors and the start.",
        40,
    )
    tested: tuple[int, ...] = choice("Tested", "Of a result: the numbers of the points that it has.", ())

    @property
    def start(self) -> int:
        """The number of the present values."""
        return prod(one.count for one in self.ranges)

    def place(self, number: int) -> tuple[int, ...]:
        """The step of each range at a point of the grid."""
        found = []
        for one in self.ranges:
            number, step = divmod(number, one.count)
            found.append(step)
        return tuple(found)

    def number(self, place: tuple[int, ...]) -> int:
        """The number of the point of the grid at these steps."""
        found = 0
        for step, one in zip(reversed(place), reversed(self.ranges), strict=True):
            found = found * one.count + step
        return found

    def neighbors(self, number: int) -> list[int]:
        """The points one step from a point of the grid, of each range downwards and upwards; the start has none."""
        if number == self.start:
            return []
        place, found = self.place(number), []
        for n, one in enumerate(self.ranges):
            for step in (place[n] - 1, place[n] + 1):
                if 0 <= step < one.count:
                    found.append(self.number((*place[:n], step, *place[n + 1 :])))
        return found

    @model_validator(mode="after")
    def _a_question(self) -> Self:
        if self.policy == self.against:
            raise ValueError(f"{self.policy} is the same policy twice; name two")
        if self.search == STATISTICAL and not self.ranges:
            raise ValueError("a statistical search needs the range of a field at least")
        if len({one.field for one in self.ranges}) < len(self.ranges):
            raise ValueError("two ranges are of the same field; leave one out")
        return self
