"""Marks that lie on an axis are whole: no symbol of a curve is cut where its axes end."""

import re
from typing import Any

import pytest

from components.figures.common.plain import plain_picture
from components.figures.race import written
from components.figures.result.curves import draw_curves
from components.words.wording import first_metric
from engine.study.ahead import result_ahead
from engine.study.registry import EXAMPLES

WIDTH, HEIGHT = 768, 400
"""px of a plot on a page of 1280."""


def _cut(figure: dict[str, Any]) -> list[tuple[str, float, float]]:
    """The marks inside of their axes whose symbols reach across an end of these, and are clipped there."""
    layout = figure["layout"]
    (scatter,) = layout["template"].get("data", {}).get("scatter", [{}])
    ends = [layout["xaxis"].get("range"), layout["yaxis"].get("range")]
    if None in ends or "log" in (layout["xaxis"].get("type"), layout["yaxis"].get("type")):
        return []
    found = []
    for trace in figure["data"]:
        if "markers" not in trace.get("mode", "lines") or trace.get("cliponaxis", scatter.get("cliponaxis")) is False:
            continue
        for point in zip(trace["x"], trace["y"], strict=True):
            rooms = [
                side / (high - low) * min(at - low, high - at)
                for at, (low, high), side in zip(point, ends, (WIDTH, HEIGHT), strict=True)
                if at is not None
            ]
            if len(rooms) == 2 and 0 <= min(rooms) < trace["marker"]["size"] / 2 - 1:
                found.append((trace["name"], *point))
    return found


def test_no_mark_of_a_curve_is_cut_at_an_axis() -> None:
    """A failure: half of the squares at 0 in the mixed laboratory were missing."""
    results = {name: result_ahead(EXAMPLES[name]) for name in EXAMPLES}
    cut = {}
    for name, result in results.items():
        if result is None or result.scenario.study.vary is None:
            continue
        metric = first_metric(result.scenario)
        figure = draw_curves(result, metric, list(result.scenario.policies), "light")
        if marks := _cut(figure):
            cut[name] = marks
    assert not cut


@pytest.mark.parametrize("size", [9, 14])
def test_the_first_picture_cuts_no_mark_either(size: int) -> None:
    """A failure: what lies on the axis is in the drawing that ends there, or what lies beyond it is drawn."""
    marker = {"symbol": "circle", "size": size, "color": "#000000"}
    line = {"x": [0, 1, 2], "y": [0, 1, 5], "mode": "lines+markers", "name": "a", "marker": marker}
    layout = {"xaxis": {"range": [0, 2]}, "yaxis": {"range": [0, 1]}}
    picture = plain_picture({"data": [line], "layout": layout}, "light")
    assert picture is not None
    of_lines, of_marks = re.findall("<svg.*?</svg>", picture)
    assert 'class="marks"' in of_marks
    assert re.findall(r"M([\d.]+),([\d.]+)h0", of_marks) == [("0.00", "100.00"), ("50.00", "0.00")]
    assert "h0" not in of_lines


def test_numbers_of_jobs_end_with_their_axes() -> None:
    """A failure: the number of a job that a window cuts stands on the names of the rows."""
    assert written([(0.0, 0.0, 0, 1.0)])["cliponaxis"] is True
