"""η of sets of machines to a few percent, in about a millisecond and without a kernel: what a choice looks at.

The sum over all instants becomes one over some dozens, and the law of the work of a processor a few amounts of it.
"""

from math import ceil, log

import numpy as np

from engine.synchronous_iterative.costs.amounts import amounts, shares_told_apart
from engine.synchronous_iterative.formulas.prediction import Predictions, Predictor
from engine.synchronous_iterative.formulas.queue_length import sharers
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario

INSTANTS = 56
"""At which the laws are looked at; the first whole units are among them."""

UP = np.linspace(0, 1, INSTANTS)

MOST_MOMENTS = 3
"""Of the day, at which loads are looked at; η of an hour between two of them is between theirs."""

NOTHING, LONGEST = 1e-7, 2000
"""A tail that no choice notices; and the most processes on a machine that are told apart."""


class CoarsePredictor(Predictor):
    """The formulas of one scenario, coarsely."""

    def __init__(self, scenario: SynchronousIterativeScenario) -> None:
        super().__init__(scenario)
        moments = self.site.moments
        # in ascending order of load, with the least and the highest
        self._looked_at = np.unique(np.rint(np.linspace(0, moments - 1, min(MOST_MOMENTS, moments))).astype(np.int64))
        self._shares = shares_told_apart(scenario.application, scenario.cluster.machines)
        self._above = _above(scenario, self.site.load[self._looked_at])

    def predict(self, counts: np.ndarray) -> Predictions:
        """Of sets of machines, int64 (N, G); none of them empty."""
        shares, known = self._shares[counts.sum(axis=1)], self._looked_at
        eta = np.empty((len(known), len(counts)))
        for number in np.unique(shares):
            own = shares == number
            eta[:, own] = self._of_law(counts[own], int(number))
        place = np.interp(np.arange(self.site.moments), known, np.arange(len(known)))
        below = place.astype(np.int64)
        above = np.minimum(below + 1, len(known) - 1)
        between = (place - below)[:, None]
        return self.over_the_run(eta[below] * (1 - between) + eta[above] * between, counts)

    def _of_law(self, counts: np.ndarray, processors: int) -> np.ndarray:
        """η (moments looked at, N) where a processor has as much to do as one of so many *processors*."""
        site, last = self.site, self._above.shape[2] - 1
        work, probability = amounts(self.scenario.application, processors)
        speed = site.baseline / site.delta
        by_speed = self.scenario.options.division == "by-speed"
        slowness = np.ones(len(speed)) if by_speed else 1 / speed
        edges = _instants(work, slowness, last + 1, 1 if by_speed else site.baseline)
        at = (edges[1:] + edges[:-1]) / 2
        sharing = at[:, None] / (slowness[:, None, None] * work)  # (G, instants, amounts)
        number = np.minimum(sharing, last).astype(np.int64)
        later = self._above[:, np.arange(len(speed))[:, None, None], number] @ probability
        late = -np.expm1(counts @ np.log(np.maximum(1 - later, 1e-12)))  # (moments, N, instants)
        found: np.ndarray = late @ np.diff(edges)
        return found * counts.sum(axis=1) / (counts @ speed) if by_speed else found


def _above(scenario: SynchronousIterativeScenario, loads: np.ndarray) -> np.ndarray:
    """P{γ > m} of each group at each of the *loads* (moments, G), for m = 0, 1, ..., M - 1; the last ones are 0."""
    queue, background = scenario.options.queue, scenario.background
    laws = np.array([[sharers(background, queue, float(load)) for load in row] for row in loads])
    ratio = max(laws[..., 1].max(), laws[..., 3].max())
    m = np.arange(1 + (min(LONGEST, ceil(log(NOTHING) / log(ratio))) if ratio > 0 else 1))
    weight, ratios, other_weight, others = (laws[..., column, None] for column in range(4))
    above: np.ndarray = weight * ratios**m + other_weight * others**m
    above[..., -1] = 0.0
    return above


def _instants(work: np.ndarray, slowness: np.ndarray, length: int, baseline: int) -> np.ndarray:
    """From 0 to where nobody is busy any more, over the time that the mean work takes on a baseline machine."""
    end = float(slowness.max() * work.max() * length)
    if len(work) == 1 and work[0] == 1:  # nothing happens but at whole units
        whole = np.unique(np.rint(max(1, round(end * baseline)) ** UP))
        return np.concatenate([[0.0], whole / baseline])
    begin = min(end, float(slowness.min() * work.min())) / 2
    return np.concatenate([[0.0], begin * (end / begin) ** UP])
