"""What a field asks for, said where it is empty or holds no such number: "How many machines? A whole number from …"."""

from contextlib import suppress
from typing import Any

from components.words.inputs.fields import FieldWords, describe, kind_of, value_at

COUNTED = {
    *("Iterations", "Jobs", "Machines", "Nodes", "Partitions", "Processors", "Replications", "Simulated objects"),
    *("Tasks", "Workers"),
}
"""Titles of fields that ask how many."""


def question(tree: dict[str, Any], path: str) -> str | None:
    """What the field at *path* asks for; None if it holds a number or is none, so that the reason says more."""
    if path == "policies":
        return None if tree.get("policies") else "Choose at least one policy."
    with suppress(KeyError, IndexError, ValueError, TypeError, AttributeError, StopIteration):  # of no scenario
        value = value_at(tree, path)
        if kind_of(tree, path) == "number":
            return _of_number(describe(tree, path), value)
    return None


def _of_number(words: FieldWords, value: Any) -> str | None:
    is_number = isinstance(value, int | float)
    if is_number and not (words.whole and value != int(value)):
        return None
    title = words.title.split(" of “")[0]
    unit = "" if words.unit in ("", "1") else f" {words.unit}"
    asked = f"How many {title.lower()}? A" if title in COUNTED else f"{title}: a"
    wanted = f"{asked} {'whole ' if words.whole else ''}number {words.range_words}".rstrip() + f"{unit}."
    return f"{value} is not whole. {wanted}" if is_number else wanted
