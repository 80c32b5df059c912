"""At which offered load a policy saturates, where arithmetic says so; a search finds it of every policy."""

from typing import Any

from engine.parallel_jobs.policies import POLICIES

WHOLE_CLUSTER = ("SED", "SED-NM")
"""Under these a job that gets machines for itself uses their speed, so that none is left idle while jobs wait."""

ONE_SIZE = ("One size", "Ordered queues")
"""Ideas of policies under which every job has the size requested, on machines of its own."""


def saturated_by(scenario: Any, policy: str) -> float | None:
    """The offered load at which *policy* has as much to do as it can do; None without a formula.

    1 where jobs of linear speedup can have the whole cluster and the policy leaves no machine idle (Schnor et al. 1996,
    systems 1 and 2). On equal machines, if all jobs have one size s, the cluster is floor(M / s) servers of that size:
    floor(M / s) S(s) / M, with S the speedup, in whatever order jobs are served.
    """
    cluster, workload = scenario.cluster, scenario.workload
    classes = [kind for kind in workload.job_classes if kind.weight]
    if not hasattr(workload.arrivals, "rate_per_1000_s") or scenario.machine_events or scenario.queues:
        return None
    if scenario.advance_reservations or not classes:
        return None
    if policy in WHOLE_CLUSTER:
        is_whole = all(kind.max_size >= cluster.machines and kind.speedup.model == "linear" for kind in classes)
        return 1.0 if is_whole and all(kind.max_size_spread.spread == "same" for kind in classes) else None
    if POLICIES[policy].idea not in ONE_SIZE or len({group.speed_factor for group in cluster.groups}) > 1:
        return None
    sizes = {_size(kind, cluster.machines) for kind in classes}
    rates = {float(kind.speedup.curve(size)[size]) for kind in classes for size in sizes if size}
    if len(sizes) > 1 or None in sizes or len(rates) > 1:
        return None
    (size,), (rate,) = sizes, rates
    assert size is not None
    return float(cluster.machines // size * rate / cluster.machines)


def _size(kind: Any, machines: int) -> int | None:
    """The size of every job of a class under these policies, or None where it differs."""
    is_largest = kind.requested_size == "largest"
    spread = kind.max_size_spread if is_largest else kind.min_size_spread
    if spread.spread != "same":
        return None
    return min(kind.max_size, machines) if is_largest else int(kind.min_size)
