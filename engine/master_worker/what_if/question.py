"""Which decision somebody wants to have been another."""

from pydantic import Field, ValidationError

from engine.inputs.quantity import Strict, quantity
from engine.inputs.rejection import ScenarioError, rejections


class Question(Strict):
    """At an instant, another task for a worker, or another worker for a task."""

    time: float = quantity("At", "s", 0, 1e12, "The instant of the decision, from the beginning of the application.")
    job: int = Field(ge=0, le=2_000_000, title="Task", description="Number of the task, from 0.")
    choice: str = Field(
        pattern=r"^worker [1-9][0-9]{0,5}$", title="Decision", description='Who gets it, such as "worker 3", from 1.'
    )

    @property
    def worker(self) -> int:
        """From 0."""
        return int(self.choice.split()[1]) - 1


def read_question(text: str | bytes) -> Question:
    """What is asked; `ScenarioError` says what is wrong."""
    try:
        return Question.model_validate_json(text)
    except ValidationError as error:
        raise ScenarioError(rejections(error)) from None


def choice(worker: int) -> str:
    """By which it is asked for that a *worker* (from 0) gets a task."""
    return f"worker {worker + 1}"
