"""What the figures of this family replay: the formulas' curves, and some iterations of one run, as a JSON tree."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from engine.synchronous_iterative.choosing import choose
from engine.synchronous_iterative.formulas.prediction import predictor_of
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario
from engine.synchronous_iterative.replay.curves import by_processors, of_choice, pareto_front, staircases, surface
from engine.synchronous_iterative.replay.errors import error_table
from engine.synchronous_iterative.replay.simulated_curve import simulated_curve
from engine.synchronous_iterative.replay.timeline import timeline

ITERATIONS = 3
"""Of the timeline, if nothing else is asked for."""


def trace(
    scenario: SynchronousIterativeScenario, policy: str, replication: int, window: Mapping[str, float] | None = None
) -> dict[str, Any]:
    """What a policy chooses, what the formulas say around it, and what happens in some iterations.

    Parameters
    ----------
    window : `analytic` (1; 0 leaves the curves out), `replications` (0; how often each point of the curve is simulated,
        at most 20), `errors` (0; 1 for the error table, about two seconds the first time), `first_iteration` (0),
        `iterations` (3; of the timeline, at most 20, 0 for none)

    Returns
    -------
    dict
        `policy`, `replication`;
        `groups`: columns name, count, delta, load (ρ at the start), cost, key, chosen (machines taken of each);
        `machines`: columns group, number (in its group), rank (0 is the first in the order of the key), chosen;
        `chosen`: counts by group, processors, eta, eta_length_aware, run_time (s), machine_cost, total_cost (machine
        seconds), alone (factors for one reason alone), warning (the two factors differ by more than 10 %), feasible,
        bound, words;
        `by_processors`: columns along the order of the key: processors, counts, eta, eta_length_aware, run_time,
        run_time_length_aware (s), machine_cost, total_cost, warning, `alone` and `stacked`: columns by reason; those
        stacked sum to eta;
        `staircases`: by policy columns since (x/c), processors, counts, eta, run_time, machine_cost;
        `surface`: processors, x_over_c, total_cost (a row for each x/c);
        `front`: `of` ("all sets" or "prefixes"), columns processors, counts, eta, run_time, machine_cost, convex
        (whether some x/c chooses it), fastest first;
        `simulated`: None, or columns processors, eta, eta_error, run_time, run_time_error, and replications,
        iterations;
        `errors`: None, or as `errors.error_table`;
        `timeline`: None, or iterations_in_all, first_iteration, number, begin and barrier of each iteration (s),
        machines (columns group, number), arrived (s, a row of machines for each iteration), last (a machine for each
        iteration), intervals: columns machine, start, end (s), jobs, computing, share; since, until (s), cut (not all
        of it), end (s, of the run).
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


def _groups(scenario: SynchronousIterativeScenario, counts: tuple[int, ...]) -> dict[str, list[Any]]:
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


def _machines(scenario: SynchronousIterativeScenario, counts: tuple[int, ...]) -> dict[str, list[Any]]:
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
