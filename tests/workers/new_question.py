"""A small question, which workers know, too: how many machines the widest job has."""

from collections.abc import Callable
from typing import Any

from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.study.registry import FAMILIES
from workers import bounds
from workers.questions import QUESTIONS, Question

NAME, FAMILY = "widest", "parallel-jobs"


def widest(scenario: ParallelJobsScenario) -> dict[str, Any]:
    """What the family computes: a number of numpy."""
    return {"machines": draw_jobs(scenario, 0).requested.max()}


ROW = Question(
    lambda point: [point.content_hash()],
    lambda read, text: bounds.of_study(read(text)),
    refusal="no job of this family is wide",
)


def register(put: Callable[[Any, str, Any], None]) -> None:
    """*Put* it among the answers of the family, and into the table of questions."""
    put(FAMILIES[FAMILY].runs.answers, NAME, widest)
    put(QUESTIONS, NAME, ROW)
