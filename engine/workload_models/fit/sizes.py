"""The sizes of lublin99, by maximum likelihood of the exact law over a grid."""

from typing import NamedTuple

import numpy as np

from engine.compiled.elementary import log2
from engine.workload_models.lublin99.constants import ALL, MADE_FOR
from engine.workload_models.lublin99.sizes import size_shares

MIDDLES = tuple(round(0.1 * n, 1) for n in range(15, 36))
"""log2 of the largest size less the middle."""

LOWERS = tuple(round(0.025 * n, 3) for n in range(28, 39))


class FittedSizes(NamedTuple):
    """Fields of `Kind` that say the sizes; the middle is that for 128 processors."""

    serial: float
    power_of_two: float
    middle: float
    lower: float


def fit_sizes(size: np.ndarray, processors: int) -> FittedSizes:
    """From the sizes of J jobs on so many *processors*; int (J,).

    The share of powers of two is corrected for sizes that are powers by accident. `ValueError` if no job is parallel.
    """
    count = np.bincount(size, minlength=processors + 1).astype(np.float64)
    parallel = count[2:].sum()
    if not parallel:
        raise ValueError("every job has size 1: there is nothing to fit sizes to")
    powers = [1 << k for k in range(1, processors.bit_length()) if 1 << k <= processors]
    seen, best, most = count[powers].sum() / parallel, None, -np.inf
    for below in MIDDLES:
        middle = log2(MADE_FOR) - below
        for lower in LOWERS:
            kind = ALL._replace(serial=0.0, middle=middle, lower=lower)
            try:
                rounded = np.array(size_shares(kind._replace(power_of_two=1.0), processors))
                plain = np.array(size_shares(kind._replace(power_of_two=0.0), processors))
            except ValueError:  # a middle below the low end
                continue
            accident = plain[powers].sum()
            share = min(1.0, max(0.0, (seen - accident) / (1.0 - accident)))
            law = np.maximum(share * rounded + (1.0 - share) * plain, 1e-12)
            likelihood = float((count[2:] * np.log(law[2:])).sum())
            if likelihood > most:
                most, best = likelihood, (share, middle, lower)
    if best is None:
        raise ValueError(f"{processors} processors are too few for the sizes of lublin99")
    serial = float(count[1] / len(size))
    return FittedSizes(serial, best[0] * (1.0 - serial), round(best[1], 1), best[2])
