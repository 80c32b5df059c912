"""The application: what an iteration consists of, and how unevenly its work is divided."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from engine.compiled.elementary import log2
from engine.inputs.quantity import Strict, choice, quantity

Weight = Annotated[float, Field(ge=0, le=1e6)]


OVERHEAD = "Overhead of an iteration, in ms where its work is in s, "
"""How what is said of overheads begins."""


class Application(Strict):
    """I iterations, each of a serial part, a parallel part up to a barrier, and the overhead of being parallel."""

    iterations: int = quantity("Iterations", "", 1, 100_000, "How often the application computes and waits.", 100, 10)
    parallel_time: float = quantity(
        "Parallel work",
        "s",
        1e-3,
        1e6,
        "Mean time that the parallel part of an iteration takes on one dedicated baseline machine.",
        60.0,
        step=10,
    )
    serial_time: float = quantity(
        "Serial work", "s", 0, 1e6, "Time of the part of an iteration that only one machine can do.", 0.0, step=1
    )
    overhead: float = quantity("Overhead", "ms", 0, 1e6, OVERHEAD + "whatever the processors.", 0.0)
    overhead_per_processor: float = quantity(
        "Overhead per processor", "ms", 0, 1e6, OVERHEAD + "for each processor.", 0.0
    )
    overhead_per_doubling: float = quantity(
        "Overhead per doubling",
        "ms",
        0,
        1e6,
        OVERHEAD + "for each doubling of the processors, as that of a barrier by a tree.",
        0.0,
    )
    imbalance: Literal["ideal", "binomial", "given"] = choice(
        "Division of work",
        "All processors have the same work; or each of its simulated objects has an event with some probability; or "
        "the units of work of a processor have the weights given.",
        "ideal",
        words={"ideal": "the same for all", "binomial": "events at random", "given": "by weights"},
    )
    objects: int = quantity(
        "Simulated objects",
        "",
        1,
        1000,
        "Of the whole application, if the work is binomial; each processor has an equal share, rounded, at least 1.",
        400,
        step=50,
    )
    probability: float = quantity(
        "Probability of an event", "1", 0.01, 1, "Of one object in one iteration, if the work is binomial.", 0.1, 0.05
    )
    weights: Annotated[tuple[Weight, ...], Field(min_length=2, max_length=40)] = Field(
        default=(0.0, 1.0),
        title="Weights of work",
        description="If the work is given: how likely a processor has 0, 1, 2, ... units of work in an iteration.",
    )

    def overhead_of(self, processors: int) -> float:
        """Overhead of an iteration on so many processors, s."""
        each: float = self.overhead_per_processor * processors + self.overhead_per_doubling * log2(float(processors))
        return (self.overhead + each) / 1000

    @model_validator(mode="after")
    def _some_work(self) -> Self:
        if not any(self.weights[1:]):
            raise ValueError("every weight of work above 0 units is 0; at least one has to be more")
        return self
