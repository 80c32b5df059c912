"""How long a simulated run may last: clocks count in whole numbers of 64 bits, and must not run over.

A scenario is refused by the product of what it says, in its validator; what has been drawn is looked at once more at
the door of each kernel, because draws are random.
"""

from math import sqrt

import numpy as np

SECOND = 1_000_000_000
"""Nanoseconds."""

LONGEST = 2**60
"""ns, 36 years: a quarter of what 64 bits hold, so that two of them can be added and shared out."""

LONGEST_SECONDS = LONGEST / SECOND


class SpanError(ValueError):
    """What was drawn does not fit the clock; the text is a sentence."""


ENDLESS = "a job runs longer than a clock of 64 bits can count; a progress that is not nearly 0 helps"
"""What a clock says that is to go on to an end at infinity."""


def most_of_a_sum(count: int, variation: float = 1.0, longest: float = 1.0) -> float:
    """What the sum of *count* draws of mean 1 does not exceed, ever.

    A draw has 53 bits, so an exponential one is at most -ln(2^-53) = 37 times its mean. *variation* is standard
    deviation over mean, *longest* the mean of the longest exponential phase. Nine standard deviations leave 1e-19.
    """
    return count + 9 * variation * sqrt(count) + 40 * longest


def nanoseconds(seconds: np.ndarray, what: str) -> np.ndarray:
    """Whole nanoseconds, int64; `SpanError` names *what* it is that the clock cannot hold."""
    if not (np.abs(seconds) <= LONGEST_SECONDS).all():  # nor NaN
        raise SpanError(f"{what} takes more than {said(LONGEST_SECONDS)}, which no clock here can count")
    found: np.ndarray = np.rint(seconds * SECOND).astype(np.int64)
    return found


def said(seconds: float) -> str:
    """A long time in words."""
    return f"{seconds:.3g} s ({seconds / 86_400 / 365.25:.2g} years)"
