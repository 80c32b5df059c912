"""What a class says, without a broker: pictures, words, and CSV."""

import csv
import io
from typing import Any

import pytest

from components.controls.spreadsheet import safe
from components.figures.classes.class_choices import draw_choices
from components.figures.classes.class_curves import draw_class_curves, median_of
from components.figures.classes.class_numbers import draw_numbers, window
from components.figures.classes.class_orders import counts_of, draw_orders
from components.lessons.lesson import Lesson
from components.pages.classes import known as known_module
from components.pages.classes.export import to_csv
from components.pages.classes.known import Known, is_right_order, known, measured_order
from components.pages.classes.predictions import show_prediction
from components.pages.classes.questions import show_question
from components.pages.classes.words import counts, expiry, told
from engine.statistics.means import Estimate
from tests.components.lessons.lesson_files import PREDICTIONS, lesson_of, made_up
from workers.classes.sessions import Seat, Session


@pytest.fixture(scope="module")
def lessons(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Lesson]:
    folder = tmp_path_factory.mktemp("lessons")
    return {kind: lesson_of(folder, kind) for kind in PREDICTIONS}


def found_in(lesson: Lesson) -> Known:
    """What is known once the study is computed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(known_module, "known_result", lambda scenario: made_up(lesson))
        found = known(lesson)
    assert found is not None
    return found


def seat(
    number: int = 1, nickname: str = "Ada", prediction: Any = (), answers: Any = (), handed_in: float | None = None
) -> Seat:
    predicted = 60.0 if prediction else None
    return Seat(number, nickname, prediction, answers, 0.0, predicted, None, handed_in, predicted)


GUESSES: dict[str, Any] = {
    "number": [(40.0,), (60.0,)],
    "ordering": [(1, 2, 0), (0, 1, 2)],
    "curve": [(1, 2, 3), (3, 2, 1), (2, 2, 9)],
}


# Pictures.


def test_numbers_that_are_near_are_stacked() -> None:
    dots = draw_numbers([10.0, 10.0, 10.0, 20.0], "s", None, "light").data[0]
    assert (list(dots.x), list(dots.y)) == ([10, 10, 10, 20], [1, 2, 3, 1])


def test_one_who_is_far_off_does_not_squeeze_the_others_and_is_counted() -> None:
    shown = window([10, 11, 12, 13, 14, 1e12])
    assert shown.high < 20
    assert (shown.below, shown.above) == (0, 1)
    figure = draw_numbers([10, 11, 12, 13, 14, 1e12], "s", None, "light")
    assert [note.text for note in figure.layout.annotations] == ["1 farther right ▶"]


def test_the_first_numbers_do_not_move_the_axis() -> None:
    one, three = window([10]), window([10, 9, 12])
    assert (one.low, one.high) == (three.low, three.high)
    assert one.low < 5 < 15 < one.high


def test_without_numbers_the_axis_has_what_is_allowed() -> None:
    shown = window([], None, (0, 200))
    assert shown.low < 0 < 200 < shown.high


def test_orders_are_counted_by_entry_and_place() -> None:
    assert counts_of([(1, 0), (1, 0), (0, 1)], 2).tolist() == [[1, 2], [2, 1]]


def test_orders_have_their_measured_places_only_when_these_may_be_seen() -> None:
    hidden, revealed = (draw_orders(["a", "b"], [(0, 1)], "the least", order, "dark") for order in ([], [1, 0]))
    assert (len(hidden.layout.shapes), len(revealed.layout.shapes)) == (0, 2)
    assert revealed.layout.yaxis.ticktext == ("1. b", "2. a")


def test_the_median_is_taken_at_each_place() -> None:
    assert median_of([(1, 9), (2, 1), (9, 2)]) == [2, 2]


def test_a_measured_curve_may_lie_beyond_what_could_be_drawn() -> None:
    found = [Estimate(50.0, 40.0, 60.0, 3), Estimate(900.0, float("nan"), float("nan"), 1)]
    figure = draw_class_curves([1, 2], [(1, 2)], found, ("x", "y"), (0, 500), "light")
    assert figure.layout.yaxis.range[1] > 900
    assert [trace.name for trace in figure.data if trace.name] == [
        "drawn by students",
        "median of the class",
        "measured, with 95 % band",
    ]


def test_the_right_choice_is_marked_by_more_than_its_color() -> None:
    assert draw_choices([1, 2], 1, "light").data[0].y == ("A", "✓ B")
    assert draw_choices([1, 2], None, "light").data[0].y == ("A", "B")


# What is told, and what is not told before it is revealed.


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("number", "Measured: 50 %. 0 of 2 (0 %) are within 10 % of it."),
        ("ordering", "1 of 2 (50 %) have the right order."),
        ("curve", "rises"),
    ],
)
def test_predictions_are_told_beside_what_is_measured(lessons: dict[str, Lesson], kind: str, says: str) -> None:
    lesson = lessons[kind]
    before = show_prediction(lesson, GUESSES[kind], None, "light")
    after = show_prediction(lesson, GUESSES[kind], found_in(lesson), "light")
    assert says in after.words
    assert "easured" not in before.words + str(before.figure.to_json()) + str(before.table)
    assert "easured" in str(after.figure.to_json()) + str(after.table)


@pytest.mark.parametrize("kind", PREDICTIONS)
def test_a_class_that_has_not_begun_has_pictures_too(lessons: dict[str, Lesson], kind: str) -> None:
    for found in (None, found_in(lessons[kind])):
        assert "yet" in show_prediction(lessons[kind], [], found, "dark").words
    for question in lessons[kind].front.questions:
        assert "yet" in show_question(question, [], True, "light").words


def test_answers_do_not_say_what_is_right_before_the_reveal(lessons: dict[str, Lesson]) -> None:
    number, choice = lessons["number"].front.questions
    for question, given, right in ((number, [100.0, 399.0], "1 of 2"), (choice, [0.0, 1.0, 1.0], "2 of 3 (67 %)")):
        before, after = (show_question(question, given, shown, "light") for shown in (False, True))
        assert "ight" not in before.words + str(before.table)
        assert f"{right}" in after.words
        assert before.figure != after.figure
    assert "400" not in str(show_question(number, [100.0, 399.0], False, "light"))


def test_an_order_is_right_where_nobody_can_say_which_is_less(lessons: dict[str, Lesson]) -> None:
    lesson = lessons["ordering"]
    found = found_in(lesson)
    assert measured_order(lesson, found) == [1, 2, 0]
    assert is_right_order(lesson, (1, 2, 0), found)
    assert not is_right_order(lesson, (2, 1, 0), found)
    wide = [line._replace(measured=Estimate(line.measured.mean, 0.0, 999.0, 3)) for line in found.lines]
    assert is_right_order(lesson, (2, 1, 0), found._replace(lines=wide))


def test_nothing_is_known_before_every_cell_is_there(
    lessons: dict[str, Lesson], monkeypatch: pytest.MonkeyPatch
) -> None:
    result = made_up(lessons["number"])
    result.table[0, 0, 0] = float("nan")
    result.done[0, 0, 0] = False
    monkeypatch.setattr(known_module, "known_result", lambda _: result)
    assert known(lessons["number"]) is None


def test_stages_are_counted_and_said() -> None:
    sums = counts([seat(1), seat(2, prediction=(1.0,)), seat(3, prediction=(1.0,), handed_in=9.0)])
    assert sums == {"joined": 3, "predicted": 2, "compared": 0, "handed in": 1}
    assert told(sums) == "3 have joined, 2 have predicted, 0 have compared, 1 has handed in."


def test_it_is_said_when_everything_is_deleted() -> None:
    assert "on 2 January at 00:00 UTC" in expiry(Session("ABC234", "x", 0.0, False, 1))


# CSV.


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize("text", ["=1+1", "+A1", "-A1", "@SUM(A1)", " =1", "\t=1"])
def test_no_cell_is_taken_for_a_formula(text: str) -> None:
    assert safe(text) == f"'{text}"


def test_numbers_stay_numbers() -> None:
    assert [safe(-5.0), safe("Ada"), safe(None)] == [-5.0, "Ada", None]


def test_csv_has_a_row_for_each_student(lessons: dict[str, Lesson]) -> None:
    lesson = lessons["number"]
    people = [seat(1, "=HYPERLINK(1)", (40.0,), (400.0, 0)), seat(2, "")]
    first, second = rows_of(to_csv(lesson, people, found_in(lesson)))
    assert first["nickname"] == "'=HYPERLINK(1)"
    assert first["prediction (%)"] == "40.0"
    assert float(first["deviation (%)"]) == pytest.approx(-10, abs=0.01)
    assert (first["answer 1"], first["answer 1 right"]) == ("400.0", "yes")
    assert (first["answer 2"], first["answer 2 right"]) == ("The slow one", "no")
    assert first["joined (UTC)"] == "1970-01-01 00:00:00"
    assert (second["nickname"], second["prediction (%)"], second["answer 1 right"]) == ("student 2", "", "")


def test_csv_says_the_order_and_whether_it_is_right(lessons: dict[str, Lesson]) -> None:
    lesson = lessons["ordering"]
    people = [seat(1, prediction=(1, 2, 0)), seat(2, prediction=(0, 1, 2)), seat(3)]
    found = rows_of(to_csv(lesson, people, found_in(lesson)))
    assert [(row["prediction"], row["right order"]) for row in found] == [
        ("idle; middle; busy", "yes"),
        ("busy; idle; middle", "no"),
        ("", ""),
    ]


def test_csv_has_a_column_for_each_point_of_a_curve(lessons: dict[str, Lesson]) -> None:
    lesson = lessons["curve"]
    (row,) = rows_of(to_csv(lesson, [seat(prediction=(110.0, 200.0, 390.0))], found_in(lesson)))
    assert [row[f"prediction at {x} (s)"] for x in (0.5, 1, 1.5)] == ["110.0", "200.0", "390.0"]
    assert float(row["mean deviation (s)"]) == pytest.approx(20 / 3)


def test_csv_without_measured_numbers_leaves_their_cells_empty(lessons: dict[str, Lesson]) -> None:
    for kind, column in (("number", "deviation (%)"), ("ordering", "right order"), ("curve", "mean deviation (s)")):
        (row,) = rows_of(to_csv(lessons[kind], [seat(prediction=GUESSES[kind][0])], None))
        assert row[column] == ""
