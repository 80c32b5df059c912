"""The preview while somebody types on a slow page: in order, none lost, and what is old says so."""

import copy
import json
import os
import re
import time
from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, Request, Route, expect

from components.sketches.link import from_link, to_link
from engine.study.registry import EXAMPLES, read_scenario
from tests.browser.conftest import PATIENCE, in_sight, until_live

pytestmark = pytest.mark.browser

SLOWER = 6
LATENCY = 0.3
"""s from the page to the server and back."""

SPEEDS = ("2", "3", "6", "8")

DRAWN = """JSON.stringify(
  Array.from(document.querySelector('#studio-curves .js-plotly-plot')._fullData.find(one => one.name === 'SED').y)
)"""
"""A curve by its values: its pixels change with the room that it has."""
IS_OLD = "document.querySelector('.answer').classList.contains('awaiting')"


def box(page: Page) -> Locator:
    return in_sight(page.get_by_label("Speed factor of “slow”", exact=True))


def asked_speed(route: Route) -> float:
    sent = json.loads(route.request.post_data or "")
    return next(
        value for value, one in zip(sent["values"], sent["ids"], strict=True) if one["path"].endswith("1.speed_factor")
    )


def test_while_somebody_types_the_last_key_has_the_last_word(studio: Page) -> None:
    asked: list[float] = []

    def late(route: Route) -> None:
        asked.append(asked_speed(route))
        time.sleep(LATENCY)
        route.continue_()

    session = studio.context.new_cdp_session(studio)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    studio.route("**/_studio/preview", late)
    before = studio.evaluate(DRAWN)
    for speed in SPEEDS:
        box(studio).fill(speed)
        assert studio.evaluate(IS_OLD), "an old curve, as if it were of what stands in the form"
        studio.wait_for_timeout(100)
    expect(studio.locator("#studio-stale")).to_contain_text("3 replications of 400 jobs")
    expect(studio.locator(".answer")).not_to_have_class(re.compile("awaiting"))
    assert asked == sorted(asked, key=[float(speed) for speed in SPEEDS].index), (
        "an older sketch was asked after a newer"
    )
    assert asked[-1] == 8
    assert studio.evaluate(DRAWN) != before
    assert studio.evaluate(
        "document.querySelector('#studio-curves .js-plotly-plot').data.some(d => d.name === 'SED-NU')"
    )
    # What Dash knows is what stands there, so that going back is seen.
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    box(studio).fill("4")
    expect(studio.locator("#studio-stale")).to_be_empty()
    expect(studio.locator("#studio-verdict")).to_contain_text(re.compile("^SED has the shortest"))
    expect(studio.locator(".answer")).not_to_have_class(re.compile("previewing"))
    studio.wait_for_function(f"expected => ({DRAWN}) === expected", arg=before)


def test_whoever_presses_run_at_the_last_key_runs_what_was_typed(studio: Page) -> None:
    studio.evaluate(
        """(name) => {
          const field = document.getElementById(name);
          const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
          set.call(field, "6.5"); // as React hears it
          field.dispatchEvent(new Event("input", { bubbles: true }));
          document.getElementById("studio-run").click(); // before anybody else could have heard of the key
        }""",
        box(studio).get_attribute("id"),
    )
    expect(studio.locator("#studio-progress-text")).to_contain_text("360 of 360 cells in ")
    ran: Any = from_link(parse_qs(urlsplit(studio.url).query)["s"][0])
    assert ran.cluster.groups[1].speed_factor == 6.5
    expect(studio.locator("#studio-stale")).to_be_empty()


HEARD_BY_NOBODY_ELSE = """([name, text]) => {
  const field = document.getElementById(name);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, text);
  field.dispatchEvent(new Event("input")); // React waits for one that bubbles
}"""


def test_what_is_taken_back_before_dash_has_heard_of_it_is_gone(studio: Page) -> None:
    name = box(studio).get_attribute("id")
    curve = studio.locator("#studio-curves .js-line").first
    before, verdict = curve.get_attribute("d"), studio.locator("#studio-verdict").inner_text()
    studio.evaluate(HEARD_BY_NOBODY_ELSE, [name, "8"])
    expect(studio.locator("#studio-stale")).to_contain_text("3 replications of 400 jobs")
    assert curve.get_attribute("d") != before
    studio.evaluate(HEARD_BY_NOBODY_ELSE, [name, "4"])
    expect(studio.locator("#studio-stale")).to_be_empty()
    expect(studio.locator("#studio-verdict")).to_have_text(verdict)
    expect(studio.locator("#studio-fingerprint")).to_contain_text("Result fingerprint")
    expect(curve).to_have_attribute("d", before or "")
    expect(studio.locator(".answer")).not_to_have_class(re.compile("previewing|awaiting"))


