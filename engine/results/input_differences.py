"""In which inputs two scenarios differ, field by field; machine groups and job classes are matched by their names."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from engine.inputs.paths import leaves, put
from engine.inputs.scenario import Scenario

WORDS = {"version", "title", "notes"}
"""What a scenario is called is no input."""


class Input(NamedTuple):
    """A field that is not the same on both sides: its path and its value on each of them.

    Both are None where a side has no such field; a tuple holds the values of a field that is varied.
    """

    path_a: str | None
    path_b: str | None
    a: Any
    b: Any


def input_differences(a: Scenario, b: Scenario) -> list[Input]:
    """Every input that differs, in the order of the scenario; empty if both describe the same study."""
    return list(_differences(_inputs(a), _inputs(b), "", ""))


def _inputs(scenario: Scenario) -> dict[str, Any]:
    """The scenario as a tree in which a varied field has all its values, since its own one is not used."""
    tree: dict[str, Any] = scenario.model_dump(mode="json", exclude=WORDS)
    for vary in scenario.study.sweep:
        if vary.field in scenario.AXES:
            tree[vary.field] = vary.values
            for path in _placed(scenario, vary.field):
                put(tree, path, None)
        else:
            put(tree, vary.field, vary.values)
    del tree["study"]["vary"], tree["study"]["and_vary"]
    return tree


def _placed(scenario: Scenario, axis: str) -> list[str]:
    """The fields that follow from the values of an axis."""
    trees = [scenario.model_dump(mode="json") for _ in range(2)]
    for tree, value in zip(trees, (scenario.AXES[axis].low, scenario.AXES[axis].high), strict=True):
        scenario.AXES[axis].place(tree, value)
    return [path for (path, low), (_, high) in zip(*map(leaves, trees), strict=True) if low != high]


def _differences(a: Any, b: Any, path_a: str | None, path_b: str | None) -> Iterator[Input]:
    if isinstance(a, dict) or isinstance(b, dict):
        for key in {**(a or {}), **(b or {})}:
            places = (key if side and key in side else None for side in (a, b))
            yield from _below(a, b, path_a, path_b, *places)
    elif is_named(a) or is_named(b):
        pairs = pairs_by_name(a or [], b or [])
        for one, other in pairs:
            yield from _below(a, b, path_a, path_b, one, other)
        if _is_shuffled(pairs):
            yield Input(path_a, path_b, *(tuple(entry["name"] for entry in side) for side in (a, b)))
    elif a != b:
        yield Input(path_a, path_b, _without_lists(a), _without_lists(b))


def _below(a: Any, b: Any, path_a: str | None, path_b: str | None, one: Any, other: Any) -> Iterator[Input]:
    """The differences of entry *one* of *a* and entry *other* of *b*; None for an entry that is not there."""
    yield from _differences(
        None if one is None else a[one],
        None if other is None else b[other],
        _joined(path_a, one),
        _joined(path_b, other),
    )


def _joined(path: str | None, step: str | int | None) -> str | None:
    return None if path is None or step is None else f"{path}.{step}".lstrip(".")


def is_named(value: Any) -> bool:
    """Whether this is a list of parts that have names."""
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict) and "name" in value[0]


def pairs_by_name(a: list[Any], b: list[Any]) -> list[tuple[int | None, int | None]]:
    """Pairs of places: of the same name, then what is left at the same place on both sides, as if it was renamed."""
    names_b = [entry["name"] for entry in b]
    found = {n: names_b.index(entry["name"]) for n, entry in enumerate(a) if entry["name"] in names_b}
    left_b = [n for n in range(len(b)) if n not in found.values()]
    found |= {n: n for n in range(len(a)) if n not in found and n in left_b}
    pairs: list[tuple[int | None, int | None]] = [(n, found.get(n)) for n in range(len(a))]
    return pairs + [(None, n) for n in left_b if n not in found.values()]


def _is_shuffled(pairs: list[tuple[int | None, int | None]]) -> bool:
    places = [other for one, other in pairs if one is not None and other is not None]
    return places != sorted(places)


def _without_lists(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
