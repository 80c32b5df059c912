"""The machines: groups of equal workstations, each with the load of its owners and a price."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from engine.inputs.cluster import Name
from engine.inputs.quantity import Strict, quantity

MAXIMUM_MACHINES = 256
"""The paper holds its model to be accurate below about 100 machines."""


HIGHEST_LOAD = 0.95
"""Of a machine at any hour; beyond it a formula says little, and a simulation takes long to settle."""


class Workstations(Strict):
    """Equal machines with equal load."""

    name: Name = Field("machines", title="Name", description="What this group of machines is called on the page.")
    count: int = quantity("Machines", "", 0, MAXIMUM_MACHINES, "Number of machines in the group.", 8)
    delta: int = quantity(
        "Time per unit of work",
        "",
        1,
        64,
        "The paper's δ: time that a unit of work takes on this machine, a whole number. 2 is half as fast as 1.",
        1,
    )
    load: float = quantity(
        "Background load",
        "1",
        0,
        HIGHEST_LOAD,
        "The paper's ρ: share of the time of this machine that background jobs need.",
        0.2,
        step=0.05,
    )
    cost: float = quantity(
        "Cost",
        "1",
        0,
        1e6,
        "The paper's c: what a second on this machine costs, relative to a machine of cost 1.",
        1.0,
        step=0.5,
    )


class Laboratory(Strict):
    """All machines; their numbers run through the groups in the order given."""

    groups: Annotated[tuple[Workstations, ...], Field(min_length=1, max_length=20)] = Field(
        title="Machine groups", description="From 1 to 20 groups of equal machines."
    )
    baseline: int = quantity(
        "Baseline",
        "",
        1,
        64,
        "The paper's Δ: time that a unit of work takes on the baseline machine, on which work is measured.",
        1,
    )

    @property
    def machines(self) -> int:
        """Number of machines of all groups together."""
        return sum(group.count for group in self.groups)

    @model_validator(mode="after")
    def _sensible(self) -> Self:
        names = [group.name for group in self.groups]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f'two machine groups are called "{name}"; every group needs a name of its own')
        if not self.machines:
            raise ValueError("there is no machine at all; at least one is needed")
        if self.machines > MAXIMUM_MACHINES:
            raise ValueError(f"there are {self.machines} machines; at most {MAXIMUM_MACHINES} are allowed")
        return self
