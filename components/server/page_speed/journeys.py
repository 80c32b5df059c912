"""What is done on the Studio's page, and how long each answer takes: s, except where the name says something else."""

import secrets
from time import monotonic
from typing import Any

from components.sketches.link import to_link
from engine.study.registry import EXAMPLES, read_scenario

CELLS = {"values": [0.1, 0.3, 0.5, 0.7, 0.9], "replications": 40, "policies": ["SED", "SED-NU", "FCFS", "SED-NM"]}
"""800 cells."""

QUIET = 1_500
"""ms without a long task after which a page is idle."""

FIRST_SPEED = "3.2"
SPEEDS = ("3.5", "3", "2.5", "5", "6", "7.5", "4.5", "2")
"""What is typed as the speed factor of the slow machines."""

RESTED = 300
"""ms for which a pointer rests on a tab before it is pressed."""

PLAYED = 3_000
DRAGGED = 2_000
MOVED = 16
"""ms; a hand is heard of in every frame, if the page has one."""

TO_AND_FRO = 40
"""Moves of a hand that goes up and down again."""


def bare(page: Any, address: str) -> float:
    """The yardstick: from nothing to the curve of a page that has the same scripts and nothing else."""
    page.goto(address)
    page.wait_for_function("window.watched && window.watched.seen.bare_curve")
    return _watched(page, "seen.bare_curve") / 1000


def opening(page: Any, address: str) -> dict[str, float]:
    """The page of the first example, cold and then warm."""
    page.goto(address)
    idle = _until_idle(page)
    sizes = "performance.getEntries().reduce((sum, one) => sum + (one.transferSize || 0), 0)"
    found = {
        "first picture readable": _watched(page, "seen.first_picture") / 1000,
        "live figure, cold": _watched(page, "seen.live_figure") / 1000,
        "long tasks until idle": idle / 1000,
        "layout shift (no unit)": _watched(page, "shift"),
        "bytes (KB)": page.evaluate(sizes) / 1000,
    }
    page.reload()
    _until_idle(page)
    return found | {"live figure, warm": _watched(page, "seen.live_figure") / 1000}


def typing(page: Any) -> list[float]:
    """From each of some keys in a field to another curve, once the workers have had their first preview."""
    _on_sheet(page, "sketch")
    box = page.get_by_label("Speed factor of “slow”", exact=True)
    box.evaluate("box => { box.closest('details[data-exact]').open = true }")
    _until_changed(page, lambda: box.fill(FIRST_SPEED))
    page.wait_for_timeout(QUIET)
    waits = []
    for speed in SPEEDS:
        waits.append(_until_changed(page, lambda speed=speed: box.fill(speed)))
        page.wait_for_timeout(600)
    page.wait_for_timeout(QUIET)  # what follows keys is no part of what is measured next
    return waits


def dragging(page: Any) -> float:
    """Other curves per second while the speed of a group is dragged up and down.

    On a narrow screen they are drawn on the sheet that is away, and in small on the bar below at the same moment.
    """
    _on_sheet(page, "sketch")
    page.locator("#studio-cluster-picture").scroll_into_view_if_needed()
    top = page.locator("#studio-cluster-picture .edge.height").nth(1).bounding_box()
    x, y = top["x"] + top["width"] / 2, top["y"] + top["height"] / 2
    before = _watched(page, "changes.length")
    page.mouse.move(x, y)
    page.mouse.down()
    began, since = page.evaluate("performance.now()"), monotonic()
    while (passed := 1000 * (monotonic() - since)) < DRAGGED:
        at = passed / MOVED % TO_AND_FRO  # a slow page sees fewer places of the same hand
        page.mouse.move(x, y + 60 * abs(2 * at / TO_AND_FRO - 1) - 30)
        page.wait_for_timeout(max(0.0, MOVED + passed - 1000 * (monotonic() - since)))  # the page has taken its time
    lasted = page.evaluate("performance.now()") - began
    changes = _watched(page, "changes.length") - before
    page.mouse.up()
    return float(1000 * changes / lasted)


def another_tab(page: Any) -> float:
    """From a press on Fairness to its picture."""
    _on_sheet(page, "answer")
    return _until_there(page, "Fairness", "#studio-lorenz .scatterlayer .trace")


