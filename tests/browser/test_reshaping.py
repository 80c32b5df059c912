"""Strokes of a quick hand that make fields come and go: each is done, in their order, and Run after the last."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page

from tests.browser.bare_page import page_with

pytestmark = pytest.mark.browser

SLOW = """
  document.body.innerHTML = '<div id="studio-sketch"></div><button id="studio-run">Run</button>';
  Object.assign(window.corral, { preview: { looked: {}, mark: () => {} }, valueOf: () => undefined });
  // Builds the form anew after each change, as the server does, and forgets one that is overtaken, as Dash does.
  let entries = [], fresh = 0, onItsWay = 0;
  const ran = [];
  const idOf = (verb, number) => JSON.stringify({ action: verb + "-event", number: number, type: "studio-action" });
  const button = (verb, number) => document.getElementById(idOf(verb, number));
  function build() {
    const place = document.getElementById("studio-sketch");
    place.replaceChildren(...[["add", 0], ...entries.map((one, n) => ["remove", n])].map(([verb, number]) => {
      const made = document.createElement("button");
      made.id = idOf(verb, number);
      const change = verb === "add" ? () => entries.push("new " + fresh++) : () => entries.splice(number, 1);
      made.addEventListener("click", () => ask(change));
      return made;
    }));
  }
  function ask(change) {
    const own = ++onItsWay;
    setTimeout(() => {
      if (own !== onItsWay) return;
      change();
      build();
      corral.reshaping.placed();
      corral.reshaping.built();
    }, 4);
  }
  window.dash_clientside = { set_props: () => ask(() => entries.push("new " + fresh++)) };
  document.getElementById("studio-run").addEventListener("click", () => ran.push(entries.join()));
  async function did(strokes) {
    entries = ["0", "1", "2", "3"], fresh = 0, ran.length = 0;
    build();
    for (const [verb, number] of strokes) {
      if (verb === "paint") corral.reshape({ path: "machine_events.new", value: {} });
      else button(verb, number).click();
    }
    document.getElementById("studio-run").click();
    for (let n = 0; !ran.length && n < 200; n++) await new Promise((resolve) => setTimeout(resolve, 4));
    return ran;
  }
"""

bare = page_with("studio/reshaping.js")


@pytest.fixture(scope="module")
def script(bare: Page) -> Page:
    bare.add_script_tag(content=SLOW)
    return bare


STROKES = st.lists(
    st.just(("add", 0)) | st.just(("paint", 0)) | st.tuples(st.just("remove"), st.integers(0, 3)), max_size=6
)


@settings(max_examples=25, deadline=None)
@given(STROKES)
def test_every_stroke_is_done_before_run_and_what_was_seen_to_be_removed_is(
    script: Page, strokes: list[tuple[str, int]]
) -> None:
    gone = {str(number) for verb, number in strokes if verb == "remove"}
    fresh = [f"new {n}" for n in range(sum(verb != "remove" for verb, _ in strokes))]
    meant = [one for one in "0123" if one not in gone] + fresh
    assert script.evaluate("strokes => did(strokes)", [list(one) for one in strokes]) == [",".join(meant)]
