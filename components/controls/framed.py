"""Boxes and words of a form or an answer in one component, see `components.controls.own`."""

from typing import Any

from dash.development.base_component import Component

from components.controls.own import SCRIPTS, Frame

PLAIN = "dash_html_components"

Node = str | int | float | list[Any]


def framed(parts: Any) -> Frame:
    """The *parts* as they are, of which Dash has only those with an id, and those that are another library's."""
    children: list[Component] = []
    return Frame(shape=_nodes(parts, children), children=children)


def _nodes(parts: Any, children: list[Component]) -> list[Node]:
    if parts is None:
        return []
    if isinstance(parts, list | tuple):
        return [node for part in parts for node in _nodes(part, children)]
    if not isinstance(parts, Component):
        return [str(parts)]
    if hasattr(parts, "id") or parts._namespace not in (PLAIN, SCRIPTS):
        children.append(_inside(parts))
        return [len(children) - 1]
    described = parts.to_plotly_json()
    properties = described["props"]
    properties.pop("disable_n_clicks", None)  # which says to Dash that nobody listens
    inside = _nodes(properties.pop("children", None), children)
    tag = parts._type if parts._namespace == SCRIPTS else parts._type.lower()
    return [[tag, properties, inside]]


def _inside(part: Component) -> Component:
    """A *part* that is Dash's, with a frame in it where it holds boxes and words."""
    inside = getattr(part, "children", None)
    is_ours = part._namespace in (PLAIN, SCRIPTS)
    if is_ours and isinstance(inside, list | tuple | Component) and not isinstance(inside, Frame):
        part.children = framed(inside)
    return part
