"""Everyone against everyone: for every two policies the worst ratio that was found, each way."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import permutations
from typing import Any, NamedTuple

from engine.breaking.search import Broken, Progress, break_it
from engine.contract.breaking import MOST_POLICIES
from engine.contract.problem import Instance, Problem
from engine.inputs.scenario import Scenario

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
