"""What a student has done in a lesson: a prediction and answers. It comes from a browser, and is hostile until read."""

from typing import Annotated, Any

import orjson
from pydantic import Field, ValidationError

from components.lessons.asked import CurvePrediction, NumberPrediction
from components.lessons.lesson import Lesson
from engine.inputs.quantity import Strict

MOST_BYTES = 4_000
Number = Annotated[float, Field(ge=-1e15, le=1e15)]


class WorkError(ValueError):
    """Work that cannot be used; the text says why."""


class Work(Strict):
    """The work of one student in one lesson.

    Attributes
    ----------
    prediction : one number; or the entries of an ordering by number from 0, first to last; or the heights of a curve.
        Empty while there is none
    answers : one for each question, the number of a choice from 0 or the number typed; None where there is none
    revealed : whether the prediction was held against the engine; from then on it stays as it is
    """

    prediction: tuple[Number, ...] = Field(default=(), max_length=40)
    answers: tuple[Number | None, ...] = Field(default=(), max_length=8)
    revealed: bool = False


def read_work(lesson: Lesson, tree: Any) -> Work:
    """The work in *tree*, if it fits the lesson; `WorkError` says where it does not."""
    try:
        text = orjson.dumps(tree)
        if len(text) > MOST_BYTES:
            raise WorkError("this is too long for the work of one student")
        work = Work.model_validate_json(text)
    except (orjson.JSONEncodeError, ValidationError, RecursionError):
        raise WorkError("this is not the work of a student: a prediction and answers are expected") from None
    if work.prediction and not _fits(lesson, work.prediction):
        raise WorkError("the prediction does not fit the lesson")
    if len(work.answers) > len(lesson.front.questions):
        raise WorkError("there are more answers than questions")
    return work


def _fits(lesson: Lesson, prediction: tuple[float, ...]) -> bool:
    asked = lesson.front.prediction
    if isinstance(asked, NumberPrediction):
        return len(prediction) == 1 and asked.low <= prediction[0] <= asked.high
    if isinstance(asked, CurvePrediction):
        is_within = all(asked.low <= height <= asked.high for height in prediction)
        return len(prediction) == len(lesson.curve_values) and is_within
    return sorted(prediction) == list(range(len(asked.entries)))


def right_answers(lesson: Lesson, work: Work) -> list[bool | None]:
    """For every question whether it is answered rightly; None where it is not answered."""
    given = [*work.answers, *[None] * len(lesson.front.questions)]
    pairs = zip(lesson.front.questions, given, strict=False)
    return [None if answer is None else question.is_right(answer) for question, answer in pairs]
