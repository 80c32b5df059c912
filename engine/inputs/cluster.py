"""The cluster: groups of equal machines."""

from typing import Annotated

from pydantic import AfterValidator, Field, field_validator, model_validator

from engine.compiled.elementary import total
from engine.inputs.of_strangers import visible
from engine.inputs.quantity import Strict, quantity

MAXIMUM_MACHINES = 200_000
"""As many as the largest machines with a public log have, and more; what looks at each of them takes fewer."""

Name = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f<>]+$"), AfterValidator(visible)]

Called = Annotated[str, Field(max_length=40, pattern=r"^[^\x00-\x1f<>]*$"), AfterValidator(visible)]
"""A name, or none."""


class MachineGroup(Strict):
    """Machines of one architecture (Schnor et al. 1996, section 3.1)."""

    name: Name = Field(title="Name", description="What this group of machines is called on the page.")
    count: int = quantity("Machines", "", 1, MAXIMUM_MACHINES, "Number of machines in the group.")
    speed_factor: float = quantity(
        "Speed factor",
        "1",
        1,
        50,
        "Time that a process takes on this machine over the time on the fastest: 1 is fastest, 4 is four times slower. "
        "At most three decimals.",
        step=0.5,
    )
    price_per_hour: float = quantity(
        "Price",
        "per machine and hour",
        0,
        1e6,
        "What one machine costs in an hour, in any money; 0 if nothing is said of it.",
        0.0,
        step=0.1,
    )

    @field_validator("speed_factor")
    @classmethod
    def _three_decimals(cls, value: float) -> float:
        # Delay classes are compared as exact fractions; three decimals keep their common denominator small.
        if round(value, 3) != value:
            raise ValueError(f"{value} has more than three decimals; at most three are allowed")
        return value


class Cluster(Strict):
    """All machines, group after group; machine numbers run through the groups in the order given."""

    groups: Annotated[tuple[MachineGroup, ...], Field(min_length=1, max_length=12)] = Field(
        title="Machine groups", description="From 1 to 12 groups of equal machines."
    )

    @property
    def price_per_hour(self) -> float:
        """What all machines together cost in an hour; 0 if nothing is said of any."""
        return total(group.count * group.price_per_hour for group in self.groups)

    @property
    def machines(self) -> int:
        """Number of machines of all groups together."""
        return sum(group.count for group in self.groups)

    @model_validator(mode="after")
    def _sensible(self) -> "Cluster":
        names = [group.name for group in self.groups]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f'two machine groups are called "{name}"; every group needs a name of its own')
        if self.machines > MAXIMUM_MACHINES:
            raise ValueError(
                f"the groups have {self.machines} machines together; at most {MAXIMUM_MACHINES} are allowed"
            )
        return self
