"""The questions of a moving hand and of keys, on an empty page with a server that takes its time."""

from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page

from tests.browser.bare_page import page_with

pytestmark = pytest.mark.browser

bare = page_with(
    "preview/preview_state.js",
    "preview/preview_asking.js",
    stubs={
        "preview/preview_drawing.js": ["canMove", "draw", "drawMoved", "drawOwn"],
        "preview/preview_form.js": ["allPlaced", "body"],
        "preview/preview_page.js": ["mark", "now", "tellDash", "write"],
        "studio/sketch.js": ["withoutPreview"],
    },
)

PLAY = """async (steps) => {
  const preview = corral.preview;
  const drawn = []; // {number, place, how, ofHand}, as the page would show it
  const under = []; // questions that the server has not answered yet
  const moved = [];
  window.fetch = (_, { body, signal }) => new Promise((told, refused) => {
    signal.addEventListener("abort", () => refused(new Error("taken back")));
    const { place, moving, first } = JSON.parse(body);
    const found = { state: moving || first ? "moved" : "drawn", place: place, ofHand: moving };
    under.push(() => told({ ok: true, status: 200, json: async () => found }));
  });
  const show = (how) => async (found, number) => {
    if (number < preview.drawnLast) return false;
    drawn.push({ number: number, place: found.place, how: how, ofHand: found.ofHand });
    return true;
  };
  const marked = {};
  window.stubs = {
    now: () => performance.now(), mark: (name, isOn) => (marked[name] = isOn), write: () => {}, tellDash: () => {},
    allPlaced: () => true, canMove: () => true, withoutPreview: () => {},
    drawMoved: show("moved"), draw: show("whole"), body: (_, alone) => bodyOf(alone),
  };
  Object.assign(preview, { looked: { told: {} }, whole: { took: 0 }, resting: 0, unheard: 0 });
  corral.forget();
  let place = 0;
  const salt = Math.random(); // nothing of the run before
  const bodyOf = (alone) => {
    const here = place;
    return () => ({ place: here, salt: salt, moving: alone === "moving", first: alone === "first" });
  };
  const rest = () => new Promise((on) => window.setTimeout(on, 0));
  const answer = async () => { if (under.length) under.shift()(); await rest(); };
  const known = new Set();
  for (const [what, where] of steps) {
    if (what === "answer") {
      await answer();
      continue;
    }
    place = where;
    if (what === "move") corral.want(bodyOf("moving"), true);
    if (what === "key") corral.wantCurves();
    if (what === "whole") corral.want(bodyOf(""), true);
    const isBack = what === "move" && known.has(where);
    await rest();
    if (isBack) moved.push([where, drawn.at(-1).place]);
    drawn.filter(({ ofHand }) => ofHand).forEach((one) => known.add(one.place));
    await rest();
  }
  for (let n = 0; n < 40 && (under.length || preview.asked); n += 1) await answer();
  const last = steps.filter(([what]) => what !== "answer").at(-1);
  return { drawn: drawn, moved: moved, last: last || null, awaiting: marked.awaiting, left: under.length };
}"""
"""Each step: the hand moves to a place, a key says one, its whole answer is asked for, or the server answers."""

STEPS = st.lists(
    st.tuples(st.sampled_from(["move", "move", "move", "key", "whole", "answer", "answer"]), st.integers(0, 3)),
    max_size=16,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
@example(steps=[("move", 1), ("answer", 0), ("move", 2), ("answer", 0), ("move", 3), ("move", 1), ("answer", 0)])
@example(steps=[("key", 1), ("answer", 0), ("key", 2), ("answer", 0), ("answer", 0)])
@example(steps=[("key", 0), ("move", 1), ("answer", 0), ("answer", 0), ("move", 0), ("move", 0)])
def test_what_is_drawn_goes_forward_and_ends_where_the_hand_does(bare: Page, steps: list[Any]) -> None:
    """A failure: an older place after a newer one, another than the last one in the end, curves of a key without its
    words, or a place whose curves are there that waits for a question on its way."""
    found = bare.evaluate(PLAY, steps)
    numbers = [one["number"] for one in found["drawn"]]
    assert numbers == sorted(numbers)
    assert all(here == shown for here, shown in found["moved"]), found["moved"]
    if found["last"] is None:
        return
    what, place = found["last"]
    assert found["drawn"][-1]["place"] == place
    assert found["drawn"][-1]["how"] == ("moved" if what == "move" else "whole")
    assert found["left"] == 0
    if what == "key":
        assert found["awaiting"] is False
