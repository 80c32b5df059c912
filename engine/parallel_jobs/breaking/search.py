"""The smallest example: some chains of annealing, and what is left of the best of them when it is shrunk."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.contract.breaking import MOST_JOBS
from engine.parallel_jobs.breaking.annealing import Step, anneal
from engine.parallel_jobs.breaking.asked import Asked
from engine.parallel_jobs.breaking.instance import Instance
from engine.parallel_jobs.breaking.ratio import Ratios
from engine.parallel_jobs.breaking.shrinking import KEPT, Shrunk, shrink
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario

CHAINS, STEPS = 6, 2500
"""Chains of one search, and neighbors that each of them tries: some seconds."""

MOST_STEPS = 200_000
"""Neighbors of all chains together: a minute or two."""

NOTABLE = 1.05
"""The ratio that has to be left on the fewest jobs."""

WORSE = 1 + 1e-9
"""Above this ratio a policy is worse, and not only by rounding."""

Progress = Callable[[int, int], None]


class Broken(NamedTuple):
    """What was found.

    Attributes
    ----------
    asked : the question
    instance, ratio : the example, shrunk, and how many times as large the metric of the policy is on it as the other's
    best : the largest ratio that was found, before shrinking or on the way
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
    def scenario(self) -> ParallelJobsScenario:
        """The example, of both policies."""
        return self.asked.scenario(self.instance)

    @property
    def worst(self) -> list[Instance]:
        """The worst list of the search, and all to which it was shrunk."""
        return [self.path[-1].instance, *(step.instance for step in self.shrunk)]

    @property
    def is_worse(self) -> bool:
        """Whether an instance was found on which the policy is worse at all."""
        return self.ratio > WORSE


def break_it(
    asked: Asked,
    chains: int = CHAINS,
    steps: int = STEPS,
    jobs: int = MOST_JOBS,
    progress: Progress | None = None,
    beginnings: Sequence[Instance] = (),
) -> Broken:
    """Search for the instance of at most so many *jobs* on which the policy asked for is worst against the other.

    The same for the same arguments, on every machine. It is a search: there may be worse instances. *beginnings* are
    instances that somebody knows; the worst of them counts as a chain of its own. *progress* is called with (chains
    done, chains). `ValueError` if that is too much.
    """
    if not 1 <= jobs <= MOST_JOBS:
        raise ValueError(f"an example of {jobs} jobs is asked for; allowed are 1 to {MOST_JOBS}")
    if not (chains >= 0 and steps >= 0 and chains * steps <= MOST_STEPS and chains + len(beginnings) > 0):
        raise ValueError(
            f"{chains} chains of {steps:,} steps are asked for; allowed is one chain or more, and at most "
            f"{MOST_STEPS:,} steps of all together"
        )
    ratios = Ratios(asked)
    paths = []
    for chain in range(chains):
        paths.append(anneal(ratios, asked.seed, chain, steps, asked.groups, jobs, asked.restricted))
        if progress:
            progress(chain + 1, chains)
    known = [Step(0, ratios(one), one) for one in beginnings]
    paths += [[max(known, key=lambda one: one.ratio)]] if known else []
    best = max(range(len(paths)), key=lambda chain: paths[chain][-1].ratio)  # the first of equals
    return _shrunk(ratios, asked, best, tuple(paths[best]))


def _shrunk(ratios: Ratios, asked: Asked, chain: int, path: tuple[Step, ...]) -> Broken:
    _, most, instance = path[-1]
    least = max(KEPT * most, WORSE) if most > WORSE else most  # nothing is shrunk until it shows nothing
    steps = shrink(ratios, instance, least, KEPT if most > WORSE else 0.0)
    last = steps[-1] if steps else Shrunk("", most, instance)
    further = shrink(ratios, last.instance, NOTABLE) if last.ratio > NOTABLE else []
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
        ratios.evaluations,
    )
