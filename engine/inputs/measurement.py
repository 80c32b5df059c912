"""What is measured of a replication, where there is a choice; common to all families."""

from pydantic import Field

from engine.inputs.quantity import Strict, quantity
from engine.inputs.warm_up import NoWarmUp, WarmUp


class Measurement(Strict):
    """How the metrics of a replication are taken."""

    warm_up: WarmUp = Field(
        default_factory=NoWarmUp,
        title="Warm-up",
        description="First jobs that are left out of the means over jobs, since the system begins empty.",
    )
    slowdown_threshold: float = quantity(
        "Slowdown threshold",
        "s",
        0.001,
        1e6,
        "The bounded slowdown takes jobs that are shorter than this for that long.",
        10.0,
    )