def test_two_fields_typed_one_after_the_other_are_both_in_what_is_asked(studio: Page) -> None:
    asked: list[dict[str, Any]] = []

    def hear(request: Request) -> None:
        if request.url.endswith("/_studio/preview"):
            asked.append(request.post_data_json or {})

    studio.on("request", hear)
    other = in_sight(studio.get_by_label("Machines of “slow”", exact=True))
    for field, text in ((box(studio), "8"), (other, "7")):
        studio.evaluate(HEARD_BY_NOBODY_ELSE, [field.get_attribute("id"), text])
    expect(studio.locator(".answer")).not_to_have_class(re.compile("awaiting"))
    expect(studio.locator("#studio-stale")).to_contain_text("3 replications of 400 jobs")
    held = {one["path"]: value for one, value in zip(asked[-1]["ids"], asked[-1]["values"], strict=True)}
    assert (held["cluster.groups.1.speed_factor"], held["cluster.groups.1.count"]) == (8, 7)


NOTE_WHAT_DASH_KNOWS = """name => {
  const ask = window.fetch;
  window.known = [];
  window.fetch = (address, ...more) => {
    if (String(address).endsWith("/_studio/preview"))
      window.known.push(window.dash_component_api.getLayout(JSON.parse(name)).props.value);
    return ask(address, ...more);
  };
}"""


@pytest.mark.parametrize("way", ["key", "button"])
def test_a_step_is_asked_for_before_dash_has_heard_of_it(studio: Page, way: str) -> None:
    field = box(studio)
    studio.evaluate(NOTE_WHAT_DASH_KNOWS, field.get_attribute("id"))
    with studio.expect_request("**/_studio/preview", timeout=5_000) as asked:
        if way == "key":
            field.press("ArrowUp")
        else:
            field.hover()
            field.locator("xpath=..").locator("[data-by='1']").click()
    sent: Any = asked.value.post_data_json
    held = {one["path"]: value for one, value in zip(sent["ids"], sent["values"], strict=True)}
    assert held["cluster.groups.1.speed_factor"] > 4
    assert studio.evaluate("window.known")[0] == 4
    expect(studio.locator("#studio-stale")).to_contain_text("3 replications of 400 jobs")


def test_a_share_is_asked_for_as_a_number_though_the_field_says_percent(page: Page, address: str) -> None:
    page.goto(f"{address}?s={to_link(EXAMPLES['zhang-load'])}")
    until_live(page)
    path = "workload.job_types.0.computation"
    field = in_sight(page.locator(f"input[id*='{path}']"))
    with page.expect_request("**/_studio/preview") as asked:
        field.fill("55 %")
    sent: Any = asked.value.post_data_json
    assert dict(zip([one["path"] for one in sent["ids"]], sent["values"], strict=True))[path] == 55
    expect(field).to_have_value("55 %")


def test_a_preview_that_is_lost_on_the_way_is_asked_for_again(page: Page, address: str) -> None:
    lost: list[float] = []

    def lose(route: Route) -> None:
        if len(lost) < 2:
            lost.append(asked_speed(route))
            route.abort()
        else:
            route.continue_()

    page.goto(address)
    page.wait_for_selector("#studio-curves .scatterlayer .trace")
    until_live(page)
    page.route("**/_studio/preview", lose)
    box(page).fill("3")
    expect(page.locator("#studio-verdict")).to_contain_text("Preview: ")
    assert lost == [3, 3]


TRY_ONE_AFTER_THE_OTHER = """async ([name, texts]) => {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
  for (const text of texts) {
    const field = document.getElementById(name);
    set.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve, 350));
  }
}"""


def test_values_tried_one_after_the_other_cost_previews_alone(studio: Page) -> None:
    """What link, history and cost need would stand in the way of the next curve."""
    name = box(studio).get_attribute("id")
    before = studio.url
    asked: list[str] = []

    def hear(request: Request) -> None:
        # The page looks once for a search of where policies saturate, a second after it has come, whatever is typed.
        is_callback = "_dash-update-component" in request.url
        if is_callback and "saturation-clock.n_" not in str(request.post_data):
            asked.append(str(request.post_data))

    studio.on("request", hear)
    studio.evaluate(TRY_ONE_AFTER_THE_OTHER, [name, ["2", "3", "6"]])
    assert asked == []
    expect(studio.locator("#studio-stale")).to_contain_text("3 replications of 400 jobs")
    studio.wait_for_url(lambda url: url != before)  # it follows by itself
    held: Any = from_link(parse_qs(urlsplit(studio.url).query)["s"][0])
    assert held.cluster.groups[1].speed_factor == 6


