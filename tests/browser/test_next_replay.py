"""Tabs that show a replication have it before they are open, where it is known; never one that is wanted no more."""

import json

import pytest
from playwright.sync_api import Page, Request, Response, expect

from tests.browser.conftest import choose, open_studio

pytestmark = pytest.mark.browser


class Asked:
    """The policies whose replications were drawn, in order, by picture; and how often one was fetched."""

    def __init__(self, page: Page) -> None:
        self.drawn: dict[str, list[str]] = {"studio-schedule": [], "studio-over-time": []}
        self.fetched = 0
        page.on("request", self.hear)

    def hear(self, request: Request) -> None:
        if "_dash-update-component" not in request.url:
            return
        told = json.loads(request.post_data or "{}")
        self.fetched += "studio-replayed.data" in told["output"]
        for picture, policies in self.drawn.items():
            if f"..{picture}.figure" in told["output"] and (shown := told["inputs"][0].get("value")):
                policies += [shown["which"]["policy"]] if shown["which"] else []


def test_a_replay_is_asked_for_before_it_is_open_and_once(page: Page, address: str) -> None:
    """A failure: a picture that is asked for twice, or the one of a policy that was chosen before."""
    asked = Asked(page)
    open_studio(page, address)
    page.wait_for_timeout(2_000)  # panels are fetched when nothing else is to be done
    schedule, utilization = (page.get_by_role("tab", name=name) for name in ("Schedule", "Utilization"))

    def draws_schedule(answer: Response) -> bool:
        return "..studio-schedule.figure" in (answer.request.post_data or "")

    with page.expect_response(draws_schedule):
        schedule.hover()
    expect(page.get_by_role("tab", name="Curves")).to_have_attribute("aria-selected", "true")
    schedule.click()
    page.locator("#studio-schedule .scatterlayer .trace").first.wait_for()
    assert (asked.fetched, asked.drawn["studio-schedule"]) == (1, ["SED"])

    with page.expect_response(draws_schedule):
        choose(page, "Policy", "SED-NU")
    utilization.click()
    page.locator("#studio-over-time .scatterlayer .trace").first.wait_for()
    assert asked.drawn["studio-over-time"] == ["SED-NU"]

    page.get_by_role("tab", name="Curves").click()
    page.locator("#studio-shown-policies-row .mantine-Chip-root").filter(has_text="SED-NU").first.click()
    expect(page.locator("#studio-replay-policy")).to_have_value("SED")
    with page.expect_response(draws_schedule):
        schedule.click()
    assert asked.drawn["studio-schedule"] == ["SED", "SED-NU", "SED"]
