"""Fields by the end of their path: "rate_per_1000_s" is enough where only one field ends so."""

from collections.abc import Collection, Iterable, Iterator
from difflib import get_close_matches
from typing import Any

from engine.inputs.paths import named
from engine.inputs.rejection import Reason, ScenarioError

NEAREST = 5
"""Names that a refusal suggests."""


def completed(path: str, known: Collection[str], tree: Any, what: str) -> str:
    """The one of the *known* paths that *path* is, ends, or names by the names of its groups and classes.

    `ScenarioError` says that there is no such *what* in the scenario of this *tree*, and what is nearest.
    """
    if path in known:
        return path
    found = [one for one in known if one.endswith(f".{path}")] or [one for one in known if _named(tree, one) == path]
    if len(found) == 1:
        return found[0]
    if found:
        sentence = f'"{path}" could be {_listed(found)}; say which'
    else:
        near = _by_last(path, known) or get_close_matches(path, known, NEAREST, 0.5)
        sentence = f'"{path}" is not a {what} of this scenario' + (f"; nearest is {_listed(near)}" if near else "")
    raise ScenarioError([Reason("", sentence)])


def every(tree: Any, path: str = "") -> Iterator[str]:
    """The dotted paths of all parts and fields of a JSON *tree*."""
    if path:
        yield path
    if isinstance(tree, dict | list):
        for name, child in tree.items() if isinstance(tree, dict) else enumerate(tree):
            yield from every(child, f"{path}.{name}" if path else str(name))


def _named(tree: Any, path: str) -> str:
    try:
        return named(tree, path)
    except (KeyError, IndexError, TypeError):  # an axis, which is no field
        return path


def _by_last(path: str, known: Iterable[str]) -> list[str]:
    """Those whose last name has that of *path* in it, or is near to it."""
    own, last = path.rsplit(".", 1)[-1], {one.rsplit(".", 1)[-1]: one for one in known}
    near = [name for name in last if own in name] or get_close_matches(own, last, NEAREST, 0.5)
    return [last[name] for name in near]


def _listed(paths: list[str]) -> str:
    *others, last = (f'"{one}"' for one in paths[:NEAREST])
    return f"{', '.join(others)} or {last}" if others else last