def until(page: Page, is_so: Callable[[], bool]) -> None:
    """Wait in the test for what the page does not know."""
    end = time.monotonic() + PATIENCE / 1000
    while not is_so():
        assert time.monotonic() < end, "nothing came"
        page.wait_for_timeout(100)


def is_done(page: Page, study: str) -> bool:
    return bool(page.request.get(study).json()["state"] == "done")


IS_OLD_OR_OTHER = f"before => {IS_OLD} || {DRAWN} !== before"


def test_curves_stay_marked_until_an_answer_that_is_known_is_drawn(watched: Page, address: str) -> None:
    """The preview only says that there is one: it comes by way of Dash, which may take its time."""
    tree = EXAMPLES["schnor-system-1"].model_dump(mode="json")
    tree["study"] |= {"replications": 2, "seed": int.from_bytes(os.urandom(4), "big")}
    tree["study"]["vary"]["values"] = [0.5, 0.7]
    other = copy.deepcopy(tree)
    other["cluster"]["groups"][1]["speed_factor"] = 8
    for one in (tree, other):
        sent = watched.request.post(f"{address}/api/v1/studies", data=one, headers={"Origin": address}).json()
        where = f"{address}/api/v1/studies/{sent['id']}"
        until(watched, partial(is_done, watched, where))
    watched.goto(f"{address}?s={to_link(read_scenario(tree))}")
    until_live(watched)
    before = watched.evaluate(DRAWN)
    held: list[Route] = []
    watched.route("**/_dash-update-component*", lambda route: held.append(route))
    with watched.expect_response("**/_studio/preview") as answered:
        box(watched).fill("8")
    assert answered.value.json()["state"] == "known"
    until(watched, lambda: len(held) > 0)
    for _ in range(20):  # of Dash's answers one leads to the next one
        assert watched.evaluate(IS_OLD_OR_OTHER, before), "curves of 4 as if they were of 8"
        while held:
            held.pop(0).continue_()
        watched.wait_for_timeout(100)
    watched.unroute("**/_dash-update-component*")
    for route in held:
        route.continue_()
    watched.wait_for_function(f"before => ({DRAWN}) !== before", arg=before)
    expect(watched.locator(".answer")).not_to_have_class(re.compile("previewing|awaiting|older"))
    expect(watched.locator("#studio-fingerprint")).to_contain_text("Result fingerprint")


def test_a_bar_that_is_dragged_takes_the_curves_along(studio: Page) -> None:
    edge = studio.get_by_role("slider", name="Edge: Speed factor of “slow”")
    edge.scroll_into_view_if_needed()
    handle = edge.bounding_box()
    assert handle is not None
    x, y = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
    studio.mouse.move(x, y)
    studio.mouse.down()
    for step in range(12):
        studio.mouse.move(x, y - 2 * step)
        studio.wait_for_timeout(50)
    expect(studio.locator("#studio-verdict")).to_contain_text("Preview: ")  # the button is still down
    shown = box(studio).input_value()
    assert shown != "4", "the field stayed behind the hand"
    studio.mouse.up()
    expect(box(studio)).to_have_value(shown)
    expect(studio.locator("#studio-stale")).to_contain_text("Press Run for the whole study")


MARKS = """() => {
  const picture = document.querySelector("#studio-curves .js-plotly-plot");
  const { xaxis, yaxis } = picture._fullLayout;
  const isSeen = ({ style }) => style.display !== "none";
  const caps = picture._fullData.filter(({ meta }) => meta === "cap").map(({ uid }) => "trace" + uid);
  const isCap = ({ classList }) => caps.some((name) => classList.contains(name));
  const marks = Array.from(picture.querySelectorAll(".scatterlayer .trace")).filter((one) => isSeen(one) && !isCap(one))
    .flatMap((trace) => Array.from(trace.querySelectorAll(".points > .point")).filter(isSeen));
  return marks.flatMap((mark) => {
    const [x, y] = mark.getAttribute("transform").match(/-?[0-9.]+/g).map(Number);
    return [x / xaxis._length, y / yaxis._length];
  });
}"""
"""As shares of the axes: the words above them, which come later, take some of the height. Caps come later, too."""
AGAIN = """() => {
  const picture = document.querySelector("#studio-curves .js-plotly-plot");
  const copied = (one) => Object.assign({}, one, { x: one.x.slice(), y: one.y.slice() });
  const { yaxis } = picture.layout; // what is above an axis that ends lower, plotly.js would hide
  const layout = { ...picture.layout, yaxis: { ...yaxis, range: picture._fullLayout.yaxis.range.slice() } };
  return window.Plotly.react(picture, picture.data.map(copied), layout).then(() => null);
}"""


