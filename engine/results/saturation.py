"""At which load each policy saturates, as the search for it has found: a number between those that were told."""

from math import inf, nan
from typing import Any, NamedTuple

import numpy as np

from engine.results.sought import Kind, Sought


class Saturation(NamedTuple):
    """Where a policy saturates, in the unit of the field that is sought.

    Attributes
    ----------
    policy
    kind : what the search has come to
    at : where the growth of its queue is that of a critical load, by a straight line between the tested values; NaN if
        no interval holds it
    low, high : the highest load at which its queue is told to settle and the lowest at which it is told not to, wrong
        with at most 5 % together; -inf and inf where there is none in the range
    formula : the same by arithmetic; NaN where there is no formula
    """

    policy: str
    kind: Kind
    at: float
    low: float
    high: float
    formula: float = nan

    def tree(self) -> dict[str, Any]:
        """As JSON; what is not known is null."""
        numbers = {name: getattr(self, name) for name in ("at", "low", "high", "formula")}
        known = {name: value if np.isfinite(value) else None for name, value in numbers.items()}
        return {"policy": self.policy, "outcome": self.kind.name.lower(), **known}


def saturation_of(search: Sought, formula: float | None = None, filling: float = 0.0) -> Saturation:
    """What a *search* without a criterion has found, beside a *formula*.

    *filling* is the share by which what was found lies too high, since the cluster began empty: the place is corrected
    by it, and the lower end of its interval.
    """
    told, known = (search.policy, search.kind), nan if formula is None else formula
    lowest, highest = search.values[0], search.values[-1]
    if search.kind is Kind.ALL:
        return Saturation(*told, nan, highest, inf, known)
    if search.kind is Kind.NONE:
        return Saturation(*told, nan, -inf, lowest, known)
    turn = search.turn
    if search.kind not in (Kind.FOUND, Kind.BETWEEN) or turn.ascending:
        return Saturation(*told, nan, -inf, inf, known)
    low = -inf if turn.meets is None else search.values[turn.meets] * (1 - filling)
    high = inf if turn.misses is None else search.values[turn.misses]
    if turn.meets is None or turn.misses is None:  # an end of the range cannot be told, but what is told is an end
        return Saturation(*told, nan, low, high, known)
    return Saturation(*told, _root(search, turn.meets, turn.misses) * (1 - filling), low, high, known)


def _root(search: Sought, meets: int, misses: int) -> float:
    """Where the line through what was measured between both numbers of values is 0, which is inside of them.

    Of the values that cannot be told the one before its last sign counts: on paired replications all rise together.
    """
    tested = sorted(n for n in search.decisions if meets <= n <= misses and search.decisions[n].means)
    x = np.array([search.values[n] for n in tested])
    growth = np.maximum.accumulate([search.decisions[n].means[0] for n in tested])
    above = int(np.argmax(growth > 0))
    if above == 0:  # nothing is above 0, or the first one is, whose growth is not told by its mean
        return float((x[0] + x[-1]) / 2)
    share = -growth[above - 1] / (growth[above] - growth[above - 1])
    return float(x[above - 1] + share * (x[above] - x[above - 1]))
