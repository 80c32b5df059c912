"""How well a share is known that was counted."""

from math import sqrt
from statistics import NormalDist


def share_interval(share: float, tries: int, confidence: float = 0.95) -> tuple[float, float]:
    """Where the true share lies if it was found in so many independent *tries*: Wilson 1927, also at 0 and at 1."""
    if tries < 1 or not 0 <= share <= 1:
        raise ValueError(f"a share of {share:g} in {tries} tries is none: from 0 to 1, in at least one")
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    middle = (share + z**2 / (2 * tries)) / (1 + z**2 / tries)
    half = z / (1 + z**2 / tries) * sqrt(share * (1 - share) / tries + z**2 / (4 * tries**2))
    return max(0.0, middle - half), min(1.0, middle + half)
