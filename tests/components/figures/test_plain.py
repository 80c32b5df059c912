"""Figures as plain HTML: points lie where the axes say, and what is not drawn here is no picture."""

import re

import plotly.graph_objects as go
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.figures.common.plain import HALF_LINE, plain_picture
from components.figures.common.row_names import LETTER
from components.looks.tokens import TYPE
from components.pages.studio.face import face_of
from engine.study.registry import EXAMPLES

NUMBERS = st.floats(-1e6, 1e6, allow_nan=False)


def curve(x: list[float], y: list[float], **layout: object) -> go.Figure:
    figure = go.Figure(go.Scatter(x=x, y=y, mode="lines", line={"color": "#123456", "width": 2}))
    figure.update_layout(**layout)
    return figure


def places(html: str) -> list[tuple[float, float]]:
    """Where the points of the only line are, % from the left and from the top."""
    (found,) = re.findall(r'<polyline points="([^"]*)"', html)
    return [(float(a), float(b)) for a, b in (one.split(",") for one in found.split())]


@given(st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=20), NUMBERS, st.floats(1e-3, 1e6))
def test_points_lie_where_the_axes_say(points: list[tuple[float, float]], low: float, width: float) -> None:
    x, y = map(list, zip(*points, strict=True))
    html = plain_picture(curve(x, y, xaxis={"range": [low, low + width]}, yaxis={"range": [-5, 5]}), "light")
    assert html is not None
    for (a, b), (left, top) in zip(points, places(html), strict=True):
        assert left == pytest.approx(100 * (a - low) / width, rel=1e-6, abs=0.011)
        assert top == pytest.approx(100 - 10 * (b + 5), rel=1e-6, abs=0.011)


def test_a_logarithmic_axis_is_one() -> None:
    axes = {"xaxis": {"type": "log", "range": [0, 2]}, "yaxis": {"range": [0, 2]}}
    html = plain_picture(curve([1, 10, 100], [1, 1, 1], **axes), "dark")
    assert html is not None
    assert [left for left, _ in places(html)] == [0, 50, 100]
    assert ">10</span>" in html


@pytest.mark.parametrize("gap", [None, float("nan")])
def test_a_line_ends_at_a_gap(gap: float | None) -> None:
    figure = curve([1, 2, 3, 4], [1, gap, 3, 4], xaxis={"range": [0, 5]}, yaxis={"range": [0, 5]})  # type: ignore[list-item]
    assert (plain_picture(figure, "light") or "").count("<polyline") == 2


def test_words_of_a_user_are_words() -> None:
    axes = {"xaxis": {"range": [0, 1], "title": "<script>"}, "yaxis": {"range": [0, 1]}}
    figure = curve([0, 1], [0, 1], **axes)
    figure.add_annotation(x=0, y=0, text="<img src=x><br>two")
    html = plain_picture(figure, "light") or ""
    assert "<script" not in html
    assert "<img" not in html
    assert "&lt;img src=x&gt;<br>two" in html


@pytest.mark.parametrize("figure", [go.Figure(go.Heatmap(z=[[1]])), go.Figure(go.Scatter(x=["a"], y=[1]))])
def test_what_is_not_drawn_here_is_no_picture(figure: go.Figure) -> None:
    assert plain_picture(figure, "light") is None


@pytest.mark.parametrize("name", ["convoy", "schnor-system-1", "heymann-figure-4"])
def test_the_title_of_a_cluster_has_room_beside_its_numbers(name: str) -> None:
    """A failure: in the first picture of a page half of "Speed" lay left of the page."""
    tree = EXAMPLES[name].model_dump(mode="json")
    figure = face_of(tree).form.draw_cluster(tree, "light")
    html = plain_picture(figure, "light") or ""
    (beside,) = (float(px) for px in re.findall(r'title-beside" style="--beside:([\d.]+)px', html))
    numbers = re.findall(r'tick-beside"[^>]*>([^<]*)<', html)
    widest = 8 + LETTER * TYPE["sm"] * max(map(len, numbers))
    assert widest + HALF_LINE <= beside <= figure.layout.margin.l - HALF_LINE
