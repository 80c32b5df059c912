"""The fairness tab: one rank that is the legend of all, one policy in focus, and no box too narrow to be seen."""

import pytest

from components.figures.coscheduling.type_slowdowns import draw_type_slowdowns
from components.figures.result.fairness import MOST_BOXES, draw_boxes, draw_gini, draw_lorenz
from engine.results.result import Result
from engine.study.ahead import result_ahead
from engine.study.registry import EXAMPLES


@pytest.fixture(scope="module", params=["schnor-system-1", "zhang-heuristics-fairness"])
def result(request: pytest.FixtureRequest) -> Result:
    found = result_ahead(EXAMPLES[request.param])
    assert found is not None, "run: python3 app.py dev ahead"
    return found


def test_the_rank_begins_with_the_most_even_policy(result: Result) -> None:
    dots = {one["name"]: one for one in draw_gini(result, 0, "light")["data"] if one["mode"] == "markers"}
    assert set(dots) == set(result.scenario.policies)
    order = sorted(dots, key=lambda name: -dots[name]["y"][0])
    assert order == sorted(order, key=lambda name: result.estimate(0, name, "gini").mean)


def test_nothing_but_the_rank_says_which_policy_is_which(result: Result) -> None:
    figures = [draw_lorenz(result, 0, "light"), draw_boxes(result, 0, "dark")]
    if result.scenario.family == "coscheduling":
        figures.append(draw_type_slowdowns(result, 0, "light"))
    assert not any(figure.layout.showlegend for figure in figures)


def test_of_many_lorenz_curves_the_most_even_is_in_focus(result: Result) -> None:
    figure = draw_lorenz(result, 0, "light")
    means = {name: result.estimate(0, name, "gini").mean for name in result.scenario.policies}
    focus = figure.layout.meta["focus"]
    assert focus == (min(means, key=lambda name: means[name]) if len(means) > 6 else None)
    bands = [one for one in figure.data if one.fill == "toself"]
    assert sum(one.opacity != 0 for one in bands) == (1 if focus else len(bands))


def test_boxes_are_drawn_where_they_have_room(result: Result) -> None:
    kinds = {one.type for one in draw_boxes(result, 0, "light").data}
    assert kinds == ({"box"} if len(result.scenario.policies) <= MOST_BOXES else {"scatter"})
