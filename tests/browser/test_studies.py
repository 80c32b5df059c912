"""Journeys through studies: preview, precision, maps, what is computed only once, fairness, and data that leave."""

import re
import statistics
import time
from collections.abc import Callable

import orjson
import pyarrow.parquet
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import choose, in_sight, open_part
from tests.browser.test_studio import change_seed, run, scenario_in, type_into, wait_until_done

pytestmark = pytest.mark.browser

SHOWN = (
    "JSON.stringify(document.querySelector('#studio-curves .js-plotly-plot')._fullData.map(d => Array.from(d.y || [])))"
)


WHERE_RUN_IS = """() => {
  const { top, bottom } = document.getElementById("studio-run").getBoundingClientRect();
  return [window.scrollY, Math.round(top), Math.round(bottom)];
}"""


def progress(page: Page) -> str:
    wait_until_done(page)
    return page.locator("#studio-progress-text").inner_text()


def test_a_preview_follows_a_control_and_the_full_study_follows_run(
    studio: Page, measured: Callable[[str], None]
) -> None:
    seconds = []
    for speed in ("3.5", "3", "2.5", "5", "6", "7.5"):
        box = in_sight(studio.get_by_label("Speed factor of “slow”", exact=True))
        before = studio.evaluate(SHOWN)
        began = time.perf_counter()
        box.fill(speed)
        studio.wait_for_function(f"before => {SHOWN} != before", arg=before, polling=5)
        seconds.append(time.perf_counter() - began)
        studio.wait_for_timeout(600)
    measured(f"control to preview {statistics.median(seconds):.2f} s (goal 0.3)")
    expect(studio.locator("#studio-verdict")).to_contain_text("Preview: ")
    expect(studio.locator("#studio-stale")).to_contain_text("3 replications of 400 jobs")
    change_seed(studio)
    run(studio)
    wait_until_done(studio)
    expect(studio.locator("#studio-stale")).to_be_empty()
    expect(studio.locator("#studio-verdict")).not_to_contain_text("Preview")
    assert scenario_in(studio).cluster.groups[1].speed_factor == 7.5


def test_one_of_ten_values_recomputes_one_tenth_and_a_removed_policy_nothing(studio: Page) -> None:
    change_seed(studio)
    at_first = studio.evaluate(WHERE_RUN_IS)
    type_into(studio, "Values", "0.1 to 1 step 0.1")
    expect(studio.locator("#studio-cost")).to_contain_text("300 cells")
    run(studio)
    progress(studio)
    assert studio.evaluate(WHERE_RUN_IS) == at_first, (
        "what moves from under a finger, or scrolls the page, loses presses"
    )
    type_into(studio, "Values", "0.1, 0.2, 0.3, 0.4, 0.55, 0.6, 0.7, 0.8, 0.9, 1")
    expect(studio.locator("#studio-stale")).to_contain_text("270 of its cells are known")
    run(studio)
    expect(studio.locator("#studio-stale")).to_be_empty()
    expect(studio.locator("#studio-progress-text")).to_contain_text("300 of 300 cells in ")
    expect(studio.locator("#studio-progress-text")).to_contain_text("270 reused")
    studio.locator("#studio-sketch .chip", has_text="FCFS").click()
    expect(studio.locator("#studio-progress-text")).to_contain_text("200 reused")
    expect(studio.locator("#studio-stale")).to_be_empty()


def test_a_precision_replicates_where_it_needs_to_and_says_so(studio: Page) -> None:
    type_into(studio, "Values", "0.2, 1, 1.5")
    open_part(studio, "Precision")
    choose(studio, "Replicate", "until precise enough")
    type_into(studio, "Precision (%)", "2")
    change_seed(studio)
    expect(studio.locator("#studio-cost")).to_contain_text("at most")
    run(studio)
    progress(studio)
    expect(studio.locator("#studio-stops")).to_contain_text("of 3 points have reached ± 2 % of mean response time")
    expect(studio.locator("#studio-stops")).to_contain_text(re.compile(r"Replications: 10 to \d+ per point"))
    fingerprint = studio.locator("#studio-fingerprint").inner_text()
    began = time.perf_counter()
    run(studio)  # the same study once more: nothing is computed
    expect(studio.locator("#studio-progress-text")).to_contain_text("all known already")
    assert time.perf_counter() - began < 20  # not judged; the goal is 0.3 s
    expect(studio.locator("#studio-fingerprint")).to_have_text(fingerprint)


