"""Keys above a picture on a phone: two beside each other, none on another or on a title, and drawn once."""

from pathlib import Path
from random import Random

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

bare = page_with("presenter/room_layout.js", "presenter/room.js", above=f"plotly/{PLOTLY.name}")

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


@pytest.mark.parametrize("name", ["finish-in-time", "mixed-laboratory", "heymann-figure-4", "zhang-load"])
def test_keys_of_a_narrow_picture_have_room(bare: Page, name: str) -> None:
    """A failure: four rows with one key each, or the title of the axis on a key."""
    result = result_ahead(EXAMPLES[name])
    assert result is not None
    found = bare.evaluate(DRAWN, to_json_plotly(create_curves(result, first_metric(result.scenario))))
    keys = found["keys"]
    assert len(keys) >= 4
    boxes = keys + found["titles"]
    assert not any(_meet(one, other) for n, one in enumerate(boxes) for other in boxes[:n])
    assert all(left >= 0 and right <= found["right"] for left, _, right, _ in keys)
    assert len({round(top / 8) for _, top, _, _ in keys}) <= (len(keys) + 1) // 2
    assert found["added"] <= 1


AGAIN = """([text, isHeld]) => {
  const element = document.body.appendChild(document.createElement("div"));
  element.style.cssText = "width:366px;height:390px";
  const copied = (one) => Object.assign({}, one); // as whoever draws something else into a picture does
  const first = window.corral.fitted(element, JSON.parse(text));
  let last = first;
  for (let n = 0; n < 3; n++) {
    const layout = copied(last.layout);
    if (isHeld) layout.yaxis = Object.assign({}, layout.yaxis, { range: [0, 7] });
    last = window.corral.fitted(element, { data: last.data.map(copied), layout: layout });
  }
  element.remove();
  return [first, last].map(({ data, layout: { margin, legend, yaxis } }) =>
    [margin, legend, yaxis.title, data.map((one) => one.legendgroup), yaxis.range]);
}"""


@pytest.mark.parametrize("is_held", [False, True])
def test_a_copy_of_a_narrow_picture_takes_no_more_room(bare: Page, is_held: bool) -> None:
    """A failure: a margin that grows until the picture is away, or an axis that falls back to where it ended before."""
    result = result_ahead(EXAMPLES["zhang-load"])
    assert result is not None
    text = to_json_plotly(create_curves(result, first_metric(result.scenario)))
    first, last = bare.evaluate(AGAIN, [text, is_held])
    assert last[:4] == first[:4]
    assert last[4] == ([0, 7] if is_held else first[4])


NUMBERS = """([places, width]) => {
  const text = places.map(([, , job]) => String(job));
  const trace = { mode: "text", x: places.map(([x]) => x), y: places.map(([, y]) => y), text: text };
  trace.customdata = text.map(() => 1);
  const layout = { xaxis: { range: [0, 100] }, yaxis: { range: [4, 0] }, margin: { l: 72, r: 24, t: 20, b: 60 } };
  const shown = window.corral.numbersInRoom(trace, layout, { clientWidth: width, clientHeight: 400 });
  return shown.text || text;
}"""


@pytest.mark.parametrize("width", [366, 864])
def test_numbers_of_jobs_do_not_stand_on_each_other(bare: Page, width: int) -> None:
    """A failure: "5655 53" of three jobs, or a number left out that has room."""
    for seed in range(40):
        random = Random(seed)
        places = [(random.uniform(0, 100), random.randrange(4), random.choice([7, 42, 1234])) for _ in range(30)]
        shown = bare.evaluate(NUMBERS, [places, width])
        boxes = [
            (x * (width - 96) / 100, y, 7.5 * len(str(job)))
            for (x, y, job), text in zip(places, shown, strict=True)
            if text
        ]
        assert {int(y) for _, y, _ in boxes} == {int(y) for _, y, _ in places}
        for n, (x, y, wide) in enumerate(boxes):
            assert not any(y == row and abs(x - at) < (wide + other) / 2 for at, row, other in boxes[:n])
