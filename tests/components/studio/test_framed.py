"""The form as a page has it: few components of Dash, and everything that was in it."""

from typing import Any

import pytest
from dash import html
from dash.development.base_component import Component

from components.controls.data_table import DataTable, create_table
from components.controls.framed import framed
from components.controls.own import Chip, Field, Frame
from components.pages.studio.ids import Id
from components.pages.studio.layout import create_studio
from components.pages.studio.opened_panels import opened_panels
from components.pages.studio.sketch.folded import fold, mounted
from components.pages.studio.sketch.reshape import press
from components.pages.studio.sketch.sketch import create_sketch
from components.words.inputs.fields import value_at
from engine.study.registry import EXAMPLES
from tests.components.trees import every


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_frame_has_every_id_and_every_text_and_few_components(name: str) -> None:
    tree = EXAMPLES[name].model_dump(mode="json")
    plain, light = fold(create_sketch(tree)), mounted(create_sketch(tree))
    assert ids_in(light) == ids_in(plain)
    assert sorted(texts_in(light)) == sorted(texts_in(plain))
    dashs = [one for one in every(light) if not isinstance(one, Frame)]
    assert all(hasattr(one, "id") for one in dashs)
    assert len(list(every(light))) < 0.6 * len(list(every(plain)))


def test_what_is_put_away_is_framed_as_well() -> None:
    tree = EXAMPLES["schnor-system-1"].model_dump(mode="json")
    (store,) = (one for one in mounted(create_sketch(tree)) if getattr(one, "id", None) == Id.FOLDED)
    assert store.data
    assert all(isinstance(inside, Frame) for inside in store.data.values())


def test_boxes_are_described_and_what_has_an_id_keeps_its_place() -> None:
    field = Field(id="speed", kind="number", value=2)
    found = framed(
        [html.Div(["Before ", field, html.B("after")], className="pair"), None, Chip(value="FF", label="FF")]
    )
    assert found.children == [field]
    assert found.shape == [
        ["div", {"className": "pair"}, ["Before ", 0, ["b", {}, ["after"]]]],
        ["Chip", {"value": "FF", "label": "FF"}, []],
    ]


def test_a_table_is_drawn_by_the_frame_around_it() -> None:
    table = create_table(DataTable("Times", ["which", "time (s)"], [["early", 1.5], ["late", None]]))
    found = framed(table)
    assert found.children == []
    ((_, _, ((kind, properties, inside),)),) = found.shape
    assert (kind, inside) == ("Table", [])
    assert properties["data"] == {
        "caption": "Times",
        "head": ["which", "time (s)"],
        "body": [["early", "1.5"], ["late", ""]],
    }
    assert properties["className"].split() == ["data-table", "wide", "text-1"]


def test_a_page_mounts_few_components() -> None:
    """Each tells all others of itself when it is mounted, so twice as many take four times as long; so does whatever
    is told later on. What needs no id is drawn by the frame around it, and what is on no open tab comes with it."""
    assert len(list(every(create_studio(EXAMPLES["schnor-system-1"])))) <= 289
    for tab, panel in opened_panels().items():
        assert len(list(every(panel))) <= 26, tab


def test_a_property_that_a_control_does_not_have_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match="Field has no clampBehavior"):
        Field(id="speed", clampBehavior="none")


def ids_in(parts: Any) -> list[str]:
    return sorted(str(one.id) for one in every(parts) if hasattr(one, "id"))


def texts_in(parts: Any) -> list[str]:
    """Every text between tags, also of those that a frame describes."""
    if isinstance(parts, str):
        return [parts]
    if isinstance(parts, list | tuple):
        return [text for part in parts for text in texts_in(part)]
    if isinstance(parts, Frame):
        return [*_described(parts.shape), *texts_in(parts.children)]
    return texts_in(getattr(parts, "children", None)) if isinstance(parts, Component) else []


def _described(nodes: list[Any]) -> list[str]:
    found = []
    for node in nodes:
        if isinstance(node, str):
            found.append(node)
        elif isinstance(node, list):
            found += _described(node[2])
    return found


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_names_an_entry_says_where_the_name_is(name: str) -> None:
    """So that it follows when somebody calls the entry otherwise."""
    tree = press(EXAMPLES[name].model_dump(mode="json"), "copy-group")
    for one in every(create_sketch(tree)):
        if words := getattr(one, "data-words", None):
            said = getattr(one, "aria-label", None) or one.children
            assert said == words.replace("{}", value_at(tree, getattr(one, "data-named"))["name"])
