"""Strokes of a quick hand that make fields come and go: each is done, in their order, and Run after the last."""

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page

from components.pages.studio.sketch.strokes import Stroke, follow
from engine.study.registry import EXAMPLES
from tests.browser.bare_page import page_with

pytestmark = pytest.mark.browser

PAINTED = {"event": "shutdown", "group": "fast", "count": 1, "duration": 60, "notice": 0, "every": 0}

PAGE = """
  document.body.innerHTML = '<div id="studio-sketch"></div><button id="studio-run">Run</button>';
  let draft, fields, steps, ran, last;
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const asText = (tree) => JSON.stringify(tree.machine_events.map(({ at }) => at));
  window.stubs = {
    mark: () => {}, fieldsNow: () => ({ ...fields }), settle: () => {},
    catchUp: () => {}, step: (trees) => trees.map(asText).forEach(remember),
  };
  window.dash_component_api = { getLayout: (id) => ({ props: { data: id === "studio-draft" ? draft : null } }) };
  const remember = (one) => one !== last && steps.push((last = one));
  // The server is slow, and so is Dash.
  window.fetch = async (where, { body }) => {
    await pause(slow);
    return { ok: true, json: () => served(JSON.parse(body)) };
  };
  window.dash_clientside = { set_props: async (id, { data }) => {
    await pause(slow / 2);
    if (corral.reshaping.isHeld()) return;
    build(data.draft);
    corral.reshaping.coming();
    await pause(slow / 2);
    corral.reshaping.built();
  } };
  let slow = 4;
  function build(tree) {
    draft = tree;
    fields = Object.fromEntries(tree.machine_events.map(({ at }, n) => ["machine_events." + n + ".at", at]));
    document.getElementById("studio-sketch").replaceChildren(...tree.machine_events.map((one, n) => {
      const made = document.createElement("button");
      made.id = JSON.stringify({ action: "remove-event", number: n, type: "studio-action" });
      return made;
    }));
  }
  document.getElementById("studio-run").addEventListener("click", () => (ran = Object.values(fields)));
  const hand = (name) => document.dispatchEvent(new PointerEvent(name, { pointerId: 1 }));

  async function did(tree, painted, strokes, slowness) {
    build(tree);
    slow = slowness, steps = [], ran = null, last = asText(tree);
    corral.reshaping.built();
    const done = [];
    for (const [n, [verb, choice, wait]] of strokes.entries()) {
      const seen = Array.from(document.querySelectorAll("#studio-sketch > button"));
      const at = 10000 + n, number = choice % seen.length;
      if (verb !== "paint" && !seen.length) continue;
      hand("pointerdown");
      const held = document.getElementById("studio-sketch").firstChild;
      await pause(wait);
      const isThere = !held || held.isConnected;
      hand("pointerup");
      done.push({ verb: verb, of: fields["machine_events." + number + ".at"], at: at, isThere: isThere });
      if (verb === "paint") corral.reshape({ path: "machine_events.new", value: { ...painted, at: at } });
      else if (verb === "remove") seen[number].click();
      else fields["machine_events." + number + ".at"] = at;
      await pause(verb === "move" ? 120 : wait); // the next hand comes when that one has been heard
    }
    await pause(120);
    document.getElementById("studio-run").click();
    for (let n = 0; !ran && n < 500; n++) await pause(4);
    while (corral.reshaping.isAsked()) await pause(4); // Run does not wait for fields, which Dash tells of
    return { done: done, ran: ran, steps: steps.length };
  }
"""

bare = page_with(
    "studio/hands.js",
    "studio/reshaping.js",
    "studio/waiting_buttons.js",
    stubs={
        "preview/preview_form.js": ["fieldsNow"],
        "preview/preview_page.js": ["mark"],
        "studio/history.js": ["catchUp", "step"],
        "studio/sketch.js": ["settle"],
    },
)


@pytest.fixture(scope="module")
def script(bare: Page) -> Page:
    def served(asked: dict[str, Any]) -> dict[str, Any]:
        found = follow(asked["draft"], [Stroke(**stroke) for stroke in asked["strokes"]])
        form = ["a form"] if found.is_reshaped or asked["is_awaited"] else None
        return {"draft": found.tree, "gone": found.gone, "steps": found.steps, "form": form}

    bare.expose_function("served", served)
    bare.add_script_tag(content=PAGE)
    return bare


STROKES = st.lists(
    st.tuples(st.sampled_from(["paint", "remove", "move"]), st.integers(0, 9), st.integers(0, 40)), max_size=5
)


@settings(max_examples=12, deadline=None)
@given(STROKES, st.sampled_from([0, 4, 60, 200]))
@example([("remove", 0, 0), ("remove", 1, 0), ("paint", 0, 0), ("move", 2, 0)], 200)
@example([("paint", 0, 0), ("paint", 0, 400), ("move", 0, 40)], 60)
def test_every_stroke_is_done_before_run_to_what_was_seen_and_is_a_step(
    script: Page, strokes: list[tuple[str, int, int]], slow: int
) -> None:
    tree = EXAMPLES["evacuation"].model_dump(mode="json")
    tree["machine_events"] = [PAINTED | {"at": 1000 * n} for n in range(1, 4)]
    found = script.evaluate(
        "([tree, painted, strokes, slow]) => did(tree, painted, strokes, slow)",
        [tree, PAINTED, [list(one) for one in strokes], slow],
    )
    meant, steps = [1000, 2000, 3000], 0
    for one in found["done"]:
        assert one["isThere"], "the form went from under the hand"
        before = list(meant)
        if one["verb"] == "paint":
            meant.append(one["at"])
        elif one["of"] in meant:  # it may be gone from the sketch, and still be seen
            put = [one["at"]] if one["verb"] == "move" else []
            meant[meant.index(one["of"]) : meant.index(one["of"]) + 1] = put
        steps += meant != before
    assert found["ran"] == meant
    assert found["steps"] == steps
