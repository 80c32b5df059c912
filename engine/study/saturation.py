"""The search for the load at which each policy of a study saturates: a study of its own, with a goal and no criterion.

Jobs arrive at loads from nearly nothing to more than can be done; bisection on common random numbers finds where the
number of jobs in the system begins to grow with the square root of time, which is how it grows at the critical load.
"""

from contextlib import suppress
from functools import lru_cache
from math import ceil
from typing import Any

import numpy as np

from engine.inputs.offered_load import RATE
from engine.inputs.rejection import ScenarioError
from engine.inputs.scenario import Scenario
from engine.results.result import Result
from engine.results.saturation import Saturation, saturation_of
from engine.statistics.steadiness import CRITICAL
from engine.statistics.stopping import FEWEST
from engine.study.budget import costs_of
from engine.study.registry import FAMILIES, read_scenario

OFFERED_LOAD = "offered_load"

LOADS = (RATE, OFFERED_LOAD)
"""What a study varies if it varies the load: the rate at which jobs arrive, or the work that they bring."""

LOWEST, HIGHEST, FARTHEST = 0.05, 1.5, 4.0
"""Offered loads between which one looks. Machines that are shared may carry more than 1: input and output overlap.
Where a family knows that they may carry more than `HIGHEST`, one looks past all that they can, but not beyond
`FARTHEST`."""

BEYOND = 1.1
"""Of what can be carried at most: so far beyond, a queue is told not to settle."""

JOBS = (12_000, 6_000, 3_000, 2_000, 1_000)
"""Of a replication, the first number that can be afforded. Fewer make the interval wider, and with still fewer one only
sees how an empty cluster fills."""

FINE, COARSE, MANY = 0.01, 0.05, 3_000
"""Steps of offered load from so many jobs on, and with fewer, of which finer ones could not be told."""

TESTED, SECONDS = 9, 600.0
"""Values that a policy is tested at, about, and what all of them may take on one core with the first replications."""

SLOPE = (5 / 6 - CRITICAL / 2) / 2
"""Of jobs late in a replication less CRITICAL times those in its middle, over the number of jobs, for a rate that is
higher by its whole: half of the drift, in the middle of each third (reflected Brownian motion near no drift)."""

FIRST, MOST = 10, 200
"""Replications of a tested value."""


def varies_load(scenario: Scenario) -> bool:
    """Whether the study of *scenario* varies the load alone, so that where policies saturate belongs to its curves."""
    vary, study = scenario.study.vary, scenario.study
    return vary is not None and vary.field in LOADS and study.and_vary is None and study.goal is None


@lru_cache(maxsize=64)
def saturation_study(scenario: Scenario) -> Scenario:
    """The search that belongs to *scenario*, by the load that its study varies, or by the rate of arrivals.

    `ValueError` says why there is none, in a sentence.
    """
    tree = scenario.model_dump(mode="json")
    field, at_one = _load(scenario)
    study = {"seed": scenario.study.seed, "replications": FIRST}
    found, end = None, _highest(scenario)
    for jobs in JOBS:
        step = FINE if jobs >= MANY else COARSE
        low, high, width = (float(f"{share * at_one:.6g}") for share in (LOWEST, end, step))
        goal = {"field": field, "low": low, "high": high, "step": width, "maximum_replications": MOST}
        tree |= {"study": study | {"goal": goal | {"maximum_seconds": SECONDS}}}
        tree["workload"]["jobs"] = jobs
        warm_up = tree["measurement"]["warm_up"]
        if warm_up.get("jobs", 0) >= jobs:
            warm_up["jobs"] = 0  # of which whether a queue settles does not depend
        with suppress(ScenarioError):  # of more jobs than the family allows
            found = read_scenario(tree)
            if sum(_seconds(found, at_one)) <= SECONDS:
                return found
    assert found is not None  # every family allows the fewest jobs
    raise ValueError(_too_long(_seconds(found, at_one)))


def is_of_saturation(scenario: Scenario) -> bool:
    """Whether a study seeks the load up to which queues settle, and nothing else."""
    goal = scenario.study.goal
    return goal is not None and not goal.criteria and goal.field in LOADS


