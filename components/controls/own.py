"""Components of our own, drawn by `clientside/form/`: what one of Dash's costs, a whole form of ours costs.

Every component that Dash mounts is asked at every change on the page whether it concerns it, a plain box as well as a
field. So boxes and words without an id are drawn by the `Frame` around them, and only what has an id is Dash's.
"""

from typing import Any

from dash.development.base_component import Component

SCRIPTS = "corral"
"""Where the browser has them: `window.corral`, see `clientside/main.js`."""


class _Own(Component):
    _namespace = SCRIPTS
    _type = "none"
    _prop_names: list[str] = []
    _children_props: list[str] = []
    _base_nodes = ["children"]
    _valid_wildcard_attributes = ["data-", "aria-"]
    available_properties: list[str] = []
    available_wildcard_properties = ["data-", "aria-"]

    def __init__(self, **properties: Any) -> None:
        """Dash's own looks for a Python package of this name, once for each property."""
        for name, value in properties.items():
            if name not in self._prop_names and not name.startswith(("data-", "aria-")):
                raise TypeError(f"{type(self).__name__} has no {name}; it has {', '.join(self._prop_names)}")
            setattr(self, name, value)


class Field(_Own):
    """A label, an input of the browser's own, and what is wrong with it.

    Attributes
    ----------
    kind : "number", "text", "lines" or "choice"
    label, description, error : words around it; `inputWrapperOrder` as Mantine has it
    value : what it holds; a number, or what was typed where that is none
    data : of a choice its options: {"value", "label"}, words, or {"group", "items"}
    step, min, max, suffix : of a number; the bounds end its steps, and what is typed beyond them stays
    minRows, maxRows, placeholder : of lines
    debounce : ms without a key after which Dash hears of it
    inputProps : further attributes of the input
    display : "none" hides it
    """

    _namespace = SCRIPTS
    _type = "Field"
    _prop_names = [
        *("id", "kind", "label", "description", "error", "value", "data", "step", "min", "max", "suffix", "minRows"),
        *("maxRows", "placeholder", "debounce", "inputProps", "inputWrapperOrder", "display", "className"),
    ]


class Chips(_Own):
    """Some of several: what is between its tags, `Chip`s anywhere in it; `value` lists those that are chosen."""

    _namespace = SCRIPTS
    _type = "Chips"
    _prop_names = ["id", "children", "value", "error"]


class Chip(_Own):
    """One of `Chips`: its `value`, the `label` on it, and the `words` that are said when one comes to it."""

    _namespace = SCRIPTS
    _type = "Chip"
    _prop_names = ["id", "value", "label", "words"]


class Table(_Own):
    """Words and numbers in rows; `data` has a "caption", the "head" of each column, and the rows of its "body"."""

    _namespace = SCRIPTS
    _type = "Table"
    _prop_names = ["id", "data", "className"]
    data: dict[str, Any]


class Frame(_Own):
    """Boxes and words, drawn without Dash, around `children`, which are Dash's.

    `shape` is a list of nodes: a text; the number of a child; or [tag or component of ours, properties, nodes].
    """

    _namespace = SCRIPTS
    _type = "Frame"
    _prop_names = ["id", "children", "shape"]
    shape: list[Any]
