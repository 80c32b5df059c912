"""The laws of background service times: drawing them, drawing what is left of them, and what Leland & Ott measured."""

from math import sqrt

import numpy as np

from engine.compiled import elementwise
from engine.inputs.draws import Draws
from engine.synchronous_iterative.inputs.background import Background

R, C, LONGEST = 0.241, 1.122, 1000.0
"""Of equation 27: density 0.759 below 1, C R x^-(C+1) from 1 to 1000."""

LONGEST_1, LONGEST_2, LONGEST_3 = 0.0004305266104917106510, 0.4305266104917106510, 430.5266104917106510
"""The longest to the powers -C, 1 - C and 2 - C: written down, for a library's power has other bits elsewhere."""

BELOW = 0.759
MASS = BELOW + R * (1 - LONGEST_1)
"""0.999896: the density of equation 27 is not quite one, and is normalized here."""

FIRST_BELOW, FIRST_ABOVE = BELOW / 2, C * R * (1 - LONGEST_2) / (C - 1)
SECOND = BELOW / 3 + C * R * (LONGEST_3 - 1) / (2 - C)
LELAND_OTT_MEAN = (FIRST_BELOW + FIRST_ABOVE) / MASS
LELAND_OTT_VARIATION = sqrt(SECOND / MASS / (LELAND_OTT_MEAN * LELAND_OTT_MEAN) - 1)
"""Mean 1.64 and standard deviation over mean 6.9 of equation 27."""


def variation(background: Background) -> float:
    """Standard deviation over mean of the service times."""
    return {"exponential": 1.0, "hyperexponential": background.variation, "leland-ott": LELAND_OTT_VARIATION}[
        background.service
    ]


def phases(background: Background) -> tuple[float, float, float]:
    """(share of the short jobs, their rate, the rate of the long ones) of equation 28, 1/s: balanced means.

    A law of Leland and Ott is fitted by its mean and variation.
    """
    square = variation(background) * variation(background)
    share = (1 + sqrt((square - 1) / (square + 1))) / 2
    return share, 2 * share / background.mean_service, 2 * (1 - share) / background.mean_service


def service_times(background: Background, draws: Draws, machine: str, n: int) -> np.ndarray:
    """Work of the *n* first jobs that arrive at a machine; float64 (n,), s on the baseline machine."""
    if background.service == "leland-ott":
        u = draws.stream(f"service.{machine}").random(n) * MASS
        above = elementwise.power(np.maximum(1 - (u - BELOW) / R, LONGEST_1), -1 / C)
        return np.where(u < BELOW, u / BELOW, above) * (background.mean_service / LELAND_OTT_MEAN)
    drawn = draws.stream(f"service.{machine}").exponential(n)
    if background.service == "exponential":
        return drawn * background.mean_service
    share, short, long = phases(background)
    is_short = draws.stream(f"phase.{machine}").random(n) < share
    return drawn / np.where(is_short, short, long)


def left_times(background: Background, draws: Draws, machine: str, n: int) -> np.ndarray:
    """What is left of the work of *n* jobs that are found; float64 (n,), s on the baseline machine.

    Under processor sharing the jobs that are found are independent, each with the equilibrium law of what is left.
    """
    drawn = draws.stream(f"left.{machine}")
    if background.service == "leland-ott":
        v = drawn.random(n) * (FIRST_BELOW + FIRST_ABOVE)
        above = elementwise.power(np.maximum(1 - (v - FIRST_BELOW) * (C - 1) / (C * R), LONGEST_2), 1 / (1 - C))
        whole = np.where(v < FIRST_BELOW, np.sqrt(2 * v / BELOW), above)  # a long job is found more often
        part = draws.stream(f"part.{machine}").random(n)
        left: np.ndarray = whole * part * (background.mean_service / LELAND_OTT_MEAN)
        return left
    exponential = drawn.exponential(n)
    if background.service == "exponential":
        return exponential * background.mean_service
    _, short, long = phases(background)
    is_short = draws.stream(f"part.{machine}").random(n) < 0.5  # the means are balanced
    return exponential / np.where(is_short, short, long)
