"""Parts of a scenario that are one of several kinds: words for each kind, and what its fields begin with."""

from copy import deepcopy
from functools import cache
from typing import Any

from components.words.inputs.fields import describe, discriminator_of, kind_of, kinds_of, names_in, schema_of, value_at
from components.words.wording import number
from engine.study.registry import FAMILIES


@cache
def _said() -> dict[tuple[str, str], str]:
    """Words for kinds and for values of plain choices, by the name of the field and the value, as the models say."""
    found: dict[tuple[str, str], str] = {}
    for family in FAMILIES:
        for part in schema_of(family)["$defs"].values():
            for name, schema in part.get("properties", {}).items():
                words = schema.get("words", {})
                found |= (
                    {(name, value): said for value, said in words.items()}
                    if isinstance(words, dict)
                    else {(name, schema["const"]): words}
                )
    return found


def kind_words(discriminator: str, tag: str) -> str:
    """A kind in words."""
    return _said().get((discriminator, tag), tag.replace("-", " "))


def choice_words(name: str, value: str) -> str:
    """A value of the plain choice called *name* in words."""
    return _said().get((name, value), value)


def is_tag(tree: dict[str, Any], path: str) -> bool:
    """Whether the field at *path* says which kind a part is."""
    try:
        return kind_of(tree, path) == "tag" and "." in path
    except (KeyError, IndexError, ValueError, TypeError, AttributeError):  # a field of another shape, or of no scenario
        return False


def beginning(tree: dict[str, Any], path: str, tag: str) -> dict[str, Any]:
    """The part at *path* as another kind; fields that both kinds have keep their values.

    Of a list of unions, a new entry.
    """
    old = value_at(tree, path)
    discriminator = discriminator_of(tree, path)
    fresh: dict[str, Any] = {discriminator: tag}
    for name, schema in kinds_of(tree, path)[tag].items():
        if name == discriminator:
            continue
        if isinstance(old, dict) and name in old:
            fresh[name] = old[name]
        elif name == "group":
            fresh[name] = tree["cluster"]["groups"][0]["name"]
        elif name == "up_to":
            fresh[name] = _bound(tree, path)
        else:
            fresh[name] = deepcopy(schema.get("beginning", schema.get("default")))
    return fresh


def _bound(tree: dict[str, Any], path: str) -> Any:
    """What the sizes of a job class are drawn up to at first: its largest size, or all machines."""
    job_class = value_at(tree, path.rpartition(".")[0])
    if path.endswith("min_size_spread"):
        return job_class["max_size"]
    counts = [group["count"] for group in tree["cluster"]["groups"]]
    return sum(count for count in counts if isinstance(count, int)) or job_class["max_size"]


def in_words(tree: dict[str, Any], path: str) -> str:
    """The union at *path* in a few words: "Downey’s model, average parallelism 16, variance of parallelism 0.5"."""
    part = value_at(tree, path)
    discriminator = discriminator_of(tree, path)
    words = [kind_words(discriminator, part[discriminator])]
    for name in names_in(tree, path):
        value = part.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool):
            words.append(quantity_words(tree, f"{path}.{name}"))
        elif isinstance(value, list) and value:
            words.append(f"{describe(tree, f'{path}.{name}').short.lower()} up to {value[-1]}")
    return ", ".join(words)


def quantity_words(tree: dict[str, Any], path: str) -> str:
    """The number at *path*, or what was typed instead, with its name and unit: "mean deadline 3 840 s"."""
    words, value = describe(tree, path), value_at(tree, path)
    title = words.title.split(" of “")[0].split(", ")[-1]
    unit = "" if words.unit in ("", "1") else f" {words.unit}"
    said = number(value, 12) if isinstance(value, int | float) else value
    return f"{title[:1].lower()}{title[1:]} {said}{unit}"
