"""Scenarios nobody wrote: drawn from the schema of a family, for measuring costs and for trying extremes."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import exp, log
from random import Random
from typing import Any

from pydantic import BaseModel

Bounds = tuple[float, float]
Drawn = Callable[[Random], Any]

DAMAGE = 0.02
"""How far from a bound is still near it, of the range."""


@dataclass(frozen=True)
class Recipe:
    """How the scenarios of a family are drawn. Paths are as in a link, with `*` for a number in a list.

    Attributes
    ----------
    within : {path: bounds}, of numbers and of the lengths of lists, instead of those of the schema
    given : {path: how it is drawn}, of what the schema does not know enough about, or is to be left out (`LEFT_OUT`)
    mend : changes a tree so that what has to agree does
    extremes : how likely a number is to be at or near one of its bounds; the others are spread between, as their
        logarithms are
    kept : how likely a number that is not in `within` keeps its default
    """

    within: Mapping[str, Bounds] = field(default_factory=dict)
    given: Mapping[str, Drawn] = field(default_factory=dict)
    mend: Callable[[dict[str, Any], Random], None] = lambda _tree, _lot: None
    extremes: float = 0.0
    kept: float = 0.5


LEFT_OUT = object()


def one_replication(policies: Iterable[str], compared: int) -> dict[str, Drawn]:
    """What is `Recipe.given` in every family: so many *policies* are compared, once, by what is usually measured."""
    names = list(policies)
    return {
        "policies": lambda lot: lot.sample(names, compared),
        "study": lambda lot: {"replications": 1, "seed": lot.randrange(2**32)},
        "measurement": lambda _lot: LEFT_OUT,
    }


def generate(model: type[BaseModel], recipe: Recipe, lot: Random) -> dict[str, Any]:
    """A tree that the schema of *model* allows; whether the scenario does is for its validators to say."""
    schema = _schema_of(model)
    found: dict[str, Any] = _value(schema, schema.get("$defs", {}), "", recipe, lot)
    recipe.mend(found, lot)
    return found


_KNOWN: dict[type[BaseModel], dict[str, Any]] = {}


def _schema_of(model: type[BaseModel]) -> dict[str, Any]:
    if model not in _KNOWN:
        _KNOWN[model] = model.model_json_schema()
    return _KNOWN[model]


def _value(schema: Mapping[str, Any], known: Mapping[str, Any], pattern: str, recipe: Recipe, lot: Random) -> Any:
    if pattern in recipe.given:
        return recipe.given[pattern](lot)
    if "$ref" in schema:
        return _value(known[schema["$ref"].rsplit("/", 1)[1]], known, pattern, recipe, lot)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return lot.choice(schema["enum"])
    for several in ("oneOf", "anyOf"):
        if several in schema:
            return _value(lot.choice(schema[several]), known, pattern, recipe, lot)
    kind = schema["type"]
    if kind == "object":
        below = {name: f"{pattern}.{name}" if pattern else name for name in schema["properties"]}
        drawn = {name: _value(one, known, below[name], recipe, lot) for name, one in schema["properties"].items()}
        return {name: value for name, value in drawn.items() if value is not LEFT_OUT}
    if kind == "array":
        low, high = recipe.within.get(pattern, (schema.get("minItems", 0), schema.get("maxItems", 3)))
        items, of_each = schema["items"], f"{pattern}.*"
        return [_value(items, known, of_each, recipe, lot) for _ in range(lot.randint(int(low), int(high)))]
    if kind in ("integer", "number"):
        return _number(schema, recipe.within.get(pattern), kind == "integer", recipe, lot)
    if kind == "boolean":
        return lot.random() < 0.5
    if kind == "string":  # names have to differ, and nobody computes with them
        return schema.get("default", "") if pattern in ("title", "notes") else f"n{lot.randrange(10**6)}"
    return None


def _number(schema: Mapping[str, Any], within: Bounds | None, whole: bool, recipe: Recipe, lot: Random) -> float:
    least, most = schema.get("minimum", schema.get("exclusiveMinimum", 0)), schema.get("maximum", 1e6)
    low, high = within or (least, most)
    chance = lot.random()
    if chance < recipe.extremes:
        near = (high - low) * DAMAGE * lot.random()
        found = lot.choice((low, high, low + near, high - near, _between(low, min(high, max(low, 1e-6) * 1000), lot)))
    elif within is None and "default" in schema and lot.random() < recipe.kept:
        found = schema["default"]
    else:
        found = _between(low, high, lot)
    return round(found) if whole else float(found)


def _between(low: float, high: float, lot: Random) -> float:
    """Evenly spread on a logarithmic scale; of what begins at 0, sometimes 0."""
    if low == high:
        return low
    if low <= 0:
        if low < 0 or lot.random() < 0.2:
            return low + (high - low) * lot.random() if low < 0 else 0.0
        low = min(1e-3, high / 2) if high > 1e-2 else high / 1000
    return min(high, exp(log(low) + (log(high) - log(low)) * lot.random()))
