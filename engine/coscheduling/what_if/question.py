"""Which decision somebody wants to have been another."""

from pydantic import Field, ValidationError

from engine.coscheduling.forced import START, WAIT, Forced
from engine.coscheduling.inputs.workload import SECOND
from engine.coscheduling.policies import SCHEMES
from engine.coscheduling.what_if.choices import PATTERN, forced_by
from engine.inputs.quantity import Strict, quantity
from engine.inputs.rejection import Reason, ScenarioError, rejections


class Question(Strict):
    """At an instant, another decision on a job."""

    time: float = quantity("At", "s", 0, 1e9, "The instant of the decision, as the replay tells it.")
    job: int = Field(ge=0, le=2_000_000, title="Job", description="Number of the job, from 0.")
    choice: str = Field(
        pattern=PATTERN,
        title="Decision",
        description='Of dedicated nodes "start" or "wait"; of node 5 "boost 5", "nobody 5", "run 5"; row 2: "slot 2".',
    )


def read_question(text: str | bytes, policy: str) -> Forced:
    """What is to be forced; `ScenarioError` says what is wrong."""
    try:
        asked = Question.model_validate_json(text)
    except ValidationError as error:
        raise ScenarioError(rejections(error)) from None
    forced, scheme = forced_by(round(asked.time * SECOND), asked.job, asked.choice), SCHEMES[policy]
    of_queue = forced.kind in (START, WAIT)
    if of_queue != bool(scheme.queue) or (forced.kind == "slot") != bool(scheme.gang):
        allowed = (
            f'"{START}" or "{WAIT}"'
            if scheme.queue
            else '"slot" and a row, such as "slot 1"'
            if scheme.gang
            else '"boost", "nobody" or "run" and a node, such as "boost 1"'
        )
        raise ScenarioError(
            [Reason("choice", f'"{asked.choice}" is nothing that {policy} decides; allowed is {allowed}')]
        )
    return forced
