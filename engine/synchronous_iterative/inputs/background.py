"""The jobs of the owners: how long they are, and how their rate changes with the hour of the day."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from engine.inputs.quantity import Strict, choice, quantity

HOURS = 24
HOUR = 3600.0

Factor = Annotated[float, Field(ge=0, le=100)]
ByHour = Annotated[tuple[Factor, ...], Field(max_length=HOURS)]


def check_hours(factors: tuple[float, ...], what: str) -> None:
    """Refuse a profile of the day that is not a whole day."""
    if len(factors) not in (0, HOURS):
        raise ValueError(f"{what} by hour has {len(factors)} factors; 24 are needed, from 0:00 on, or none")


class Background(Strict):
    """Background jobs: Poisson arrivals on each machine, one law of service times for all."""

    service: Literal["exponential", "hyperexponential", "leland-ott"] = choice(
        "Service times",
        "Law of the work of a background job: exponential, a mix of short and long ones, or as Leland & Ott measured "
        "it for UNIX processes, cut at 1000 times the unit (equation 27).",
        "exponential",
        words={"leland-ott": "as Leland & Ott measured"},
    )
    mean_service: float = quantity(
        "Mean service time", "s", 1e-3, 1e6, "Mean work of a background job, on the baseline machine.", 1.0, step=0.5
    )
    variation: float = quantity(
        "Variation", "1", 1, 20, "Standard deviation over mean, if the law is hyperexponential.", 3.0, step=0.5
    )
    intensity: float = quantity(
        "Intensity of the load", "1", 0, 100, "The load of every group is multiplied by this.", 1.0, step=0.1
    )
    by_hour: ByHour = Field(
        default=(),
        title="Load by hour",
        description="24 factors of the load from 0:00 on, drawn by hand; none if the load is always the same.",
    )
    start_hour: int = quantity("Starts at", "h", 0, 23, "Hour of the day at which the application starts.", 9)

    @model_validator(mode="after")
    def _a_day(self) -> Self:
        check_hours(self.by_hour, "the load")
        return self
