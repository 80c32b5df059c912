"""How much of the time others use the machines of a block, drawn as its fill: a share made of lengths of time."""

from typing import Any, NamedTuple

from components.words.inputs.fields import describe, value_at

Tree = dict[str, Any]


class Share(NamedTuple):
    """busy / (busy + free): a hand on it changes how long the machines are free.

    Attributes
    ----------
    title : what a screen reader says
    busy : paths of how long others stay; of (a share in %, one length, another one) it is the mean of the two lengths
    free : path of how long they are away
    values : what stands at these paths; without `fields`, what it begins with
    low, high : bounds of `free`
    fields : whether the form has them; else `coming` brings them
    coming : what the page asks for when somebody draws a share where there was none: {"path", "value"}
    going : and when nothing is left of it: the same, or {"action", "number"} of a button
    """

    title: str
    busy: tuple[str, ...]
    free: str
    values: dict[str, float]
    low: float
    high: float
    fields: bool
    coming: dict[str, Any]
    going: dict[str, Any]


def create_share(
    tree: Tree, title: str, busy: tuple[str, ...], free: str, coming: dict[str, Any], going: dict[str, Any]
) -> Share:
    """The share of the time that the fields of the *tree* at *busy* and *free* make."""
    words = describe(tree, free)
    values = {path: value_at(tree, path) for path in (*busy, free)}
    low, high = words.low or 0, words.high if words.high is not None else float("inf")
    return Share(title, busy, free, values, low, high, True, coming, going)