def test_what_follows_a_hand_is_where_the_library_would_draw_it(studio: Page) -> None:
    """Of places that a hand passes the curves come without words, which are pale until they come, too."""
    edge = studio.get_by_role("slider", name="Edge: Speed factor of “slow”")
    edge.scroll_into_view_if_needed()
    handle = edge.bounding_box()
    assert handle is not None
    x, y = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
    passed: list[str] = []
    held: list[Route] = []  # whole answers, once there are curves of a place that was only passed

    def arrive(route: Route) -> None:
        if json.loads(route.request.post_data or "")["moving"]:
            answer = route.fetch()
            passed.append(answer.json()["state"])
            route.fulfill(response=answer)
        elif "moved" in passed:
            held.append(route)
        else:
            route.continue_()

    studio.route("**/_studio/preview", arrive)
    studio.mouse.move(x, y)
    studio.mouse.down()
    for step in range(400):
        studio.mouse.move(x, y - 2 * (step % 12 + 1))
        studio.wait_for_timeout(30)
        if "moved" in passed:
            break
    until(studio, lambda: len(held) > 0)  # at the latest where the hand rests
    studio.wait_for_timeout(500)  # curves of a place before that were on their way
    expect(studio.locator(".answer")).to_have_class(re.compile("moving"))
    here = studio.evaluate(MARKS)
    studio.evaluate(AGAIN)
    assert here == pytest.approx(studio.evaluate(MARKS), abs=1e-3)
    while held:
        held.pop(0).continue_()
        studio.wait_for_timeout(200)  # which the next one may follow
    expect(studio.locator(".answer")).not_to_have_class(re.compile("moving"))
    studio.mouse.up()


GHOSTS = (
    "document.querySelector('#studio-curves .js-plotly-plot').data.filter(one => one.meta === 'before')"
    ".map(one => one.name)"
)
TOP = "document.querySelector('#studio-curves .js-plotly-plot').layout.yaxis.range[1]"


def test_what_was_there_before_stays_behind_the_curves(studio: Page) -> None:
    """In the same axes, with one number; what is pinned stays, whatever comes after it."""
    before, top = studio.locator("#studio-before"), studio.evaluate(TOP)
    expect(before).to_have_text("Pin")
    box(studio).fill("2")  # a tenth of the response time at the highest load
    expect(before).to_contain_text(re.compile(r"Pale: before, Schnor et al\. 1996, system 1\. ?SED −[0-9]{2}"))
    assert set(studio.evaluate(GHOSTS)) >= {"SED before", "SED-NU before", "FCFS before", "SED before and now"}
    assert studio.evaluate(TOP) >= top, "the axis came down, and a gain looks like just another line"
    before.get_by_role("button", name="Pin").click()
    box(studio).fill("8")
    expect(before).to_contain_text(re.compile(r"Pale: pinned, Schnor et al\. 1996, system 1\. ?SED [+×]"))
    before.get_by_role("button", name="Unpin").click()
    before.get_by_role("button", name="Hide").click()
    expect(before).not_to_contain_text("Pale")
    assert studio.evaluate(GHOSTS) == []
    assert studio.evaluate(TOP) < 0.6 * top, "the axis stayed as high as what is hidden"


def test_compare_is_with_what_has_just_been_typed(studio: Page) -> None:
    """The address follows a second after the last key; a hand is faster."""
    studio.locator("#studio-before").get_by_role("button", name="Pin").click()
    box(studio).fill("8")
    link = studio.locator("#studio-before").get_by_role("link", name="Compare")
    link.click()
    studio.wait_for_url("**/compare?**")
    asked = parse_qs(urlsplit(studio.url).query)
    factors = [from_link(asked[side][0]).model_dump()["cluster"]["groups"][1]["speed_factor"] for side in "ab"]
    assert factors == [4, 8]
