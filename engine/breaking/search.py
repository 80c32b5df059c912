"""The smallest example: some chains of annealing, and what is left of the best of them when it is shrunk."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from engine.breaking.annealing import Step, anneal
from engine.breaking.measure import Measure, measure_of
from engine.breaking.shrinking import KEPT, Shrunk, shrink
from engine.contract.breaking import MOST_JOBS
from engine.contract.problem import Asked, Instance, Problem, Worse
from engine.inputs.scenario import Scenario

MOST_STEPS = 200_000
"""Neighbors of all chains together: a minute or two."""

Progress = Callable[[int, int], None]


class Broken(NamedTuple):
    """What was found.

    Attributes
    ----------
    asked : the question
    instance, ratio : the example, shrunk, and how much worse the policy is on it, by `engine.breaking.measure`
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
