"""A policy of one's own is written in the browser: typed, mistyped, mended, and run beside the others."""

import re

import pytest
from playwright.sync_api import Page, expect

from components.sketches.link import to_link
from engine.study.registry import EXAMPLES, read_scenario
from tests.browser.conftest import until_live

pytestmark = pytest.mark.browser


def test_a_rule_is_typed_mistyped_mended_and_run(watched: Page, address: str) -> None:
    tree = EXAMPLES["who-is-first"].model_dump(mode="json")
    tree["workload"]["jobs"], tree["study"]["replications"] = 1_000, 3
    tree |= {"policies": ["EASY", "own:mine"], "own_policies": [{"name": "mine", "order": "-submit"}]}
    watched.goto(f"{address}?s={to_link(read_scenario(tree))}")
    until_live(watched)
    watched.locator("details:has(> summary:has-text('Own policies'))").last.locator("> summary").click()
    box = watched.locator(".own-rule[data-rule=order]")
    said, jobs = box.locator(".rule-said"), box.locator(".rule-jobs tbody tr")
    expect(said).to_contain_text("First: the job that arrived first.")
    expect(jobs).to_have_count(10)
    expect(box.locator(".rule-jobs td.earlier")).to_have_count(0)

    field = box.locator("textarea")
    asked = watched.evaluate_handle("() => document.querySelector('.own-rule[data-rule=order] .rule-tried').classList")
    field.fill("-size")
    assert asked.evaluate("one => one.contains('old')"), "what comes late is marked from the key on"
    expect(box.locator(".rule-tried th").last).to_have_text("size (processors)")
    expect(box.locator(".rule-jobs td.earlier").first).to_be_visible()
    sizes = [int(row.locator("td").last.inner_text()) for row in jobs.all()]
    assert sizes == sorted(sizes)

    field.fill("-sise")
    expect(said).to_contain_text('column 2: "sise" is no name; did you mean "size"?')
    expect(box.locator(".rule-tried")).to_have_class(re.compile(r"\bold\b"))  # of the last rule that was one
    expect(watched.get_by_role("button", name="Run", exact=True)).to_be_disabled()
    watched.reload()  # it is no sketch, and is kept with the one before it
    expect(field).to_have_value("-sise")
    expect(said).to_contain_text('"sise" is no name')
    expect(watched.get_by_role("button", name="Run", exact=True)).to_be_disabled()
    field.fill("-size")
    expect(box.locator(".rule-tried")).not_to_have_class(re.compile(r"\bold\b"))
    expect(watched.get_by_role("button", name="Run", exact=True)).to_be_enabled()
    assert watched.evaluate("JSON.parse(sessionStorage.getItem('corral-sketch')).typed") == {}

    watched.get_by_role("button", name="Run", exact=True).click()
    expect(watched.locator("#studio-progress-text")).to_contain_text(" cells in ")
    expect(watched.get_by_text("Result fingerprint").first).to_be_visible()

    # one more: the page stays where the hand is, though the form is short until its parts are open again
    add = watched.get_by_role("button", name="+ own policy")
    add.scroll_into_view_if_needed()
    before = watched.evaluate("() => document.querySelector('aside.sketch').scrollTop")
    assert before > 400
    add.click()
    expect(watched.locator(".own-rule[data-rule=order]")).to_have_count(2)
    watched.wait_for_function("before => document.querySelector('aside.sketch').scrollTop >= before", arg=before)
