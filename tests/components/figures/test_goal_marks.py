"""Curves of a study with a goal: the line, the turns, the words, all of one search."""

import re
from collections.abc import Iterator

import pytest

from components.figures.result.curves import draw_curves
from components.pages.studio.answer.answer import table_of_curves
from components.words.methods import methods_paragraph
from components.words.searches.goals import goal_lines, ordinal
from components.words.units import PEOPLE, told_in
from components.words.verdicts.verdict import verdict
from engine.results.result import Result
from tests.engine.study.test_goal import RATE, the_study


@pytest.fixture(autouse=True)
def _as_people_think() -> Iterator[None]:
    with told_in(PEOPLE):
        yield


@pytest.fixture(scope="module")
def found() -> Result:
    return the_study()


def test_the_goal_is_a_line_and_the_turn_stands_at_the_value_that_will_do(found: Result) -> None:
    figure = draw_curves(found, "response_time", ["FCFS"], "light")
    lines = [one for one in figure["layout"]["shapes"] if one.get("name") == "goal"]
    (across,) = [one for one in lines if one["y0"] == one["y1"] and "x domain" in one.values()]
    assert across["y0"] == pytest.approx(2000 / 60)  # told in minutes
    (upright,) = [one for one in lines if one["x0"] == one["x1"]]
    (search,) = found.searches
    assert search.turn.meets is not None
    assert upright["x0"] == pytest.approx(search.values[search.turn.meets] * 3.6)  # jobs per hour
    low, high = figure["layout"]["yaxis"]["range"]
    assert low < 2000 / 60 < high


def test_the_order_of_the_search_stands_at_its_points_inside_the_picture(found: Result) -> None:
    figure = draw_curves(found, "response_time", ["FCFS"], "light")
    orders = [one for one in figure["layout"]["annotations"] if one.get("name") == "order"]
    (search,) = found.searches
    tested = {search.values[n] * 3.6: str(order) for order, n in enumerate(search.decisions, 1)}
    low, high = figure["layout"]["yaxis"]["range"]
    assert len(orders) >= 3
    for one in orders:
        assert one["text"] == next(order for x, order in tested.items() if x == pytest.approx(one["x"]))
        assert low <= one["y"] <= high


def test_of_another_metric_there_is_no_goal(found: Result) -> None:
    figure = draw_curves(found, "utilization", ["FCFS"], "light")
    assert not [one for one in figure["layout"].get("shapes", []) if one.get("name") == "goal"]


def test_the_sentence_the_lines_and_the_table_tell_the_same_turn(found: Result) -> None:
    (search,) = found.searches
    assert search.turn.meets is not None
    turn = search.values[search.turn.meets] * 3.6
    said = verdict(found)
    assert len(said.short) <= 90
    number = re.search(r"up to ([\d.]+) jobs per hour", said.short)
    assert number is not None
    assert float(number[1]) == pytest.approx(turn, rel=1e-3)
    assert number[0] in goal_lines(found)[0]
    rows = table_of_curves(found, "response_time").body
    assert len(rows) == len(search.decisions)
    will = [float(row[2]) for row in rows if "will do" in row[3] and "not" not in row[3]]
    assert max(will) == pytest.approx(turn, rel=1e-5)


def test_the_methods_say_how_it_was_sought(found: Result) -> None:
    text = methods_paragraph(found)
    assert "by bisection" in text
    assert "Sought: arrival rate" in text


def test_while_the_search_goes_on_it_is_said() -> None:
    from engine.study.cells import StudyPlan
    from tests.engine.study.test_goal import SMALL

    plan = StudyPlan(SMALL)
    values = {index: plan.compute(plan.cell(index)) for index in plan.indices(plan.first_round())}
    part = plan.combine(values)
    assert not part.complete
    assert verdict(part).short.startswith("Seeking where")
    assert [point[RATE] for point in part.points] == [0.1, 0.8]


@pytest.mark.parametrize(
    ("n", "word"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (21, "21st"), (112, "112th")]
)
def test_numbers_in_order(n: int, word: str) -> None:
    assert ordinal(n) == word
