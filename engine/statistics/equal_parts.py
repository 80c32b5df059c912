"""A long row of numbers at a glance: its means over equal parts."""

import numpy as np

MOST_PARTS = 240
"""More could not be told apart in a strip that is as wide as a phone."""


def means_of_parts(values: np.ndarray) -> list[float]:
    """The means of at most `MOST_PARTS` equal parts of *values*; a value on the edge of two counts for both by share.

    Parameters
    ----------
    values : (N,), N at least 1
    """
    count = len(values)
    parts = min(count, MOST_PARTS)
    sums = np.concatenate([[0.0], np.cumsum(values, dtype=np.float64)])
    edges = np.linspace(0.0, count, parts + 1)
    means: np.ndarray = np.diff(np.interp(edges, np.arange(count + 1), sums)) * (parts / count)
    return means.tolist()  # type: ignore[no-any-return]
