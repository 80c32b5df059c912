"""The form of the Studio: kinds of parts are chosen, mistakes explained, and what was open stays open."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from components.sketches.link import to_link
from engine.study.registry import EXAMPLES, read_scenario
from tests.browser.conftest import choose, in_sight, open_part, until_live, violations

pytestmark = pytest.mark.browser


def open_example(page: Page, address: str, name: str) -> None:
    """Open an example by its link; it need not be computed."""
    page.goto(f"{address}?s={to_link(EXAMPLES[name])}")
    until_live(page)
    if not page.locator("#studio-sketch").is_visible():
        page.get_by_role("tab", name="Sketch", exact=True).click()


def summary(page: Page, title: str) -> Locator:
    """The line of a disclosure of the form, open or closed."""
    return page.locator("#studio-sketch details.part > summary").filter(has_text=f"{title}: ")


def wait_for_form(page: Page, label: str) -> Locator:
    """The field, once the form has been built anew and reads what is typed."""
    field = page.get_by_label(label, exact=True)
    expect(in_sight(field)).to_be_visible()
    page.wait_for_function("document.querySelector('#studio-cost').textContent.includes('cells')")
    page.wait_for_timeout(400)
    return field


def no_scrolling(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def test_another_speedup_changes_the_preview_and_a_mistake_is_explained(watched: Page, address: str) -> None:
    open_example(watched, address, "kumar-table-4-6")
    open_part(watched, "Job class")
    speedup = summary(watched, "Speedup")
    expect(speedup).to_have_text("Speedup: linear")
    speedup.click()
    choose(watched, "Speedup", "Amdahl’s law")
    share = wait_for_form(watched, "Serial share")  # which is visible: the disclosure stays open
    expect(speedup).to_have_text("Speedup: Amdahl’s law, serial share 0.05")
    expect(watched.get_by_label("Speedup", exact=True).locator("visible=true").first).to_be_focused()
    expect(watched.locator("#studio-stale")).to_contain_text("Preview")
    verdict = watched.locator("#studio-verdict").inner_text()
    share.fill("0.5")
    expect(speedup).to_have_text("Speedup: Amdahl’s law, serial share 0.5")
    expect(watched.locator("#studio-verdict")).not_to_have_text(verdict)
    expect(watched.locator("#studio-problems")).to_be_empty()
    share.fill("1.5")
    at_field = watched.locator("#studio-sketch .field .field-error")
    expect(at_field).to_have_text(re.compile("1.5 is too large; at most 1"))
    expect(watched.get_by_role("button", name="Run", exact=True)).to_be_disabled()
    share.fill("0.1")
    expect(at_field).to_have_count(0)
    expect(speedup).to_have_text("Speedup: Amdahl’s law, serial share 0.1")


def test_a_table_is_typed_and_a_mistake_opens_its_disclosure(watched: Page, address: str) -> None:
    open_example(watched, address, "kumar-table-4-3")
    open_part(watched, "Job class")
    expect(summary(watched, "Speedup")).to_have_text(re.compile("as measured, processors up to 64, speedup up to 26.3"))
    summary(watched, "Speedup").click()
    processors = watched.get_by_label("Processors", exact=True)
    processors.fill("1, 2, 4, 8, 16, 32, many")
    expect(watched.locator("#studio-problems")).to_have_text("Run waits for: processors.")  # why is said there
    expect(watched.locator("#studio-sketch .field .field-error")).to_contain_text("“many” is not a number")
    summary(watched, "Speedup").click()
    expect(processors).to_be_hidden()
    open_part(watched, "Precision")
    watched.get_by_label("Seed", exact=True).fill("5")  # the mistake is said again, where it can be seen
    expect(processors).to_be_visible()
    expect(processors).to_have_value("1, 2, 4, 8, 16, 32, many")
    processors.fill("1, 2, 4, 8, 16, 32, 48")
    expect(watched.locator("#studio-problems")).to_be_empty()


def test_a_part_comes_when_it_is_opened_or_a_mistake_is_in_it(watched: Page, address: str) -> None:
    tree = EXAMPLES["schnor-system-1"].model_dump(mode="json")
    tree["measurement"]["warm_up"] = {"method": "fixed", "jobs": 500}
    watched.goto(f"{address}?s={to_link(read_scenario(tree))}")
    until_live(watched)
    left_out = watched.get_by_label("Jobs left out", exact=True)
    expect(left_out).to_have_count(0)
    watched.get_by_label("Jobs", exact=True).fill("400")
    expect(left_out).to_be_visible()
    expect(watched.locator("#studio-sketch .field .field-error")).to_contain_text("500")
    stale = watched.locator("#studio-stale")
    left_out.fill("100")
    expect(watched.locator("#studio-problems")).to_be_empty()
    expect(watched.locator("#studio-cost")).to_contain_text("cells")
    expect(stale).to_contain_text("Preview")
    options = summary(watched, "Options and migration cost")
    options.click()
    watched.get_by_label("Checkpoint interval (s)", exact=True).fill("100")  # the first key there is heard as well
    expect(options.locator("b")).to_have_text("1 not as usual")


def test_machine_events_are_added_changed_and_removed(watched: Page, address: str) -> None:
    open_example(watched, address, "side-by-side")
    summary(watched, "Machine events").click()
    watched.get_by_role("button", name="+ machine event").click()
    expect(summary(watched, "Machine events")).to_have_text("Machine events: fast: shutdown")
    choose(watched, "Event of “machine event 1”", "owners come and go")
    hour = wait_for_form(watched, "Comes at of “machine event 1” (h)")
    hour.fill("18")
    expect(watched.locator("#studio-sketch .field .field-error")).to_contain_text("owners come at 18 h")
    watched.get_by_role("button", name="Remove machine event 1").click()
    expect(summary(watched, "Machine events")).to_have_text("Machine events: none")
    expect(watched.locator("#studio-problems")).to_be_empty()


def test_what_a_policy_does_is_said_to_whoever_tabs_to_it(watched: Page, address: str) -> None:
    open_example(watched, address, "side-by-side")
    watched.get_by_role("checkbox", name="Conservative").focus()
    expect(watched.get_by_role("tooltip")).to_contain_text("Conservative backfilling. Every waiting job")
    watched.keyboard.press("Tab")
    said = watched.get_by_role("tooltip").filter(has_text="Uniform First Fit. Starts whoever fits")
    expect(said).to_be_visible()
    watched.keyboard.press("Space")
    expect(watched.locator("#studio-sketch").get_by_role("checkbox", name="UFF")).not_to_be_checked()
    watched.locator("#studio-sketch").get_by_role("checkbox", name="SED", exact=False).first.focus()
    watched.keyboard.press("Space")
    first = next(name for name in EXAMPLES["side-by-side"].policies if name not in ("UFF", "SED"))
    expect(watched.get_by_text(f"The others are compared with {first}, the first one chosen.")).to_be_visible()


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_the_whole_form_is_accessible_and_never_scrolls_sideways(
    watched: Page, address: str, scheme: str, width: int
) -> None:
    watched.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    watched.set_viewport_size({"width": width, "height": 900})
    open_example(watched, address, "kumar-table-4-6")
    for disclosure in watched.locator("#studio-sketch details.part > summary").all():
        disclosure.click()  # those within others come after these
    watched.get_by_role("button", name="+ machine event").click()
    expect(watched.get_by_role("button", name="Remove machine event 1")).to_be_visible()
    assert no_scrolling(watched)
    assert violations(watched) == []


def legends(page: Page) -> Locator:
    """Titles of the boxes of the form."""
    return page.locator("#studio-sketch legend")


def test_the_form_of_the_other_family_comes_goes_and_comes_back(watched: Page, address: str) -> None:
    open_example(watched, address, "side-by-side")
    classes = [one.name for one in EXAMPLES["side-by-side"].workload.job_classes]  # type: ignore[attr-defined]
    expect(summary(watched, "Job class")).to_contain_text(classes)
    watched.locator("#studio-example").click()
    watched.get_by_role("option", name=EXAMPLES["zhang-load"].title, exact=True).click()
    types = [kind.name for kind in EXAMPLES["zhang-load"].workload.job_types]  # type: ignore[attr-defined]
    expect(legends(watched)).to_have_text([*types, "Sizes and execution times"])
    expect(summary(watched, "Costs")).to_have_text("Costs: as in table 3")
    watched.locator("#studio-undo").click()
    expect(summary(watched, "Job class")).to_contain_text(classes)
    watched.locator("#studio-redo").click()
    expect(legends(watched)).to_have_text([*types, "Sizes and execution times"])
    expect(watched.locator("#studio-problems")).to_be_empty()


def test_the_shares_of_a_job_type_have_to_make_a_whole(watched: Page, address: str) -> None:
    open_example(watched, address, "zhang-wl2")
    watched.get_by_role("button", name="+ job type").click()
    share = wait_for_form(watched, "Computation of “type 2” (%)")
    share.fill("90")
    at_field = watched.locator("#studio-sketch .field .field-error")
    expect(at_field).to_have_text(re.compile("they have to make 100 %"))
    expect(watched.get_by_role("button", name="Run", exact=True)).to_be_disabled()
    watched.get_by_role("button", name="Remove job type type 2").click()
    expect(at_field).to_have_count(0)
    expect(watched.locator("#studio-problems")).to_be_empty()


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_the_form_of_coscheduling_is_accessible_and_never_scrolls_sideways(
    watched: Page, address: str, scheme: str, width: int
) -> None:
    watched.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    watched.set_viewport_size({"width": width, "height": 900})
    open_example(watched, address, "zhang-wl2")
    for disclosure in watched.locator("#studio-sketch details.part > summary").all():
        disclosure.click()  # those within others come after these
    watched.get_by_role("button", name="+ size class").click()
    expect(watched.get_by_role("button", name="Remove size class 2")).to_be_visible()
    assert no_scrolling(watched)
    assert violations(watched) == []


def test_a_block_has_its_exact_fields_and_labels_follow_its_name(watched: Page, address: str) -> None:
    """By the keyboard alone: the focus brings the fields, another name is said at once, a mistake stays in sight."""
    open_example(watched, address, "schnor-system-1")
    fast, slow = (watched.locator(f"details[data-exact='cluster.groups.{n}']") for n in (0, 1))
    watched.get_by_role("slider", name="Edge: Machines of “fast”").focus()
    expect(fast).to_have_attribute("open", "")
    watched.keyboard.press("ArrowRight")
    expect(fast.locator("summary")).to_have_text("Group: 6 × fast, speed factor 1")
    watched.get_by_role("slider", name="Edge: Machines of “slow”").focus()
    expect(fast).not_to_have_attribute("open", "")
    slow.get_by_label("Group", exact=True).fill("crawl")
    machines = watched.get_by_label("Machines of “crawl”", exact=True)
    machines.fill("2.5")
    expect(slow.locator(".field-error")).to_contain_text("2.5 is not whole. How many machines?")
    expect(watched.locator(".board-sum").first).to_have_text("31 machines")  # the last that can be, not 8.5
    watched.get_by_role("slider", name="Edge: Machines of “fast”").focus()
    expect(machines).to_be_visible()
    expect(watched.get_by_role("button", name="Copy machine group crawl")).to_be_visible()
    assert violations(watched) == []
    machines.fill("1200")
    machines.press("Shift+ArrowDown")
    expect(machines).to_have_value("1\u2009190")  # typed beyond the bound it stays, with its error
    machines.press("Home")
    machines.fill("20")
    expect(watched.locator("#studio-problems")).to_be_empty()
