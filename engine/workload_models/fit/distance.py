"""How far a model is from the jobs it was fitted to. No p value: with ten thousand jobs every model is rejected."""

import numpy as np

SMALL, LARGE = 0.05, 0.1


def distance(one: np.ndarray, other: np.ndarray) -> float:
    """Kolmogorov and Smirnov's D of two samples: the largest difference of their shares up to any value."""
    values = np.concatenate([one, other])
    shares = [np.searchsorted(np.sort(sample), values, side="right") / len(sample) for sample in (one, other)]
    return float(np.abs(shares[0] - shares[1]).max())


def in_words(found: float) -> str:
    """What a distance looks like in a picture."""
    if found < SMALL:
        return "small"
    return "visible" if found < LARGE else "large"
