"""What the figures of this family replay: the formulas' curves, and some iterations of one run; see `tree`."""

from collections.abc import Mapping

import numpy as np

from engine.synchronous_iterative.formulas.choice import choose
from engine.synchronous_iterative.formulas.prediction import predictor_of
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario
from engine.synchronous_iterative.replay.curves import by_processors, of_choice, pareto_front, staircases, surface
from engine.synchronous_iterative.replay.errors import error_table, simulated_curve
from engine.synchronous_iterative.replay.timeline import timeline
from engine.synchronous_iterative.replay.tree import Groups, Machines, Trace

ITERATIONS = 3
"""Of the timeline, if nothing else is asked for."""


def trace(
    scenario: SynchronousIterativeScenario, policy: str, replication: int, window: Mapping[str, float] | None = None
) -> Trace:
    """What a policy chooses, what the formulas say around it, and what happens in some iterations.

    Parameters
    ----------
    window : `analytic` (1; 0 leaves the curves out), `replications` (0; how often each point of the curve is simulated,
        at most 20), `errors` (0; 1 for the error table, about two seconds the first time), `first_iteration` (0),
        `iterations` (3; of the timeline, at most 20, 0 for none)
    """
    asked = dict(window or {})
    iterations = int(asked.get("iterations", ITERATIONS))
    replications = int(asked.get("replications", 0))
    analytic = asked.get("analytic", 1) > 0
    chosen = choose(scenario, policy)
    return {
        "policy": policy,
        "replication": replication,
        "groups": _groups(scenario, chosen.counts),
        "machines": _machines(scenario, chosen.counts),
        "chosen": of_choice(scenario, chosen),
        "by_processors": by_processors(scenario) if analytic else None,
        "staircases": staircases(scenario) if analytic else None,
        "surface": surface(scenario) if analytic else None,
        "front": pareto_front(scenario) if analytic else None,
        "simulated": simulated_curve(scenario, replications) if replications > 0 else None,
        "errors": error_table(scenario) if asked.get("errors", 0) > 0 else None,
        "timeline": (
            timeline(scenario, policy, replication, int(asked.get("first_iteration", 0)), iterations)
            if iterations > 0
            else None
        ),
    }


def _groups(scenario: SynchronousIterativeScenario, counts: tuple[int, ...]) -> Groups:
    site = predictor_of(scenario).site
    groups = scenario.cluster.groups
    return {
        "name": [group.name for group in groups],
        "count": [group.count for group in groups],
        "delta": [group.delta for group in groups],
        "load": site.load[site.moment_of_hour[site.start_hour]].tolist(),
        "cost": site.cost[site.start_hour % len(site.cost)].tolist(),
        "key": site.key.tolist(),
        "chosen": list(counts),
    }


def _machines(scenario: SynchronousIterativeScenario, counts: tuple[int, ...]) -> Machines:
    site = predictor_of(scenario).site
    group = np.repeat(np.arange(len(site.available)), site.available)
    number = np.concatenate([np.arange(count) for count in site.available])
    place = np.empty(len(site.available), dtype=np.int64)  # of a group, by how many machines come before it
    place[site.order] = np.cumsum(site.available[site.order]) - site.available[site.order]
    return {
        "group": group.tolist(),
        "number": number.tolist(),
        "rank": (place[group] + number).tolist(),
        "chosen": (number < np.array(counts)[group]).tolist(),
    }
