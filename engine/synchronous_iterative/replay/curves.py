"""What the formulas say as the number of machines and the price of waiting vary: the analytic part of a trace."""

from math import prod

import numpy as np

from engine.synchronous_iterative.formulas.choice import Chosen, front, prefixes, unbeaten
from engine.synchronous_iterative.formulas.length_aware import eta_length_aware
from engine.synchronous_iterative.formulas.prediction import Predictions, predictor_of
from engine.synchronous_iterative.formulas.staircase import Staircase, envelope, staircase
from engine.synchronous_iterative.inputs.objective import Choice
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario
from engine.synchronous_iterative.replay.tree import ByProcessors, ChosenMachines, Front, Sets, Steps, Surface

DIFFER = 0.1
"""By how much the two factors may differ without a warning."""

QUICK_SETS = 2**13
"""Sets of machines that can be looked at while a slider moves."""

MOST_PROCESSORS = 64
"""Points of the curves; of more machines some numbers are left out."""

PRICES = 41
"""Values of x/c in the picture of the cost."""


def can_be_exact(scenario: SynchronousIterativeScenario) -> bool:
    """Whether all sets of machines can be looked at in a few milliseconds."""
    sets = prod(group.count + 1 for group in scenario.cluster.groups)
    sets *= len(set(scenario.background.by_hour)) or 1
    return sets <= (QUICK_SETS if scenario.application.imbalance == "ideal" else QUICK_SETS // 64)


def differ(eta: np.ndarray, aware: np.ndarray) -> np.ndarray:
    """Whether the factors differ so much that the page has to warn; bool (N,)."""
    found: np.ndarray = np.abs(eta / aware - 1) > DIFFER
    return found


def shown_numbers(machines: int) -> np.ndarray:
    """Numbers of machines that are points of the curves, all of them if they are few; int64, from 1 to all."""
    return np.unique(np.rint(np.linspace(1, machines, min(machines, MOST_PROCESSORS))).astype(np.int64))


def by_processors(scenario: SynchronousIterativeScenario) -> ByProcessors:
    """The curves along the order of choosing."""
    predictor = predictor_of(scenario)
    numbers = shown_numbers(int(predictor.site.available.sum()))
    sets = prefixes(predictor).only(numbers - 1)
    aware = eta_length_aware(scenario, sets.counts)
    parts = predictor.parts(sets.counts)
    both = parts["without_application"]
    application = scenario.application
    fixed = application.serial_time + np.array([application.overhead_of(int(p)) for p in sets.processors])
    whole = application.iterations * (fixed + aware * application.parallel_time / sets.processors)
    return {
        "processors": sets.processors.tolist(),
        "counts": sets.counts.tolist(),
        "eta": sets.eta.tolist(),
        "eta_length_aware": aware.tolist(),
        "run_time": sets.run_time.tolist(),
        "run_time_length_aware": whole.tolist(),
        "machine_cost": sets.machine_cost.tolist(),
        "total_cost": (scenario.choice.x_over_c * sets.run_time + sets.machine_cost).tolist(),
        "warning": differ(sets.eta, aware).tolist(),
        "alone": {
            "application": parts["application"].tolist(),
            "background": parts["background"].tolist(),
            "heterogeneity": parts["heterogeneity"].tolist(),
        },
        "stacked": {
            "ideal": np.minimum(1.0, parts["heterogeneity"]).tolist(),
            "heterogeneity": np.maximum(0.0, parts["heterogeneity"] - 1).tolist(),
            "background": (both - parts["heterogeneity"]).tolist(),
            "application": (sets.eta - both).tolist(),
        },
    }


def staircases(scenario: SynchronousIterativeScenario) -> dict[str, Steps]:
    """The staircases against x/c, by policy; the exact one only where that is quick."""
    names = ["Figure 5", "Prefix Scan", *(["Exact"] if can_be_exact(scenario) else [])]
    return {name: _steps(staircase(scenario, name)) for name in names}


def _steps(found: Staircase) -> Steps:
    return {"since": found.since.tolist(), **_columns(found.sets)}


def _columns(sets: Predictions) -> Sets:
    return {
        "processors": sets.processors.tolist(),
        "counts": sets.counts.tolist(),
        "eta": sets.eta.tolist(),
        "run_time": sets.run_time.tolist(),
        "machine_cost": sets.machine_cost.tolist(),
    }


def surface(scenario: SynchronousIterativeScenario) -> Surface:
    """The cost of each number of machines at each x/c."""
    predictor = predictor_of(scenario)
    sets = prefixes(predictor).only(shown_numbers(int(predictor.site.available.sum())) - 1)
    steps = staircase(scenario).since
    highest = max(2 * float(steps[-1]), 2 * scenario.choice.x_over_c, 1.0)
    prices = np.linspace(0, highest, PRICES)
    cost = prices[:, None] * sets.run_time + sets.machine_cost
    return {"processors": sets.processors.tolist(), "x_over_c": prices.tolist(), "total_cost": cost.tolist()}


def pareto_front(scenario: SynchronousIterativeScenario) -> Front:
    """The sets that no other beats in run time and in cost of machines, the impact on the owners, at once."""
    predictor = predictor_of(scenario)
    quick = can_be_exact(scenario)
    sets = front(predictor) if quick else unbeaten(prefixes(predictor))
    corners = set(map(tuple, envelope(sets).sets.counts.tolist()))
    return {
        "of": "all sets" if quick else "prefixes",
        **_columns(sets),
        "convex": [tuple(row) in corners for row in sets.counts.tolist()],
    }


def of_choice(scenario: SynchronousIterativeScenario, chosen: Chosen) -> ChosenMachines:
    """What was chosen, and whether its bound is kept, in numbers and in words."""
    one = chosen.prediction
    aware = eta_length_aware(scenario, one.counts)
    parts = predictor_of(scenario).parts(one.counts)
    return {
        "counts": list(chosen.counts),
        "processors": int(one.processors[0]),
        "eta": float(one.eta[0]),
        "eta_length_aware": float(aware[0]),
        "run_time": float(one.run_time[0]),
        "machine_cost": float(one.machine_cost[0]),
        "total_cost": float(scenario.choice.x_over_c * one.run_time[0] + one.machine_cost[0]),
        "alone": {
            "application": float(parts["application"][0]),
            "background": float(parts["background"][0]),
            "heterogeneity": float(parts["heterogeneity"][0]),
            "without_application": float(parts["without_application"][0]),
        },
        "warning": bool(differ(one.eta, aware)[0]),
        "feasible": chosen.missed == 0,
        "bound": scenario.choice.bound(),
        "words": words(scenario.choice, chosen),
    }


def words(objective: Choice, chosen: Chosen) -> str:
    """Whether the bound is kept, and if not, which one could be."""
    bound = objective.bound()
    if bound is None:
        return ""
    run_time, cost = float(chosen.prediction.run_time[0]), float(chosen.prediction.machine_cost[0])
    if objective.objective == "cost-within-run-time":
        what, value, unit = "run time", run_time, "s"
    else:
        what, value, unit = "cost of machines", cost, "machine seconds"
    if chosen.missed == 0:
        return f"The {what} is {value:.4g} {unit}, within the bound of {bound:g}."
    kept = f"the nearest bound that it keeps is {value:.4g}"
    return f"No choice of this policy has a {what} within {bound:g} {unit}; {kept}."
