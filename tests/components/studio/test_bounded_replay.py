"""What a replay sends is bounded, however long its window lasts, and no instant is lost where it is made short."""

import gzip

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.figures.common.window import to_tick
from components.figures.coscheduling.node_timeline import draw_node_timeline
from components.pages.studio.face import FACES
from components.pages.studio.families.parallel_jobs import words
from engine.parallel_jobs.replay import window
from engine.study.registry import EXAMPLES, FAMILIES
from tests.components.studio.test_coscheduling import SCENARIO

MOST_STEPS = window.MOST_STEPS

PLAYER_BYTES, TIMELINE_BYTES = 1_000_000, 30_000
"""Of the player's events as text, and of the picture of all nodes when it has been compressed."""


@given(st.integers(0, 10**13), st.sampled_from([1.0, 1000.0]))
def test_a_time_on_the_axis_names_its_nanosecond(tick: int, scale: float) -> None:
    assert round(to_tick(tick / 1e9, scale) / scale * 1e9) == tick


def test_a_window_in_overload_has_no_more_events_than_a_page_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    few = MOST_STEPS // 20
    for module in (window, words):
        monkeypatch.setattr(module, "MOST_STEPS", few)
    overload = EXAMPLES["schnor-system-1"]
    overload = overload.at(overload.points()[-1] | {"workload.jobs": 400.0})
    trace = FAMILIES["parallel-jobs"].runs.trace(overload, "FCFS", 0, {"first_job": 300})
    assert len(trace["steps"]) == len(trace["step_state"]) == few
    assert max(trace["bars"]["end"]) <= trace["steps"][-1]["time"]
    assert "these are the first" in words.describe_schedule(trace)
    of_each = len(orjson.dumps(FACES["parallel-jobs"].player(trace))) / few
    assert of_each * MOST_STEPS < PLAYER_BYTES


def test_the_picture_of_all_nodes_is_sent_in_few_bytes() -> None:
    """It was twice as much when opacities and times had seventeen digits."""
    trace = FAMILIES["coscheduling"].runs.trace(SCENARIO, "PB", 0, {})
    assert trace["detail"] == "spans"
    assert len(gzip.compress(draw_node_timeline(trace, "light").to_json().encode(), 6)) < TIMELINE_BYTES
