"""The offered load as an axis: the work that arrives over the work that can be done, from which a rate follows."""

from collections.abc import Callable
from typing import Any

from engine.inputs.sweep import Axis

RATE = "workload.arrivals.rate_per_1000_s"


def load_axis(model: Any, load: Callable[[Any], float | None], help_text: str, or_replaces: str = "") -> Axis:
    """The axis of a family whose scenarios are of *model* () -> class; *load* is that of a scenario, None without one.

    Where arrivals have a load of their own, at the path *or_replaces*, that is the axis itself.
    """

    def place(tree: Any, value: float) -> None:
        arrivals = tree["workload"]["arrivals"]
        if or_replaces and "load" in arrivals:
            arrivals["load"] = value
            return
        # By the load at rate 1 and not by the present rate: the same load is to give the same bits.
        arrivals["rate_per_1000_s"] = 1.0
        none = {"vary": None, "and_vary": None, "goal": None, "selection": None}
        unswept = {**tree, "study": {**tree["study"], **none}}
        at_one = load(model().read(unswept))
        arrivals["rate_per_1000_s"] = value / at_one if at_one else value

    return Axis("Offered load", "1", help_text, 0.001, 10, 0.05, RATE, place, load, or_replaces)
