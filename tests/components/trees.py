"""Walking through a tree of components."""

from collections.abc import Iterator
from typing import Any


def every(component: Any) -> Iterator[Any]:
    """All components of a tree, each before what is inside of it; texts are left out."""
    if component is None or isinstance(component, str | int | float):
        return
    if isinstance(component, list | tuple):
        for child in component:
            yield from every(child)
        return
    yield component
    yield from every(getattr(component, "children", None))


def fields_in(component: Any) -> dict[str, Any]:
    """All fields of a form in a tree, by path."""
    found = {}
    for one in every(component):
        name = getattr(one, "id", None)
        if isinstance(name, dict) and name.get("type") == "studio-field":
            found[name["path"]] = one
    return found
