"""Scenarios of this family of ordinary size, to hold estimated costs against."""

from random import Random
from typing import Any

from engine.contract.generated import Recipe, one_replication
from engine.synchronous_iterative.policies import POLICIES


def _mend(tree: dict[str, Any], lot: Random) -> None:
    """Loads that machines can do; some days with hours of their own."""
    background = tree["background"]
    background["intensity"] = 1.0
    background["by_hour"] = [] if lot.random() < 0.7 else [lot.choice((0.2, 0.5, 1.0)) for _ in range(24)]
    tree["choice"]["cost_by_hour"] = []


SAMPLED = Recipe(
    within={
        "application.iterations": (1, 100_000),
        "application.parallel_time": (1, 3000),
        "application.serial_time": (0, 10),
        "application.overhead": (0, 100),
        "application.overhead_per_processor": (0, 10),
        "application.overhead_per_doubling": (0, 100),
        "application.objects": (1, 1000),
        "application.weights": (2, 10),
        "cluster.groups": (1, 6),
        "cluster.groups.*.count": (1, 40),
        "cluster.groups.*.delta": (1, 4),
        "cluster.baseline": (1, 2),
        "background.mean_service": (0.1, 100),
        "background.variation": (1, 10),
    },
    given=one_replication(POLICIES, 2)
    | {
        "options.equations": lambda _lot: "corrected",
    },
    mend=_mend,
    kept=0.3,
)
