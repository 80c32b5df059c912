"""One point: dots in order with their numbers; times that differ much on a logarithmic axis; maps without winners."""

from math import log10

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.figures.common.plain import plain_picture
from components.figures.result.one_point import _place, _with_room
from components.figures.result.sweep_map import draw_best
from components.pages.studio.answer.answer import create_curves
from engine.results.result import Result
from engine.statistics.means import Estimate
from engine.study.ahead import result_ahead
from engine.study.registry import EXAMPLES
from tests.components.figures.checked import draw_curves


def stored(name: str) -> Result:
    found = result_ahead(EXAMPLES[name])
    assert found is not None, "run: python3 app.py dev ahead"
    return found


def test_the_dots_of_one_point_stand_in_order_each_with_its_number() -> None:
    result = stored("zhang-wl2")
    policies = list(result.scenario.policies)
    figure = draw_curves(result, "response_time", policies, "light")
    dots = sorted((trace for trace in figure.data if trace.mode == "markers"), key=lambda trace: -trace.y[0])
    means = [trace.x[0] for trace in dots]
    assert means == sorted(means)
    assert {trace.name for trace in dots} == set(policies)
    assert figure.layout.xaxis.title.text.endswith(", logarithmic")
    low, high = figure.layout.xaxis.range
    assert all(low < log10(mean) < high for mean in means)
    assert len(figure.layout.annotations) == len(policies)
    assert {one.yanchor for one in figure.layout.annotations} == {"middle"}, "above is where the next row is"
    assert not figure.layout.showlegend


@given(st.lists(st.tuples(st.floats(0.01, 100), st.floats(0, 0.9)), min_size=1, max_size=11), st.booleans())
def test_no_number_stands_on_the_interval_of_another_row(some: list[tuple[float, float]], is_log: bool) -> None:
    found = [Estimate(mean, mean * (1 - half), mean * (1 + half), 5) for mean, half in some]
    ends = [log10(end) if is_log else end for one in found for end in (one.low, one.high)]
    axis = _with_room({"range": [min(ends) - 0.1, max(ends) + 0.1]}, found, is_log)
    assert "above" not in [_place(one, axis, is_log)[0] for one in found]


def test_where_more_is_better_the_largest_is_uppermost() -> None:
    result = stored("zhang-saturation")
    figure = draw_curves(result, "saturation_throughput", list(result.scenario.policies), "dark")
    dots = sorted((trace for trace in figure.data if trace.mode == "markers"), key=lambda trace: -trace.y[0])
    means = [trace.x[0] for trace in dots]
    assert means == sorted(means, reverse=True)


@pytest.mark.parametrize("name", ["zhang-wl2", "kumar-three-jobs", "heymann-table-1"])
def test_a_single_point_has_a_first_picture(name: str) -> None:
    result = stored(name)
    html = plain_picture(dict(create_curves(result, result.names[0])), "light") or ""
    assert all(policy.split()[0] in html for policy in result.scenario.policies)


@pytest.mark.parametrize(
    ("name", "metric", "is_log"),
    [("peterson-figure-4-lengths", "run_time_simulated", True), ("schnor-system-1", "response_time", False)],
)
def test_times_that_differ_too_much_have_a_logarithmic_axis_that_says_so(name: str, metric: str, is_log: bool) -> None:
    result = stored(name)
    axis = draw_curves(result, metric, list(result.scenario.policies), "light").layout.yaxis
    assert (axis.type == "log") == is_log
    assert axis.title.text.endswith("logarithmic") == is_log
    if is_log:
        assert axis.range[0] < axis.range[1]
    else:
        assert axis.range[0] == 0


def test_a_map_without_winners_shows_values_and_says_so() -> None:
    figure = draw_best(stored("heymann-factorial"), "efficiency", "light")
    (note,) = figure.layout.annotations
    assert note.text.replace("<br>", " ").startswith("= at 35 of 35 points no policy is shown to be best; values of ")
    assert figure.data[0].colorbar.title.text == "Efficiency (%)"
    assert draw_best(stored("which-policy-where"), "response_time", "light").data[0].showscale is False
