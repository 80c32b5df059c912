"""Scenarios of this family of ordinary size, to hold estimated costs against."""

from random import Random
from typing import Any

from engine.contract.generated import LEFT_OUT, Recipe, one_replication
from engine.coscheduling.inputs.scenario import FOLLOWS
from engine.coscheduling.policies import POLICIES

_SHARES = ((5, 0, 95), (45, 5, 50), (90, 1, 9), (20, 70, 10), (33, 33, 34), (0, 10, 90))


def _mend(tree: dict[str, Any], lot: Random) -> None:
    """Shares that make 100 %, sizes that fit."""
    part = tree["cluster"]["nodes"]
    for kind in tree["workload"]["job_types"]:
        shares = lot.choice(_SHARES)
        kind.update(zip(("computation", "io", "communication"), map(float, shares), strict=True))
    if tree["workload"]["arrivals"]["process"] == "listed":
        fit_list(tree, part)
        return
    for sizes in tree["workload"]["size_classes"]:
        sizes["smallest"], sizes["largest"] = 2, min(part, max(2, sizes["largest"]))


def fit_list(tree: dict[str, Any], part: int) -> None:
    """Jobs of a list on *part* nodes, of types by weight; what follows from the list is not given."""
    for name in FOLLOWS:
        del tree["workload"][name]
    for job in tree["workload"]["arrivals"]["jobs"]:
        job |= {"tasks": min(part, job["tasks"]), "job_type": ""}
        if job["estimate"] is not None:
            job["estimate"] = max(job["estimate"], job["run"])


SAMPLED = Recipe(
    within={
        "cluster.nodes": (4, 128),
        "cluster.multiprogramming_level": (1, 16),
        "cluster.gang_quantum": (20, 500),
        "workload.arrivals.rate_per_1000_s": (10, 2000),
        "workload.arrivals.variation": (0.5, 3),
        "workload.arrivals.load_factor": (0.1, 10),
        "workload.arrivals.jobs": (2, 100),
        "workload.arrivals.jobs.*.arrival": (0, 100),
        "workload.arrivals.jobs.*.tasks": (2, 64),
        "workload.arrivals.jobs.*.run": (0.01, 10),
        "workload.jobs": (2, 2000),
        "workload.job_types": (1, 2),
        "workload.job_types.*.weight": (1, 2),
        "workload.size_classes": (1, 1),
        "workload.size_classes.*.weight": (1, 2),
        "workload.size_classes.*.largest": (2, 64),
        "workload.size_classes.*.execution_time": (0.01, 10),
        "workload.size_classes.*.variation": (0, 2),
    },
    given=one_replication(POLICIES, 3)
    | {
        "cluster.partitions": lambda _lot: 1,
        "cluster.context_switch": lambda lot: lot.choice((0.0, 50.0, 200.0, 400.0)),
        "cluster.gang_context_switch": lambda lot: lot.choice((0.0, 2000.0, 10_000.0)),
        "cluster.interrupt": lambda lot: lot.choice((0.0, 50.0, 200.0)),
        "cluster.queue_move": lambda lot: lot.choice((0.0, 3.0, 20.0)),
        "cluster.endpoint_check": lambda lot: lot.choice((0.0, 2.0, 5.0)),
        "cluster.message_latency": lambda lot: lot.choice((50.0, 185.48, 185.48, 1000.0)),
        "cluster.interface": lambda lot: lot.choice((20.0, 60.0)),
        "cluster.spin_factor": lambda lot: lot.choice((0.5, 1.1, 2.0)),
        "options": lambda _lot: LEFT_OUT,
    },
    mend=_mend,
    kept=0.3,
)
