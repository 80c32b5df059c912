"""The load imbalance factor η of sets of machines, compiled.

η = (1 / (B Δ)) Σ_{k >= 0} (1 - Π_j F_j(k)), with F_j(k) = P{β γ <= floor(k / δ_j)}: equations 8 to 11 and 30 to 34 as a
sum of tails, which neither cancels nor has to be cut by hand. Equal machines are one power of F, and F changes only
where k is a multiple of δ.
"""

import numpy as np

from engine.compiled.compilation import compiled, inlined
from engine.synchronous_iterative.formulas.tails import Tails

NEVER = 2**62

FEW, MOST_POWERS = 8, 2**21
"""Sets for which a table of powers does not pay, and the most entries of one. The numbers are the same without it."""


_NO_POWERS = np.empty((0, 1)), np.empty((0, 0), dtype=np.int64)


@inlined
def _power(base: float, exponent: int) -> float:
    """*base* to a whole power."""
    found = 1.0
    while exponent > 0:
        if exponent & 1:
            found *= base
        base *= base
        exponent >>= 1
    return found


@inlined
def _factor(above: np.ndarray, mass: np.ndarray, powers: np.ndarray, row: int, g: int, machines: int, m: int) -> float:
    """F of a group at m, to the power of its machines."""
    if row >= 0:
        return float(powers[row, m])
    return _power(mass[g] - above[g, m], machines)


@compiled
def _eta_of_sets(
    counts: np.ndarray,
    delta: np.ndarray,
    above: np.ndarray,
    length: np.ndarray,
    mass: np.ndarray,
    eta: np.ndarray,
    scratch: np.ndarray,
    place: np.ndarray,
    powers: np.ndarray,
    row_of: np.ndarray,
) -> None:
    """E max of β γ δ of each set of machines. Modified in place: all that has no name of an input.

    Parameters
    ----------
    eta : float64 (N,)
    scratch, place : float64 (G,), int64 (5, G), of the groups that are not over yet
    powers : float64 (rows, M), F to powers already taken; without rows none is kept
    row_of : int64 (G, largest count + 1), -1 at first
    """
    rows = 0
    for n in range(counts.shape[0]):
        active = 0
        whole = 1.0
        for g in range(counts.shape[1]):
            machines = counts[n, g]
            if machines == 0:
                continue
            whole *= _power(mass[g], machines)
            row = np.int64(-1)
            if powers.shape[0] > 0:
                if row_of[g, machines] < 0:
                    row_of[g, machines] = rows
                    for m in range(length[g]):
                        powers[rows, m] = _power(mass[g] - above[g, m], machines)
                    rows += 1
                row = row_of[g, machines]
            place[0, active] = g
            place[1, active] = 0  # floor(k / delta)
            place[2, active] = delta[g]  # the next k at which that changes
            place[3, active] = row
            place[4, active] = machines
            scratch[active] = _factor(above, mass, powers, row, g, machines, 0)
            active += 1
        total = 0.0
        now = 0
        settled = 1.0  # the groups that are over
        while active > 0:
            product = settled
            then = NEVER
            for i in range(active):
                product *= scratch[i]
                then = min(then, int(place[2, i]))
            total += (then - now) * (whole - product)
            now = then
            i = 0
            while i < active:
                if place[2, i] > now:
                    i += 1
                    continue
                g = place[0, i]
                place[1, i] += 1
                if place[1, i] < length[g]:
                    place[2, i] += delta[g]
                    scratch[i] = _factor(above, mass, powers, place[3, i], g, place[4, i], place[1, i])
                    i += 1
                else:
                    settled *= _power(mass[g], place[4, i])
                    active -= 1
                    for line in range(5):
                        place[line, i] = place[line, active]
                    scratch[i] = scratch[active]
        eta[n] = max(0.0, total)  # as printed, tails of nearly nothing add up to less


def eta_of_sets(counts: np.ndarray, delta: np.ndarray, tails: Tails, baseline: int = 1) -> np.ndarray:
    """η of sets of machines (equations 11, 13, 21, 24, 32).

    Parameters
    ----------
    counts : int64 (N, G), machines of each group in each set
    delta : int64 (G,), the paper's δ
    tails : P{β γ > m} of each group
    baseline : the paper's Δ

    Returns
    -------
    float64 (N,)
    """
    groups, entries = tails.above.shape
    eta, scratch, place = np.empty(len(counts)), np.empty(groups), np.empty((5, groups), dtype=np.int64)
    powers, row_of = _NO_POWERS
    if len(counts) >= FEW:
        largest = int(counts.max())
        rows = groups * min(largest, len(counts))
        if rows * entries <= MOST_POWERS:
            powers, row_of = np.empty((rows, entries)), np.full((groups, largest + 1), -1)
    _eta_of_sets(
        counts, delta, tails.above, tails.length, tails.mass, eta, scratch, place, powers, row_of
    )  # fmt: skip
    eta /= tails.mean * baseline
    return eta
