"""Words, unit and range of every field, read from the JSON Schema of its family: forms and axes follow the model."""

from functools import cache
from typing import Any, NamedTuple

from engine.registry import FAMILIES


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
    def range_words(self) -> str:
        """What is allowed, in words."""
        if self.low is None or self.high is None:
            return ""
        return f"from {self.low:g} to {self.high:g}"


@cache
def _schema(family: str) -> dict[str, Any]:
    return FAMILIES[family].scenario.model_json_schema()


def describe(tree: dict[str, Any], path: str) -> FieldWords:
    """The words of the field at a dotted *path* of the scenario *tree*, which need not be valid.

    Where there are several machine groups or job classes, the title says which one is meant.
    """
    if path in (axes := FAMILIES[tree["family"]].scenario.AXES):
        axis = axes[path]
        return FieldWords(axis.title, axis.unit, axis.help, axis.low, axis.high, axis.step, whole=False)
    root = _schema(tree["family"])
    schema: dict[str, Any] = root
    value: Any = tree
    owner = ""
    for step in path.split("."):
        schema = _resolve(root, schema, value)
        if isinstance(value, list):
            value, schema = value[int(step)], schema["items"]
            if isinstance(value, dict) and "name" in value:
                owner = str(value["name"])
        else:
            value, schema = value.get(step), schema["properties"][step]
    several = owner and (path.startswith("cluster.") or len(tree["workload"]["job_classes"]) > 1)
    title = schema.get("title", path)
    return FieldWords(
        f"{title} of “{owner}”" if several else title,
        schema.get("unit", ""),
        schema.get("description", ""),
        schema.get("minimum"),
        schema.get("maximum"),
        schema.get("step", 1),
        schema.get("type") == "integer",
    )


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
