"""The real program, started as its user starts it, and pages on it that must stay free of errors."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, BrowserType, Locator, Page, expect

from tests.components.lessons.lesson_files import PREDICTIONS, write_lesson

PROJECT = Path(__file__).parent.parent.parent
# A machine that runs other tests at the same time may take seconds for what takes a tenth of one.
PATIENCE = 60_000
"""Milliseconds."""
expect.set_options(timeout=PATIENCE)

SERVES = re.compile(r"Corral serves on (\S+)")


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict) -> dict:
    """To wait for a condition evaluates text in the page, which the content policy forbids; see `test_security`."""
    return browser_context_args | {"bypass_csp": True}


@pytest.fixture(scope="session")
def visitor(
    browser_type: BrowserType,
    browser_type_launch_args: dict,
    browser_context_args: dict,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[BrowserContext]:
    """A browser that has been here: it keeps the files of the page, as visitors' do, and what it has compiled of them.

    A fresh one reads 3 MB of scripts before each test, which takes longer than most of them; one without a folder
    compiles them each time, for nearly a second.
    """
    folder = tmp_path_factory.mktemp("visitor")
    context = browser_type.launch_persistent_context(folder, **(browser_type_launch_args | browser_context_args))
    yield context
    context.close()


@pytest.fixture
def context(visitor: BrowserContext) -> Iterator[BrowserContext]:
    """For a test: nothing but those files is there from others."""
    there = list(visitor.pages)  # the first, empty one: without any it would end
    yield visitor
    opened = [page for page in visitor.pages if page not in there]
    origins = {
        f"{where.scheme}://{where.netloc}" for page in opened if (where := urlsplit(page.url)).scheme[:4] == "http"
    }
    for page in opened:
        page.close()
    for origin in origins:  # when no page is left that could put something there
        everything = {"origin": origin, "storageTypes": "all"}
        visitor.new_cdp_session(there[0]).send("Storage.clearDataForOrigin", everything)
    visitor.clear_cookies()
    visitor.clear_permissions()


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a running Corral with its own broker, workers and data folder."""
    lessons = tmp_path_factory.mktemp("lessons")
    for kind in PREDICTIONS:
        write_lesson(lessons, kind)  # test-number and so on, beside those that come with Corral
    environment = os.environ | {"XDG_DATA_HOME": str(tmp_path_factory.mktemp("data")), "CORRAL_LESSONS": str(lessons)}
    environment.pop("REDIS_URL", None)
    command = [sys.executable, "app.py", "--port", "0", "--workers", "2", "--no-browser"]
    log = tmp_path_factory.mktemp("app") / "log"
    with (
        log.open("w") as out,
        subprocess.Popen(
            command, cwd=PROJECT, env=environment, stdout=subprocess.PIPE, stderr=out, text=True
        ) as process,
    ):
        assert process.stdout is not None
        for line in process.stdout:
            if found := SERVES.search(line):
                break
        else:
            pytest.fail(f"the program ended before it served:\n{log.read_text()}")
        yield found.group(1)
        process.terminate()
        assert process.wait(20) == 0


@pytest.fixture
def watched(page: Page, address: str) -> Iterator[Page]:
    """A page on which any error in the console, any bad answer and any outside request fails."""
    page.set_default_timeout(PATIENCE)
    trouble: list[str] = []
    page.on("console", lambda message: trouble.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("response", lambda r: trouble.append(f"{r.status} {r.url}") if r.status >= 400 else None)
    page.on("request", lambda r: trouble.append(r.url) if not r.url.startswith((address, "data:", "blob:")) else None)
    yield page
    assert trouble == []


@pytest.fixture
def studio(watched: Page, address: str) -> Page:
    """The Studio with its first picture drawn."""
    open_studio(watched, address)
    return watched


def open_studio(page: Page, address: str) -> None:
    """Go to *address* and wait for the first picture."""
    page.goto(address)
    page.wait_for_selector("#studio-curves .scatterlayer .trace")
    until_live(page)


def until_live(page: Page) -> None:
    """Wait until the live page has taken the place of the first picture, and what it does at the start is done."""
    page.wait_for_selector("#studio-drawer[data-met]", state="attached")
    page.wait_for_selector("#first-picture", state="detached")


BUSY = "[data-dash-is-loading=true], #studio-sketch[aria-busy=true], .js-plotly-plot:visible:not(:has(.main-svg))"
"""What an answer of the server is awaited for, and pictures that can be seen and are not drawn yet."""


def until_calm(page: Page) -> None:
    """Wait until nothing is awaited and every picture drawn, three looks in a row: a click may lead to several answers.

    Asks by selectors alone, so that it can be used where the content policy holds.
    """
    calm = 0
    until = time.monotonic() + PATIENCE / 1000
    while calm < 3:
        page.wait_for_timeout(100)
        calm = 0 if page.locator(BUSY).count() else calm + 1
        assert time.monotonic() < until, "something is awaited for ever"


def choose(page: Page, label: str, option: str | re.Pattern[str]) -> None:
    """Choose from a list, as with the mouse."""
    field = page.get_by_label(label, exact=True).locator("visible=true").first
    if field.evaluate("field => field.tagName") == "SELECT":
        options = [one for one in field.locator("option").all_inner_texts() if _is(option, one)]
        field.focus()  # which `select_option` does not
        field.select_option(label=options[0])
        return
    field.click()
    exact = {"exact": True} if isinstance(option, str) else {}
    page.get_by_role("option", name=option, **exact).locator("visible=true").first.click()  # type: ignore[arg-type]


def in_sight(field: Locator) -> Locator:
    """The *field*, and the parts of the form open in which it is."""
    open_all = "for (let part = field; part; part = part.parentElement.closest('details')) part.open = true"
    field.evaluate(f"field => {{ {open_all} }}")
    return field


def open_part(page: Page, title: str) -> Locator:
    """The line of a part of the form that comes when it is opened; it is open."""
    line = page.locator("#studio-sketch details.part > summary").filter(has_text=f"{title}: ")
    if line.locator("xpath=..").get_attribute("open") is None:
        line.click()
    return line


def _is(wanted: str | re.Pattern[str], text: str) -> bool:
    return text == wanted if isinstance(wanted, str) else bool(wanted.search(text))


ONLY_WHAT_IS_WRONG = {"resultTypes": ["violations"]}
"""All rules are tried, but axe names no places where they are kept, which takes most of its time."""


def violations(page: Page) -> list[tuple[str, list[str]]]:
    """What axe finds against the rules of accessibility: the rule, and up to three places."""
    found = Axe().run(page, options=ONLY_WHAT_IS_WRONG).response["violations"]
    return [(one["id"], [node["html"][:160] for node in one["nodes"]][:3]) for one in found]
