"""How true an estimate could be at best: what a cell takes differs from seed to seed, and an estimate knows no seed.

Each cell is computed with many seeds. Whoever knew what all other seeds take would say their median: no estimate that
does not simulate can be expected to be nearer. `app.py dev costs --oracle` prints what `run_oracle` returns.
"""

from itertools import islice
from random import Random
from typing import Any, NamedTuple

import numpy as np

from engine.reports.cost_accuracy import FAR, FLOOR, NEAR, ORDINARY, Drawn, cells, pace_of, taken, with_interval, within
from engine.study.registry import FAMILIES

SHORT = 2.0
"""Estimated seconds of a cell: each is computed with many seeds."""


class Spread(NamedTuple):
    """A cell: what it was estimated at and what it took with each of some seeds, s; less than the floor counts as so
    much.
    """

    estimated: float
    taken: np.ndarray

    def by_estimate(self, factor: float, pace: float) -> float:
        """Share of the seeds for which the estimate is wrong by less, on a processor of such a *pace*."""
        return within(max(FLOOR, self.estimated / pace) / np.maximum(FLOOR, self.taken), factor)

    def by_oracle(self, factor: float) -> float:
        """The same for the median of all other seeds."""
        took = np.maximum(FLOOR, self.taken)
        others = [np.median(np.delete(took, n)) for n in range(len(took))]
        return within(np.array(others) / took, factor)

    def by_any(self, factor: float) -> float:
        """The same for the number that is best for these very seeds: nobody can know it, and none is better."""
        took = np.maximum(FLOOR, self.taken)
        return max(float(np.mean((took >= one) & (took < one * factor**2))) for one in took)


def run_oracle(family: str, number: int = 100, seeds: int = 16, drawn: Drawn = ORDINARY) -> dict[str, Any]:
    """Shares of a *number* of cells, each with so many *seeds*, that are near by estimate, by oracle, and at best.

    "noise" is by how much a cell differs that is computed again with the same seed, of 95 % of them at the most. The
    intervals are those of as many cells with one seed each, and thus too wide if anything.
    """
    FAMILIES[family].runs.warm_up()
    lot, found, noise = Random(drawn.seed), [], []
    for estimated, scenario, policy in islice(cells(family, drawn._replace(longest=SHORT), lot), number):
        seen = [scenario.at_seed(lot.randrange(2**32)) for _ in range(seeds)]
        taken(family, seen[0], policy)  # a variant of a kernel may have to be compiled first
        *times, again = (taken(family, one, policy) for one in [*seen, seen[0]])
        found.append(Spread(estimated, np.array(times)))
        noise.append(abs(np.log(max(FLOOR, again) / max(FLOOR, times[0]))))
    pace = pace_of(np.array([(one.estimated, np.median(one.taken)) for one in found]))
    told: dict[str, Any] = {"family": family, "cells": number, "seeds": seeds, "pace": pace}
    told["noise"] = float(np.exp(np.quantile(noise, 0.95)))
    scatter = [np.maximum(FLOOR, one.taken).max() / max(FLOOR, one.taken.min()) for one in found]
    told["spread"] = [float(one) for one in np.quantile(scatter, (0.5, 0.95, 1))]
    for name, factor in (("near", NEAR), ("not_far", FAR)):
        told[name] = {
            "estimate": with_interval(float(np.mean([one.by_estimate(factor, pace) for one in found])), number),
            "oracle": with_interval(float(np.mean([one.by_oracle(factor) for one in found])), number),
            "any": with_interval(float(np.mean([one.by_any(factor) for one in found])), number),
        }
    return told
