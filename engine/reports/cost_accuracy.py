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
from engine.study.registry import FAMILIES

RECIPES = {name: family.sampled for name, family in FAMILIES.items() if family.sampled is not None}
"""How the scenarios of a family are drawn."""

FLOOR = 5e-3
"""Seconds below which nobody cares how long a cell takes; less counts as so much."""

SHARES = (2.5, 50.0, 97.5)

NEAR = 3.0
"""A factor that an estimate may be wrong by."""


class Measured(NamedTuple):
    """A cell: what it was estimated at and what it took, s of processor time, and of which scenario it is."""

    estimated: float
    taken: float
    policy: str
    scenario: Scenario

    @property
    def ratio(self) -> float:
        """The estimate over what it took, neither below the floor."""
        return max(FLOOR, self.estimated) / max(FLOOR, self.taken)


def sample(family: str, seed: int, longest: float) -> Iterator[Measured]:
    """Cells of one generated scenario after another, each estimated at *longest* seconds at most; without end.

    The kernels have to be loaded. Every scenario has a seed of its own, so that nothing is known of it before.
    """
    known, lot = FAMILIES[family], Random(seed)
    while True:
        tree = generate(known.scenario, RECIPES[family], lot)
        try:
            scenario = known.scenario.read(tree)
        except ScenarioError:
            continue
        for policy in scenario.policies:
            estimated = known.cost(scenario, policy).seconds
            if estimated > longest:
                continue
            # What is kept of another policy's cell would make it cheap, and a variant that is compiled first dear.
            first, one = (scenario.at_seed(lot.randrange(2**32)) for _ in range(2))
            known.runs.simulate(first, policy, 0)
            known.runs.forget()
            began = process_time()
            known.runs.simulate(one, policy, 0)
            yield Measured(estimated, process_time() - began, policy, one)


def run_costs(
    family: str | None = None,
    cells: int = 200,
    longest: float = 2.0,
    seed: int = 1,
    told: Callable[[Measured], None] = lambda _one: None,
) -> list[dict[str, Any]]:
    """For each family (or one): quantiles of estimated over taken, and the two worst cells with their scenarios.

    "near" is the share of cells within a factor of three of the median, which says how fast this processor is.
    """
    found = []
    for name in [family] if family else RECIPES:
        FAMILIES[name].runs.warm_up()
        stream, measured = sample(name, seed, longest), []
        for _ in range(cells):
            measured.append(next(stream))
            told(measured[-1])
        ratios = np.array([one.ratio for one in measured])
        low, middle, high = np.percentile(ratios, SHARES)
        found.append(
            {
                "family": name,
                "cells": cells,
                "seconds": sum(one.taken for one in measured),
                "median": float(middle),
                "low": float(low),
                "high": float(high),
                "near": float(np.mean((ratios > middle / NEAR) & (ratios < middle * NEAR))),
                "lowest": _told(measured[int(ratios.argmin())]),
                "highest": _told(measured[int(ratios.argmax())]),
            }
        )
    return found


def _told(one: Measured) -> dict[str, Any]:
    scenario = one.scenario.compact().decode()
    return {
        "ratio": one.ratio, "estimated": one.estimated, "taken": one.taken, "policy": one.policy, "scenario": scenario,
    }  # fmt: skip
