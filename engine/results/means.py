"""The curves of one metric as plain numbers, for programs that draw them by themselves."""

from math import isnan
from typing import Any

from engine.metrics.catalogue import metric_of
from engine.results.result import Result


def means_of(result: Result, metric: str) -> dict[str, Any]:
    """Means and 95 % intervals of *metric*: {"metric", "unit", "points", "policies"}.

    "points" has {field: value} for each of P points; "policies" has for each policy "mean", "low", "high" (None where
    there is none), "replications" and "settles", P of each (where it does not settle, a mean depends on how long one
    looks). Raises KeyError for a metric that the result does not have.
    """
    unit = metric_of(metric).unit
    return {
        "metric": metric,
        "unit": unit,
        "points": result.points,
        "policies": {policy: _curve(result, policy, metric) for policy in result.scenario.policies},
    }


def _curve(result: Result, policy: str, metric: str) -> dict[str, list[Any]]:
    points = range(len(result.points))
    found = [result.estimate(point, policy, metric) for point in points]
    return {
        **{name: [_number(getattr(one, name)) for one in found] for name in ("mean", "low", "high")},
        "replications": [one.replications for one in found],
        "settles": [result.settles(point, policy) for point in points],
    }


def _number(value: float) -> float | None:
    return None if isnan(value) else float(value)
