"""The workers that can be had: how fast they are, and when their owners need them (section 1)."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from engine.inputs.cluster import Name
from engine.inputs.quantity import Strict, choice, quantity
from engine.master_worker.inputs.number import FixedNumber, NumberOfWorkers
from engine.master_worker.system import SPEED_ONE

MOST_WORKERS = 1000


class SpeedGroup(Strict):
    """Workers of one speed."""

    name: Name = Field(default="workers", title="Name", description="What this group is called on the page.")
    count: int = quantity("Workers to be had", "", 1, MOST_WORKERS, "How many of them can be had.", MOST_WORKERS)
    speed: float = quantity(
        "Speed", "1", 0.1, 10, "Work done in a second; a task of 1 s takes 1 s at speed 1.", 1.0, step=0.1
    )

    @property
    def in_parts(self) -> int:
        """The speed in units of 1/1024."""
        return round(self.speed * SPEED_ONE)


Kind = Literal["exponential", "constant", "uniform", "log-normal"]


def _kind(title: str) -> Kind:
    value: Kind = choice(
        title,
        "Exponential; all the same; evenly spread from 0 to twice the mean; or log-normal, whose standard deviation is "
        "twice the mean.",
        "exponential",
    )
    return value


def _mean(title: str, default: float) -> float:
    value: float = quantity(title, "s", 0.01, 1e6, "Mean length of these periods.", default, step=10)
    return value


class UpTimes(Strict):
    """How long workers are up."""

    kind: Kind = _kind("Times up")
    mean: float = _mean("Mean time up", 120.0)


class SuspendedTimes(Strict):
    """How long workers are suspended."""

    kind: Kind = _kind("Times suspended")
    mean: float = _mean("Mean time suspended", 20.0)


class AwayTimes(Strict):
    """How long workers are away."""

    kind: Kind = _kind("Times away")
    mean: float = _mean("Mean time away", 60.0)


Times = UpTimes | SuspendedTimes | AwayTimes
"""Lengths of some kind of period."""


class Always(Strict):
    """Dedicated workers."""

    presence: Literal["always"] = choice(
        "Availability", "Dedicated: all workers are up all the time.", words="dedicated"
    )


class Opportunistic(Strict):
    """Workers whose owners come and go, each on its own."""

    presence: Literal["opportunistic"] = choice(
        "Availability",
        "Owners come and go: a worker is up, then suspended or away, then up again.",
        words="owners come and go",
    )
    up: UpTimes = Field(
        default=UpTimes(), title="Up", description="How long a worker is up before its owner needs the machine."
    )
    suspended: SuspendedTimes = Field(
        default=SuspendedTimes(), title="Suspended", description="How long a worker stands still and keeps its task."
    )
    away: AwayTimes = Field(
        default=AwayTimes(),
        title="Away",
        description="How long a worker is gone; its task is lost and goes back to the master.",
    )
    away_share: float = quantity(
        "Share away",
        "%",
        0,
        100,
        "How many of the owners' returns take the worker away instead of suspending it.",
        50.0,
    )

    @property
    def down(self) -> float:
        """Mean length of an interruption, s."""
        share = self.away_share / 100
        return share * self.away.mean + (1 - share) * self.suspended.mean


Availability = Annotated[Always | Opportunistic, Field(discriminator="presence")]


class Workers(Strict):
    """Who computes, and how many are used."""

    number: NumberOfWorkers = Field(
        default=FixedNumber(rule="fixed"),
        title="Number of workers",
        description="How many workers the application uses.",
    )
    target_efficiency: float = quantity(
        "Target efficiency", "%", 1, 100, "The efficiency that is wanted at least; 80 % in the paper.", 80.0, step=5
    )
    time_tolerance: float = quantity(
        "Time tolerance",
        "%",
        0,
        900,
        "How much longer than with as many workers as tasks an iteration may take; 10 % in the paper.",
        25.0,
        step=5,
    )
    groups: Annotated[tuple[SpeedGroup, ...], Field(min_length=1, max_length=8)] = Field(
        default=(SpeedGroup(),),
        title="Groups",
        description="From 1 to 8 groups of workers of one speed; the first ones are used first.",
    )
    availability: Availability = Field(
        default=Always(presence="always"), title="Availability", description="Whether workers are there all the time."
    )

    @property
    def count(self) -> int:
        """How many workers can be had."""
        return sum(group.count for group in self.groups)

    @property
    def are_equal(self) -> bool:
        """Whether all have speed 1."""
        return all(group.in_parts == SPEED_ONE for group in self.groups)

    @property
    def are_dedicated(self) -> bool:
        """Whether all are up all the time."""
        return isinstance(self.availability, Always)

    @model_validator(mode="after")
    def _named_apart(self) -> Self:
        if len({group.name for group in self.groups}) < len(self.groups):
            raise ValueError("two groups of workers have the same name")
        if self.count > MOST_WORKERS and len(self.groups) > 1:
            raise ValueError(f"the groups have {self.count:,} workers in all; at most {MOST_WORKERS:,} are allowed")
        return self
