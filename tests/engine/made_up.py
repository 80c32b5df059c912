"""Results with numbers that a test chooses, and published values for them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import orjson
import pytest

from engine.contract.family import Published
from engine.inputs.scenario import Scenario
from engine.results.result import Result
from engine.study.budget import limits
from engine.study.cells import StudyPlan
from engine.study.registry import EXAMPLES, FAMILIES, read_scenario

EXAMPLE = "schnor-system-1"
RATE = "workload.arrivals.rate_per_1000_s"
DRIFT = ("middle_jobs_in_system", "late_jobs_in_system")


def scenario_with(
    policies: tuple[str, ...] = ("SED", "FCFS"), changes: Mapping[str, Any] | None = None, **study: Any
) -> Scenario:
    """The example with these policies, a study and *changes*, {section: {field: value}}."""
    tree = orjson.loads(EXAMPLES[EXAMPLE].canonical())
    tree["policies"] = list(policies)
    tree["study"] |= study
    for section, fields in (changes or {}).items():
        tree[section] |= fields
    return read_scenario(tree)


def result_of(scenario: Scenario, samples: Mapping[tuple[int, str, str], list[float]]) -> Result:
    """A result that settles everywhere, 1 everywhere but for the *samples*, {(point, policy, metric): replications}."""
    plan = StudyPlan(scenario)
    names, policies = plan.metric_names(), list(scenario.policies)
    table = np.ones((len(plan.points), len(policies), scenario.study.replications, len(names)))
    for (point, policy, metric), values in samples.items():
        table[point, policies.index(policy), :, names.index(metric)] = values
    return Result(scenario, names, table, limits)


def unsettled(result: Result, point: int, policy: str) -> None:
    """Let the queue of *policy* grow at *point*: half as many jobs again in the last third."""
    place = point, list(result.scenario.policies).index(policy)
    table = result.table
    middle, late = (result.names.index(name) for name in DRIFT)
    table[place][:, middle], table[place][:, late] = 300.0, 500.0


def publish(patch: pytest.MonkeyPatch, *values: Published) -> None:
    """Let these be all published values, for the length of a test."""
    family = FAMILIES["parallel-jobs"]
    patch.setitem(FAMILIES, family.name, replace(family, published=values))


def value_at(rate: float, policy: str, value: float, metric: str = "response_time", **more: Any) -> Published:
    """A published value at a rate of the example, jobs per 1000 s."""
    return Published(EXAMPLE, {RATE: rate}, policy, metric, value, "Kumar 2001, table 4.2", **more)
