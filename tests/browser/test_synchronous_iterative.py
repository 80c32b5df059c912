"""The tabs of a synchronous iterative application in the browser: a journey, and curves that follow the sketch."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from components.sketches.link import to_link
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario
from engine.synchronous_iterative.papers.examples import MIXED
from tests.browser.conftest import violations

pytestmark = pytest.mark.browser

SCENARIO = SynchronousIterativeScenario.read(
    {
        "family": "synchronous-iterative",
        "application": {"iterations": 12, "parallel_time": 120.0},
        "cluster": {"groups": MIXED},
        "choice": {"objective": "cost"},
        "policies": ["Exact", "Prefix Scan"],
        "study": {"replications": 2},
    }
)


def open_small(page: Page, address: str) -> None:
    page.goto(f"{address}?s={to_link(SCENARIO)}")
    expect(page.locator("#studio-cost")).to_contain_text("cells", timeout=90_000)


def field(page: Page, path: str) -> Locator:
    return page.locator(f"""[id='{{"path":"{path}","type":"studio-field"}}']""")


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_every_tab_has_its_picture_and_its_sentence(watched: Page, address: str, width: int, scheme: str) -> None:
    page = watched
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": width, "height": 900})
    open_small(page, address)
    expect(page.get_by_role("tab", name="Fairness")).to_have_count(0)
    expected = {
        "Processors": ("processors", "From 1 to 18 machines"),
        "Where η comes from": ("parts", "With all 18 machines"),
        "Staircase": ("staircase", "At x/c = 10: Add While It Pays 18"),
        "Costs": ("costs", "are beaten by no other"),
        "Iterations": ("iterations", "Iterations 1 to 3 of 12"),
        "Formula and simulation": ("errors", "The formula is up to"),
    }
    for title, (name, sentence) in expected.items():
        page.get_by_role("tab", name=title).click()
        expect(page.locator(f"#studio-{name}-text")).to_contain_text(sentence, timeout=90_000)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, title
        if title in ("Processors", "Staircase", "Iterations"):
            assert violations(page) == [], title
    page.get_by_role("tab", name="Iterations").click()
    page.locator("#studio-iteration").fill("9")
    expect(page.locator("#studio-iterations-text")).to_contain_text("Iterations 9 to 11 of 12")


def test_the_curves_follow_the_sketch_and_a_day_is_drawn(watched: Page, address: str) -> None:
    page = watched
    open_small(page, address)
    page.get_by_role("tab", name="Processors").click()
    choice, text = page.locator("#studio-processors-choice"), page.locator("#studio-processors-text")
    expect(choice).to_contain_text("Exact takes 10 of 18 machines", timeout=90_000)
    expect(text).to_contain_text("Simulated 5 times")
    field(page, "choice.x_over_c").fill("1000")  # nobody presses Run
    expect(choice).to_contain_text("Exact takes 18 of 18 machines")
    expect(text).to_contain_text("Simulated 5 times")

    page.get_by_text("Load by hour:").click()
    day = page.locator("[data-day='background.by_hour']")
    day.evaluate("one => one.scrollIntoView({block: 'center'})")  # not below the foot of the sketch
    box = day.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 0.51 * box["width"], box["y"] + 0.9 * box["height"])
    page.mouse.down()
    page.mouse.move(box["x"] + 0.99 * box["width"], box["y"] + 0.99 * box["height"], steps=4)
    page.mouse.up()
    expect(field(page, "background.by_hour")).to_have_value(re.compile(r"^(1, ){12}0\.\d+, .*\b0$"))
    expect(page.get_by_text("changes by the hour")).to_be_visible()
