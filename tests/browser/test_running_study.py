"""A study that runs, on a machine that has other work to do: it is seen to move, and its curves come in between."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from components.sketches.link import to_link
from engine.study.registry import EXAMPLES, read_scenario
from tests.browser.conftest import open_studio

pytestmark = pytest.mark.browser

SLOWER, LATER = 6, 300
"""How many times slower the processor of the page is, and ms that each way to the server takes."""

STUDY = Path(__file__).parents[2] / "components" / "assets" / "clientside" / "study.js"

WATCH = """() => {
    window.seen = { curves: 0, moves: [], verdicts: 0 };
    const heard = (id, what) => new MutationObserver(what).observe(
        document.getElementById(id), { childList: true, subtree: true, characterData: true });
    heard("studio-progress-text", () => window.seen.moves.push(performance.now()));
    let before = "";
    document.querySelector("#studio-curves .js-plotly-plot").on("plotly_afterplot", () => {
        const now = JSON.stringify(document.querySelector("#studio-curves .js-plotly-plot").data.map((one) => one.y));
        if (now !== before) window.seen.curves += 1;
        before = now;
    });
}"""


def test_curves_and_progress_move_though_the_page_is_slow(watched: Page, address: str) -> None:
    """800 cells that take a few seconds: before, the page said "0 of 800" until all of them were there."""
    tree = EXAMPLES["schnor-system-1"].model_dump(mode="json")
    tree["study"] |= {"replications": 40, "seed": int.from_bytes(os.urandom(4), "big")}
    tree["study"]["vary"]["values"] = [0.1, 0.3, 0.5, 0.7, 0.9]
    tree["policies"] = ["SED", "SED-NU", "FCFS", "SED-NM"]
    tree["workload"]["jobs"] = 20_000
    open_studio(watched, f"{address}?s={to_link(read_scenario(tree))}")
    session = watched.context.new_cdp_session(watched)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    away = {"offline": False, "latency": LATER, "downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", away)
    watched.evaluate(WATCH)
    watched.get_by_role("button", name="Run", exact=True).click()
    expect(watched.locator("#studio-progress-text")).to_contain_text("800 of 800 cells in", timeout=120_000)
    seen = watched.evaluate("window.seen")
    waits = [after - before for before, after in zip(seen["moves"], seen["moves"][1:], strict=False)]
    assert seen["curves"] >= 5
    assert len(waits) > 5
    assert max(waits) < 5_000  # of a progress that should move every second, where other tests run beside this one


def test_what_is_said_while_it_runs(page: Page) -> None:
    page.add_script_tag(path=STUDY)
    for left, words in ((None, ""), (119.4, ", 119 s left"), (4.02, ", 4 s left"), (0.0, ", 0.1 s left")):
        found = {"done": 3, "total": 12, "seconds_left": left}
        assert page.evaluate("found => window.corral.study.words(found)", found) == f"3 of 12 cells{words}"
