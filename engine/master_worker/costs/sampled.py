"""Scenarios of this family of ordinary size, to hold estimated costs against."""

from random import Random
from typing import Any

from engine.contract.generated import Recipe, one_replication
from engine.master_worker.policies import POLICIES


def _mend(tree: dict[str, Any], lot: Random) -> None:
    """As many workers as can be had, who are seldom too short for a task."""
    number = tree["workers"]["number"]
    count = sum(group["count"] for group in tree["workers"]["groups"])
    if number["rule"] == "fixed":
        number["workers"] = min(number["workers"], count)
    owners = tree["workers"]["availability"]
    if owners["presence"] == "opportunistic":
        owners["up"]["mean"] = tree["application"]["mean_task_time"] * lot.choice((5, 20, 100, 1000))
        owners["up"]["mean"] = max(0.01, min(1e6, owners["up"]["mean"]))
        for name in ("suspended", "away"):
            owners[name]["mean"] = max(0.01, owners["up"]["mean"] * lot.choice((0.1, 0.5, 1)))


SAMPLED = Recipe(
    within={
        "application.tasks": (2, 1000),
        "application.iterations": (1, 1000),
        "application.mean_task_time": (0.1, 100),
        "workers.groups": (1, 2),
        "workers.groups.*.count": (4, 400),
        "workers.groups.*.speed": (0.3, 3),
        "workers.number.workers": (1, 300),
    },
    given=one_replication(POLICIES, 3)
    | {
        "population": lambda _lot: None,
        "master.dispatch_time": lambda lot: lot.choice((0.0, 0.0, 0.01)),
        "master.bytes_per_task": lambda lot: lot.choice((0.0, 0.0, 1e6)),
        "master.bandwidth": lambda _lot: 100.0,
    },
    mend=_mend,
    kept=0.4,
)
