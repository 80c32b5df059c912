"""Warm-up: which first jobs of a replication are left out of the means over jobs, because the system began empty."""

from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from engine.inputs.quantity import Strict, choice, quantity

BATCH = 5
"""Jobs in a batch of MSER-5."""


class NoWarmUp(Strict):
    """Every job counts, the first ones too."""

    method: Literal["none"] = choice("Warm-up", "Every job counts.", "none", words="none")

    def cut(self, _series: np.ndarray) -> int:
        """How many of the first jobs are left out."""
        return 0


class FixedWarmUp(Strict):
    """The same number of first jobs is left out of every replication."""

    method: Literal["fixed"] = choice(
        "Warm-up", "A given number of first jobs is left out.", words="a fixed number of jobs"
    )
    jobs: int = quantity(
        "Jobs left out", "", 0, 2_000_000, "The first jobs of every replication, by arrival.", step=100, beginning=500
    )

    def cut(self, _series: np.ndarray) -> int:
        """How many of the first jobs are left out."""
        return self.jobs


class FoundWarmUp(Strict):
    """The number is found in each replication (MSER-5)."""

    method: Literal["mser-5"] = choice(
        "Warm-up",
        "The number of first jobs that are left out is found (MSER-5).",
        words="found in each replication (MSER-5)",
    )

    def cut(self, series: np.ndarray) -> int:
        """How many of the first jobs are left out, given their response times in order of arrival."""
        return mser_5(series)


WarmUp = Annotated[NoWarmUp | FixedWarmUp | FoundWarmUp, Field(discriminator="method")]


def mser_5(series: np.ndarray) -> int:
    """The number of first values whose removal makes the mean of the rest most precise; a multiple of 5.

    Of the means of k batches of five, the first d are left out that minimize the sum of the squared deviations of the
    rest over (k - d) squared, d at most half of them: White, Cobb & Spratt 2000, "A comparison of five steady-state
    truncation heuristics for simulation".

    Parameters
    ----------
    series : float64 (J,), in order of arrival
    """
    k = len(series) // BATCH
    if k < 3:  # half of two batches is a single one, which has no spread and so would always win
        return 0
    means = series[: k * BATCH].reshape(k, BATCH).mean(axis=1)
    means = means - means.mean()  # keeps the difference below from losing its digits
    left = k - np.arange(k // 2 + 1)
    sums = np.cumsum(means[::-1])[::-1][: len(left)]
    squares = np.cumsum((means * means)[::-1])[::-1][: len(left)]
    return BATCH * int(np.argmin((squares - sums * sums / left) / (left.astype(np.float64) * left)))
