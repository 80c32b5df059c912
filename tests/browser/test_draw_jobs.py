"""Jobs drawn by hand: the lines of the browser are those of the server, and a story with a mouse and with keys."""

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page, expect

from components.pages.studio.families.parallel_jobs.sketch.job_list import JOBS, format_jobs, read_jobs
from components.sketches.link import to_link
from engine.parallel_jobs.inputs.sources.listed import ListedJob
from engine.study.registry import EXAMPLES
from tests.browser.conftest import until_live, violations
from tests.browser_code.node_module import NodeModule, module_of
from tests.engine.parallel_jobs.inputs.test_listed import jobs_by_hand

pytestmark = pytest.mark.browser

LABELS = st.sampled_from(["", "first", "a, b", 'so "called"', "1; 2", "#3"])
STRIPS = ".jobs-strip"

script = module_of("board/jobs/job_text.js", "board/jobs/job_scale.js")


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(jobs_by_hand(), LABELS), min_size=1, max_size=10))
def test_both_read_and_write_the_same_lines(script: NodeModule, drawn: list[tuple[dict[str, Any], str]]) -> None:
    jobs = [
        ListedJob.model_validate(job | {"label": label}, strict=False).model_dump(mode="json") for job, label in drawn
    ]
    text = format_jobs(sorted(jobs, key=lambda job: job["arrival"]))
    found = script.evaluate("text => corral.jobText.read(text)", text)
    assert found["wrong"] == []
    assert [job | {"name": None} for job in found["jobs"]] == [job | {"name": None} for job in read_jobs(text)]
    assert read_jobs(script.evaluate("jobs => corral.jobText.write(jobs)", found["jobs"])) == read_jobs(text)


@pytest.mark.parametrize("line", ["0, 10", "soon, 1, 2", "0, 1, 2, , x, wild", "0, 0, 1", "-1, 2, 1", "0, 1, 0"])
def test_both_refuse_the_same_lines(script: NodeModule, line: str) -> None:
    with pytest.raises(ValueError, match="line 1"):
        read_jobs(line)
    assert script.evaluate("text => corral.jobText.read(text).wrong", line) == [1]


@settings(max_examples=40, deadline=None)
@given(st.lists(jobs_by_hand(), min_size=1, max_size=30))
def test_no_two_jobs_are_drawn_over_each_other(script: NodeModule, jobs: list[dict[str, Any]]) -> None:
    jobs = sorted(({"estimate": None} | job for job in jobs), key=lambda job: job["arrival"])
    boxes = script.evaluate("jobs => corral.jobScale.stack(jobs, 20).boxes", jobs)
    for n, one in enumerate(boxes):
        for other in boxes[:n]:
            apart_in_time = one["from"] >= other["to"] or other["from"] >= one["to"]
            assert (
                apart_in_time
                or one["top"] >= other["top"] + other["height"]
                or other["top"] >= one["top"] + one["height"]
            )
        assert one["height"] >= 24


def test_jobs_are_drawn_moved_and_taken_back(watched: Page, address: str) -> None:
    watched.goto(f"{address}?s={to_link(EXAMPLES['backfilling-helps'])}")
    until_live(watched)
    expect(watched.get_by_role("tab", name="Draw jobs")).to_have_attribute("aria-selected", "true")
    expect(watched.locator(STRIPS)).to_have_count(4)
    text = watched.locator(f'textarea[id*="{JOBS}"]')
    before = text.input_value()
    second = watched.locator('.jobs-list [data-key="1"]')
    expect(second).to_have_attribute("aria-label", "job 2: arrives at 1 s, 5 s on 4 machines, waits 9 s under FCFS, "
        "waits 9 s under EASY, waits 9 s under Conservative, waits 17 s under FF")  # fmt: skip
    # by hand: a new job, at the right of all others
    area = watched.locator(".jobs-list").bounding_box()
    assert area is not None
    x, y = area["x"] + 0.8 * area["width"], area["y"] + 60
    watched.mouse.move(x, y)
    watched.mouse.down()
    watched.mouse.move(x + 50, y + 5, steps=4)
    watched.mouse.up()
    expect(text).to_have_value(_lines(5))
    drawn = text.input_value()
    # by keys: the second one a second later, in one step of undo
    second.focus()
    second.press("ArrowRight")
    expect(text).not_to_have_value(drawn)
    expect(second).to_have_attribute("aria-label", _begins("job 2: arrives at 2 s"))
    watched.get_by_role("button", name="Undo").click()
    expect(text).to_have_value(drawn)
    watched.get_by_role("button", name="Undo").click()
    expect(text).to_have_value(before)
    expect(watched.locator(".jobs-list [data-key]")).to_have_count(4)
    # a mistake is said, and what was typed stays
    text.fill(before + "\nsoon, 1, 1")
    expect(watched.locator(".jobs-status")).to_contain_text("Line 5")
    expect(watched.locator("#studio-sketch .field .field-error")).to_contain_text("line 5: arrival is “soon”")
    text.fill(before)
    expect(watched.locator(".jobs-status")).to_be_empty()
    watched.get_by_text("Table of the jobs").first.click()
    expect(watched.locator(".jobs-board tbody tr")).to_have_count(4)
    assert violations(watched) == []
    watched.set_viewport_size({"width": 390, "height": 844})
    expect(watched.locator(STRIPS)).to_have_count(4)
    assert watched.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0


def _lines(count: int) -> re.Pattern[str]:
    return re.compile(rf"^([^\n]+\n){{{count - 1}}}[^\n]+$")


def _begins(words: str) -> re.Pattern[str]:
    return re.compile("^" + re.escape(words))


def test_jobs_of_a_quick_hand_are_each_a_step_of_undo(watched: Page, address: str) -> None:
    watched.goto(f"{address}?s={to_link(EXAMPLES['convoy'])}")
    until_live(watched)
    add = watched.get_by_role("button", name="+ Add a job")
    expect(add).to_be_visible()
    slow = watched.context.new_cdp_session(watched)
    slow.send("Network.enable")
    far = {"offline": False, "latency": 500, "downloadThroughput": -1, "uploadThroughput": -1}
    slow.send("Network.emulateNetworkConditions", far)
    for _ in range(3):
        add.click()
        watched.wait_for_timeout(200)
    watched.wait_for_function(
        "() => dash_component_api.getLayout('studio-scenario').props.data.workload.arrivals.jobs.length === 11"
    )
    watched.wait_for_timeout(1500)
    past = watched.evaluate("dash_component_api.getLayout('studio-history').props.data.past")
    assert [len(tree["workload"]["arrivals"]["jobs"]) for tree in past] == [8, 9, 10]
