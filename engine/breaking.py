"""Break it: the few jobs on which one policy is worst against another, found by annealing and then shrunk.

What is the same for every family stands here; what a family's instances are, and what may be changed in them, is in its
own `analyses/`, behind `engine.contract.problem`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from functools import partial
from itertools import groupby, permutations
from typing import Any, NamedTuple, TypedDict

from engine.contract.breaking import MOST_JOBS, MOST_POLICIES
from engine.contract.problem import Asked, Instance, Problem, Worse
from engine.inputs.draws import Draws
from engine.inputs.scenario import Scenario

# How much worse one policy is than another on an instance: as a number, and which of two numbers are near.


class Measure(StrEnum):
    """What the number is that a search makes as large as it can.

    `RATIO`: of a metric of which less is better, that under the policy over that under the other one; 1 where both do
    the same. `LOST`: of profit, which can be nothing, the part of all that is on offer which the policy earns less than
    the other one; 0 where both do the same, and never above 1.
    """

    RATIO = "ratio"
    LOST = "lost"

    @property
    def nothing(self) -> float:
        """The number of a policy that does as well."""
        return 1.0 if self == Measure.RATIO else 0.0

    @property
    def worse(self) -> float:
        """Above this number a policy is worse, and not only by rounding."""
        return self.nothing + 1e-9

    @property
    def notable(self) -> float:
        """What has to be left on the fewest jobs: worse by 5 %."""
        return self.nothing + 0.05

    def less(self, value: float, by: float) -> float:
        """*value* less a share *by* of it; of a part of a whole, less so much of the whole."""
        return value * (1 - by) if self == Measure.RATIO else value - by

    def of(self, policy: float, against: float, on_offer: float = 0.0) -> float:
        """The number for two values of a metric; of profit, of so much *on_offer*, $."""
        return policy / against if self == Measure.RATIO else (against - policy) / on_offer


def measure_of(metric: str) -> Measure:
    """How much worse a policy is in *metric*."""
    return Measure.LOST if metric == "profit" else Measure.RATIO


# Simulated annealing: one chain of small instances, from anywhere to where a policy is worse and worse.
#
# The idea is the problem-instance search PISA of Coleman & Krishnamachari 2024, there for task graphs; the rule of
# acceptance is that of Metropolis et al. 1953, the cooling that of Kirkpatrick, Gelatt & Vecchi 1983.

HOT = 0.05
"""Temperature at the start, of which there is nothing left at the end: a ratio worse by this share is accepted with
probability 1/e."""


class Step(NamedTuple):
    """A better instance than all before it in its chain."""

    step: int
    ratio: float
    instance: Instance


def anneal(problem: Problem, asked: Asked, worse: Worse, chain: int, steps: int, jobs: int = MOST_JOBS) -> list[Step]:
    """The improvements of one chain of *steps* neighbors; the last is the best. A pure function of its arguments, since
    *worse* only remembers.

    A neighbor whose ratio is r times that of the present instance is accepted with probability exp((r - 1) / T): if an
    exponential number E has r >= 1 - T E. Written so, no logarithm of the C library decides anything.
    """
    draws, measure = Draws(asked.seed, chain), measure_of(asked.metric)
    beginning = draws.stream("break it: beginning").random((MOST_JOBS + 1, problem.uniform))
    here = problem.at_random(asked, beginning, jobs)
    value = worse(here)
    uniform = draws.stream("break it: moves").random((steps, problem.uniform))
    boldness = draws.stream("break it: acceptance").exponential(steps).tolist()
    path = [Step(0, value, here)]
    for step in range(steps):
        there = problem.moved(asked, here, uniform[step], jobs)
        found = worse(there)
        temperature = HOT * (1 - step / steps)
        if found >= measure.less(value, temperature * boldness[step]):
            here, value = there, found
            if value > path[-1].ratio:
                path.append(Step(step + 1, value, here))
    return path


# Shrinking: an instance with less to read that shows nearly the same.

KEPT = 0.9
"""Share of the best ratio that has to be left."""

Smaller = Callable[[Instance], Iterable[Iterable[tuple[str, Instance]]]]
"""Kinds of what might be simpler; see `Problem.smaller`."""


class Shrunk(NamedTuple):
    """A step of shrinking: what was done in words, and what it led to."""

    words: str
    ratio: float
    instance: Instance


def shrink(
    worse: Callable[[Instance], float], smaller: Smaller, instance: Instance, least: float, kept: float = 0.0
) -> list[Shrunk]:
    """The steps from *instance* to one that no single step shrinks any more while its ratio is at least *least*, and
    at least *kept* times that of any step: some find a larger one.

    Every step makes it weigh less (`Instance.weight`), which is why it ends. Whatever takes most away is tried first,
    and of equals what keeps the largest ratio is taken.
    """
    steps: list[Shrunk] = []
    while (step := _next(worse, smaller, instance, least)) is not None:
        steps.append(step)
        least = max(least, kept * step.ratio)
        instance = step.instance
    return steps


def _next(worse: Callable[[Instance], float], smaller: Smaller, instance: Instance, least: float) -> Shrunk | None:
    for kind in smaller(instance):
        tried = [Shrunk(words, worse(one), one) for words, one in kind if one.weight < instance.weight]
        fit = [one for one in tried if one.ratio >= least]
        if fit:
            return max(fit, key=lambda one: one.ratio)  # the first of equals
    return None


# The smallest example: some chains of annealing, and what is left of the best of them when it is shrunk.

MOST_STEPS = 200_000
"""Neighbors of all chains together: a minute or two."""

Progress = Callable[[int, int], None]


class Broken(NamedTuple):
    """What was found.

    Attributes
    ----------
    asked : the question
    instance, ratio : the example, shrunk, and how much worse the policy is on it, by `engine.breaking`
    best : the largest number that was found, before shrinking or on the way
    chain : the number of the chain that found it
    path : its improvements
    shrunk : the steps from there to the example
    fewest, fewest_ratio : shrunk further, as long as the policy is worse by 5 %; the example, if it is not
    evaluations : instances that were simulated under both policies
    """

    asked: Asked
    instance: Instance
    ratio: float
    best: float
    chain: int
    path: tuple[Step, ...]
    shrunk: tuple[Shrunk, ...]
    fewest: Instance
    fewest_ratio: float
    evaluations: int

    @property
    def scenario(self) -> Scenario:
        """The example, of both policies."""
        return self.asked.scenario(self.instance)

    @property
    def measure(self) -> Measure:
        """What the numbers are."""
        return measure_of(self.asked.metric)

    @property
    def worst(self) -> list[Instance]:
        """The worst list of the search, and all to which it was shrunk."""
        return [self.path[-1].instance, *(step.instance for step in self.shrunk)]

    @property
    def is_worse(self) -> bool:
        """Whether an instance was found on which the policy is worse at all."""
        return self.ratio > self.measure.worse


def break_it(
    problem: Problem,
    asked: Asked,
    chains: int | None = None,
    steps: int | None = None,
    jobs: int = MOST_JOBS,
    progress: Progress | None = None,
    beginnings: Sequence[Instance] = (),
) -> Broken:
    """Search for the instance of at most so many *jobs* on which the policy asked for is worst against the other.

    The same for the same arguments, on every machine. It is a search: there may be worse instances. *beginnings* are
    instances that somebody knows; the worst of them counts as a chain of its own. *progress* is called with (chains
    done, chains). `ValueError` if that is too much.
    """
    chains = problem.chains if chains is None else chains
    steps = problem.steps if steps is None else steps
    if not 1 <= jobs <= MOST_JOBS:
        raise ValueError(f"an example of {jobs} jobs is asked for; allowed are 1 to {MOST_JOBS}")
    if not (chains >= 0 and steps >= 0 and chains * steps <= MOST_STEPS and chains + len(beginnings) > 0):
        raise ValueError(
            f"{chains} chains of {steps:,} steps are asked for; allowed is one chain or more, and at most "
            f"{MOST_STEPS:,} steps of all together"
        )
    worse = problem.worse(asked)
    paths = []
    for chain in range(chains):
        paths.append(anneal(problem, asked, worse, chain, steps, jobs))
        if progress:
            progress(chain + 1, chains)
    known = [Step(0, worse(one), one) for one in beginnings]
    paths += [[max(known, key=lambda one: one.ratio)]] if known else []
    best = max(range(len(paths)), key=lambda chain: paths[chain][-1].ratio)  # the first of equals
    return _shrunk(problem, worse, asked, best, tuple(paths[best]))


def _shrunk(problem: Problem, worse: Worse, asked: Asked, chain: int, path: tuple[Step, ...]) -> Broken:
    measure, smaller = measure_of(asked.metric), partial(problem.smaller, asked)
    _, most, instance = path[-1]
    is_worse = most > measure.worse
    least = max(KEPT * most, measure.worse) if is_worse else most  # nothing is shrunk until it shows nothing
    steps = shrink(worse, smaller, instance, least, KEPT if is_worse else 0.0)
    last = steps[-1] if steps else Shrunk("", most, instance)
    further = shrink(worse, smaller, last.instance, measure.notable) if last.ratio > measure.notable else []
    fewest = further[-1] if further else last
    return Broken(
        asked,
        last.instance,
        last.ratio,
        max([most, *(step.ratio for step in steps)]),
        chain,
        path,
        tuple(steps),
        fewest.instance,
        fewest.ratio,
        worse.evaluations,
    )


# Everyone against everyone: for every two policies the worst ratio that was found, each way.

Spread = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]
"""`map`, or one that has other processes compute; in the order of what is given."""


class Pair(NamedTuple):
    """A part of the work: the scenario, who against whom by what, and how; what it is by itself, for a process."""

    scenario: Scenario
    policy: str
    against: str
    metric: str
    chains: int
    steps: int
    beginnings: tuple[Instance, ...] = ()
    above: float = 0.0
    """If nothing that is known is worse than this, there is nothing to tell."""


def break_everyone(
    problem: Problem,
    scenario: Scenario,
    metric: str = "response_time",
    chains: int | None = None,
    steps: int | None = None,
    spread: Spread = map,
    progress: Progress | None = None,
) -> dict[tuple[str, str], Broken]:
    """The example found for each (policy, against) of the *scenario*, those left out that cannot be compared.

    In two rounds: every pair by itself, and then the worst of what has been found for any pair, which makes up for
    fewer steps of each. The same bytes however the work is *spread*. `ValueError` says what cannot be asked.
    """
    policies = problem.breakable(scenario, metric)
    if not 2 <= len(policies) <= MOST_POLICIES:
        raise ValueError(f"{len(policies)} policies can be held against each other; allowed are 2 to {MOST_POLICIES}")
    effort = (problem.pair_chains if chains is None else chains, problem.pair_steps if steps is None else steps)
    pairs = [Pair(scenario, *names, metric, *effort) for names in permutations(policies, 2)]
    problem.asked(scenario, policies[0], policies[1], metric)  # refuses the metric
    found: list[Broken] = []
    for one in spread(partial(break_pair, problem), pairs):
        found.append(one)
        if progress:
            progress(len(found), len(pairs))
    # Sorted, so that who comes first does not depend on who was asked first.
    known: tuple[Any, ...] = tuple(sorted({instance for one in found for instance in one.worst}))
    again = [pair._replace(chains=0, beginnings=known, above=one.best) for pair, one in zip(pairs, found, strict=True)]
    return {
        (pair.policy, pair.against): one if better is None else better
        for pair, one, better in zip(pairs, found, spread(partial(break_pair, problem), again), strict=True)
    }


def break_pair(problem: Problem, pair: Pair) -> Broken | None:
    """One part of the work."""
    question = problem.asked(pair.scenario, pair.policy, pair.against, pair.metric)
    if pair.beginnings:
        worse = problem.worse(question)
        if max(map(worse, pair.beginnings)) <= pair.above:
            return None
    return break_it(problem, question, pair.chains, pair.steps, beginnings=pair.beginnings)


# What was found when a policy was broken, as JSON trees: for the terminal, Python, the API and the page.


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
