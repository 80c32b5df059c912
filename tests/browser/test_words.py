"""Words where they are needed: the glossary, the word of a field by keyboard and mouse, and equations."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from components.glossary.catalogue import glossary
from engine.study.registry import FAMILIES
from tests.browser.conftest import open_part, violations

pytestmark = pytest.mark.browser


def no_scrolling(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_the_glossary_is_filtered_by_keyboard(watched: Page, address: str, width: int, scheme: str) -> None:
    watched.set_viewport_size({"width": width, "height": 900})
    watched.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    watched.goto(f"{address}words")
    count = watched.locator("#words-shown")
    expect(count).to_have_text(f"{len(glossary())} words")
    assert no_scrolling(watched)
    watched.get_by_label("Filter", exact=True).focus()
    watched.keyboard.type("gang slot")
    expect(count).to_contain_text(f"of {len(glossary())} shown")
    expect(watched.get_by_role("heading", name="Gang scheduling", exact=True)).to_be_visible()
    expect(watched.get_by_role("heading", name="Speed factor", exact=True)).to_be_hidden()
    assert violations(watched) == []
    watched.get_by_role("link", name="Ousterhout matrix").first.click()
    expect(watched).to_have_url(f"{address}words#ousterhout-matrix")


def test_an_address_with_a_word_shows_it(watched: Page, address: str) -> None:
    watched.goto(f"{address}words#speed-factor")
    expect(watched.get_by_role("heading", name="Speed factor", exact=True)).to_be_in_viewport()


def test_f1_says_what_a_field_means_and_escape_returns_to_it(studio: Page) -> None:
    open_part(studio, "Precision")
    seed = studio.get_by_label("Seed", exact=True)
    seed.focus()
    studio.keyboard.press("F1")
    word = studio.get_by_role("dialog", name="Seed")
    expect(word).to_contain_text("The number from which all random numbers are made")
    expect(word).to_be_focused()
    assert violations(studio) == []
    studio.keyboard.press("Escape")
    expect(word).to_be_hidden()
    expect(seed).to_be_focused()
    studio.get_by_role("checkbox", name=re.compile("EASY$")).focus()
    studio.keyboard.press("F1")
    expect(studio.get_by_role("dialog", name="EASY backfilling")).to_contain_text("Lifka 1995")


def test_the_question_mark_beside_a_label_leads_to_its_word(studio: Page) -> None:
    studio.get_by_text("And vary (a map of both)").hover()
    mark = studio.get_by_role("link", name="What is “Sweep”?")
    expect(mark).to_have_attribute("href", "/words#sweep")
    mark.click()
    word = studio.get_by_role("dialog", name="Sweep")
    expect(word).to_contain_text("Several values for a field")
    word.get_by_role("link", name="Point", exact=True).click()
    expect(studio.get_by_role("dialog", name="Point")).to_contain_text("One combination of values")
    studio.keyboard.press("Escape")
    studio.get_by_role("tab", name="Mapping states").focus()
    expect(studio.get_by_role("link", name="What is “Mapping-state diagram”?")).to_be_visible()
    assert violations(studio) == []


@pytest.mark.parametrize("family", FAMILIES)
def test_equations_are_set_under_the_content_security_policy(browser: Browser, address: str, family: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, bypass_csp=False)
    page, trouble = context.new_page(), list[str]()
    page.on("console", lambda message: trouble.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("request", lambda r: trouble.append(r.url) if not r.url.startswith((address, "data:", "blob:")) else None)
    page.goto(f"{address}methods/{family}")
    equation = page.locator('mjx-container[display="true"] svg').first
    expect(equation).to_be_visible()
    expect(page.locator("mjx-assistive-mml math").first).to_be_attached()  # what screen readers read
    assert no_scrolling(page)
    context.close()
    assert trouble == []


def test_a_methods_page_is_accessible_and_has_few_stops_for_the_tab_key(watched: Page, address: str) -> None:
    watched.goto(f"{address}methods/master-worker#the-number-of-workers")
    expect(watched.locator("mjx-container").last).to_be_attached()
    expect(watched.get_by_role("heading", name="The number of workers")).to_be_in_viewport()
    expect(watched.locator("mjx-container[tabindex]")).to_have_count(0)
    assert violations(watched) == []
