"""Run is seen to be pressed at once, and no longer than until it is known what comes of it; without the program."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.bare_page import page_with

pytestmark = pytest.mark.browser

bare = page_with("studio/run_pressed.js")

BUTTON = """() => {
    const label = '<span class="mantine-Button-label">Run</span>';
    document.body.innerHTML = '<button id="studio-run"><span>' + label + '</span></button>';
}"""
LABEL = "document.querySelector('.mantine-Button-label').firstChild.nodeValue = 'Running …'"


@pytest.mark.parametrize(
    ("comes", "is_busy"),
    [
        (LABEL, False),
        ("corral.heardOfRun({ state: 'done' })", False),  # known already
        ("corral.heardOfRun({ state: 'unknown' })", False),  # refused
        ("corral.heardOfRun({ state: 'running' })", True),  # the button says so itself in a moment
        ("corral.heardOfRun({ state: 'running' }); " + LABEL, False),
    ],
)
def test_it_is_busy_until_something_is_heard(bare: Page, comes: str, is_busy: bool) -> None:
    bare.evaluate(BUTTON)
    button = bare.locator("#studio-run")
    button.click()
    expect(button).to_have_attribute("aria-busy", "true")
    bare.evaluate(f"() => {{ {comes}; }}")
    bare.wait_for_timeout(30)  # observers are called after the script
    assert (button.get_attribute("aria-busy") == "true") == is_busy


def test_what_cannot_be_pressed_is_not_busy(bare: Page) -> None:
    bare.evaluate(BUTTON)
    bare.evaluate(
        "() => { const button = document.getElementById('studio-run'); button.disabled = true; button.click(); }"
    )
    assert bare.locator("#studio-run").get_attribute("aria-busy") is None