def tab_pointed_at(page: Any) -> float:
    """The same of another tab, on which the pointer came to rest before the click, as a hand's does."""
    _on_sheet(page, "answer")
    _tab(page, "Utilization").hover()
    page.wait_for_timeout(RESTED)
    return _until_there(page, "Utilization", "#studio-over-time .scatterlayer .trace")


def _until_there(page: Any, name: str, picture: str) -> float:
    page.evaluate("picture => Object.assign(window.watched, { wanted: picture, there: 0 })", picture)
    _tab(page, name).click()
    page.wait_for_function("window.watched.there")
    wait = _watched(page, "there") - _watched(page, "pressed")
    _tab(page, "Curves").click()
    return wait / 1000


def _tab(page: Any, name: str) -> Any:
    return page.get_by_role("tab", name=name, exact=True)


def another_example(page: Any) -> float:
    """From a press on another example to its curves."""
    _on_sheet(page, "sketch")
    page.get_by_label("Example", exact=True).first.click()
    option = page.get_by_role("option", name="Schnor et al. 1996, system 2").first
    return _until_changed(page, option.click)


def running(page: Any, address: str) -> dict[str, float]:
    """From a press on Run to the first and to the fifth curve of a study of 800 cells that nobody has run."""
    tree = EXAMPLES["schnor-system-1"].model_dump(mode="json")
    tree["study"] |= {"replications": CELLS["replications"], "seed": secrets.randbelow(2**32)}
    tree["study"]["vary"]["values"], tree["policies"] = CELLS["values"], CELLS["policies"]
    page.goto(f"{address}?s={to_link(read_scenario(tree))}")
    page.wait_for_selector("#studio-run", state="attached")
    page.wait_for_function(f"performance.now() - window.watched.last > {QUIET}")  # there is no curve to wait for
    before = _watched(page, "changes.length")
    page.get_by_role("button", name="Run", exact=True).click()
    began = _watched(page, "pressed")
    page.wait_for_function("document.getElementById('studio-progress-text').innerText.includes(' cells in ')")
    page.wait_for_timeout(1_000)
    changes = [(at - began) / 1000 for at in page.evaluate("window.watched.changes")[int(before) :]]
    nth = dict(enumerate(changes, 1))
    return {
        "Run to first curve": nth.get(1, float("nan")),
        "Run to fifth curve": nth.get(5, float("nan")),
        "curves of 800 cells (number)": float(len(changes)),
    }


def playing(page: Any) -> float:
    """Pictures per second of a schedule that is played as time passes."""
    _on_sheet(page, "answer")
    _tab(page, "Schedule").click()
    page.wait_for_selector("#studio-schedule .plotly")
    page.evaluate(
        "window.drawn = 0; new MutationObserver(() => (window.drawn += 1)).observe("
        "document.getElementById('studio-schedule'), { childList: true, subtree: true, attributes: true })"
    )
    page.locator("#studio-pace").get_by_text("5×").click()
    page.get_by_role("button", name="▶ Play").click()
    page.wait_for_timeout(PLAYED)
    return float(page.evaluate("window.drawn")) * 1000 / PLAYED


def _on_sheet(page: Any, name: str) -> None:
    """On a narrow screen, to the sketch or to the answer."""
    tab = page.locator(f"#sheet-tab-{name}")
    if tab.is_visible():
        tab.click()


def _watched(page: Any, name: str) -> float:
    return float(page.evaluate(f"window.watched.{name}"))


def _until_idle(page: Any) -> float:
    """Wait for the live figure and then for a page at rest; ms of long tasks until then."""
    page.wait_for_function("window.watched && window.watched.seen.live_figure")
    page.wait_for_function(
        f"performance.now() - Math.max(window.watched.last, window.watched.seen.live_figure) > {QUIET}"
    )
    return _watched(page, "tasks")


def _until_changed(page: Any, act: Any) -> float:
    """From what is done, be it a press, until the curves change, s."""
    before = _watched(page, "changes.length")
    began = page.evaluate("performance.now()")
    act()
    page.wait_for_function("before => window.watched.changes.length > before", arg=before, polling=10)
    began = max(began, _watched(page, "pressed"))  # before which somebody looked for what is to be pressed
    return float(page.evaluate(f"window.watched.changes[{int(before)}]") - began) / 1000
