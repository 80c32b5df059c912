"""The run times of lublin99: two gamma laws of the logarithm by expectation and maximization."""

from typing import NamedTuple

import numpy as np

from engine.workload_models.gamma_law import GammaLaw

STEPS = 200
CLOSE = 1e-7

LEAST_WEIGHT = 1e-9
"""Jobs."""

LEAST_SPREAD = 4e-4
"""Of logarithms: a shape of 1,250, about as far as tables of quantiles go. Run times that are all the same would have
no law."""


class FittedRunTimes(NamedTuple):
    """Fields of `Kind` that say the run times."""

    short: GammaLaw
    long: GammaLaw
    by_size: float
    at_zero: float


def fit_run_times(size: np.ndarray, run: np.ndarray) -> FittedRunTimes:
    """From sizes and run times (s) of J jobs, of ln(run + 1/2); the share of short ones is a line in the size."""
    x = np.log(run + 0.5)
    is_short = (x < np.median(x)).astype(np.float64)
    short, long, line, before = GammaLaw(1.0, 1.0), GammaLaw(1.0, 1.0), (0.0, 0.5), np.zeros(6)
    for _ in range(STEPS):
        short, long = _law(x, is_short), _law(x, 1.0 - is_short)
        line = _line(size, is_short)
        now = np.array([*short, *long, *line])
        if np.allclose(now, before, rtol=CLOSE, atol=0):
            break
        before = now
        share = np.clip(line[0] * size + line[1], 1e-6, 1.0 - 1e-6)
        of_short, of_long = share * _density(short, x), (1.0 - share) * _density(long, x)
        is_short = of_short / np.maximum(of_short + of_long, 1e-300)
    if short.mean > long.mean:
        short, long, line = long, short, (-line[0], 1.0 - line[1])
    return FittedRunTimes(short, long, *line)


def _law(x: np.ndarray, weight: np.ndarray) -> GammaLaw:
    """The most likely law: ln a - digamma(a) is the logarithm of the mean less the mean of the logarithms."""
    from scipy import special  # takes long to import

    if weight.sum() < LEAST_WEIGHT:  # nobody is left of this kind
        weight = np.ones(len(x))
    mean = float((weight * x).sum() / weight.sum())
    spread = max(LEAST_SPREAD, np.log(mean) - float((weight * np.log(x)).sum() / weight.sum()))
    shape = (3.0 - spread + np.sqrt((spread - 3.0) ** 2 + 24.0 * spread)) / (12.0 * spread)
    for _ in range(20):
        step = (np.log(shape) - special.digamma(shape) - spread) / (1.0 / shape - special.polygamma(1, shape))
        shape = max(shape - step, shape / 2)
        if abs(step) < 1e-10 * shape:
            break
    return GammaLaw(float(shape), mean / float(shape))


def _density(law: GammaLaw, x: np.ndarray) -> np.ndarray:
    from scipy import special

    a, b = law
    found: np.ndarray = np.exp((a - 1.0) * np.log(x / b) - x / b - special.gammaln(a)) / b
    return found


def _line(size: np.ndarray, is_short: np.ndarray) -> tuple[float, float]:
    """Slope and height at 0 by least squares over the jobs; flat if all have one size."""
    off = size - size.mean()
    square = float((off * off).sum())
    slope = float((off * is_short).sum()) / square if square else 0.0
    return slope, float(is_short.mean() - slope * size.mean())
