"""A class as CSV: a row for each student."""

import csv
import io
from collections.abc import Callable
from math import isnan

from components.controls.spreadsheet import Cell, safe
from components.lessons.asked import ChoiceQuestion, CurvePrediction, NumberPrediction, OrderingPrediction
from components.lessons.lesson import Lesson
from components.lessons.work import Work, right_answers
from components.pages.classes.known import Known, is_right_order
from components.pages.classes.words import clock
from components.words.wording import number
from workers.classes.sessions import Seat

Columns = dict[str, Cell]
Prediction = tuple[float, ...]


def to_csv(lesson: Lesson, seats: list[Seat], found: Known | None) -> str:
    """All students; what is held against measured numbers is empty while these are not known."""
    out = io.StringIO()
    rows = [_row(lesson, seat, found) for seat in seats]
    head = list(_row(lesson, Seat(0, "", (), (), *[None] * 5), found))
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([safe(title) for title in head])
    writer.writerows([[safe(cell) for cell in row.values()] for row in rows])
    return out.getvalue()


def _row(lesson: Lesson, seat: Seat, found: Known | None) -> Columns:
    cells: Columns = {
        "seat": seat.number,
        "nickname": seat.name,
        "joined (UTC)": clock(seat.joined),
        "predicted (UTC)": clock(seat.predicted),
    }
    cells |= KINDS[type(lesson.front.prediction)](lesson, seat.prediction, found)
    right = right_answers(lesson, Work(prediction=(), answers=seat.answers, revealed=False))
    given = [*seat.answers, *[None] * len(right)]
    for n, (question, answer, is_right) in enumerate(zip(lesson.front.questions, given, right, strict=False)):
        chosen = isinstance(question, ChoiceQuestion) and answer is not None and question.choices[int(answer)]
        cells[f"answer {n + 1}"] = chosen.text if chosen else answer
        cells[f"answer {n + 1} right"] = _yes(is_right)
    return cells | {
        "compared (UTC)": clock(seat.revealed),
        "handed in (UTC)": clock(seat.handed_in),
        "last change (UTC)": clock(seat.changed),
    }


def _yes(is_right: bool | None) -> str:
    return "" if is_right is None else "yes" if is_right else "no"


def _of_number(lesson: Lesson, prediction: Prediction, found: Known | None) -> Columns:
    asked = lesson.front.prediction
    assert isinstance(asked, NumberPrediction)
    unit = f" ({asked.unit})" if asked.unit else ""
    off = prediction[0] - found.lines[0].measured.mean if prediction and found else None
    return {f"prediction{unit}": prediction[0] if prediction else None, f"deviation{unit}": off}


def _of_ordering(lesson: Lesson, prediction: Prediction, found: Known | None) -> Columns:
    asked = lesson.front.prediction
    assert isinstance(asked, OrderingPrediction)
    order = "; ".join(asked.entries[int(entry)].label for entry in prediction)
    is_right = is_right_order(lesson, prediction, found) if prediction and found else None
    return {"prediction": order, "right order": _yes(is_right)}


def _of_curve(lesson: Lesson, prediction: Prediction, found: Known | None) -> Columns:
    asked = lesson.front.prediction
    assert isinstance(asked, CurvePrediction)
    unit = f" ({asked.unit})" if asked.unit else ""
    heights = prediction or (None,) * len(lesson.curve_values)
    drawn: Columns = {
        f"prediction at {number(x)}{unit}".replace("\u2009", ""): height
        for x, height in zip(lesson.curve_values, heights, strict=True)
    }
    off = _mean_off(prediction, found) if prediction and found else None
    return drawn | {f"mean deviation{unit}": off}


def _mean_off(prediction: Prediction, found: Known) -> float | None:
    off = [abs(height - line.measured.mean) for height, line in zip(prediction, found.lines, strict=True)]
    there = [one for one in off if not isnan(one)]
    return sum(there) / len(there) if there else None


KINDS: dict[type, Callable[[Lesson, Prediction, Known | None], Columns]] = {
    NumberPrediction: _of_number,
    OrderingPrediction: _of_ordering,
    CurvePrediction: _of_curve,
}
