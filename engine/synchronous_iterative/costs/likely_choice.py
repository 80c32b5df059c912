"""Which machines a policy takes, most likely: the same formulas and the same rules, but the formulas coarsely."""

from functools import lru_cache
from math import sqrt

import numpy as np

from engine.inputs.sweep import Study
from engine.synchronous_iterative.costs.coarse_eta import CoarsePredictor
from engine.synchronous_iterative.formulas.choice import best_of, prefixes
from engine.synchronous_iterative.formulas.prediction import Predictions
from engine.synchronous_iterative.inputs.objective import Choice
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario

UNCERTAIN = 0.03
"""Of a prediction: what figure 5 takes for an improvement may be none, and it goes no further."""


def likely_choice(scenario: SynchronousIterativeScenario, policy: str) -> Predictions:
    """What *policy* takes, and what the formulas say of it, about; one set."""
    objective, predictor = scenario.choice, coarse_predictor(scenario)
    if policy == "All Machines":
        return predictor.predict(predictor.site.available[None, :])
    if policy == "Figure 5":
        sets = prefixes(predictor)
        first, last = (_first_rise(sets, objective, by) for by in (0.0, UNCERTAIN))
        best = round(sqrt((first + 1) * (last + 1))) - 1
    else:
        sets = prefixes(predictor) if policy == "Prefix Scan" else in_several_orders(predictor)
        best = best_of(sets, objective)
    return sets.only(np.array([best]))


def _first_rise(sets: Predictions, objective: Choice, by: float) -> int:
    """The first of *sets* after which the next one is worse *by* so much, or at least no better."""
    missed, value = objective.score(sets.run_time, sets.machine_cost)
    before = np.where(missed[:-1] > 0, missed[:-1], value[:-1])
    after = np.where(missed[:-1] > 0, missed[1:], np.where(missed[1:] > 0, np.inf, value[1:]))
    worse = after >= before * (1 + by)
    return int(worse.argmax()) if worse.any() else len(worse)


def coarse_predictor(scenario: SynchronousIterativeScenario) -> CoarsePredictor:
    """Shared by all objectives, policies and seeds."""
    choice = Choice(cost_by_hour=scenario.choice.cost_by_hour, cost_by_load=scenario.choice.cost_by_load)
    same = {"choice": choice, "study": Study(), "policies": ("All Machines",), "title": "", "notes": ""}
    return _known_predictor(scenario.model_copy(update=same))


@lru_cache(maxsize=64)
def _known_predictor(scenario: SynchronousIterativeScenario) -> CoarsePredictor:
    return CoarsePredictor(scenario)


@lru_cache(maxsize=64)
def in_several_orders(predictor: CoarsePredictor) -> Predictions:
    """Prefixes in the order of the key, of cost, and of cost by key: the best of any sets is nearly one of them."""
    site = predictor.site
    cost = site.cost.mean(axis=0)
    orders = [site.order, np.lexsort((site.key, cost)), np.lexsort((site.key, cost * site.key))]
    sets = [site._replace(order=order).prefixes() for order in orders]
    return predictor.predict(np.unique(np.vstack(sets), axis=0))
