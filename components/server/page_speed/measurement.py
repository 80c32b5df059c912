"""Medians of what is waited for under every condition, and the goals they are held against.

Machines differ, and are busy with other things. So before each visit the same browser opens a page that has nothing but
the same scripts and a curve: that is the yardstick of the visit, in which everything is told, and the goals are.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

from components.server.page_speed import bare_page
from components.server.page_speed.journeys import (
    another_example,
    another_tab,
    bare,
    dragging,
    opening,
    playing,
    running,
    tab_pointed_at,
    typing,
)
from components.server.started import started

WATCH = Path(__file__).with_name("watched.js")


class Condition(NamedTuple):
    """How many times slower the processor of the page is, and how many pixels it has."""

    name: str
    slower: int = 1
    width: int = 1280
    height: int = 800


CONDITIONS = (Condition("plain"), Condition("4 times slower", slower=4), Condition("390 pixels wide", 1, 390, 844))


@contextmanager
def page_under(condition: Condition, browser: Any) -> Iterator[Any]:
    """A page of a browser that has never been here: its cache is empty."""
    size = {"width": condition.width, "height": condition.height}
    # To wait for a condition evaluates text in the page, which the content policy forbids.
    context = browser.new_context(viewport=size, bypass_csp=True)
    page = context.new_page()
    page.add_init_script(path=WATCH)
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": condition.slower})
    page.set_default_timeout(60_000 * condition.slower)
    try:
        yield page
    finally:
        context.close()


REPETITIONS = 5

KEYS = "key to curve"
"""Of these the slow ones count as well."""

YARDSTICK = "the yardstick: an empty page"

REFERENCE = 0.6
"""s that the empty page needs on an idle machine of two cores, for which the goals are given; estimated from a first
opening, which takes 2 to 2.5 times as long on busy machines and 1.3 to 1.5 s there."""

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
"""On that machine; those per second are to be reached, the others not to be exceeded."""

PER_SECOND = "per second"
NO_TIMES = ("layout shift (no unit)", "bytes (KB)", "curves of 800 cells (number)")
"""What is the same on slow machines."""


def run_page(repetitions: int = REPETITIONS) -> list[dict[str, Any]]:
    """For each thing that is waited for: its median under each condition, as it is and in yardsticks, and the goal, if
    there is one, in yardsticks.

    Raises ImportError without playwright, which the tests install.
    """
    from playwright.sync_api import sync_playwright

    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with started() as address, bare_page.served() as empty, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        found = {
            one.name: medians([visit(one, browser, address, empty) for _ in range(repetitions)]) for one in CONDITIONS
        }
        browser.close()
    return told(found)


def told(found: dict[str, dict[str, float]]) -> list[dict[str, Any]]:
    """A row for each wait, of the medians under each condition."""
    rows = []
    for name in dict.fromkeys(name for medians in found.values() for name in medians):
        row: dict[str, Any] = {"wait": name}
        for condition, waits in found.items():
            row[condition] = waits.get(name)
            row[f"{condition} (Y)"] = in_yardsticks(name, waits.get(name), waits[YARDSTICK])
        rows.append(row | {"goal (Y)": in_yardsticks(name, GOALS.get(name), REFERENCE)})
    return rows


def in_yardsticks(name: str, value: float | None, yardstick: float) -> float | None:
    """So many times as long as the empty page takes, or so often while it does."""
    if value is None or name in NO_TIMES:
        return value
    return value * yardstick if PER_SECOND in name else value / yardstick


def visit(condition: Condition, browser: Any, address: str, empty: str) -> dict[str, list[float]]:
    """Everything once, by a browser that has never been here; and before, the yardstick at the *empty* page."""
    with page_under(condition, browser) as page:
        yardstick = [bare(page, empty)]
    with page_under(condition, browser) as page:
        found = {YARDSTICK: yardstick} | {name: [value] for name, value in opening(page, address).items()}
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
