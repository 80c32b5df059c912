"""Which points of two studies are the same question: equal values of everything that either of them varies.

A field goes by its name, "cluster.groups.slow.count", since on the other side machine groups may have another order.
"""

from collections.abc import Mapping
from typing import NamedTuple

from engine.inputs.paths import named
from engine.inputs.scenario import Scenario


class Match(NamedTuple):
    """Point number `a` of one study and point number `b` of the other, at the same `values` {path in one: value}."""

    a: int
    b: int
    values: dict[str, float]


def field_name(scenario: Scenario, path: str) -> str:
    """What the field at *path* is called on both sides."""
    return path if path in scenario.AXES else named(scenario.model_dump(mode="json"), path)


def paths_of(scenario: Scenario) -> dict[str, str]:
    """Everything that a study can vary, {name: path}."""
    tree = scenario.model_dump(mode="json")
    return {path if path in scenario.AXES else named(tree, path): path for path in scenario.sweepable()}


def points_at(scenario: Scenario, slices: Mapping[str, float] | None) -> list[int]:
    """The numbers of the points in a slice {name of the second varied field: its value}; else of all points."""
    points, second = scenario.points(), scenario.study.and_vary
    wanted = (slices or {}).get(field_name(scenario, second.field)) if second else None
    if second is None or wanted is None:
        return list(range(len(points)))
    return [n for n, point in enumerate(points) if _same(point[second.field]) == _same(wanted)]


def value_at(scenario: Scenario, point: dict[str, float], path: str) -> float:
    """The value of a field at a point, whether it is varied or not."""
    if path in point:
        return point[path]
    if path in scenario.AXES or any(field in scenario.AXES for field in point):  # which change several fields
        return scenario.at(point).sweepable()[path]
    return scenario.sweepable()[path]


def matches(a: Scenario, b: Scenario, slices: Mapping[str, float] | None = None) -> list[Match]:
    """The points that match, in the order of *a*; without a sweep on either side, the one point of each.

    A study that does not vary a field has one value of it, which may be among those of the other.
    """
    names = dict.fromkeys(field_name(side, vary.field) for side in (a, b) for vary in side.study.sweep)
    paths_a, paths_b = paths_of(a), paths_of(b)
    if not (names.keys() <= paths_a.keys() and names.keys() <= paths_b.keys()):
        return []
    values_a = _values(a, points_at(a, slices), [paths_a[name] for name in names])
    values_b = _values(b, points_at(b, slices), [paths_b[name] for name in names])
    numbers = {_key(values): n for n, values in values_b.items()}
    return [Match(n, numbers[key], values) for n, values in values_a.items() if (key := _key(values)) in numbers]


def _values(scenario: Scenario, numbers: list[int], paths: list[str]) -> dict[int, dict[str, float]]:
    points = scenario.points()
    return {n: {path: value_at(scenario, points[n], path) for path in paths} for n in numbers}


def _key(values: Mapping[str, float]) -> tuple[str, ...]:
    return tuple(_same(value) for value in values.values())


def _same(value: float) -> str:
    """Equal for values that differ by rounding only, as an offered load that follows from other fields may."""
    return f"{value:.9g}"
