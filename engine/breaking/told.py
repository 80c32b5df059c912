"""What was found when a policy was broken, as JSON trees: for the terminal, Python, the API and the page."""

from itertools import groupby
from typing import Any, TypedDict

from engine.breaking.everyone import Spread, break_everyone
from engine.breaking.search import Broken, Progress, break_it
from engine.contract.breaking import MOST_JOBS
from engine.contract.problem import Problem
from engine.inputs.scenario import Scenario


class Told(TypedDict):
    """The smallest example that was found, and how.

    Attributes
    ----------
    policy, against, metric, seed : the question
    is_worse : whether the policy is worse at all on what was found
    measure : what the next numbers are: "ratio" of the metric under the policy to that under the other one, or, of
        profit, "lost": which part of the profit on offer the policy earns less than the other one
    ratio : so much worse the policy is on the example
    values : the metric under the policy and under the other one, in its unit
    best : the largest number found, before shrinking or on the way
    jobs : of the example
    fewest_jobs, fewest_ratio : on so few jobs, shrunk further, it is worse by 5 % at least
    evaluations : instances simulated under both policies
    path : the improvements of the chain that found it: step, ratio, jobs
    shrunk : from there to the example: words, ratio, jobs
    scenario : the example, with both policies
    schedules : what becomes of its jobs under the policy, and under the other one
    """

    policy: str
    against: str
    metric: str
    seed: int
    is_worse: bool
    measure: str
    ratio: float
    values: list[float]
    best: float
    jobs: int
    fewest_jobs: int
    fewest_ratio: float
    evaluations: int
    path: list[dict[str, Any]]
    shrunk: list[dict[str, Any]]
    scenario: dict[str, Any]
    schedules: list[Any]


class Everyone(TypedDict):
    """A `Told` for every two policies, each way: in rows who is broken, in columns against whom."""

    policies: list[str]
    metric: str
    pairs: list[Told]


def break_policy(
    problem: Problem,
    scenario: Scenario,
    policy: str,
    against: str,
    metric: str = "response_time",
    progress: Progress | None = None,
    chains: int | None = None,
    steps: int | None = None,
    jobs: int = MOST_JOBS,
    **more: bool,
) -> Told:
    """The few jobs on which *policy* is worst against *against*, as `break_it` searches; *more* is what a family's
    question takes beside: of parallel jobs `bag`, with which they are tasks of one machine each that are all there at
    the beginning.

    `ValueError` says what cannot be asked.
    """
    asked = problem.asked(scenario, policy, against, metric, **more)
    return _told(problem, break_it(problem, asked, chains, steps, jobs, progress))


def break_all(
    problem: Problem,
    scenario: Scenario,
    metric: str = "response_time",
    spread: Spread = map,
    progress: Progress | None = None,
    chains: int | None = None,
    steps: int | None = None,
) -> Everyone:
    """The same of every two policies of the *scenario*, as `break_everyone` searches."""
    found = break_everyone(problem, scenario, metric, chains, steps, spread, progress)
    policies = [policy for policy, _ in groupby(policy for policy, _ in found)]
    return {"policies": policies, "metric": metric, "pairs": [_told(problem, one) for one in found.values()]}


def _told(problem: Problem, found: Broken) -> Told:
    question, example = found.asked, found.scenario
    of = {one["policy"]: one for one in problem.schedules(example)}
    names = question.policy, question.against
    return {
        "policy": question.policy,
        "against": question.against,
        "metric": question.metric,
        "seed": question.seed,
        "is_worse": found.is_worse,
        "measure": found.measure.value,
        "ratio": found.ratio,
        "values": [problem.simulate(example, name, 0)[question.metric] for name in names],
        "best": found.best,
        "jobs": len(found.instance.jobs),
        "fewest_jobs": len(found.fewest.jobs),
        "fewest_ratio": found.fewest_ratio,
        "evaluations": found.evaluations,
        "path": [{"step": one.step, "ratio": one.ratio, "jobs": len(one.instance.jobs)} for one in found.path],
        "shrunk": [{"words": one.words, "ratio": one.ratio, "jobs": len(one.instance.jobs)} for one in found.shrunk],
        "scenario": example.model_dump(mode="json"),
        "schedules": [of[name] for name in names],
    }
