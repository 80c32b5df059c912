"""Keys above a picture on a phone: two beside each other, none on another or on a title, and drawn once."""

from pathlib import Path

import pytest
from playwright.sync_api import Page
from plotly.io.json import to_json_plotly

from components.pages.studio.answer.answer import create_curves
from components.words.wording import first_metric
from engine.study.ahead import result_ahead
from engine.study.registry import EXAMPLES
from tests.browser.bare_page import page_with

pytestmark = pytest.mark.browser

(PLOTLY,) = (Path(__file__).parents[2] / "components" / "assets" / "plotly").glob("*.js")

bare = page_with(f"../plotly/{PLOTLY.name}", "presenter/room_layout.js", "presenter/room.js")

DRAWN = """async (text) => {
  const element = document.body.appendChild(document.createElement("div"));
  element.style.cssText = "width:366px;height:390px";
  const { data, layout } = window.corral.fitted(element, JSON.parse(text));
  await window.Plotly.newPlot(element, data, layout);
  const boxOf = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return [left, top, right, bottom];
  };
  const { _size: made, margin: given } = element._fullLayout;
  const found = {
    keys: [...element.querySelectorAll(".legend .legendtext")].map(boxOf),
    titles: [...element.querySelectorAll(".ytitle")].map(boxOf),
    right: boxOf(element)[2],
    added: made.t - given.t,
  };
  window.Plotly.purge(element);
  element.remove();
  return found;
}"""


def _meet(one: list[float], other: list[float]) -> bool:
    (a, b, c, d), (e, f, g, h) = one, other
    return a < g - 1 and e < c - 1 and b < h - 1 and f < d - 1


@pytest.mark.parametrize("name", ["finish-in-time", "mixed-laboratory", "heymann-figure-4"])
def test_keys_of_a_narrow_picture_have_room(bare: Page, name: str) -> None:
    """A failure: four rows with one key each, or the title of the axis on a key."""
    result = result_ahead(EXAMPLES[name])
    assert result is not None
    found = bare.evaluate(DRAWN, to_json_plotly(create_curves(result, first_metric(result.scenario))))
    keys = found["keys"]
    assert len(keys) == len(result.scenario.policies)
    boxes = keys + found["titles"]
    assert not any(_meet(one, other) for n, one in enumerate(boxes) for other in boxes[:n])
    assert all(left >= 0 and right <= found["right"] for left, _, right, _ in keys)
    assert len({round(top / 8) for _, top, _, _ in keys}) <= (len(keys) + 1) // 2
    assert found["added"] <= 1
