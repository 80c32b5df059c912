"""Sharing, as a teacher does it: links, frames in other pages, files, and a result that is checked again."""

import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import orjson
import pytest
from playwright.sync_api import Browser, Page, expect

from components.sketches.link import from_link, to_link
from engine import ENGINE_VERSION
from engine.study.ahead import result_ahead
from engine.study.registry import EXAMPLES
from tests.browser.conftest import open_studio, violations

pytestmark = pytest.mark.browser

FIRST = EXAMPLES["schnor-system-1"]
LINK = to_link(FIRST)
KEPT = orjson.loads((Path(__file__).parent.parent / "components" / "sketches" / "links_of_version_1.json").read_bytes())
FRAME = '<!DOCTYPE html><title>Course</title><iframe src="{}" title="Answer" width="900" height="700"></iframe>'

Course = Callable[[str], str]


@pytest.fixture(scope="module")
def course() -> Iterator[Course]:
    """The page of a course on another origin, with a frame of the address that it is given."""
    shown: list[str] = []

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(FRAME.format(shown[-1]).encode())

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def of(address: str) -> str:
        shown.append(address.replace("&", "&amp;"))
        return f"http://localhost:{server.server_port}/"

    yield of
    server.shutdown()
    server.server_close()


def open_dialog(page: Page) -> None:
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_links_by_keyboard_alone(studio: Page) -> None:
    studio.context.grant_permissions(["clipboard-read", "clipboard-write"])
    studio.get_by_role("button", name="Share").focus()
    studio.keyboard.press("Enter")
    dialog = studio.get_by_role("dialog", name="Share")
    for name, said in (("Copy link", "Copied."), ("Make short link and QR code", None), ("Copy short link", "Copied.")):
        button = dialog.get_by_role("button", name=name)
        expect(button).to_be_visible()
        for _ in range(20):
            studio.keyboard.press("Tab")
            if button.evaluate("element => element === document.activeElement"):
                break
        studio.keyboard.press("Enter")
        if said:
            what = "link" if name == "Copy link" else "short"
            expect(
                studio.locator(f"#share-{what}").locator("xpath=ancestor::*[@class='share-copied']")
            ).to_contain_text(said)
            copied = studio.evaluate("navigator.clipboard.readText()")
            assert copied == studio.locator(f"#share-{what}").input_value()
    short = studio.locator("#share-short").input_value()
    expect(dialog.get_by_role("img", name="QR code of the short link")).to_be_visible()
    studio.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(studio.get_by_role("button", name="Share")).to_be_focused()
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/s/[0-9a-f]{16}", short)
    studio.goto(short)
    expect(studio.locator("#studio-sent")).to_contain_text("Same result as the sender of this link saw")
    assert from_link(studio.evaluate("new URLSearchParams(location.search).get('s')")) == FIRST


def test_the_large_code_is_closed_alone(studio: Page) -> None:
    open_dialog(studio)
    studio.get_by_role("button", name="Make short link").click()
    studio.get_by_role("button", name="Show large").click()
    large = studio.get_by_role("dialog", name="QR code")
    expect(large.get_by_role("img", name="QR code of the link below")).to_be_visible()
    box = large.get_by_role("img", name="QR code of the link below").bounding_box()
    assert box is not None
    assert box["height"] > 0.6 * studio.evaluate("innerHeight")
    studio.keyboard.press("Escape")
    expect(large).to_be_hidden()
    expect(studio.get_by_role("dialog", name="Share")).to_be_visible()


