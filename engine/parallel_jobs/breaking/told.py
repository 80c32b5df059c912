"""What was found when a policy was broken, as JSON trees: for the terminal, Python, the API and the page."""

from itertools import groupby
from typing import Any, TypedDict

from engine.contract.breaking import MOST_JOBS
from engine.parallel_jobs.breaking import everyone, search
from engine.parallel_jobs.breaking.asked import asked
from engine.parallel_jobs.breaking.everyone import Spread, break_everyone
from engine.parallel_jobs.breaking.search import Broken, Progress, break_it
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.measures import simulate
from engine.parallel_jobs.replay.schedules import Schedule, schedules


class Told(TypedDict):
    """The smallest example that was found, and how.

    Attributes
    ----------
    policy, against, metric, seed : the question
    is_worse : whether the policy is worse at all on what was found
    ratio : of the metric under the policy to that under the other one, on the example
    values : the two, in the unit of the metric
    best : the largest ratio found, before shrinking or on the way
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
    schedules: list[Schedule]


class Everyone(TypedDict):
    """A `Told` for every two policies, each way: in rows who is broken, in columns against whom."""

    policies: list[str]
    metric: str
    pairs: list[Told]


def break_policy(
    scenario: ParallelJobsScenario,
    policy: str,
    against: str,
    metric: str = "response_time",
    progress: Progress | None = None,
    chains: int = search.CHAINS,
    steps: int = search.STEPS,
    jobs: int = MOST_JOBS,
    bag: bool = False,
) -> Told:
    """The small list of jobs on which *policy* is worst against *against*, as `break_it` searches; with *bag*, of tasks
    of one machine each that are all there at the beginning.

    `ValueError` says what cannot be asked.
    """
    return _told(break_it(asked(scenario, policy, against, metric, bag), chains, steps, jobs, progress))


def break_all(
    scenario: ParallelJobsScenario,
    metric: str = "response_time",
    spread: Spread = map,
    progress: Progress | None = None,
    chains: int = everyone.CHAINS,
    steps: int = everyone.STEPS,
) -> Everyone:
    """The same of every two policies of the *scenario*, as `break_everyone` searches."""
    found = break_everyone(scenario, metric, chains, steps, spread, progress)
    policies = [policy for policy, _ in groupby(policy for policy, _ in found)]
    return {"policies": policies, "metric": metric, "pairs": [_told(one) for one in found.values()]}


def _told(found: Broken) -> Told:
    question, example = found.asked, found.scenario
    of = {one["policy"]: one for one in schedules(example)}
    names = question.policy, question.against
    return {
        "policy": question.policy,
        "against": question.against,
        "metric": question.metric,
        "seed": question.seed,
        "is_worse": found.is_worse,
        "ratio": found.ratio,
        "values": [simulate(example, name, 0)[question.metric] for name in names],
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
