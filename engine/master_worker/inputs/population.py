"""Many cases in one cell: the paper's factorial, case by case against LPTF on the same times (section 4.2)."""

from typing import Annotated, Literal

from pydantic import Field

from engine.inputs.quantity import Strict

Flags = Literal["0-0", "0-1", "1-0", "1-1"]

_Tasks = Annotated[int, Field(ge=2, le=300)]
_Iterations = Annotated[int, Field(ge=1, le=200)]
_Percent = Annotated[float, Field(ge=20, le=99)]
_Variation = Annotated[float, Field(ge=0, le=100)]


class Population(Strict):
    """Every number of workers from 1 to the number of tasks, in each combination of what is listed."""

    tasks: Annotated[tuple[_Tasks, ...], Field(min_length=1, max_length=4)] = Field(
        default=(30, 100, 300), title="Tasks", description="Numbers of tasks (T), from 2 to 300."
    )
    similarities: Annotated[tuple[Flags, ...], Field(min_length=1, max_length=4)] = Field(
        default=("0-0", "0-1", "1-0", "1-1"),
        title="Similarities",
        description="i-i of the paper: first the largest, then the smallest tasks; 0 for equal sizes, 1 for different.",
    )
    iterations: Annotated[tuple[_Iterations, ...], Field(min_length=1, max_length=8)] = Field(
        default=(10, 35, 50, 100), title="Iterations", description="Numbers of iterations (L), from 1 to 200."
    )
    workload_factors: Annotated[tuple[_Percent, ...], Field(max_length=8)] = Field(
        default=(), title="Workload factors", description="From 20 to 99 %; without any, that of the application."
    )
    variations: Annotated[tuple[_Variation, ...], Field(max_length=8)] = Field(
        default=(), title="Variations", description="From 0 to 100 %; without any, that of the application."
    )

    @property
    def longest(self) -> int:
        """The largest number of iterations; the others are prefixes of it."""
        return max(self.iterations)
