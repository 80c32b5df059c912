"""Queue and utilization of a window, of the whole run and of one day; made by calling it."""

from bisect import bisect_right
from itertools import pairwise

import plotly.graph_objects as go
import pytest

from components.figures.parallel_jobs.over_time import DAY, VIEWS, busy_over_time, course_of, means_of, over_time_tree
from components.pages.studio.face import table_of
from components.pages.studio.families.parallel_jobs import words
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.parallel_jobs.replay.by_day import PARTS
from engine.parallel_jobs.replay.trace import trace as trace_of
from engine.parallel_jobs.replay.tree import Trace

CASES = [("interactive-day", "FCFS"), ("evacuation", "SED"), ("side-by-side", "EASY"), ("side-by-side", "SED")]


@pytest.fixture(scope="module", params=CASES, ids=" ".join)
def trace(request: pytest.FixtureRequest) -> Trace:
    name, policy = request.param
    scenario = EXAMPLES[name].at(EXAMPLES[name].points()[1] | {"workload.jobs": 400})
    return trace_of(scenario, policy, 0, {"first_job": 30})


def test_as_many_machines_are_busy_in_a_window_as_its_steps_leave(trace: Trace) -> None:
    busy, away = busy_over_time(trace), trace["away"]
    for step, after in pairwise(trace["steps"]):
        if after["time"] == step["time"] or away["machine"]:
            continue
        told = sum(
            trace["machine_group"].count(number) * shares[bisect_right(times, step["time"]) - 1]
            for number, (times, shares) in enumerate(busy.values())
        )
        assert told == pytest.approx(len(trace["machine_group"]) - step["idle"])
    for times, shares in busy.values():
        assert times == sorted(times)
        assert all(0 <= share <= 1 for share in shares)


def test_a_day_is_the_mean_of_the_days(trace: Trace) -> None:
    """Of what the spans of the whole run say, as far as their borders let one see."""
    day = trace["by_day"]
    if day is None:
        assert trace["groups"][0]["name"] == "fast"
        assert not trace["away"]["machine"]
        return
    line = trace["timeline"]
    assert day["days"] == int((line["time"][-1] + line["time"][0]) // DAY)
    assert len(day["time"]) == PARTS
    until = day["days"] * DAY
    for of_day, of_run in ((day["queue"], line["queue"]), (day["running"], line["running"])):
        share = [min(1.0, max(0.0, (until - time) / (2 * line["time"][0]) + 0.5)) for time in line["time"]]
        expected = sum(a * b for a, b in zip(share, of_run, strict=True)) / sum(share)
        assert sum(of_day) / PARTS == pytest.approx(expected, abs=0.02)
    for low, middle, high in zip(day["queue_low"], day["queue"], day["queue_high"], strict=True):
        assert 0 <= low <= high
        assert middle >= 0
    assert f"Of {day['days']} whole days" in words.describe_over_time(trace)


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_view_has_the_averages_and_says_whether_there_is_a_day(trace: Trace, view: str, scheme: str) -> None:
    figure = go.Figure(over_time_tree(trace, scheme, view))  # type: ignore[arg-type]  # which refuses what is not valid
    has_day = trace["by_day"] is not None
    assert figure.layout.meta == {"hasDay": has_day, "fold": DAY if has_day and view == "day" else None}
    assert figure.layout.shapes[0].x0 == trace["steps"][0]["time"]
    means = means_of(trace)
    flat = [line.y[0] for line in figure.data if line.line.dash == "dot" and line.line.width == 1]
    assert flat == [means.waiting, means.running, 100 * means.busy]
    assert tuple(figure.layout.xaxis.range) == course_of(trace, view).span  # type: ignore[arg-type]


def test_the_tables_have_what_the_views_show(trace: Trace) -> None:
    assert len(table_of("over-time-window", trace).body) == len(trace["steps"])
    assert len(table_of("by-day", trace).body) == (PARTS if trace["by_day"] else 0)