def test_an_answer_in_a_frame_of_another_site(browser: Browser, address: str, course: Course) -> None:
    context = browser.new_context(color_scheme="dark")
    # As a browser does that keeps nothing for frames of other sites.
    context.add_init_script(
        "if (window !== top) Object.defineProperty(window, 'localStorage', "
        "{ configurable: true, get: () => { throw new DOMException('denied', 'SecurityError'); } })"
    )
    page, trouble = context.new_page(), list[str]()
    page.on("console", lambda message: trouble.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.goto(course(f"{address}embed?s={LINK}&off=FCFS"))
    frame = page.frame_locator("iframe")
    expect(frame.locator("#studio-curves .scatterlayer .trace").first).to_be_visible()
    expect(frame.get_by_role("heading", level=1)).to_have_text(FIRST.title)
    expect(frame.locator("#studio-verdict")).to_contain_text("below SED-NU")
    expect(frame.locator("#studio-verdict")).not_to_contain_text("FCFS")
    expect(frame.locator("html")).to_have_attribute("data-mantine-color-scheme", "dark")
    expect(frame.get_by_role("link", name="Open in Corral")).to_have_attribute("rel", "noopener")
    for away in (frame.get_by_role("banner"), frame.get_by_role("button", name="Run"), frame.get_by_role("tab")):
        expect(away).to_have_count(0)
    frame.get_by_text("Table of this picture").locator("visible=true").click()
    expect(frame.get_by_role("columnheader", name="SED settles").locator("visible=true")).to_be_attached()
    assert page.frames[1].evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert trouble == []
    page.goto(course(address))  # the Studio itself
    page.wait_for_function("frames.length === 1")
    expect(page.frame_locator("iframe").locator("#studio-verdict")).to_have_count(0)
    assert any("frame-ancestors" in words for words in trouble)
    context.close()


def test_a_study_that_nobody_knows_is_run_in_the_frame_when_asked(watched: Page, address: str) -> None:
    tree = FIRST.model_dump(mode="json")
    tree["study"]["seed"], tree["workload"]["jobs"] = 6_001, 500
    watched.goto(f"{address}embed?s={to_link(type(FIRST).read(tree))}")
    expect(watched.locator("#studio-stale")).to_contain_text("Press Run")
    expect(watched.locator("#studio-verdict")).to_contain_text("Nothing has been computed")
    watched.get_by_role("button", name="Run").click()
    expect(watched.locator("#studio-fingerprint")).to_have_text(re.compile("^Result fingerprint [0-9a-f]{16}$"))
    expect(watched.get_by_role("button", name="Run")).to_be_hidden()


@pytest.mark.parametrize("name", list(KEPT)[:1])
def test_a_link_of_version_1_opens(watched: Page, address: str, name: str) -> None:
    open_studio(watched, f"{address}?s={KEPT[name]['link']}")
    expect(watched.get_by_label("Title")).to_have_value(KEPT[name]["scenario"]["title"])
    expect(watched.get_by_text("This link cannot be opened")).to_be_hidden()


def test_a_link_points_at_an_instant_with_a_policy_switched_off(watched: Page, address: str) -> None:
    watched.goto(
        f"{address}?s={LINK}&tab=schedule&policy=SED-NU&point=3&replication=2&step=17&off=FCFS&metric=wait_time"
        f"&f=0123456789abcdef-{ENGINE_VERSION}&class=kept&tab2=%3Cb%3E"
    )
    expect(watched.locator("#studio-instant")).to_contain_text("Event 17 of")
    expect(watched.get_by_role("tab", name="Schedule", exact=True)).to_have_attribute("aria-selected", "true")
    expect(watched.get_by_label("Replication", exact=True)).to_have_value("2")
    expect(watched.locator("#studio-schedule .plotly").first).to_be_visible()
    expect(watched.locator("#studio-sent")).to_contain_text("another result than the sender")
    watched.get_by_role("button", name="Next step").click()
    watched.wait_for_function("new URLSearchParams(location.search).get('step') === '18'")
    watched.get_by_role("tab", name="Curves").click()
    expect(watched.get_by_label("Metric", exact=True).first).to_have_value("Mean wait time")
    chips = watched.get_by_role("group", name="Policies that are shown")
    expect(chips.get_by_role("checkbox", name="FCFS")).not_to_be_checked()
    expect(watched.locator("#studio-verdict")).not_to_contain_text("FCFS")
    watched.get_by_role("tab", name="Fairness").click()
    expect(watched.locator("#studio-fair-text")).to_contain_text("SED-NU")
    expect(watched.locator("#studio-fair-text")).not_to_contain_text("FCFS")
    chips.get_by_role("checkbox", name="FCFS").focus()
    watched.keyboard.press("Space")
    expect(watched.locator("#studio-fair-text")).to_contain_text("FCFS")
    watched.wait_for_function("!new URLSearchParams(location.search).has('off')")
    assert watched.evaluate("new URLSearchParams(location.search).get('class')") == "kept"


def choose_file(page: Page, name: str, text: str) -> None:
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open scenario file").click()
    chooser.value.set_files({"name": name, "mimeType": "application/json", "buffer": text.encode()})


def test_a_scenario_leaves_as_a_file_and_comes_back(studio: Page) -> None:
    open_dialog(studio)
    with studio.expect_download() as download:
        studio.get_by_role("button", name="Save scenario file").click()
    assert download.value.suggested_filename == "corral-schnor-et-al-1996-system-1.json"
    text = download.value.path().read_text()
    choose_file(studio, "wrong.json", text.replace('"count": 5', '"count": -5'))
    said = studio.get_by_role("dialog").get_by_role("alert").filter(has_text="wrong.json")
    expect(said).to_contain_text("cluster.groups.0.count: -5 is too small; at least 1 is allowed")
    choose_file(studio, "long.json", text + " " * 640_000)
    expect(studio.get_by_role("dialog")).to_contain_text("at most 640,000 are allowed")
    expect(studio.get_by_label("Machines of “fast”", exact=True)).to_have_value("5")
    choose_file(studio, "good.json", text.replace('"count": 5', '"count": 6') + " " * 600_000)  # a long list of jobs
    expect(studio.get_by_role("dialog")).to_be_hidden()
    expect(studio.get_by_label("Machines of “fast”", exact=True)).to_have_value("6")
    studio.get_by_role("button", name="Undo").click()
    expect(studio.get_by_label("Machines of “fast”", exact=True)).to_have_value("5")


def test_a_result_is_checked_again(studio: Page) -> None:
    result = result_ahead(FIRST)
    assert result is not None
    open_dialog(studio)
    expect(studio.locator("#share-fingerprint")).to_have_text(f"Result fingerprint {result.fingerprint()}.")
    studio.get_by_role("button", name="Check again").click()
    said = studio.locator("#share-check-said")
    expect(said).to_contain_text("Recomputed 360 of 360 cells in ")
    expect(said).to_contain_text(f"all agree to the last bit; fingerprint {result.fingerprint()}")


def test_axe_finds_nothing_in_the_dialog_and_nothing_scrolls_sideways(watched: Page, address: str) -> None:
    watched.emulate_media(color_scheme="dark")
    watched.set_viewport_size({"width": 390, "height": 844})
    open_studio(watched, address)
    open_dialog(watched)
    watched.get_by_role("button", name="Make short link").click()
    expect(watched.get_by_role("img", name="QR code of the short link")).to_be_visible()
    assert violations(watched) == []
    assert watched.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    dialog = watched.get_by_role("dialog")
    assert dialog.evaluate("element => element.scrollWidth - element.clientWidth") <= 0
