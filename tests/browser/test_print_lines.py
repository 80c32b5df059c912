"""Many lines on paper without color: each can be told from the others, and has its name."""

from itertools import combinations
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

bare = page_with(
    "presenter/room_layout.js",
    "presenter/room.js",
    "pictures/print_lines.js",
    "pictures/print.js",
    above=f"plotly/{PLOTLY.name}",
)

PRINTED = """async (text) => {
  document.body.innerHTML = "<div class='picture'><div class='dash-graph'><div></div></div></div>";
  const element = document.querySelector(".dash-graph > div");
  element.style.cssText = "width:860px;height:460px";
  const { data, layout } = window.corral.fitted(element, JSON.parse(text));
  await window.Plotly.newPlot(element, data, layout);
  window.dispatchEvent(new Event("beforeprint"));
  const paper = document.querySelector(".on-paper");
  const notes = paper.layout.annotations;
  const boxOf = (one, n) => {
    const node = one.name === "on-line" && paper.querySelector(`.annotation[data-index="${n}"] .annotation-text-g`);
    const { left, top, right, bottom } = node ? node.getBoundingClientRect() : {};
    return node ? [[one.text, left, top, right, bottom]] : [];
  };
  const isLine = ({ mode, fill, meta, x }) => mode === "lines+markers" && !fill && !meta && x.length > 1;
  const lookOf = ({ line, marker }) => line.dash + " " + marker.symbol;
  const found = {
    lines: paper.data.filter(isLine).map((one) => [one.name, lookOf(one), one.opacity || 1]),
    names: notes.flatMap(boxOf), words: notes.map((one) => one.text).join(" "),
  };
  window.dispatchEvent(new Event("afterprint"));
  return found;
}"""


@pytest.mark.parametrize("name", ["zhang-load", "zhang-skewness"])
def test_each_line_is_known_on_paper(bare: Page, name: str) -> None:
    """A failure: PB, PB-SB and PB-SY as three pale dotted lines of equal triangles, and signs that no pointer asks."""
    result = result_ahead(EXAMPLES[name])
    assert result is not None
    found = bare.evaluate(PRINTED, to_json_plotly(create_curves(result, first_metric(result.scenario))))
    looks = [look for _, look, _ in found["lines"]]
    assert len(looks) > 5
    assert len(set(looks)) == len(looks)
    assert all(opacity == 1 for *_, opacity in found["lines"])
    assert sorted(name for name, *_ in found["names"]) == sorted(name for name, *_ in found["lines"])
    for (_, a, b, c, d), (_, e, f, g, h) in combinations(found["names"], 2):
        assert not (a < g - 1 and e < c - 1 and b < h - 1 and f < d - 1)
    for policy in ("DCS overloaded everywhere", "PB overload at 96–120") if name == "zhang-load" else ():
        assert policy in found["words"]
