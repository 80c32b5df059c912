"""A job that does not exist, to be asked about, and what is said of it: times in s, profits in $."""

from typing import Literal, Self, TypedDict

from pydantic import Field, ValidationError, model_validator

from engine.inputs.quantity import Strict, choice, quantity
from engine.inputs.rejection import Reason, Rejection, ScenarioError, rejections
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.space_sharing.reference.decision import Decision

# A job that does not exist, to be asked about: when it comes, and what it needs.


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


# What is said of a job that does not exist, field by field: times in s, profits in $.


class Resized(TypedDict):
    """A job whose machines the new one gets when it starts."""

    job: int
    before: int
    after: int


class Affected(TypedDict):
    """Another job without the new one and with it, numbered as without it."""

    job: int
    taken_before: bool
    taken_after: bool
    end_before: float
    end_after: float
    profit_before: float
    profit_after: float


class Others(TypedDict):
    """What changes for the other jobs."""

    affected: int
    response_time_change: float  # sum over jobs that are taken both times
    profit_change: float  # sum over the others
    others: list[Affected]  # the most affected first; not all of them if they are many


class Answer(Others):
    """What a policy does with the job."""

    job: int
    reason: int  # see `Reason`; 0 if it is taken
    start: float | None  # None if it is rejected, as is the next
    end: float | None
    at_once: bool  # whether it starts when it comes
    earned: float
    machines: dict[str, int]  # by name of the group, at its start
    resized: list[Resized]
    decisions: list[Decision]
