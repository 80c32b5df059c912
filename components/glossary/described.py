"""Every field that the scenarios of a family can have, whatever kinds of parts they have."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from components.words.inputs.fields import FieldWords, of_what_is_there, schema_of, title_in, words_in
from engine.study.registry import FAMILIES


class Described(NamedTuple):
    """A field of a family, wherever a scenario can have it.

    Attributes
    ----------
    path : with "*" for any number in it
    words : without the name of an owner
    options : of a plain choice, as the JSON has them
    kinds, discriminator : of a union: {tag: what it means}, and the field that holds the tag
    """

    path: str
    words: FieldWords
    options: tuple[str, ...] = ()
    kinds: dict[str, str] = {}  # noqa: RUF012  # a default of a named tuple, never changed
    discriminator: str = ""


def described(family: str) -> list[Described]:
    """Every field that a scenario of *family* can have, of all kinds of its unions, and what can be varied besides."""
    axes = FAMILIES[family].scenario.AXES.items()
    varied = [
        Described(name, FieldWords(one.title, one.unit, one.help, one.low, one.high, one.step, whole=False))
        for name, one in axes
    ]
    return [*_described_in(schema_of(family), schema_of(family), ""), *varied]


def _described_in(root: dict[str, Any], whole: dict[str, Any], path: str) -> Iterator[Described]:
    """The fields of a part, of whichever kind, and what is below them."""
    for kind in _kinds_in(root, whole):
        for name, schema in kind["properties"].items():
            here = f"{path}.{name}".removeprefix(".")
            own = str(schema.get("title", name.capitalize()))
            words = words_in(title_in(str(whole.get("title", "")), own), whole, schema)
            there = of_what_is_there(schema)
            if "const" not in there:
                yield Described(here, words, tuple(there.get("enum", ())), *_told_kinds(root, there))
            elif "discriminator" not in whole:
                yield Described(here, words)
            elif kind is _kinds_in(root, whole)[0]:  # the tag of a union is told with all its kinds, once
                title = whole.get("title", schema["title"])
                told = words._replace(title=title, help=whole.get("description", ""))
                yield Described(here, told, (), *_told_kinds(root, whole))
            if _is_part(there):
                yield from _described_in(root, schema, here)
            elif _is_part(there.get("items", {})):
                yield from _described_in(root, there["items"], f"{here}.*")


def _is_part(schema: dict[str, Any]) -> bool:
    """Whether it has fields of its own."""
    return "$ref" in schema or "discriminator" in schema


def _kinds_in(root: dict[str, Any], schema: dict[str, Any]) -> list[dict[str, Any]]:
    """The object that a schema stands for, or every kind of it."""
    schema = of_what_is_there(schema)
    references = schema["oneOf"] if "discriminator" in schema else [schema] if "$ref" in schema else []
    return [root["$defs"][one["$ref"].rsplit("/", 1)[1]] for one in references] or [schema]


def _told_kinds(root: dict[str, Any], union: dict[str, Any]) -> tuple[dict[str, str], str]:
    """Tag and meaning of every kind, and the name of the tag; nothing if this is no union."""
    if "discriminator" not in union:
        return {}, ""
    name = union["discriminator"]["propertyName"]
    tags = [kind["properties"][name] for kind in _kinds_in(root, union)]
    return {tag["const"]: tag["description"] for tag in tags}, name
