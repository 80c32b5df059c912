"""In what a sketch differs from the example it came from: change by change, in words, and each to be taken back."""

from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from typing import Any, NamedTuple

from components.sketches.ranges import keep_ranges, without_entry
from components.words.inputs.change_words import ASKED, FOLLOWED, words_of
from components.words.inputs.fields import value_at
from engine.inputs.paths import put
from engine.inputs.rejection import ScenarioError
from engine.inputs.scenario import Scenario
from engine.results.input_differences import is_named, pairs_by_name

NO_INPUT = {"family", "version", "title", "notes"}
LAST = ("policies", "study", "measurement", "options")
"""What is sketched comes before how it is studied, as in the form."""


class Change(NamedTuple):
    """One thing that was changed since the example.

    `key` names it for as long as it lasts; `old` and `new` are the paths of what is different in the example and in the
    sketch, None where there is nothing.
    """

    key: str
    words: str
    old: str | None
    new: str | None


def changes(example: Scenario, scenario: Scenario) -> list[Change]:
    """Every change from *example* to *scenario*, in the order of the form, in words: "speed factor 4 → 1.3"."""
    a, b = example.model_dump(mode="json"), scenario.model_dump(mode="json")
    unused = [*_unused(example, a)], [*_unused(scenario, b)]
    found = [one for one in _differences(a, b, "", "") if one.old not in unused[0] and one.new not in unused[1]]
    if [a["study"][name] for name in ASKED] != [b["study"][name] for name in ASKED]:
        found.append(Change("study", "", "study", "study"))
    found.sort(key=lambda one: (one.new or one.old or "").startswith(LAST))
    return [one._replace(words=words_of(a, b, one.key, one.old, one.new)) for one in found]


def _unused(scenario: Scenario, tree: dict[str, Any]) -> Iterator[str]:
    """Fields whose own values say nothing, since the study varies them, or what they follow from."""
    for vary in (tree["study"][name] for name in FOLLOWED):
        if vary:
            axis = scenario.AXES.get(vary["field"])
            yield from (axis.replaces, axis.or_replaces) if axis else (vary["field"],)


def take_back(example: Scenario, scenario: Scenario, key: str) -> dict[str, Any] | None:
    """The tree of *scenario* without the change called *key*; None if there is none (any more).

    Where that alone is no scenario, such as a rate that is varied again though jobs come all at once, the one other
    change that stands in the way goes as well.
    """
    known = changes(example, scenario)
    change = next((one for one in known if one.key == key), None)
    if change is None:
        return None
    tree = _without(example, scenario.model_dump(mode="json"), change)
    for other in known:
        if _is_valid(tree, scenario):
            break
        both = _without(example, _without(example, scenario.model_dump(mode="json"), other), change)
        tree = both if _is_valid(both, scenario) else tree
    return tree


def _is_valid(tree: dict[str, Any], scenario: Scenario) -> bool:
    try:
        scenario.read(tree)
    except ScenarioError:
        return False
    return True


def _without(example: Scenario, tree: dict[str, Any], change: Change) -> dict[str, Any]:
    """The *tree* of a sketch as it is without the *change*; it is changed in place."""
    a = example.model_dump(mode="json")
    if change.old == change.new == "study":
        tree["study"] |= {name: deepcopy(a["study"][name]) for name in ASKED}
        for path in _unused(example, a):
            with suppress(KeyError, IndexError, ValueError, TypeError):  # of a group that is not there any more
                put(tree, path, value_at(a, path))
        return tree
    if change.old is None and change.new is not None:
        return _without_entry(tree, change.new)
    old = deepcopy(value_at(a, change.old or ""))
    if change.new is None:
        parent, _, place = (change.old or "").rpartition(".")
        with suppress(KeyError, IndexError, TypeError):
            entries = value_at(tree, parent)
            entries.insert(min(int(place), len(entries)), old)
        return tree
    parent, _, name = change.new.rpartition(".")
    owner = value_at(tree, parent)
    owner[int(name) if isinstance(owner, list) else name] = old
    return tree


def _without_entry(tree: dict[str, Any], path: str) -> dict[str, Any]:
    """Without the entry at *path*; sweeps over entries that follow it go with them."""
    parent, _, place = path.rpartition(".")
    del value_at(tree, parent)[int(place)]
    keep_ranges(tree, without_entry(parent, int(place)))
    for name in FOLLOWED:
        vary = tree["study"][name]
        if not vary or not vary["field"].startswith(f"{parent}."):
            continue
        at, _, rest = vary["field"].removeprefix(f"{parent}.").partition(".")
        if at == place:
            tree["study"][name] = None
        elif int(at) > int(place):
            vary["field"] = f"{parent}.{int(at) - 1}.{rest}"
    return tree


def _differences(a: Any, b: Any, old: str, new: str) -> Iterator[Change]:
    if isinstance(a, dict) and isinstance(b, dict) and a.keys() == b.keys():
        for name in a:
            path = f"{old}.{name}".lstrip(".")
            if path not in NO_INPUT and path not in {f"study.{one}" for one in ASKED}:
                yield from _differences(a[name], b[name], path, f"{new}.{name}".lstrip("."))
    elif is_named(a) and is_named(b):
        yield from _of_named(a, b, old, new)
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b) and a and isinstance(a[0], dict):
        for n, (one, other) in enumerate(zip(a, b, strict=True)):
            yield from _differences(one, other, f"{old}.{n}", f"{new}.{n}")
    elif a != b:
        yield Change(new, f"{old}\0{new}", old, new)


def _of_named(a: list[Any], b: list[Any], old: str, new: str) -> Iterator[Change]:
    """Entries of the same name are the same ones, in whatever order."""
    for one, other in pairs_by_name(a, b):
        if other is None:
            yield Change(f"{old}.{one}-", "", f"{old}.{one}", None)
        elif one is None:
            yield Change(f"{new}.{other}+", "", None, f"{new}.{other}")
        else:
            yield from _differences(a[one], b[other], f"{old}.{one}", f"{new}.{other}")
