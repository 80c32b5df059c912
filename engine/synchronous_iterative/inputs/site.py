"""The machines as arrays: δ, loads and costs of each group, by moment of the day."""

from typing import NamedTuple

import numpy as np

from engine.synchronous_iterative.inputs.background import HOURS
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario


class Site(NamedTuple):
    """G groups of machines; a moment is an hour whose loads differ from those of the moments before it.

    Attributes
    ----------
    available, delta : int64 (G,), machines and the paper's δ
    baseline : the paper's Δ
    load : float64 (moments, G), the paper's ρ
    moment_of_hour : int64 (24,)
    start_hour : hour in which the application starts
    cost : float64 (1 or 24, G), cost of a second on a machine of each group, in each hour; one row if all are equal
    order : int64 (G,), groups by the key δ / (Δ (1 - ρ)) at the start; of equal ones the cheaper, then the first
    key : float64 (G,)
    """

    available: np.ndarray
    delta: np.ndarray
    baseline: int
    load: np.ndarray
    moment_of_hour: np.ndarray
    start_hour: int
    cost: np.ndarray
    order: np.ndarray
    key: np.ndarray

    @property
    def moments(self) -> int:
        """How many different loads a day has."""
        return len(self.load)

    def prefixes(self) -> np.ndarray:
        """The first 1, 2, ... machines in the order of the key; int64 (machines, G)."""
        found = np.zeros((self.available.sum(), len(self.available)), dtype=np.int64)
        row = 0
        for group in self.order:
            for number in range(1, self.available[group] + 1):
                found[row, group] = number
                row += 1
            found[row:, group] = self.available[group]
        return found


def site_of(scenario: SynchronousIterativeScenario) -> Site:
    """The machines of a scenario."""
    groups, background, choice = scenario.cluster.groups, scenario.background, scenario.choice
    hourly = np.array(background.by_hour or (1.0,) * HOURS)
    factors, moment_of_hour = np.unique(hourly, return_inverse=True)
    load = np.outer(factors, [group.load for group in groups]) * background.intensity
    cost = np.array([group.cost for group in groups])
    by_load = 1 + choice.cost_by_load * load[moment_of_hour]
    hourly_cost = cost * by_load * np.array(choice.cost_by_hour or (1.0,) * HOURS)[:, None]
    if len(load) == 1 and not choice.cost_by_hour:
        hourly_cost = hourly_cost[:1]
    delta = np.array([group.delta for group in groups])
    baseline = scenario.cluster.baseline
    key = delta / (baseline * (1 - load[moment_of_hour[background.start_hour]]))
    return Site(
        np.array([group.count for group in groups]),
        delta,
        baseline,
        load,
        moment_of_hour,
        background.start_hour,
        hourly_cost,
        np.lexsort((np.arange(len(groups)), cost, key)),
        key,
    )
