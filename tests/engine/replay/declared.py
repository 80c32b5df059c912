"""Whether a JSON tree is what a TypedDict says it is: every key, every type, nothing that is not declared.

Pydantic does the same from Python 3.12 on; before, it takes no TypedDict of the standard library.
"""

from collections.abc import Iterator, Mapping
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

Seen = dict[type, set[str]]
"""Keys of each TypedDict that were there."""


def amiss(value: Any, declared: Any, seen: Seen, place: str = "trace") -> Iterator[str]:
    """What is not as *declared*, in words; keys that are there are added to *seen*."""
    origin, inner = get_origin(declared), get_args(declared)
    if is_typeddict(declared):
        yield from _keys_amiss(value, declared, seen, place)
    elif origin in (Union, UnionType):
        tried: list[tuple[list[str], Seen]] = []
        for one in [kind for kind in inner if (kind is NoneType) == (value is None)] or inner:
            keys: Seen = {}
            tried.append((list(amiss(value, one, keys, place)), keys))
        problems, keys = min(tried, key=lambda found: len(found[0]))
        yield from problems
        for kind, names in keys.items():
            seen.setdefault(kind, set()).update(names)
    elif origin is list and isinstance(value, list):
        for n, item in enumerate(value):
            yield from amiss(item, inner[0], seen, f"{place}[{n}]")
    elif origin is dict and isinstance(value, dict):
        for name, item in value.items():
            yield from amiss(name, inner[0], seen, f"{place}, key {name}")
            yield from amiss(item, inner[1], seen, f"{place}.{name}")
    elif not _is_a(value, declared):
        yield f"{place} is {value!r:.60}, declared as {declared}"


def _keys_amiss(value: Any, declared: Any, seen: Seen, place: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{place} is {value!r:.60}, declared as {declared.__name__}"
        return
    hints = get_type_hints(declared)
    yield from (f"{place}.{name} is declared, but not there" for name in declared.__required_keys__ - value.keys())
    yield from (f"{place}.{name} is there, but not declared" for name in value.keys() - hints.keys())
    seen.setdefault(declared, set()).update(value)
    for name in value.keys() & hints.keys():
        yield from amiss(value[name], hints[name], seen, f"{place}.{name}")


def _is_a(value: Any, declared: Any) -> bool:
    if get_origin(declared) is Literal:
        return value in get_args(declared)
    if declared is float:  # JSON does not know whether 1 is one
        return type(value) in (int, float)
    return type(value) is (NoneType if declared is None else declared)


def never_there(declared: Any, seen: Mapping[type, set[str]]) -> Iterator[str]:
    """The keys of *declared*, and of all that is in it, that were never *seen*."""
    if is_typeddict(declared):
        for name, hint in get_type_hints(declared).items():
            if name not in seen.get(declared, ()):
                yield f"{declared.__name__}.{name}"
            yield from never_there(hint, seen)
    else:
        for one in get_args(declared) if get_origin(declared) is not Literal else ():
            yield from never_there(one, seen)
