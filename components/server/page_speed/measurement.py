"""Medians of what is waited for under every condition, and the goals they are held against."""

import os
import shutil
from statistics import median, quantiles
from typing import Any

from components.server.page_speed.condition import CONDITIONS, Condition, page_under
from components.server.page_speed.journeys import (
    another_example,
    another_tab,
    dragging,
    opening,
    playing,
    running,
    tab_pointed_at,
    typing,
)
from components.server.started import started

REPETITIONS = 5

KEYS = "key to curve"
"""Of these the slow ones count as well."""

GOALS = {
    "first picture readable": 0.6,
    "live figure, cold": 1.5,
    "live figure, warm": 0.8,
    "long tasks until idle": 0.6,
    "layout shift (no unit)": 0.02,
    KEYS: 0.15,
    f"{KEYS}, 95 %": 0.3,
    "curves per second of a drag": 30.0,
    "tab": 0.2,
    "tab, after 0.3 s of pointing": 0.2,
    "example": 0.4,
    "Run to first curve": 0.4,
    "pictures per second of a replay": 30.0,
}
"""On an idle machine of two cores; those per second are to be reached, the others not to be exceeded."""


def run_page(repetitions: int = REPETITIONS) -> list[dict[str, Any]]:
    """For each thing that is waited for: its median under each condition, and the goal, if there is one.

    Raises ImportError without playwright, which the tests install.
    """
    from playwright.sync_api import sync_playwright

    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with started() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        found = {one.name: medians([_visit(one, browser, address) for _ in range(repetitions)]) for one in CONDITIONS}
        browser.close()
    names = list(dict.fromkeys(name for medians in found.values() for name in medians))
    return [
        {"wait": name, **{one: medians.get(name) for one, medians in found.items()}, "goal": GOALS.get(name)}
        for name in names
    ]


def _visit(condition: Condition, browser: Any, address: str) -> dict[str, list[float]]:
    """Everything once, by a browser that has never been here."""
    with page_under(condition, browser) as page:
        found = {name: [value] for name, value in opening(page, address).items()}
        found["tab"] = [another_tab(page)]
        found["tab, after 0.3 s of pointing"] = [tab_pointed_at(page)]
        found[KEYS] = typing(page)
        found["curves per second of a drag"] = [dragging(page)]
        found["example"] = [another_example(page)]
        found |= {name: [value] for name, value in running(page, address).items()}
        found["pictures per second of a replay"] = [playing(page)]
    return found


def medians(visits: list[dict[str, list[float]]]) -> dict[str, float]:
    """Of all values of each wait; of keys, what 95 % of them stay below, too."""
    found: dict[str, float] = {}
    for name in visits[0]:
        values = [value for visit in visits for value in visit[name]]
        found[name] = median(values)
        if name == KEYS:
            found[f"{KEYS}, 95 %"] = quantiles(values, n=20)[-1]
    return found
