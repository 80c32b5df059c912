"""What can be varied though no field of a scenario holds it: it follows from several."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.compiled.elementary import total
from engine.parallel_jobs.inputs.job_stream import AT_RANDOM

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario


def interarrival(scenario: ParallelJobsScenario) -> float | None:
    """The mean time between arrivals, s; None if all jobs arrive at once."""
    arrivals = scenario.workload.arrivals
    return 1000 / arrivals.rate_per_1000_s if isinstance(arrivals, AT_RANDOM) else None


def place_interarrival(tree: Any, value: float) -> None:
    """Write the rate of a mean time between arrivals, s, into the *tree* of a scenario."""
    tree["workload"]["arrivals"]["rate_per_1000_s"] = 1000 / value if value > 0 else value


def malleable_share(scenario: ParallelJobsScenario) -> float | None:
    """The share of malleable jobs, or None if there are not both kinds of classes."""
    if scenario.workload.listed is not None or scenario.is_logged:
        return None
    weights = [(kind.kind == "malleable", kind.weight) for kind in scenario.workload.job_classes]
    if len({malleable for malleable, _ in weights}) < 2:
        return None
    return sum(weight for malleable, weight in weights if malleable) / sum(weight for _, weight in weights)


def place_malleable_share(tree: Any, value: float) -> None:
    """Share out the weights anew; classes on one side keep their proportions."""
    classes = tree["workload"]["job_classes"]
    for malleable, share in ((True, value), (False, 1 - value)):
        own = [kind for kind in classes if (kind["kind"] == "malleable") is malleable]
        weight = total(kind["weight"] for kind in own)
        for kind in own:
            kind["weight"] = share * kind["weight"] / weight if weight else share / len(own)
