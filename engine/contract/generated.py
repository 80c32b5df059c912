"""Scenarios nobody wrote: drawn from the schema of a family, for measuring costs and for trying extremes."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import exp, log
from random import Random
from typing import Any

from pydantic import BaseModel

Bounds = tuple[float, float]
Drawn = Callable[[Random], Any]

DAMAGE = 0.02
"""How far from a bound is still near it, of the range."""


@dataclass(frozen=True, eq=False)
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
    found: dict[str, Any] = _drawn_from(model, recipe)(lot)
    recipe.mend(found, lot)
    return found


@cache
def _drawn_from(model: type[BaseModel], recipe: Recipe) -> Drawn:
    """The schema is gone through once: that takes longer than to draw from what has been found in it."""
    schema = model.model_json_schema()
    return _value(schema, schema.get("$defs", {}), "", recipe)


def _value(schema: Mapping[str, Any], known: Mapping[str, Any], pattern: str, recipe: Recipe) -> Drawn:
    if pattern in recipe.given:
        return recipe.given[pattern]
    if "$ref" in schema:
        return _value(known[schema["$ref"].rsplit("/", 1)[1]], known, pattern, recipe)
    if "const" in schema:
        return _always(schema["const"])
    if "enum" in schema:
        words = schema["enum"]
        return lambda lot: lot.choice(words)
    for several in ("oneOf", "anyOf"):
        if several in schema:
            ways = [_value(one, known, pattern, recipe) for one in schema[several]]
            return lambda lot: lot.choice(ways)(lot)
    kind = schema["type"]
    if kind == "object":
        below = {name: f"{pattern}.{name}" if pattern else name for name in schema["properties"]}
        return _object({name: _value(one, known, below[name], recipe) for name, one in schema["properties"].items()})
    if kind == "array":
        low, high = recipe.within.get(pattern, (schema.get("minItems", 0), schema.get("maxItems", 3)))
        return _array(_value(schema["items"], known, f"{pattern}.*", recipe), int(low), int(high))
    if kind in ("integer", "number"):
        return _number(schema, recipe.within.get(pattern), kind == "integer", recipe)
    if kind == "boolean":
        return lambda lot: lot.random() < 0.5
    if kind == "string":  # names have to differ, and nobody computes with them
        free = pattern in ("title", "notes")
        return _always(schema.get("default", "")) if free else lambda lot: f"n{lot.randrange(10**6)}"
    return _always(None)


def _always(value: Any) -> Drawn:
    return lambda _lot: value


def _object(fields: Mapping[str, Drawn]) -> Drawn:
    pairs = list(fields.items())
    return lambda lot: {name: value for name, draw in pairs if (value := draw(lot)) is not LEFT_OUT}


def _array(of_each: Drawn, low: int, high: int) -> Drawn:
    return lambda lot: [of_each(lot) for _ in range(lot.randint(low, high))]


def _number(schema: Mapping[str, Any], within: Bounds | None, whole: bool, recipe: Recipe) -> Drawn:
    least, most = schema.get("minimum", schema.get("exclusiveMinimum", 0)), schema.get("maximum", 1e6)
    low, high = within or (least, most)
    usual = within is None and "default" in schema
    default, near_enough = schema.get("default"), (high - low) * DAMAGE
    between, above = _between(low, high), _between(low, min(high, max(low, 1e-6) * 1000))

    def draw(lot: Random) -> float:
        chance = lot.random()
        if chance < recipe.extremes:
            near = near_enough * lot.random()
            found = lot.choice((low, high, low + near, high - near, above(lot)))
        elif usual and lot.random() < recipe.kept:
            found = default
        else:
            found = between(lot)
        return round(found) if whole else float(found)

    return draw


def _between(low: float, high: float) -> Callable[[Random], float]:
    """Evenly spread on a logarithmic scale; of what begins at 0, sometimes 0."""
    if low == high:
        return _always(low)
    if low < 0:
        return lambda lot: low + (high - low) * lot.random()
    least = low if low > 0 else min(1e-3, high / 2) if high > 1e-2 else high / 1000
    start, length = log(least), log(high) - log(least)

    def draw(lot: Random) -> float:
        if low <= 0 and lot.random() < 0.2:
            return 0.0
        return min(high, exp(start + length * lot.random()))

    return draw
