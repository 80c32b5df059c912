"""What `dev page` makes of its visits; the visits themselves need a browser and minutes."""

import math
from pathlib import Path

import orjson

from components.server.page_speed import journeys, measurement
from components.server.page_speed.measurement import GOALS, KEYS, REFERENCE, YARDSTICK, in_yardsticks, medians, told
from engine.reports.report import page_report


def test_the_median_of_each_wait_and_the_slowest_keys() -> None:
    visits = [{"tab": [wait], KEYS: [0.1] * 9 + [slowest]} for wait, slowest in ((1.0, 2.0), (5.0, 2.0), (2.0, 2.0))]
    found = medians(visits)
    assert (found["tab"], found[KEYS]) == (2.0, 0.1)
    assert math.isclose(found[f"{KEYS}, 95 %"], 2.0)


def test_every_goal_is_about_something_that_is_measured() -> None:
    text = "".join(Path(str(one.__file__)).read_text(encoding="utf-8") for one in (journeys, measurement))
    assert all(text.count(f'"{name}"') > 1 or name.startswith(KEYS) for name in GOALS)


def test_waits_and_goals_are_told_in_yardsticks() -> None:
    """A machine twice as slow is as far from the goals: it takes twice as long, and draws half as many curves."""
    waits = {"tab": 0.1, "curves per second of a drag": 40.0, "layout shift (no unit)": 0.01}
    slow = {"tab": 0.2, "curves per second of a drag": 20.0, "layout shift (no unit)": 0.01}
    rows = {row["wait"]: row for row in told({"plain": {YARDSTICK: 0.5} | waits, "slow": {YARDSTICK: 1.0} | slow})}
    assert [rows[name]["plain (Y)"] for name in waits] == [0.2, 20.0, 0.01]
    assert all(rows[name]["plain (Y)"] == rows[name]["slow (Y)"] for name in waits)
    assert (rows["tab"]["plain"], rows["tab"]["slow"]) == (0.1, 0.2)
    assert rows["tab"]["goal (Y)"] == GOALS["tab"] / REFERENCE
    assert rows["curves per second of a drag"]["goal (Y)"] == 30.0 * REFERENCE
    assert rows["layout shift (no unit)"]["goal (Y)"] == GOALS["layout shift (no unit)"]
    assert in_yardsticks("tab", None, 0.5) is None
    assert rows[YARDSTICK]["plain (Y)"] == 1


def test_the_report_leaves_open_what_was_not_measured() -> None:
    found = [{"wait": "tab", "plain": 0.25, "390 pixels wide": None, "goal": 0.2}]
    assert page_report(found, "table").splitlines()[-1].split() == ["tab", "0.25", "-", "0.2"]
    assert orjson.loads(page_report(found, "json")) == found
