"""The whole run above its pictures: what the strip shows, and that the window in it is the one that is drawn."""

from typing import Any

import pytest

from components.pages.studio.face import FACES
from components.pages.studio.replay.overview import Overview, for_browser
from components.pages.studio.tabs import tabs_of
from engine.inputs.scenario import Scenario
from engine.statistics.equal_parts import MOST_PARTS
from engine.study.registry import EXAMPLES, FAMILIES
from tests.components.studio.test_coscheduling import SCENARIO as COSCHEDULING

LONG = EXAMPLES["schnor-system-1"]
LONG = LONG.at(LONG.points()[-1] | {"workload.jobs": 500.0})
REJECTING = EXAMPLES["kumar-table-4-6"]
REJECTING = REJECTING.at(REJECTING.points()[-1] | {"workload.jobs": 150.0})
HANDED_OUT = EXAMPLES["heymann-predict"].at({"application.iterations": 6, "application.tasks": 12})
BARRIERS = EXAMPLES["mixed-laboratory"]

CASES: list[tuple[Scenario, str, dict[str, float], str, float, float, float]] = [
    (LONG, "SED", {"first_job": 300}, "job", 500, 300, 360),
    (LONG, "SED", {"first_job": 490}, "job", 500, 490, 500),
    (REJECTING, "Lazy", {}, "job", 150, 0, 60),
    (COSCHEDULING, "PB", {"since": 0.3, "until": 0.34}, "s", -1, 0.3, 0.34),
    (HANDED_OUT, "LPTF", {"iteration": 3}, "iteration", 6, 2, 3),
    (BARRIERS, "Exact", {"analytic": 0, "first_iteration": 4, "iterations": 3}, "iteration", 50, 4, 7),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0].family}-{case[2]}")
def test_the_window_is_the_one_that_is_shown(case: tuple[Any, ...]) -> None:
    scenario, policy, window, unit, end, since, until = case
    trace = FAMILIES[scenario.family].runs.trace(scenario, policy, 0, window)
    found = FACES[scenario.family].overview(trace)
    assert found is not None
    assert found.unit == unit
    assert [found.since, found.until] == pytest.approx([since, until])
    assert found.end == (trace["end"] if end < 0 else end)
    assert 0 < len(found.heights) <= MOST_PARTS
    assert min(found.heights) >= 0 < max(found.heights)
    assert (found.narrowest > 0) == (unit == "s")  # windows of the others are of one length


def test_jobs_that_all_run_at_once_are_all_there_when_the_last_one_arrives() -> None:
    trace = FAMILIES["coscheduling"].runs.trace(COSCHEDULING, "PB", 0, {})
    heights = FACES["coscheduling"].overview(trace).heights  # type: ignore[union-attr]
    assert heights[0] == pytest.approx(len(trace["jobs"]["start"]))  # all arrive at time 0
    spent = sum(end - start for start, end in zip(trace["jobs"]["arrival"], trace["jobs"]["end"], strict=True))
    assert sum(heights) * trace["end"] / len(heights) == pytest.approx(spent)


def test_what_a_job_meets_is_who_is_there_beside_it_when_it_has_come() -> None:
    """The steps of the window are counted event by event, elsewhere in the engine."""
    trace = FAMILIES["parallel-jobs"].runs.trace(LONG.at({"workload.jobs": 60.0}), "SED", 0, {})
    beside = [step["waiting"] + step["running"] - 1 for step in trace["steps"] if step["kind"] == "arrival"]
    assert trace["met"] == beside
    assert len(beside) == 60


def test_heights_are_sent_with_three_digits() -> None:
    trace = FAMILIES["coscheduling"].runs.trace(COSCHEDULING, "PB", 0, {})
    sent = for_browser(FACES["coscheduling"].overview(trace))
    assert sent is not None
    assert all(len(f"{one:g}".replace(".", "").strip("0")) <= 3 for one in sent["heights"])
    assert for_browser(None) is None


def test_every_tab_with_a_window_has_the_overview() -> None:
    fields = {"window", "first-job", "iteration"}
    for family in FACES:
        for tab in tabs_of(family):
            assert ("overview" in tab.bar) == bool(fields & set(tab.bar)), tab.value


def test_the_highest_of_means_is_not_said_to_be_the_highest_of_all() -> None:
    each, several = (Overview.of_iterations([1.0, 3.0], count, 0, 1) for count in (2, 7))
    assert each.title == "Length of each of 2 iterations: up to 3 s"
    assert several.title == "Length of each of 7 iterations, in means of about 3.5: up to 3 s"
    assert (each.height, several.height) == ("length (s)", "mean length (s)")
