"""What was handed in, in words: for the teacher's page and for a file."""

from components.controls.data_table import DataTable
from components.lessons.asked import ChoiceQuestion, OrderingPrediction, Question
from components.lessons.lesson import Lesson
from components.lessons.measured import LessonError
from components.lessons.reveal import reveal
from components.lessons.work import Work, right_answers
from components.words.wording import MISSING, number
from engine import ENGINE_VERSION
from engine.results.result import Result

NOT_ANSWERED = "not answered"


def outcome_words(lesson: Lesson, work: Work, results: dict[str, Result]) -> str:
    """What came of the prediction; without the results the prediction alone."""
    if len(results) < len(lesson.needed()):
        return f"{predicted_words(lesson, work)} The results of the lesson are not known here yet."
    try:
        found = reveal(lesson, work.prediction, results)
    except LessonError as error:
        return f"The prediction cannot be compared: {error}."
    return f"{found.short} {found.sentence}"


def predicted_words(lesson: Lesson, work: Work) -> str:
    """The prediction in words."""
    asked = lesson.front.prediction
    if not work.prediction:
        return "No prediction was made."
    if isinstance(asked, OrderingPrediction):
        return "Predicted order: " + ", ".join(asked.entries[int(n)].label for n in work.prediction) + "."
    return "Predicted: " + ", ".join(f"{number(one)} {asked.unit}".rstrip() for one in work.prediction) + "."


def answer_words(question: Question, answer: float | None) -> str:
    """An answer in words."""
    if answer is None:
        return NOT_ANSWERED
    if isinstance(question, ChoiceQuestion):
        is_one = answer == int(answer) and 0 <= answer < len(question.choices)
        return question.choices[int(answer)].text if is_one else MISSING
    return f"{number(answer)} {question.unit}".rstrip()


def table_of_answers(lesson: Lesson, work: Work, tries: list[int]) -> DataTable:
    """Every question with the answer, checked anew."""
    verdicts = {True: "✓ right", False: "✕ not right", None: MISSING}
    given = [*work.answers, *[None] * len(lesson.front.questions)]
    counts = [*tries, *[0] * len(lesson.front.questions)]
    body = [
        [f"{n + 1}. {question.question}", answer_words(question, given[n]), verdicts[is_right], counts[n] or MISSING]
        for n, (question, is_right) in enumerate(zip(lesson.front.questions, right_answers(lesson, work), strict=True))
    ]
    return DataTable("Answers, checked again on this server.", ["question", "answer", "", "tries"], body)


def text_of(lesson: Lesson, work: Work, nickname: str, tries: list[int], results: dict[str, Result]) -> str:
    """The whole work as text for a file."""
    rows = [f"{row[0]}\n   {row[1]} ({row[2]}; tries: {row[3]})" for row in table_of_answers(lesson, work, tries).body]
    lines = [
        f"Lesson: {lesson.front.title}",
        f"Nickname: {nickname or MISSING}",
        "",
        f"Prediction: {lesson.front.prediction.question}",
        outcome_words(lesson, work, results),
        "",
        *rows,
        "",
        f"Corral, engine {ENGINE_VERSION}",
    ]
    return "\n".join(lines) + "\n"
