"""Plotly draws a picture whose words have too little room, makes room, and draws it again: ours have what they need."""

from pathlib import Path

import pytest
from playwright.sync_api import Page
from plotly.io.json import to_json_plotly

from components.figures.result.fairness import draw_boxes, draw_gini, draw_lorenz
from components.pages.studio.answer.answer import create_curves
from components.words.wording import first_metric
from engine.study.ahead import result_ahead
from engine.study.registry import EXAMPLES
from tests.browser.bare_page import page_with

pytestmark = pytest.mark.browser

(PLOTLY,) = (Path(__file__).parents[2] / "components" / "assets" / "plotly").glob("*.js")

bare = page_with("presenter/room_layout.js", "presenter/room.js", above=f"plotly/{PLOTLY.name}")

MISSING = """async ([text, width, height]) => {
  const element = document.body.appendChild(document.createElement("div"));
  element.style.cssText = "width:" + width + "px;height:" + height + "px";
  const { data, layout } = window.corral.fitted(element, JSON.parse(text));
  await window.Plotly.newPlot(element, data, layout);
  const { _size: made, margin: given } = element._fullLayout;
  window.Plotly.purge(element);
  element.remove();
  return Object.fromEntries(["l", "r", "t", "b"].map((side) => [side, made[side] - given[side]]));
}"""
"""px that plotly has added on each side."""

TOLERATED = 1
"""px for which plotly does not draw again."""

WHOLE, HALF = (864, 480), (424, 368)
"""px of a picture on a page of 1280."""

HIGH, LARGE, NARROW = (864, 720), (1504, 648), (366, 405)
"""px of a picture in a higher window, on a page of 1920, and on a phone."""


# With a rail above; with keys, too, in several rows; names of policies beside their only numbers; maps, with a scale.
@pytest.mark.parametrize(
    "name",
    [
        "schnor-system-1",
        "kumar-table-4-2",
        "zhang-load",
        "heymann-figure-4",
        "convoy",
        "any-order-broken",
        "peterson-figure-6",
        "peterson-figure-7-by-speed",
        "same-eight-jobs",
        "heymann-figure-3",
        "heymann-iterations",
    ],
)
def test_curves_are_drawn_once(bare: Page, name: str) -> None:
    """A failure: the first picture of a page takes twice as long."""
    result = result_ahead(EXAMPLES[name])
    assert result is not None
    text = to_json_plotly(create_curves(result, first_metric(result.scenario)))
    for size in (WHOLE, HIGH, LARGE, NARROW):
        missing = bare.evaluate(MISSING, [text, *size])
        if size is LARGE:
            missing.pop("r")  # the scale of a map has a part of its width beside it
        assert max(missing.values()) <= TOLERATED, (size, missing)


def test_fairness_is_drawn_once(bare: Page) -> None:
    result = result_ahead(EXAMPLES["schnor-system-1"])
    assert result is not None
    for draw, size in ((draw_gini, HALF), (draw_lorenz, HALF), (draw_boxes, WHOLE)):
        missing = bare.evaluate(MISSING, [to_json_plotly(draw(result, 3, "light")), *size])
        assert max(missing.values()) <= TOLERATED, (draw.__name__, missing)
