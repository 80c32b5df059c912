"""What a class has answered to one question of a lesson, as picture, words and table."""

from typing import Any

from components.controls.data_table import DataTable
from components.figures.classes.class_choices import LETTERS, draw_choices
from components.figures.classes.class_numbers import Truth, draw_numbers
from components.lessons.asked import ChoiceQuestion, NumberQuestion, Question, RuleQuestion
from components.pages.classes.predictions import tell_numbers
from components.pages.classes.shown import Shown, amount, counted, share
from components.words.wording import number


def show_question(question: Question, given: list[float], is_revealed: bool, scheme: str) -> Shown:
    """The answers *given*; what is right only where it may be seen."""
    if not isinstance(question, ChoiceQuestion):
        return _of_number(question, given, is_revealed, scheme)
    return _of_choices(question, given, is_revealed, scheme)


def _of_number(question: NumberQuestion | RuleQuestion, given: list[float], is_revealed: bool, scheme: str) -> Shown:
    words = tell_numbers(given, question.unit, "answer", "answers")
    truth = None
    if is_revealed:
        truth, right = _truth(question, given)
        words += f" Right is {right}{_had(sum(map(question.is_right, given)), len(given))}."
    title = f"Answer ({question.unit})" if question.unit else "Answer"
    body: list[list[Any]] = [
        [number(value), given.count(value), *(["yes" if question.is_right(value) else "no"] if is_revealed else [])]
        for value in sorted(set(given))
    ]
    head = [title.lower(), "students", *(["right"] if is_revealed else [])]
    return Shown(
        draw_numbers(given, title, truth, scheme),
        words,
        DataTable("How often each number was answered.", head, body),
        not given,
    )


def _of_choices(question: ChoiceQuestion, given: list[float], is_revealed: bool, scheme: str) -> Shown:
    counts = [sum(answer == n for answer in given) for n in range(len(question.choices))]
    right = next(n for n, choice in enumerate(question.choices) if choice.right)
    words = counted(len(given), "answer", "answers")
    words += f": {', '.join(f'{LETTERS[n]} {count}' for n, count in enumerate(counts))}." if given else "."
    if is_revealed:
        words += f" Right is {LETTERS[right]}{_had(counts[right], len(given))}."
    body: list[list[Any]] = [
        [LETTERS[n], choice.text, counts[n], *(["yes" if choice.right else "no"] if is_revealed else [])]
        for n, choice in enumerate(question.choices)
    ]
    head = ["letter", "answer", "students", *(["right"] if is_revealed else [])]
    return Shown(
        draw_choices(counts, right if is_revealed else None, scheme),
        words,
        DataTable("How many students have chosen which answer.", head, body),
        not given,
    )


def _truth(question: NumberQuestion | RuleQuestion, given: list[float]) -> tuple[Truth, str]:
    """What is right, as it is drawn and in words."""
    if isinstance(question, RuleQuestion):
        right = f"at most {amount(question.at_most, question.unit)}"
        return Truth(question.at_most, min([question.at_most, *given]), question.at_most, f"right: {right}"), right
    reach = max(question.within, abs(question.answer) * question.tolerance / 100)
    right = amount(question.answer, question.unit)
    reached = f", give or take {amount(reach, question.unit)}" if reach else ""
    truth = Truth(question.answer, question.answer - reach, question.answer + reach, f"right: {right}")
    return truth, right + reached


def _had(right: int, answers: int) -> str:
    """How many have what is right, if anybody has answered."""
    return f": {share(right, answers)} have that" if answers else ""
