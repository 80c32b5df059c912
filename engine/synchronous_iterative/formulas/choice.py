"""The choice of the machines, by each policy (section 3)."""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from engine.synchronous_iterative.formulas.prediction import Predictions, Predictor, predictor_of
from engine.synchronous_iterative.inputs.objective import Choice
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario

AT_A_TIME = 2**15
"""Sets that the exact choice looks at together: small enough for the cache of a processor."""


class Chosen(NamedTuple):
    """What a policy has chosen.

    Attributes
    ----------
    counts : machines of each group
    prediction : what the formulas say of them; one set
    missed : by how much a bound is missed, s or machine seconds; 0 if it is kept or there is none
    """

    counts: tuple[int, ...]
    prediction: Predictions
    missed: float


def choose(scenario: SynchronousIterativeScenario, policy: str) -> Chosen:
    """The machines that *policy* takes."""
    predictor = predictor_of(scenario)
    sets, best = ALGORITHMS[policy](predictor, scenario.choice)
    missed, _ = scenario.choice.score(sets.run_time, sets.machine_cost)
    one = sets.only(np.array([best]))
    return Chosen(tuple(int(n) for n in one.counts[0]), one, float(missed[best]))


def best_of(sets: Predictions, objective: Choice) -> int:
    """Number of the best set; of equal ones that with the fewest machines, then the first."""
    missed, value = objective.score(sets.run_time, sets.machine_cost)
    return int(np.lexsort((sets.processors, value, missed))[0])


def _better(sets: Predictions, objective: Choice, one: int, other: int) -> bool:
    """Whether set *one* is strictly better than *other*."""
    missed, value = objective.score(sets.run_time, sets.machine_cost)
    return bool((missed[one], value[one]) < (missed[other], value[other]))


# the algorithms -------------------------------------------------------------------------------------------------------


def all_machines(predictor: Predictor, _: Choice) -> tuple[Predictions, int]:
    """Every machine."""
    return predictor.predict(predictor.site.available[None, :]), 0


def figure_5(predictor: Predictor, objective: Choice) -> tuple[Predictions, int]:
    """Add the next machine in the order of the key while that improves the objective (figure 5, as printed)."""
    sets = prefixes(predictor)
    taken = 0
    while taken + 1 < len(sets.processors) and _better(sets, objective, taken + 1, taken):
        taken += 1
    return sets, taken


def prefix_scan(predictor: Predictor, objective: Choice) -> tuple[Predictions, int]:
    """The best of all prefixes: what figure 5 looks for, in the same time."""
    sets = prefixes(predictor)
    return sets, best_of(sets, objective)


def prefix_and_exchange(predictor: Predictor, objective: Choice) -> tuple[Predictions, int]:
    """The best prefix, then the best of all single moves, until none improves."""
    sets, here = prefix_scan(predictor, objective)
    while True:
        around = np.vstack([sets.counts[here], _moves(sets.counts[here], predictor.site.available)])
        near = predictor.predict(around)
        best = best_of(near, objective)
        if not _better(near, objective, best, 0):
            return near, 0
        sets, here = near, best


def exact(predictor: Predictor, objective: Choice) -> tuple[Predictions, int]:
    """The best of all sets. Every objective is a matter of run time and cost of machines, so the front is enough."""
    sets = front(predictor)
    return sets, best_of(sets, objective)


Algorithm = Callable[[Predictor, Choice], tuple[Predictions, int]]

ALGORITHMS: dict[str, Algorithm] = {
    "All Machines": all_machines,
    "Figure 5": figure_5,
    "Prefix Scan": prefix_scan,
    "Prefix and Exchange": prefix_and_exchange,
    "Exact": exact,
}


def _moves(counts: np.ndarray, available: np.ndarray) -> np.ndarray:
    """One machine more, one less, or one for another; int64 (N, G)."""
    groups = np.eye(len(counts), dtype=np.int64)
    less = groups[counts > 0]
    more = groups[counts < available]
    swaps = (more[:, None, :] - less[None, :, :]).reshape(-1, len(counts))
    found = counts + np.vstack([more, -less, swaps])
    return found[found.sum(axis=1) > 0]


# what several of them look at -----------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def prefixes(predictor: Predictor) -> Predictions:
    """The first 1, 2, ... machines in the order of the key."""
    return predictor.predict(predictor.site.prefixes())


@lru_cache(maxsize=8)
def front(predictor: Predictor) -> Predictions:
    """Of all sets of machines those that no other beats in run time and in cost of machines at once, fastest first."""
    shape = tuple(predictor.site.available + 1)
    total = int(np.prod(shape))
    kept: Predictions | None = None
    for begin in range(1, total, AT_A_TIME):
        numbers = np.arange(begin, min(begin + AT_A_TIME, total))
        counts = np.ascontiguousarray(np.array(np.unravel_index(numbers, shape)).T)
        found = unbeaten(predictor.predict(counts))
        kept = found if kept is None else unbeaten(Predictions(*map(np.concatenate, zip(kept, found, strict=True))))
    assert kept is not None  # there is at least one machine
    return kept


def unbeaten(sets: Predictions) -> Predictions:
    """Those that no other beats in both, fastest first; of equal ones that with the fewest machines."""
    fastest = sets.run_time == sets.run_time.min()
    sets = sets.only(sets.machine_cost <= sets.machine_cost[fastest].min())  # which leaves few to be sorted
    order = np.lexsort((sets.processors, sets.machine_cost, sets.run_time))
    cost = sets.machine_cost[order]
    cheapest_before = np.concatenate([[np.inf], np.minimum.accumulate(cost)[:-1]])
    return sets.only(order[cost < cheapest_before])
