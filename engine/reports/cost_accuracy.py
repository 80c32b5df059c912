"""How true the estimated costs are: cells of generated scenarios, estimated and measured.

`python3 app.py dev costs` prints what `run_costs` returns.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import pairwise
from math import inf
from random import Random
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from engine.contract.generated import generate
from engine.inputs.rejection import ScenarioError
from engine.inputs.scenario import Scenario
from engine.statistics.share import share_interval
from engine.study.budget import MAXIMUM_CELL_BYTES, MAXIMUM_CELL_SECONDS
from engine.study.registry import FAMILIES

RECIPES = {name: family.sampled for name, family in FAMILIES.items() if family.sampled is not None}
"""How the scenarios of a family are drawn."""

FLOOR = 5e-3
"""Seconds below which nobody cares how long a cell takes; less counts as so much."""

NEAR, FAR = 3.0, 10.0
"""A factor that an estimate may be wrong by, and one that it should never be: a worker ends the cell then."""


class Measured(NamedTuple):
    """A cell: what it was estimated at and what it took, s of processor time, and of which scenario it is.

    One that was ended took at least so long.
    """

    estimated: float
    taken: float
    policy: str
    scenario: Scenario

    def ratio(self, pace: float = 1.0) -> float:
        """The estimate, for a processor of such a *pace*, over what it took, neither below the floor."""
        return max(FLOOR, self.estimated / pace) / max(FLOOR, self.taken)


Measure = Callable[[Scenario, str, float], float]
"""Seconds of processor time of the cell of a policy, or so many seconds if it was ended then."""

DECADES = (0.01, 0.1, 1.0, 10.0, MAXIMUM_CELL_SECONDS)
"""Estimated seconds up to which a cell is of one class of prices; what is above them is refused."""

DOUBTED = MAXIMUM_CELL_SECONDS / FAR
"""Seconds within which a cell that is refused would have been done if it is refused wrongly."""

TRIED = 2000
"""Scenarios that are drawn in vain until there seem to be none of the prices that are still wanted."""


class Drawn(NamedTuple):
    """Which scenarios are measured.

    Attributes
    ----------
    seed : of their recipe: others are drawn from another
    longest : s, what a cell is estimated at, at the most; what is refused is drawn, too, if nothing is said
    having, lacking : a field that is not empty in them, or is; every scenario if there is no name
    is_told : only cells that formulas tell; what is guessed at is measured before anything is said of it
    """

    seed: int = 1
    longest: float = inf
    having: str = ""
    lacking: str = ""
    is_told: bool = False

    def takes(self, scenario: Scenario) -> bool:
        """Whether a scenario is one of them."""
        there = not self.having or bool(getattr(scenario, self.having))
        return there and not (self.lacking and getattr(scenario, self.lacking))


ORDINARY = Drawn()


def cells(family: str, drawn: Drawn, lot: Random) -> Iterator[tuple[float, Scenario, str]]:
    """Estimated seconds, scenario and a policy of one generated scenario after another; without end."""
    known = FAMILIES[family]
    while True:
        tree = generate(known.scenario, RECIPES[family], lot)
        try:
            scenario = known.scenario.read(tree)
        except ScenarioError:
            continue
        if not drawn.takes(scenario):
            continue
        policy = lot.choice(scenario.policies)
        cost = known.cost(scenario, policy)
        if drawn.is_told and not cost.is_told:
            continue
        if cost.seconds <= drawn.longest and cost.bytes <= MAXIMUM_CELL_BYTES:
            yield cost.seconds, scenario, policy


def taken(family: str, scenario: Scenario, policy: str) -> float:
    """Processor time (s) of a cell, whose kernels have to be loaded, without what was kept of another policy's."""
    runs = FAMILIES[family].runs
    runs.forget()
    began = process_time()
    runs.simulate(scenario, policy, 0)
    return process_time() - began


def unbounded(scenario: Scenario, policy: str, _seconds: float) -> float:
    """What a cell takes, however long: a `Measure` of this very process, without compiling."""
    taken(scenario.family, scenario.at_seed(scenario.study.seed ^ 1), policy)
    return taken(scenario.family, scenario, policy)


def sample(
    family: str, drawn: Drawn, number: int, seconds: float = inf, measure: Measure = unbounded
) -> Iterator[Measured]:
    """At most a *number* of cells of each class of prices, in *seconds* of processor time, estimated and measured.

    What the classes of cheap cells leave of their equal shares of the time is for the others. Every cell has a scenario
    and a seed of its own, so that nothing is known of it before.
    """
    lot, vain = Random(drawn.seed), 0
    classes = bisect_left(DECADES, drawn.longest) + 1
    count, spent = [0] * classes, [0.0] * classes
    for estimated, scenario, policy in cells(family, drawn, lot):
        of = bisect_left(DECADES, estimated)
        wanted = [n for n in range(len(count)) if count[n] < number]
        left = seconds - sum(spent[n] for n in range(len(count)) if n not in wanted)
        vain += 1
        if vain > TRIED or not wanted:
            return
        if of not in wanted or spent[of] + min(estimated, DOUBTED) > left / len(wanted):
            continue
        one = scenario.at_seed(lot.randrange(2**32))
        took = measure(one, policy, DOUBTED if estimated > DECADES[-1] else max(1.0, FAR * estimated))
        spent[of] += took
        if not took:  # given up at once, in a sentence
            continue
        count[of], vain = count[of] + 1, 0
        yield Measured(estimated, took, policy, one)


def run_costs(
    family: str | None = None,
    number: int = 50,
    drawn: Drawn = ORDINARY,
    seconds: float = inf,
    measure: Measure = unbounded,
    told: Callable[[Measured], None] = lambda _one: None,
) -> list[dict[str, Any]]:
    """For each family (or one) and class of prices: how near estimates of at most a *number* of cells are, and the
    worst.

    The estimates are divided by "pace" first: how fast this processor is. "near" and "not_far" are the shares of cells
    within a factor of three and of ten, each with its interval. Of what is refused, "cheap" are the cells that would
    have been done in a tenth of what is allowed.
    """
    found, names = [], [family] if family else list(RECIPES)
    for name in names:
        FAMILIES[name].runs.warm_up()
        measured = []
        for one in sample(name, drawn, number, seconds / len(names), measure):
            measured.append(one)
            told(one)
        accepted = [one for one in measured if one.estimated <= DECADES[-1]]
        pace = pace_of(np.array([(one.estimated, one.taken) for one in accepted]))
        for least, most in pairwise((0.0, *DECADES)):
            own = [one for one in accepted if least < one.estimated <= most]
            if own:
                found.append(_accuracy(name, own, pace) | {"from": least, "to": most})
        if refused := [one for one in measured if one.estimated > DECADES[-1]]:
            cheap = sum(one.taken < DOUBTED for one in refused)
            found.append(_accuracy(name, refused, pace) | {"from": DECADES[-1], "to": None, "cheap": cheap})
    return found


def _accuracy(family: str, measured: list[Measured], pace: float) -> dict[str, Any]:
    ratios = np.array([one.ratio(pace) for one in measured])
    number = len(ratios)
    return {
        "family": family,
        "cells": number,
        "seconds": sum(one.taken for one in measured),
        "pace": pace,
        "median": float(np.median(ratios)),
        "near": with_interval(within(ratios, NEAR), number),
        "not_far": with_interval(within(ratios, FAR), number),
        "lowest": _told(measured[int(ratios.argmin())], pace),
        "highest": _told(measured[int(ratios.argmax())], pace),
    }


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
