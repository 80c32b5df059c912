"""The race: a story of policies on one clock, from the first decision in which they differ to the reasons of each."""

import re

import orjson
import pytest
from playwright.sync_api import Page, expect

from components.sketches.link import to_link
from engine.study.registry import EXAMPLES, read_scenario
from tests.browser.conftest import open_studio, until_live, violations

pytestmark = pytest.mark.browser


def test_the_first_different_decision_is_a_key_away_and_both_reasons_stand_beside_each_other(
    watched: Page, address: str
) -> None:
    open_studio(watched, address)
    until_live(watched)
    watched.get_by_role("tab", name="Race", exact=True).click()
    watched.wait_for_selector("#studio-race .scatterlayer .trace")
    reasons, said = watched.locator(".race-reasons > section"), watched.locator("#studio-race-said")
    expect(said).to_contain_text("different decisions in this window")
    watched.get_by_role("button", name="First different decision").click()
    expect(said).to_contain_text(re.compile(r"1 of \d+\. Job \d+ at .*waits under FCFS"))
    expect(reasons).to_have_count(3)
    expect(reasons.filter(has_text="FCFS")).to_contain_text("waits at the head of the queue")
    expect(watched.locator("#studio-race .one-job .scatterlayer .lit")).to_have_count(1)
    watched.locator("#answer").press("d")
    expect(said).to_contain_text("2 of")
    watched.locator("#answer").press("Shift+D")
    expect(said).to_contain_text("1 of")
    watched.wait_for_url(re.compile(r"tab=race&racers=SED,SED-NU,FCFS&point=\d+&step=\d+"))
    assert violations(watched) == []
    watched.reload()
    watched.wait_for_selector("#studio-race .scatterlayer .trace")
    expect(said).to_contain_text("1 of")


def test_the_race_of_a_study_that_was_never_run_is_not_pale(watched: Page, address: str) -> None:
    """It is of what is sketched, and pictures of something older are the pale ones."""
    changed = orjson.loads(EXAMPLES["why-upgrading"].canonical())
    changed["policies"], changed["study"]["seed"] = ["SED", "FCFS"], 77
    watched.goto(f"{address}?s={to_link(read_scenario(changed))}&tab=race&racers=SED,FCFS")
    watched.wait_for_selector("#studio-race .scatterlayer .trace")
    expect(watched.locator("#studio-stale")).not_to_be_empty()
    expect(watched.locator("#studio-race .js-plotly-plot")).to_have_css("opacity", "1")
