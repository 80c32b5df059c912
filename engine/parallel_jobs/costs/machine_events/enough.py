"""How long machines enough are there at once, if each comes and goes by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from engine.parallel_jobs.inputs.forecast.stand_ins import missed

SELDOM = 1e-9
"""Share of the time, at the least."""


UNLIKELY = 1e-4
"""That so many machines are not stood in for yet, that it is left out."""


class Block(NamedTuple):
    """Machines that go together: how many, for which share of the time, and how often a second."""

    number: int
    away: float
    often: float


class Machines(NamedTuple):
    """Machines that are alike.

    Attributes
    ----------
    number : of them, that can be used at once
    share : of the time, that one of them is there
    often : how often a second it goes
    spares : that stand in for those that have gone, and come and go as these do
    delay : how long one takes to come, s
    blocks : of them that go together
    """

    number: int
    share: float
    often: float
    spares: int = 0
    delay: float = 0.0
    blocks: tuple[Block, ...] = ()


def enough(groups: Sequence[Machines], size: float) -> tuple[float, float]:
    """Share of the time in which *size* machines are there, and how long it takes in the mean until they are again.

    The number of those of a group that are there is binomial. Enough of them stop being there when just as many as are
    needed are there and one of these goes; so often does a time begin in which there are too few.
    """
    law, leaving, present = np.ones(1), 0.0, 0.0
    for group in groups:
        law = np.convolve(law, _there(group))
        leaving, present = leaving + group.number * group.often, present + group.number * group.share
    least = min(max(1, round(size)), len(law) - 1)
    within = max(SELDOM, float(law[least:].sum()))
    left = max(SELDOM, float(law[least])) * least * leaving / max(present, 1e-9)
    for block in (block for group in groups for block in group.blocks):
        left += float(law[least : least + block.number].sum()) / max(1 - block.away, SELDOM) * block.often
    return min(1.0, within), (1 - min(1.0, within)) / left if left else 0.0


def _there(group: Machines) -> np.ndarray:
    """How likely 0, 1, ... of the machines of a *group* are there, its spares among them when they are needed."""
    if group.blocks:
        block, rest = group.blocks[0], group._replace(blocks=group.blocks[1:])
        # Those of the block are among the spares, if there are any: these are not there, either.
        fewer = rest._replace(number=max(0, group.number - block.number))
        law = (1 - block.away) * _there(rest)
        law[: fewer.number + 1] += block.away * _there(fewer)
        return law
    number = group.number
    if not group.spares:
        return _binomial(number, group.share)
    # Of those that are away, some are not stood in for yet, and never will be if they return before that.
    alone = missed(group.share, group.often, group.delay)
    without = _binomial(number, alone)
    standing_by = _binomial(group.spares, group.share)
    found = np.zeros(number + 1)
    for gone in np.flatnonzero(without > UNLIKELY).tolist():
        own = _binomial(number - gone, group.share / (1 - alone) if alone < 1 else 0.0)
        law = np.convolve(own, standing_by)
        law[number - gone] += law[number - gone + 1 :].sum()
        found[: number - gone + 1] += without[gone] * law[: number - gone + 1]
    total: np.ndarray = found / found.sum()
    return total


def _binomial(machines: int, share: float) -> np.ndarray:
    """How likely 0, 1, ... of the *machines* are there: from the likeliest number on in both directions."""
    law = np.zeros(machines + 1)
    if share >= 1 or share <= 0:
        law[machines if share >= 1 else 0] = 1.0
        return law
    odds = share / (1 - share)
    peak = min(machines, int((machines + 1) * share))
    law[peak] = at = 1.0
    for n in range(peak, machines):
        at *= (machines - n) / (n + 1) * odds
        law[n + 1] = at
        if at < 1e-18:
            break
    at = 1.0
    for n in range(peak, 0, -1):
        at *= n / (machines - n + 1) / odds
        law[n - 1] = at
        if at < 1e-18:
            break
    found: np.ndarray = law / law.sum()
    return found
