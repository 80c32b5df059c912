"""How true the estimated costs are: cells of generated scenarios, estimated and measured.

`python3 app.py bench --costs` prints what `run_costs` returns.
"""

from collections.abc import Callable, Iterator
from random import Random
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from engine.contract.generated import generate
from engine.inputs.rejection import ScenarioError
from engine.inputs.scenario import Scenario
from engine.statistics.share import share_interval
from engine.study.registry import FAMILIES

RECIPES = {name: family.sampled for name, family in FAMILIES.items() if family.sampled is not None}
"""How the scenarios of a family are drawn."""

FLOOR = 5e-3
"""Seconds below which nobody cares how long a cell takes; less counts as so much."""

SHARES = (2.5, 50.0, 97.5)

NEAR, FAR = 3.0, 10.0
"""A factor that an estimate may be wrong by, and one that it should never be: a worker ends the cell then."""


class Measured(NamedTuple):
    """A cell: what it was estimated at and what it took, s of processor time, and of which scenario it is."""

    estimated: float
    taken: float
    policy: str
    scenario: Scenario

    def ratio(self, pace: float = 1.0) -> float:
        """The estimate, for a processor of such a *pace*, over what it took, neither below the floor."""
        return max(FLOOR, self.estimated / pace) / max(FLOOR, self.taken)


class Drawn(NamedTuple):
    """Which scenarios are measured.

    Attributes
    ----------
    seed : of their recipe: others are drawn from another
    longest : s, what a cell is estimated at, at the most
    having, lacking : a field that is not empty in them, or is; every scenario if there is no name
    """

    seed: int = 1
    longest: float = 2.0
    having: str = ""
    lacking: str = ""

    def takes(self, scenario: Scenario) -> bool:
        """Whether a scenario is one of them."""
        there = not self.having or bool(getattr(scenario, self.having))
        return there and not (self.lacking and getattr(scenario, self.lacking))


ORDINARY = Drawn()


def cells(family: str, drawn: Drawn, lot: Random) -> Iterator[tuple[float, Scenario, str]]:
    """Estimated seconds, scenario and policy of the cells of one generated scenario after another; without end."""
    known = FAMILIES[family]
    while True:
        tree = generate(known.scenario, RECIPES[family], lot)
        try:
            scenario = known.scenario.read(tree)
        except ScenarioError:
            continue
        for policy in scenario.policies if drawn.takes(scenario) else ():
            estimated = known.cost(scenario, policy).seconds
            if estimated <= drawn.longest:
                yield estimated, scenario, policy


def taken(family: str, scenario: Scenario, policy: str) -> float:
    """Processor time (s) of a cell, whose kernels have to be loaded, without what was kept of another policy's."""
    runs = FAMILIES[family].runs
    runs.forget()
    began = process_time()
    runs.simulate(scenario, policy, 0)
    return process_time() - began


def sample(family: str, drawn: Drawn) -> Iterator[Measured]:
    """One cell after another, estimated and measured; without end.

    Every scenario has a seed of its own, so that nothing is known of it before. A variant of a kernel may have to be
    compiled first.
    """
    lot = Random(drawn.seed)
    for estimated, scenario, policy in cells(family, drawn, lot):
        first, one = (scenario.at_seed(lot.randrange(2**32)) for _ in range(2))
        taken(family, first, policy)
        yield Measured(estimated, taken(family, one, policy), policy, one)


def run_costs(
    family: str | None = None,
    number: int = 200,
    drawn: Drawn = ORDINARY,
    told: Callable[[Measured], None] = lambda _one: None,
) -> list[dict[str, Any]]:
    """For each family (or one): quantiles of estimated over taken of a *number* of cells, and the two worst of them.

    The estimates are divided by "pace" first: how fast this processor is. "near" and "not_far" are the shares of cells
    within a factor of three and of ten, each with its interval.
    """
    found = []
    for name in [family] if family else RECIPES:
        FAMILIES[name].runs.warm_up()
        stream, measured = sample(name, drawn), []
        for _ in range(number):
            measured.append(next(stream))
            told(measured[-1])
        pace = pace_of(np.array([(one.estimated, one.taken) for one in measured]))
        ratios = np.array([one.ratio(pace) for one in measured])
        low, middle, high = np.percentile(ratios, SHARES)
        found.append(
            {
                "family": name,
                "cells": number,
                "seconds": sum(one.taken for one in measured),
                "pace": pace,
                "median": float(middle),
                "low": float(low),
                "high": float(high),
                "near": with_interval(within(ratios, NEAR), number),
                "not_far": with_interval(within(ratios, FAR), number),
                "lowest": _told(measured[int(ratios.argmin())], pace),
                "highest": _told(measured[int(ratios.argmax())], pace),
            }
        )
    return found


def pace_of(times: np.ndarray) -> float:
    """How many times faster this processor is than the one of the estimates: (n, 2) seconds, estimated and taken.

    The median ratio of the cells that are above the floor; in the middle, so that neither side chooses them.
    """
    above = times[np.sqrt(times.prod(axis=1)) > FLOOR]
    estimated, took = (above if len(above) else times).T
    return float(np.median(estimated / took))


def within(ratios: np.ndarray, factor: float) -> float:
    """Share of the *ratios* that are wrong by less than a *factor*."""
    return float(np.mean((ratios > 1 / factor) & (ratios < factor)))


def with_interval(share: float, number: int) -> tuple[float, float, float]:
    """A share of so many cells, and where it lies with 95 % confidence."""
    return share, *share_interval(share, number)


def _told(one: Measured, pace: float) -> dict[str, Any]:
    scenario = one.scenario.compact().decode()
    return {
        "ratio": one.ratio(pace),
        "estimated": one.estimated,
        "taken": one.taken,
        "policy": one.policy,
        "scenario": scenario,
    }
