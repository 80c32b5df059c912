"""Words, unit and range of every field, read from the JSON Schema of its family: forms and axes follow the model."""

from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from engine.study.registry import FAMILIES

NEEDS_ITS_PART = ("Up to", "Spread", "Checkpoint", "Latency", "Transfer")
"""Titles that say nothing without the title of the part that they belong to."""


class FieldWords(NamedTuple):
    """How one field is presented."""

    title: str
    unit: str
    help: str
    low: float | None
    high: float | None
    step: float
    whole: bool

    @property
    def label(self) -> str:
        """Title with the unit, if there is one worth saying."""
        return self.title if self.unit in ("", "1") else f"{self.title} ({self.unit})"

    @property
    def short(self) -> str:
        """The label without the name of its owner, for where the owner is in sight."""
        return self._replace(title=self.title.split(" of “")[0]).label

    @property
    def range_words(self) -> str:
        """What is allowed, in words."""
        if self.low is None or self.high is None:
            return ""
        return f"from {_bound(self.low)} to {_bound(self.high)}"


def _bound(value: float) -> str:
    """A bound with thin spaces in thousands, where it has that many digits: "200 000"."""
    return (
        f"{value:,.0f}".replace(",", "\u2009") if 1e4 <= abs(value) < 1e12 and value == int(value) else f"{value:.12g}"
    )


class _Place(NamedTuple):
    """A part of a scenario: its schema as it is written there, not resolved, and its value."""

    step: str
    schema: dict[str, Any]
    value: Any


@cache
def schema_of(family: str) -> dict[str, Any]:
    """The JSON Schema of a family's scenarios."""
    return FAMILIES[family].scenario.model_json_schema()


def describe(tree: dict[str, Any], path: str) -> FieldWords:
    """The words of the field at a dotted *path* of the scenario *tree*, which need not be valid.

    Where there are several machine groups, job classes or types, the title says which one is meant.
    """
    if path in (axes := FAMILIES[tree["family"]].scenario.AXES):
        axis = axes[path]
        return FieldWords(axis.title, axis.unit, axis.help, axis.low, axis.high, axis.step, whole=False)
    *above, part, field = _places(tree, path)
    owner = _owner(path, [*above, part, field])
    title = _title(part, field, path)
    return words_in(f"{title} of “{owner}”" if owner else title, part.schema, field.schema)


def words_in(title: str, part: dict[str, Any], field: dict[str, Any]) -> FieldWords:
    """The words of a field with this *title*, of its schema and that of its part as they are written there."""
    schema = of_what_is_there(field)
    return FieldWords(
        title,
        schema.get("unit", ""),
        schema.get("description", part.get("description", "")),
        schema.get("minimum"),
        schema.get("maximum"),
        schema.get("step", 1),
        schema.get("type") == "integer",
    )


def _title(part: _Place, field: _Place, path: str) -> str:
    whole = str(part.schema.get("title", ""))
    if isinstance(part.value, list):
        return f"{whole}, entry {int(field.step) + 1}"
    return title_in(whole, str(field.schema.get("title", path)))


def title_in(whole: str, title: str) -> str:
    """The *title* of a field, with that of its part where it says nothing without."""
    if title in NEEDS_ITS_PART and whole:
        return whole if title == "Spread" else f"{whole}, {title.lower()}"
    return title


def _owner(path: str, places: list[_Place]) -> str:
    """The last entry of a list on the way: its name, if it is one of several, or else its number."""
    for before, place in reversed(list(pairwise(places))):
        if isinstance(before.value, list) and isinstance(place.value, dict):
            if "name" not in place.value:
                is_clear = len(before.value) == 1 and "minItems" in before.schema and not path.endswith(".weight")
                return "" if is_clear else f"{_singular(before.schema['title'].lower())} {int(place.step) + 1}"
            return str(place.value["name"]) if path.startswith("cluster.") or len(before.value) > 1 else ""
    return ""


