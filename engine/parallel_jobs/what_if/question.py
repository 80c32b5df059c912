"""Which decision somebody wants to have been another."""

from pydantic import Field, ValidationError

from engine.inputs.quantity import Strict, quantity
from engine.inputs.rejection import Reason, ScenarioError, rejections
from engine.parallel_jobs.forced import Forced
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import machines_of, simulated_as
from engine.parallel_jobs.policies import TIME_SHARING, PolicyCode
from engine.parallel_jobs.what_if.choices import SHARE, START, WAIT


class Question(Strict):
    """At an instant, another decision on a job."""

    time: float = quantity("At", "s", 0, 1e12, "The instant of the decision, as the replay tells it.")
    job: int = Field(ge=0, le=2_000_000, title="Job", description="Number of the job, from 0.")
    choice: str = Field(
        pattern=r"^(start|wait|class [1-9][0-9]{0,3}|share [1-9][0-9]{0,6})$",
        title="Decision",
        description='"start" or "wait" (not now); under time sharing "class 2", from the fastest, 1; or "share 5".',
    )


def read_question(text: str | bytes, scenario: ParallelJobsScenario, policy: str) -> Forced:
    """What is to be forced; `ScenarioError` says what is wrong."""
    try:
        asked = Question.model_validate_json(text)
    except ValidationError as error:
        raise ScenarioError(rejections(error)) from None
    code = simulated_as(scenario, policy)[0]
    shares_time = code in TIME_SHARING
    if asked.choice.startswith(SHARE) and code == PolicyCode.UFF:
        return Forced(asked.time, asked.job, True, share=int(asked.choice.split()[1]))
    is_class = asked.choice not in (START, WAIT)
    if asked.choice != WAIT and is_class != shares_time:
        allowed = f'"{WAIT}" or a class, such as "class 1"' if shares_time else f'"{START}" or "{WAIT}"'
        allowed += ', or a share, such as "share 1"' if code == PolicyCode.UFF else ""
        raise ScenarioError(
            [Reason("choice", f'"{asked.choice}" is nothing that {policy} decides; allowed is {allowed}')]
        )
    if asked.choice in (START, WAIT):
        return Forced(asked.time, asked.job, asked.choice == START)
    number, classes = int(asked.choice.split()[1]), len(machines_of(scenario).classes.delay)
    if number > classes:
        raise ScenarioError([Reason("choice", f"there are {classes} delay classes; {number} is none of them")])
    return Forced(asked.time, asked.job, True, number - 1)
