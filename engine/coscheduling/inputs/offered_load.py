"""The offered load as an axis: the nominal work that arrives over the time of the nodes."""

from typing import Any

from engine.compiled.elementary import total
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


def axis(model: Any) -> Axis:
    """The axis of a family whose scenarios are of *model*."""

    def place(tree: Any, value: float) -> None:
        # By the load at rate 1 and not by the present rate: the same load is to give the same bits.
        tree["workload"]["arrivals"]["rate_per_1000_s"] = 1.0
        unswept = {**tree, "study": {**tree["study"], "vary": None, "and_vary": None}}
        at_one = offered_load(model().read(unswept))
        tree["workload"]["arrivals"]["rate_per_1000_s"] = value / at_one if at_one else value

    return Axis(
        "Offered load",
        "1",
        "Time that arriving jobs would take alone, over the time of all nodes; the arrival rate follows from it.",
        0.001,
        10,
        0.05,
        "workload.arrivals.rate_per_1000_s",
        place,
        offered_load,
    )