def test_two_fields_make_a_map(studio: Page) -> None:
    choose(studio, "Vary", "Offered load")
    expect(studio.get_by_label("Values", exact=True)).to_have_value("0.1, 0.3, 0.5, 0.7, 0.8, 0.9")
    type_into(studio, "Values", "0.2, 0.5, 0.8")
    choose(studio, "And vary (a map of both)", "Speed factor of “slow”")
    expect(studio.get_by_label("Values of the second field", exact=True)).to_have_value("2, 3, 4, 5, 6")
    type_into(studio, "Values of the second field", "2, 4")
    type_into(studio, "Jobs", "500")
    change_seed(studio)
    expect(studio.locator("#studio-cost")).to_contain_text("180 cells")
    run(studio)
    progress(studio)
    expect(studio.locator("#studio-verdict")).to_contain_text(re.compile("at \\d of 6 points|everywhere|any of 6"))
    expect(studio.locator("#studio-curves .hm")).to_have_count(1)
    choose(studio, "What the map shows", "SED")
    expect(studio.locator("#studio-curves .colorbar")).to_have_count(1)
    vary = scenario_in(studio).study.and_vary
    assert vary is not None
    assert vary.values == (2, 4)


def test_the_fairness_of_a_point_is_shown(studio: Page) -> None:
    studio.get_by_role("tab", name="Fairness").click()
    studio.wait_for_selector("#studio-lorenz .scatterlayer .trace")
    studio.wait_for_selector("#studio-boxes .boxlayer .trace")
    choose(studio, "Point", "5.4 jobs per hour")
    expect(studio.locator("#studio-fair-text")).to_contain_text("at 5.4 jobs per hour: SED 0.3")


def test_data_and_pictures_leave_with_their_provenance(studio: Page) -> None:
    fingerprint = studio.locator("#studio-fingerprint").inner_text().split()[-1]
    for form in ("PNG", "SVG"):
        with studio.expect_download() as download:
            studio.get_by_role("button", name="Save this picture or its table").first.click()
            studio.get_by_role("menuitem", name=f"Picture as {form}").click()
        content = download.value.path().read_bytes()
        assert content.startswith(b"\x89PNG" if form == "PNG" else b"<svg")
    with studio.expect_download() as download:
        studio.get_by_role("button", name="Save this picture or its table").first.click()
        for key in ("ArrowDown", "ArrowDown", "Enter"):
            studio.keyboard.press(key)
    assert "rate" in download.value.path().read_text().splitlines()[0]
    studio.get_by_role("tab", name="Data").click()
    expect(studio.locator("#studio-methods")).to_contain_text(f"Result fingerprint {fingerprint}")
    with studio.expect_download() as download:
        studio.get_by_role("button", name="Every cell as Parquet").click()
    table = pyarrow.parquet.read_table(download.value.path())
    assert table.schema.metadata[b"corral.fingerprint"].decode() == fingerprint
    with studio.expect_download() as download:
        studio.get_by_role("button", name="Summaries as JSON").click()
    rows = orjson.loads(download.value.path().read_bytes())
    assert {row["policy"] for row in rows} == {"SED", "SED-NU", "FCFS"}
    with studio.expect_download() as download:
        studio.get_by_role("button", name="Summaries as CSV").click()
    assert download.value.path().read_text().startswith('"policy","workload.arrivals.rate_per_1000_s"')


def test_a_metric_explains_itself(studio: Page) -> None:
    choose(studio, "Metric", "Jain index of slowdowns")
    studio.get_by_label("What is “Jain index of slowdowns”?").click()
    expect(studio.get_by_text("Source: Jain, Chiu & Hawe 1984.")).to_be_visible()
    expect(studio.locator("#studio-verdict")).to_contain_text("above SED-NU")
