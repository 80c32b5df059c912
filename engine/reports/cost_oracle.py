"""How true an estimate could be at best: what a cell takes differs from seed to seed, and an estimate knows no seed.

Each cell is computed with many seeds. Whoever knew what all other seeds take would say their median: no estimate that
does not simulate can be expected to be nearer. `app.py bench --costs --oracle` prints what `run_oracle` returns.
"""

from itertools import islice
from random import Random
from typing import Any, NamedTuple

import numpy as np

from engine.reports.cost_accuracy import FAR, FLOOR, NEAR, ORDINARY, Drawn, cells, taken, with_interval, within
from engine.study.registry import FAMILIES


class Spread(NamedTuple):
    """A cell: what it was estimated at and what it took with each of some seeds, s, neither below the floor."""

    estimated: float
    taken: np.ndarray

    def by_estimate(self, factor: float, pace: float) -> float:
        """Share of the seeds for which the estimate is wrong by less, on a processor of such a *pace*."""
        return within(self.estimated / pace / self.taken, factor)

    def by_oracle(self, factor: float) -> float:
        """The same for the median of all other seeds."""
        others = [np.median(np.delete(self.taken, n)) for n in range(len(self.taken))]
        return within(np.array(others) / self.taken, factor)

    def by_any(self, factor: float) -> float:
        """The same for the number that is best for these very seeds: nobody can know it, and none is better."""
        return max(float(np.mean((self.taken >= one) & (self.taken < one * factor**2))) for one in self.taken)


def run_oracle(family: str, number: int = 100, seeds: int = 16, drawn: Drawn = ORDINARY) -> dict[str, Any]:
    """Shares of a *number* of cells, each with so many *seeds*, that are near by estimate, by oracle, and at best.

    "noise" is by how much a cell differs that is computed again with the same seed, of 95 % of them at the most. The
    intervals are those of as many cells with one seed each, and thus too wide if anything.
    """
    FAMILIES[family].runs.warm_up()
    lot, found, noise = Random(drawn.seed), [], []
    for estimated, scenario, policy in islice(cells(family, drawn, lot), number):
        seen = [scenario.at_seed(lot.randrange(2**32)) for _ in range(seeds)]
        taken(family, seen[0], policy)  # a variant of a kernel may have to be compiled first
        times = np.maximum(FLOOR, [taken(family, one, policy) for one in [*seen, seen[0]]])
        found.append(Spread(max(FLOOR, estimated), times[:-1]))
        noise.append(abs(np.log(times[-1] / times[0])))
    pace = float(np.median([one.estimated / np.median(one.taken) for one in found]))
    told: dict[str, Any] = {"family": family, "cells": number, "seeds": seeds, "pace": pace}
    told["noise"] = float(np.exp(np.quantile(noise, 0.95)))
    told["spread"] = [float(one) for one in np.quantile([max(s.taken) / min(s.taken) for s in found], (0.5, 0.95, 1))]
    for name, factor in (("near", NEAR), ("not_far", FAR)):
        told[name] = {
            "estimate": with_interval(float(np.mean([one.by_estimate(factor, pace) for one in found])), number),
            "oracle": with_interval(float(np.mean([one.by_oracle(factor) for one in found])), number),
            "any": with_interval(float(np.mean([one.by_any(factor) for one in found])), number),
        }
    return told
