"""Everyone against everyone: for every two policies the worst ratio that was found, each way."""

from collections.abc import Callable, Iterable, Iterator
from itertools import permutations
from typing import Any, NamedTuple

from engine.contract.breaking import MOST_POLICIES
from engine.parallel_jobs.breaking.asked import asked, breakable
from engine.parallel_jobs.breaking.instance import Instance
from engine.parallel_jobs.breaking.ratio import Ratios
from engine.parallel_jobs.breaking.search import Broken, Progress, break_it
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario

CHAINS, STEPS = 2, 1000
"""Of each pair; what is found of one is tried on all others, which makes up for fewer."""

Spread = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]
"""`map`, or one that has other processes compute; in the order of what is given."""


class Pair(NamedTuple):
    """A part of the work: the scenario, who against whom by what, and how; what it is by itself, for a process."""

    scenario: bytes
    policy: str
    against: str
    metric: str
    chains: int
    steps: int
    beginnings: tuple[Instance, ...] = ()
    above: float = 0.0
    """If nothing that is known is worse than this, there is nothing to tell."""


def break_everyone(
    scenario: ParallelJobsScenario,
    metric: str = "response_time",
    chains: int = CHAINS,
    steps: int = STEPS,
    spread: Spread = map,
    progress: Progress | None = None,
) -> dict[tuple[str, str], Broken]:
    """The example found for each (policy, against) of the *scenario*, those left out that refuse jobs.

    In two rounds: every pair by itself, and then the worst of what has been found for any pair. The same bytes however
    the work is *spread*. `ValueError` says what cannot be asked.
    """
    policies = breakable(scenario)
    if not 2 <= len(policies) <= MOST_POLICIES:
        raise ValueError(f"{len(policies)} policies can be held against each other; allowed are 2 to {MOST_POLICIES}")
    text = scenario.canonical()
    pairs = [Pair(text, *names, metric, chains, steps) for names in permutations(policies, 2)]
    asked(scenario, policies[0], policies[1], metric)  # refuses the metric
    found: list[Broken] = []
    for one in spread(break_pair, pairs):
        found.append(one)
        if progress:
            progress(len(found), len(pairs))
    # Sorted, so that who comes first does not depend on who was asked first.
    known = tuple(sorted({instance for one in found for instance in one.worst}))
    again = [pair._replace(chains=0, beginnings=known, above=one.best) for pair, one in zip(pairs, found, strict=True)]
    return {
        (pair.policy, pair.against): one if better is None else better
        for pair, one, better in zip(pairs, found, spread(break_pair, again), strict=True)
    }


def break_pair(pair: Pair) -> Broken | None:
    """One part of the work."""
    scenario = ParallelJobsScenario.model_validate_json(pair.scenario)
    question = asked(scenario, pair.policy, pair.against, pair.metric)
    if pair.beginnings:
        ratios = Ratios(question)
        if max(map(ratios, pair.beginnings)) <= pair.above:
            return None
    return break_it(question, pair.chains, pair.steps, beginnings=pair.beginnings)
