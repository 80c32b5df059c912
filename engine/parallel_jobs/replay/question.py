"""A job that does not exist, to be asked about: when it comes, and what it needs."""

from typing import Literal, Self

from pydantic import Field, ValidationError, model_validator

from engine.inputs.quantity import Strict, choice, quantity
from engine.inputs.rejection import Reason, Rejection, ScenarioError, rejections
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario


class Question(Strict):
    """A hypothetical job. What is not asked here (speedup, size in KB) it has from its class."""

    time: float = quantity("At", "s", 0, 1e12, "The instant at which the job arrives.")
    job_class: str = Field(
        "", max_length=40, title="Job class", description="Whose speedup it has; the first if empty."
    )
    kind: Literal["rigid", "moldable", "malleable"] = choice(
        "Kind", "Whether its size is given, chosen at its start, or may change.", "malleable"
    )
    min_size: int = quantity("Smallest size", "machines", 1, 2000, "It waits rather than run on fewer machines.")
    max_size: int = quantity(
        "Largest size", "machines", 1, 2000, "It never runs on more, and asks for so many if rigid."
    )
    demand: float = quantity("Work", "s", 1e-3, 1e9, "Time that it needs on one machine of speed factor 1.", step=60)
    deadline: float | None = Field(
        None, title="Deadline", description="Time from its arrival to its deadline, s; none if empty.", gt=0, le=1e9
    )
    profit: float = quantity("Profit", "$", 0, 1e9, "What it brings at most.", 1000.0, step=100)

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.min_size > self.max_size:
            raise Rejection("max_size", f"{self.max_size} is below the smallest size {self.min_size}; it must not be")
        return self


def read_question(text: str | bytes, scenario: ParallelJobsScenario) -> Question:
    """A validated question about *scenario*; `ScenarioError` says what is wrong."""
    try:
        question = Question.model_validate_json(text)
    except ValidationError as error:
        raise ScenarioError(rejections(error)) from None
    names = scenario.workload.class_names
    if question.job_class and question.job_class not in names:
        allowed = ", ".join(f'"{name}"' for name in names)
        raise ScenarioError([Reason("job_class", f'"{question.job_class}" is no job class; allowed is {allowed}')])
    if question.min_size > scenario.cluster.machines:
        sentence = f"{question.min_size} machines are needed, but the cluster has {scenario.cluster.machines}"
        raise ScenarioError([Reason("min_size", sentence)])
    return question
