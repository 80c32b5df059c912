"""When a picture is drawn again to fit its place, and how styles know that it is there: with a plotly that counts."""

import pytest
from playwright.sync_api import Page

from tests.browser.bare_page import page_with

pytestmark = pytest.mark.browser

bare = page_with("pictures/plot_when_seen.js")

FITTED = """([drawn, wide, isHidden]) => {
  let fitted = 0;
  window.Plotly = { react: () => null, Plots: { resize: () => { fitted += 1; return Promise.resolve(); } } };
  document.body.innerHTML = '<div><div style="height: 100px"></div></div>';
  const element = document.body.firstChild.firstChild;
  element.style.width = wide + "px";
  element.parentElement.style.display = isHidden ? "none" : "block";
  if (drawn) element._fullLayout = { width: drawn, height: 100 };
  return Promise.resolve(window.Plotly.Plots.resize(element)).then(() => fitted);
}"""


@pytest.mark.parametrize(
    ("drawn", "wide", "is_hidden", "times"),
    [
        (400, 400, False, 0),
        (400, 401, False, 0),  # plotly itself takes it for the same
        (400, 410, False, 1),
        (410, 400, False, 1),
        (400, 800, True, 0),  # when it is seen again
        (None, 400, False, 0),  # it will be drawn to fit
    ],
)
def test_only_a_picture_that_does_not_fit_is_fitted(
    bare: Page, drawn: int | None, wide: int, is_hidden: bool, times: int
) -> None:
    """A failure: one that fits is drawn twice, or one that does not stays too narrow for its place."""
    assert bare.evaluate(FITTED, [drawn, wide, is_hidden]) == times


def test_the_place_of_a_picture_says_whether_it_is_drawn(bare: Page) -> None:
    """And no longer when another element, without a picture, has come into the place: it has a sketch in grey then."""
    marks = bare.evaluate(
        """() => {
          const react = (element) => { element.innerHTML = '<svg class="main-svg"></svg>'; };
          window.Plotly = { react: react, Plots: { resize: () => null } };
          document.body.innerHTML = '<div class="picture"><div style="height: 9px"></div></div>';
          const place = document.querySelector(".picture");
          const figure = { data: [{}], layout: {} };
          const marks = [place.hasAttribute("data-drawn")];
          window.Plotly.react(place.firstChild, figure);
          marks.push(place.hasAttribute("data-drawn"));
          place.innerHTML = "<div></div>";
          window.Plotly.react(place.firstChild, { data: [], layout: {} });
          return [...marks, place.hasAttribute("data-drawn")];
        }"""
    )
    assert marks == [False, True, False]
