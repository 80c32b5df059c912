"""The offered load as an axis: the nominal work that arrives over the time of the nodes."""

from typing import Any

from engine.compiled.elementary import total
from engine.inputs.offered_load import load_axis
from engine.inputs.sweep import Axis


def offered_load(scenario: Any) -> float | None:
    """Rate x mean of tasks x execution time alone over the nodes. None if jobs do not arrive at a rate.

    Dedicated nodes saturate below 1, for not all nodes are taken all the time; shared ones may go on beyond it, as what
    is counted is time alone, input and output included.
    """
    workload = scenario.workload
    if not hasattr(workload.arrivals, "rate_per_1000_s"):
        return None
    weight = total(sizes.weight for sizes in workload.size_classes)
    work = total(
        sizes.weight * sizes.execution_time * sum(sizes.choices) / len(sizes.choices) for sizes in workload.size_classes
    )
    return float(workload.arrivals.rate_per_1000_s / 1000 * work / weight / scenario.cluster.nodes)


HELP = "Time that arriving jobs would take alone, over the time of all nodes; the arrival rate follows from it."


def axis(model: Any) -> Axis:
    """The axis of a family whose scenarios are of *model*."""
    return load_axis(model, offered_load, HELP)
