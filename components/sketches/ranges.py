"""The ranges over which a policy is to be broken, in the tree of a sketch: they follow the fields that they name."""

from collections.abc import Callable
from typing import Any

from engine.inputs.breaking import STATISTICAL

Tree = dict[str, Any]


def ranges_of(tree: Tree) -> list[dict[str, Any]]:
    """The ranges of its study; none where nothing is to be broken."""
    found: list[dict[str, Any]] = (tree["study"].get("breaking") or {}).get("ranges") or []
    return found


def keep_ranges(tree: Tree, followed: Callable[[str], str | None]) -> None:
    """Name the fields as *followed* says, and take the ranges away whose field is gone; in place.

    A statistical search without a range is none.
    """
    breaking = tree["study"].get("breaking")
    if not breaking:
        return
    named = [(one, followed(one["field"])) for one in ranges_of(tree)]
    breaking["ranges"] = [{**one, "field": field} for one, field in named if field is not None]
    if not breaking["ranges"] and breaking["search"] == STATISTICAL:
        tree["study"]["breaking"] = None


def without_entry(parent: str, number: int) -> Callable[[str], str | None]:
    """What becomes of a field when entry *number* of the list at *parent* goes: those behind it move up."""

    def followed(field: str) -> str | None:
        if not field.startswith(f"{parent}."):
            return field
        place, _, rest = field.removeprefix(f"{parent}.").partition(".")
        if int(place) == number:
            return None
        return f"{parent}.{int(place) - (int(place) > number)}.{rest}"

    return followed