def saturations(result: Result) -> list[Saturation]:
    """Where each policy saturates, of the *result* of a `saturation_study`, beside the formula of its family."""
    goal = result.scenario.study.goal
    if goal is None or not is_of_saturation(result.scenario):
        raise ValueError("this is no result of a search for where policies saturate")
    family, scenario = FAMILIES[result.scenario.family], result.scenario
    per_load = goal.values[0] / _offered_load(scenario.at({goal.field: goal.values[0]}))
    filling = {policy: _filling(result, policy) for policy in scenario.policies}
    loads = {policy: family.saturated_by(scenario, policy) for policy in scenario.policies}
    formulas = {name: None if one is None else one * per_load for name, one in loads.items()}
    return [saturation_of(one, formulas[one.policy], filling[one.policy]) for one in result.searches]


def _filling(result: Result, policy: str) -> float:
    """By what share of it the place of a critical growth lies too high, since a cluster begins empty.

    Jobs that run, c of them, do not grow with the square root of time: growth is CRITICAL where a little more than can
    be done arrives. To first order that is (CRITICAL - 1) c / (SLOPE n) with n jobs; c is what runs at the lowest load
    (Little 1961), times how much higher the critical one is.
    """
    goal, found = result.scenario.study.goal, next(one for one in result.searches if one.policy == policy)
    if goal is None or found.turn.meets is None or 0 not in found.decisions:
        return 0.0
    middle, _ = result.drift(0, policy)
    running = float(np.nanmean(middle)) * found.values[found.turn.meets] / found.values[0]
    return (CRITICAL - 1) * running / (SLOPE * result.scenario.model_dump()["workload"]["jobs"])


def _load(scenario: Scenario) -> tuple[str, float]:
    """The field of the load, and its value at an offered load of 1."""
    jobs = getattr(getattr(scenario, "workload", None), "arrivals", None)
    if OFFERED_LOAD not in scenario.AXES:
        raise ValueError("jobs of this family do not arrive at a rate, so no policy saturates")
    load = scenario.AXES[OFFERED_LOAD].present(scenario)
    if not load or scenario.blocks or scenario.replayed or scenario.ends:
        kind = getattr(jobs, "process", "")
        raise ValueError(f"these jobs ({kind}) do not arrive at a rate, so no policy saturates")
    vary = scenario.study.vary
    field = vary.field if vary is not None and vary.field in LOADS else RATE
    values = scenario.sweepable()
    if field not in values:
        field = OFFERED_LOAD
    return field, 1.0 if field == OFFERED_LOAD else values[field] / load


def _offered_load(scenario: Any) -> float:
    return float(scenario.AXES[OFFERED_LOAD].present(scenario))


def _highest(scenario: Scenario) -> float:
    """Up to which offered load one looks, in whole coarse steps."""
    wanted = BEYOND * FAMILIES[scenario.family].most_carried(scenario)
    return HIGHEST if wanted <= HIGHEST else min(FARTHEST, COARSE * ceil(round(wanted / COARSE, 6)))


def _too_long(seconds: list[float]) -> str:
    """Why there is no search that takes so many *seconds* of each policy, and what would do."""
    least = min(seconds)
    minutes, most = sum(seconds) / 60, SECONDS / 60
    told = f"the search would take about {minutes:,.0f} minutes on one core; at most {most:.0f} are allowed"
    if least > SECONDS:
        return f"{told}, not enough for any one policy: shorter jobs or fewer machines help"
    enough = int(np.searchsorted(np.cumsum(sorted(seconds)), SECONDS, side="right"))
    return f"{told}, enough for {enough} of these {len(seconds)} policies: fewer policies help"


def _seconds(scenario: Scenario, at_one: float) -> list[float]:
    """What the search takes of each policy on one core, about: near the critical load, with the first replications.

    What no formula tells counts as nothing: it is measured before the study is run.
    """
    goal = scenario.study.goal
    assert goal is not None
    near = min(goal.values, key=lambda value: abs(value - 0.9 * at_one))
    (row,) = costs_of(scenario.tested_at([near]))
    return [TESTED * max(FIRST, FEWEST) * cost.seconds * cost.is_told for cost in row]
