"""Names of the rows of a race for a projector: beside rows that are too low, where they hide no mark."""

from itertools import combinations
from pathlib import Path

import plotly.graph_objects as go
import pytest
from playwright.sync_api import Page
from plotly.io.json import to_json_plotly

from components.figures.race import lay_out
from tests.browser.bare_page import page_with

pytestmark = pytest.mark.browser

(PLOTLY,) = (Path(__file__).parents[2] / "components" / "assets" / "plotly").glob("*.js")

bare = page_with("presenter/room_layout.js", "presenter/room.js", above=f"plotly/{PLOTLY.name}")

DRAWN = """async ([text, height]) => {
  document.documentElement.classList.add("presenting");
  const element = document.body.appendChild(document.createElement("div"));
  element.style.cssText = "width:760px;height:" + height + "px";
  const { data, layout } = window.corral.fitted(element, JSON.parse(text));
  await window.Plotly.newPlot(element, data, layout);
  const boxOf = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return [left, top, right, bottom];
  };
  const found = {
    names: [...element.querySelectorAll(".annotation-text-g")].map(boxOf),
    own: boxOf(element),
    inside: element._fullLayout._size.l + element._fullLayout._size.w,
  };
  window.Plotly.purge(element);
  element.remove();
  document.documentElement.classList.remove("presenting");
  return found;
}"""


@pytest.mark.parametrize(
    "policies",
    [
        ("SED", "SED-NU", "FCFS"),
        ("Random & Average", "LPTF", "LPTF on Expectation", "Random"),
        ("All Machines", "Figure 5", "Prefix Scan", "Prefix and Exchange"),
    ],
)
def test_names_of_low_rows_stand_beside_them(bare: Page, policies: tuple[str, ...]) -> None:
    """A failure: a name on the star of the first different decision, one that is cut, or two on each other."""
    figure = go.Figure(go.Scatter(x=[0, 9], y=[0.1, 0.1]))
    lay_out(figure, policies, (0.0, 9.0), [1.0], {0.5: "fast"}, "Machines", "light")
    text = to_json_plotly(figure)
    low = bare.evaluate(DRAWN, [text, 300])
    assert all(left >= low["own"][0] + low["inside"] for left, *_ in low["names"])
    assert all(right <= low["own"][2] for _, _, right, _ in low["names"])
    for (_, _, _, bottom), (_, top, _, _) in combinations(low["names"], 2):
        assert bottom <= top + 1
    high = bare.evaluate(DRAWN, [text, 900])
    assert all(left < high["own"][0] + 200 for left, *_ in high["names"])
