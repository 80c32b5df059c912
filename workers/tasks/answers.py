"""What one scenario, or a pair, is asked about; each answer is stored under its key."""

from functools import partial

from engine.inputs.scenario import Scenario
from workers import bounds, computing
from workers.celery_app import app
from workers.queues import LONGER
from workers.tasks.computed import answer, answer_within


# Acknowledged early: an answer that ends its process is not to end the next one. Whoever looks at it asks again.
@app.task(name="corral.trace", acks_late=False)
def trace(key: str, scenario: str, policy: str, replication: int, window: dict[str, float]) -> None:
    """Compute what the figures replay of one replication of the scenario of one point, and store it under *key*."""
    answer(key, scenario, lambda point: bounds.of_replay(point, policy), computing.trace, policy, replication, window)


@app.task(name="corral.ask", acks_late=False)
def ask(key: str, scenario: str, policy: str, replication: int, question: str) -> None:
    """Compute what a policy would do with a job that does not exist, and store it under *key*."""
    answer(key, scenario, lambda point: bounds.of_replay(point, policy), computing.ask, policy, replication, question)


@app.task(name="corral.what_if", acks_late=False)
def what_if(key: str, scenario: str, policy: str, replication: int, question: str) -> None:
    """Compute the difference that another decision makes, and store it under *key*."""
    bound = partial(bounds.of_replay, policy=policy)
    answer(key, scenario, bound, computing.what_if, policy, replication, question)


@app.task(name="corral.schedules", acks_late=False)
def schedules(key: str, scenario: str) -> None:
    """Compute what becomes of the jobs of a list under every policy of the scenario of one point."""
    answer(key, scenario, bounds.of_study, computing.schedules)


@app.task(name="corral.for_whom", acks_late=False)
def for_whom(key: str, scenario: str) -> None:
    """Compute what one replication of the scenario of one point means for whom, under every policy."""
    answer(key, scenario, bounds.of_study, computing.for_whom)


@app.task(name="corral.waiting_moment", acks_late=False)
def waiting_moment(key: str, scenario: str) -> None:
    """Find a moment of the scenario at which jobs wait, for rules to be tried on."""
    answer(key, scenario, bounds.of_study, computing.waiting_moment)


@app.task(name="corral.fair_start", acks_late=False)
def fair_start(key: str, scenario: str, policy: str, replication: int) -> None:
    """Compute how much later the jobs of one replication start than if nobody came after them."""
    answer(key, scenario, lambda point: bounds.of_replay(point, policy), computing.fair_start, policy, replication)


@app.task(name="corral.why", acks_late=False)
def why(key: str, scenario: str, policies: tuple[str, str], metric: str, follows_states: bool) -> None:
    """Compute why two policies differ at the scenario of one point, over as many replications as can be waited for."""
    first, second = policies
    pair = (first, second)
    answer(key, scenario, lambda point: bounds.of_pair(point, pair), computing.why, pair, metric, follows_states)


@app.task(name="corral.why_sides", acks_late=False)
def why_sides(key: str, scenario: str, other: str, policy: str, metric: str) -> None:
    """Compute why a policy does otherwise in another scenario of one point."""
    beside = other.encode()
    bound = partial(bounds.of_sides, text=beside, policy=policy)
    answer(key, scenario, bound, computing.why_sides, beside, policy, metric)


@app.task(name="corral.broken", acks_late=False, queue=LONGER)
def broken(key: str, scenario: str, policy: str, against: str, metric: str) -> None:
    """Search for the smallest example on which a policy is worst against another."""
    answer(key, scenario, lambda _point: bounds.of_search(), computing.broken, policy, against, metric)


@app.task(name="corral.broken_all", acks_late=False, queue=LONGER)
def broken_all(key: str, scenario: str, metric: str) -> None:
    """Search for such an example for every two policies of the scenario."""
    answer(key, scenario, lambda point: bounds.of_search(_pairs(point)), computing.broken_all, metric)


def _pairs(scenario: Scenario) -> int:
    return len(scenario.policies) * (len(scenario.policies) - 1)


@app.task(name="corral.preview", acks_late=False)
def preview(key: str, scenario: str, seconds: float | None = None) -> None:
    """Compute a whole study, which has to be small, and store its result under *key*.

    Whoever has priced it already says what it is estimated at (*seconds*), unless it needs a log: it is not read here
    then, which takes a third of the time that its cells do.
    """
    if seconds is None:
        answer(key, scenario, bounds.of_study, computing.preview)
    else:
        answer_within(key, scenario, lambda: bounds.of_seconds(seconds), computing.preview)
