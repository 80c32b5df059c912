"""Results of which every response time is given, and what is told of two policies in them."""

from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
import orjson

from engine.inputs.scenario import Scenario
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.results.comparison import Difference, differences
from engine.results.result import DRIFT_METRICS, Result
from engine.study.budget import limits
from engine.study.registry import read_scenario

NAMES = ("response_time", *DRIFT_METRICS)
POLICIES = ("SED", "SED-NU", "SED-NM", "FCFS")
NAN = float("nan")


@cache
def scenario(policies: Sequence[str], xs: Sequence[float], second: Sequence[float] = ()) -> Scenario:
    tree = orjson.loads(EXAMPLES["schnor-system-1"].canonical())
    tree["policies"] = policies
    tree["study"]["vary"] = {"field": "workload.arrivals.rate_per_1000_s", "values": xs}
    if second:
        tree["study"]["and_vary"] = {"field": "cluster.groups.1.speed_factor", "values": second}
    return read_scenario(tree)


def result(
    values: Mapping[str, Sequence[np.ndarray]],
    xs: Sequence[float] = (1.0,),
    unsettled: Sequence[tuple[int, str]] = (),
    second: Sequence[float] = (),
) -> Result:
    """The result in which *values*[policy][point] are the response times of the replications."""
    longest = max(len(samples) for points in values.values() for samples in points)
    table = np.full((len(next(iter(values.values()))), len(values), longest, len(NAMES)), np.nan)
    for number, (policy, points) in enumerate(values.items()):
        for point, samples in enumerate(points):
            table[point, number, : len(samples), 0] = samples
            table[point, number, : len(samples), 1:] = 1.0, 2.0 if (point, policy) in unsettled else 1.0
    return Result(scenario(tuple(values), tuple(xs), tuple(second)), NAMES, table, limits)


def at_one_point(*samples: np.ndarray, unsettled: Sequence[str] = ()) -> Result:
    """One point at which the policies have these response times."""
    values = {policy: [sample] for policy, sample in zip(POLICIES, samples, strict=False)}
    return result(values, unsettled=[(0, policy) for policy in unsettled])


def one_difference(own: np.ndarray, other: np.ndarray) -> Difference:
    (found,) = differences(at_one_point(own, other), 0, "response_time")
    return found
