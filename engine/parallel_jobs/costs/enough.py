"""How long machines enough are there at once, if each comes and goes by itself."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

SELDOM = 1e-9
"""Share of the time, at the least."""


def enough(groups: Iterable[tuple[float, float, float]], size: float) -> tuple[float, float]:
    """Share of the time in which *size* machines are there, and how long it takes in the mean until they are again.

    Of each group the machines, the share of the time that one of them is there, and how often a second it goes. The
    number of those that are there is a sum of binomial ones. Enough of them stop being there when just as many as are
    needed are there and one of these goes; so often does a time begin in which there are too few.
    """
    law, leaving, present = np.ones(1), 0.0, 0.0
    for machines, share, often in groups:
        law = np.convolve(law, _binomial(round(machines), share))
        leaving, present = leaving + machines * often, present + machines * share
    least = min(max(1, round(size)), len(law) - 1)
    within = max(SELDOM, float(law[least:].sum()))
    left = max(SELDOM, float(law[least])) * least * leaving / max(present, 1e-9)
    return min(1.0, within), (1 - min(1.0, within)) / left if left else 0.0


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