def _singular(title: str) -> str:
    return title.removesuffix("es") if title.endswith("sses") else title.removesuffix("s")


def value_at(tree: Any, path: str) -> Any:
    """The value at a dotted *path*; the whole tree at ""."""
    for step in path.split(".") if path else ():
        tree = tree[int(step)] if isinstance(tree, list) else tree[step]
    return tree


def kind_of(tree: dict[str, Any], path: str) -> str:
    """What is at *path*: "number", "switch", "choice", "text", "tag", "numbers", "union", "list" or "part"."""
    root = schema_of(tree["family"])
    schema = of_what_is_there(_places(tree, path)[-1].schema)
    if "discriminator" in schema:
        return "union"
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rsplit("/", 1)[1]]
    if "const" in schema:
        return "tag"
    if "enum" in schema:
        return "choice"
    if "oneOf" in schema:  # a word or a number
        return "text"
    if schema["type"] == "array":
        return "numbers" if schema["items"].get("type") in ("number", "integer") else "list"
    kinds = {"number": "number", "integer": "number", "boolean": "switch", "string": "text", "object": "part"}
    return kinds[schema["type"]]


def names_in(tree: dict[str, Any], path: str) -> list[str]:
    """Names of the fields of the part at *path*, in the order of the model."""
    place = _places(tree, path)[-1]
    return list(_resolve(schema_of(tree["family"]), place.schema, place.value)["properties"])


def options_of(tree: dict[str, Any], path: str) -> list[str]:
    """What a field that is a choice can be."""
    return list(of_what_is_there(_places(tree, path)[-1].schema)["enum"])


def discriminator_of(tree: dict[str, Any], path: str) -> str:
    """Name of the field that says which kind the union at *path* is."""
    return str(_union(tree, path)["discriminator"]["propertyName"])


def kinds_of(tree: dict[str, Any], path: str) -> dict[str, dict[str, Any]]:
    """The kinds of the union at *path* in the order of the model: tag -> {name of a field: its schema}."""
    definitions = schema_of(tree["family"])["$defs"]
    union = _union(tree, path)
    tag_of = {reference: tag for tag, reference in union["discriminator"]["mapping"].items()}
    references = [part["$ref"] for part in union["oneOf"]]
    return {tag_of[one]: definitions[one.rsplit("/", 1)[1]]["properties"] for one in references}


def _union(tree: dict[str, Any], path: str) -> dict[str, Any]:
    schema = _places(tree, path)[-1].schema
    return dict(schema if "discriminator" in schema else schema["items"])  # of a list of unions, that of its entries


def _places(tree: dict[str, Any], path: str) -> list[_Place]:
    """Everything on the way from the whole scenario to *path*."""
    root = schema_of(tree["family"])
    places = [_Place("", root, tree)]
    for step in path.split("."):
        _, schema, value = places[-1]
        schema = _resolve(root, schema, value)
        if isinstance(value, list):
            places.append(_Place(step, schema["items"], value[int(step)]))
        else:
            places.append(_Place(step, schema["properties"][step], value.get(step)))
    return places


def of_what_is_there(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of an optional part, where there is one."""
    if "anyOf" not in schema:
        return schema
    there = next(part for part in schema["anyOf"] if part.get("type") != "null")
    return {**there, **{name: value for name, value in schema.items() if name != "anyOf"}}


def _resolve(root: dict[str, Any], schema: dict[str, Any], value: Any) -> dict[str, Any]:
    """Follow references, and the discriminator of a union by the value's tag."""
    while True:
        if "$ref" in schema:
            schema = root["$defs"][schema["$ref"].rsplit("/", 1)[1]]
        elif "discriminator" in schema:
            union = schema["discriminator"]
            schema = {"$ref": union["mapping"][value[union["propertyName"]]]}
        elif "anyOf" in schema:  # an optional part
            schema = next(part for part in schema["anyOf"] if part.get("type") != "null")
        else:
            return schema
