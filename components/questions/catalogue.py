"""Every question by its family, and what its card shows, of the stored results."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from components.questions.coscheduling import COSCHEDULING_QUESTIONS
from components.questions.master_worker import MASTER_WORKER_QUESTIONS
from components.questions.parallel_jobs import PARALLEL_JOBS_QUESTIONS
from components.questions.question import Question
from components.questions.synchronous_iterative import SYNCHRONOUS_ITERATIVE_QUESTIONS
from components.words.units import chosen
from components.words.wording import capital, metric_words
from engine.study.ahead import result_ahead

QUESTIONS: Mapping[str, tuple[Question, ...]] = {
    "parallel-jobs": PARALLEL_JOBS_QUESTIONS,
    "coscheduling": COSCHEDULING_QUESTIONS,
    "master-worker": MASTER_WORKER_QUESTIONS,
    "synchronous-iterative": SYNCHRONOUS_ITERATIVE_QUESTIONS,
}
"""By the name of the family, in the order of the page."""


class Card(NamedTuple):
    """A question with its answer: one line, and a picture as SVG."""

    question: Question
    says: str
    picture: str


def cards(family: str) -> tuple[Card, ...]:
    """The cards of a family; a question whose study is not stored (any more) has none."""
    return _cards(family, chosen())


@cache
def _cards(family: str, _units: str) -> tuple[Card, ...]:
    return tuple(card for question in QUESTIONS.get(family, ()) if (card := _card(question)))


def _card(question: Question) -> Card | None:
    result = result_ahead(question.scenario)
    if result is None or not result.complete:
        return None
    title, policies = metric_words(question.metric).title, question.policies
    summary = f"{capital(title)} of {' and '.join(filter(None, [', '.join(policies[:-1]), policies[-1]]))}."
    return Card(question, question.says(result), question.draw(result, question.metric, policies, summary))
