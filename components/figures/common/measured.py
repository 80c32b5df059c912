"""A metric of a result that not every policy or job type has."""

from engine.results.result import Result
from engine.statistics.means import NOTHING, Estimate


def measured(result: Result, point: int, policy: str, name: str) -> Estimate:
    """The estimate, or that of no replication where nobody measured it."""
    return result.estimate(point, policy, name) if name in result.names else NOTHING


def half_width(found: Estimate) -> float:
    """Half the length of the interval, 0 if there is none."""
    return found.half_width if found.replications > 1 and found.half_width == found.half_width else 0.0
