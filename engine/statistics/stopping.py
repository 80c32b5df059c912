"""How many replications a point gets: a fixed number, or as many as the asked precision needs within a budget."""

from enum import StrEnum
from typing import NamedTuple

import numpy as np

from engine.statistics.means import estimate
from engine.statistics.steadiness import settles

FEWEST = 10
"""Replications before the first look; fewer make the spread look small by accident too often (Law 2015, 9.4.1)."""


class Stop(StrEnum):
    """Why a point gets no more replications; the text completes the sentence "stopped because ..."."""

    FIXED = "the given number of replications was computed"
    PRECISE = "the asked precision was reached"
    REPLICATIONS = "the largest number of replications was reached"
    TIME = "the computing time given to each point was used up"
    CELLS = "the largest number of cells of a study was reached"
    UNSETTLED = "no policy settles"
    FAILED = "a cell failed"
    TOLD = "it was told whether the goal is met"
    TRIED = "it was tried where a policy is worst"
    CHOSEN = "it was told whether the best can be here"
    OPEN = "more replications are to come"


class Verdict(NamedTuple):
    """How many replications a point is to have, as far as is known, and why not more."""

    replications: int
    stop: Stop


class Limit(NamedTuple):
    """The most replications that a point can get, and which budget says so."""

    replications: int
    stop: Stop


class Replications(NamedTuple):
    """What is there of one point, for Q policies and R replications.

    Attributes
    ----------
    done : bool (Q, R), whether the cell has been computed
    metric : float64 (Q, R), what is to be precise
    middle, late : float64 (Q, R), for the drift test
    """

    done: np.ndarray
    metric: np.ndarray
    middle: np.ndarray
    late: np.ndarray


def follow(there: Replications, first: int, half_width: float, limit: Limit) -> Verdict:
    """Follow the sequential procedure of one point as far as its replications go.

    Law 2015, section 9.4.1 (after Chow & Robbins 1965): stop when the half-width of the t interval over the mean is at
    most g / (1 + g), so that the *true* mean is within g of the estimate, at every policy that settles. One looks only
    at the ends of stages, and the next stage is as long as the spread so far makes likely, at most as long as all
    before: few looks leave little chance to stop at a lucky moment. For the same reason a point is given up only where
    two looks in a row find that no policy settles, the second with twice the replications: each look is wrong now and
    then, and a single one of many would end a study that settles. What is found depends on the replications alone,
    never on the order or the place in which they were computed. A replication that is done may lack the metric, as one
    in which no job was taken does, and counts all the same: so a point ends at its limit, whatever is missing.

    Parameters
    ----------
    first : replications of the first stage
    half_width : g, relative
    limit : budget of this point
    """
    stage = min(first, limit.replications)
    in_doubt = False
    while True:
        if there.done.shape[1] < stage or not there.done[:, :stage].all():
            return Verdict(stage, Stop.OPEN)
        settled = [q for q in range(len(there.done)) if settles(there.middle[q, :stage], there.late[q, :stage])]
        if not settled:
            if in_doubt or stage >= limit.replications:
                return Verdict(stage, Stop.UNSETTLED)
            in_doubt = True
            stage = int(min(2 * stage, limit.replications))
            continue
        in_doubt = False
        need = max(_need(there.metric[q, :stage], half_width) for q in settled)
        if need <= stage:
            return Verdict(stage, Stop.PRECISE)
        if stage >= limit.replications:
            return Verdict(stage, limit.stop)
        stage = int(min(need, 2 * stage, limit.replications))


def _need(samples: np.ndarray, half_width: float) -> float:
    """Replications after which these samples, had they gone on so, would be precise; 0 if they are."""
    found = estimate(samples)
    wanted = abs(found.mean) * half_width / (1 + half_width)
    if found.half_width <= wanted:
        return 0
    # Around 0 nothing is precise in this sense, and of fewer than two measured values nothing is known.
    if not (wanted > 0 and found.half_width > wanted):
        return float("inf")
    too_wide = found.half_width / wanted
    return float(max(len(samples) + 1, np.ceil(len(samples) * (too_wide * too_wide))))
