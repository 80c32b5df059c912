"""A class of jobs: what they need and how many machines they can use."""

from typing import Literal, Self

from pydantic import (
    Field,
    model_validator,
)

from engine.inputs.cluster import MAXIMUM_MACHINES, Name
from engine.inputs.estimates import Estimate, Exact
from engine.inputs.quantity import Strict, choice, quantity
from engine.parallel_jobs.inputs.demands import Demand
from engine.parallel_jobs.inputs.sizes import Same, SizeSpread, largest
from engine.parallel_jobs.inputs.speedup import Linear, SpeedupCurve
from engine.parallel_jobs.inputs.worth import Deadline, NoDeadline, Profit


class JobClass(Strict):
    """Jobs of one kind: what they need and how many machines they can use."""

    name: Name = Field("job", title="Name", description="What this class of jobs is called on the page.")
    weight: float = quantity(
        "Weight", "1", 0, 1e6, "Share of this class among the arriving jobs, relative to the other classes.", 1.0
    )
    demand: Demand = Field(title="Demand", description="Time that a job needs on one machine of speed factor 1.")
    min_size: int = quantity(
        "Smallest size", "machines", 1, MAXIMUM_MACHINES, "A job waits rather than run on fewer machines."
    )
    max_size: int = quantity("Largest size", "machines", 1, MAXIMUM_MACHINES, "A job never runs on more machines.")
    process_size_kb: float = quantity(
        "Process size",
        "KB",
        0,
        1e9,
        "Memory image of one process; what a migration has to transfer.",
        10240.0,
        step=1024,
    )
    kind: Literal["rigid", "moldable", "malleable"] = choice(
        "Kind",
        "Rigid: runs on the size requested, whatever the policy. Moldable: its size is chosen when it starts. "
        "Malleable: a policy that can may shrink and expand it while it runs.",
        "malleable",
    )
    min_size_spread: SizeSpread = Field(
        default_factory=Same, title="Spread of smallest sizes", description="Whether smallest sizes differ."
    )
    max_size_spread: SizeSpread = Field(
        default_factory=Same, title="Spread of largest sizes", description="Whether largest sizes differ."
    )
    requested_size: Literal["smallest", "largest"] = choice(
        "Requested size", "What a rigid job needs, and what every job gets from policies that never resize.", "largest"
    )
    speedup: SpeedupCurve = Field(
        default_factory=Linear, title="Speedup", description="How much faster a job is on more machines."
    )
    estimate: Estimate = Field(
        default_factory=Exact, title="Run time estimate", description="What backfilling is told about the run time."
    )
    deadline: Deadline = Field(
        default_factory=NoDeadline, title="Deadline", description="When a job has to be done, counted from its arrival."
    )
    profit: Profit = Field(default_factory=Profit, title="Profit", description="What a job brings if it ends in time.")

    @property
    def largest_min_size(self) -> int:
        """The largest smallest size that a job of this class can have, machines."""
        return largest(self.min_size, self.min_size_spread)

    def certain_need(self, machines: int) -> int:
        """Machines that some job of this class cannot do without on a cluster with so many *machines*."""
        rigid = self.max_size if self.kind == "rigid" and self.requested_size == "largest" else 0
        return max(self.largest_min_size, min(rigid, machines))

    @property
    def largest_max_size(self) -> int:
        """The largest size that a job of this class can have, machines."""
        return max(self.largest_min_size, largest(self.max_size, self.max_size_spread))

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.min_size > self.max_size:
            raise ValueError(f"smallest size {self.min_size} is above the largest size {self.max_size}; it must not be")
        for size, spread, words in (
            (self.min_size, self.min_size_spread, "smallest"),
            (self.max_size, self.max_size_spread, "largest"),
        ):
            end = getattr(spread, "up_to", size)
            if end < size:
                raise ValueError(f"the {words} sizes begin with {size}; they cannot end with {end} already")
        return self
