"""The offered load as an axis: the work that arrives over the work that the cluster can do."""

from typing import Any

from engine.compiled.elementary import total
from engine.inputs.offered_load import load_axis
from engine.inputs.sweep import Axis

LOAD = "workload.arrivals.load"
"""Of a workload model, whose field is the axis itself."""


def offered_load(scenario: Any) -> float | None:
    """Rate x mean demand over the capacity of a cluster; 1 saturates it. None if all jobs arrive at once.

    The capacity is what all machines do together in a second, in seconds of the fastest: the sum of count over speed
    factor. A policy may saturate below 1 (Schnor et al. 1996, section 4.3: SED-NU does).
    """
    arrivals = scenario.workload.arrivals
    if hasattr(arrivals, "load"):
        return float(arrivals.load)
    if not hasattr(arrivals, "rate_per_1000_s"):
        return None
    return float(arrivals.rate_per_1000_s / 1000 * mean_demand(scenario.workload) / capacity(scenario.cluster))


def mean_demand(workload: Any) -> float:
    """Of all job classes together, s."""
    weight = total(kind.weight for kind in workload.job_classes)
    return total(kind.weight * kind.demand.mean for kind in workload.job_classes) / weight


def capacity(cluster: Any) -> float:
    """What all machines do together in a second, in seconds of the fastest."""
    return total(group.count / group.speed_factor for group in cluster.groups)


HELP = "Work that arrives over the work that all machines can do; the arrival rate follows from it."


def axis(model: Any) -> Axis:
    """The axis of a family whose scenarios are of *model*."""
    return load_axis(model, offered_load, HELP, LOAD)
