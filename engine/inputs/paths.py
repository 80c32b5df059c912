"""Dotted paths into a JSON tree: "cluster.groups.0.count"."""

from typing import Any


def put(tree: Any, path: str, value: Any) -> None:
    """Set the value at a dotted *path* ("cluster.groups.0.count") of a JSON tree, in place.

    A whole number goes in as an integer where an integer stood, since a sweep knows only numbers.
    """
    *parents, last = path.split(".")
    for name in parents:
        tree = tree[int(name)] if isinstance(tree, list) else tree[name]
    key = int(last) if isinstance(tree, list) else last
    was_integer = isinstance(tree[key], int) and not isinstance(tree[key], bool)
    is_whole = isinstance(value, float) and value.is_integer()
    tree[key] = int(value) if was_integer and is_whole else value


def value_at(tree: Any, path: str) -> Any:
    """What stands at a dotted *path* of a JSON tree."""
    for name in path.split("."):
        tree = tree[int(name)] if isinstance(tree, list) else tree[name]
    return tree


def leaves(tree: Any, path: str = "") -> list[tuple[str, Any]]:
    """All (dotted path, value) of a JSON tree that are neither object nor list."""
    found: list[tuple[str, Any]] = []
    _collect(tree, path, found)
    return found


def _collect(tree: Any, path: str, found: list[tuple[str, Any]]) -> None:
    below = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else None
    if below is None:
        found.append((path, tree))
        return
    for name, child in below:
        where = f"{path}.{name}" if path else str(name)
        if isinstance(child, dict | list):
            _collect(child, where, found)
        else:
            found.append((where, child))


def named(tree: Any, path: str) -> str:
    """The dotted *path* with names for numbers, where the entries of a list have some: "cluster.groups.slow.count"."""
    steps = []
    for step in path.split("."):
        tree = tree[int(step)] if isinstance(tree, list) else tree[step]
        has_name = step.isdigit() and isinstance(tree, dict) and "name" in tree
        steps.append(str(tree["name"]) if has_name else step)
    return ".".join(steps)
