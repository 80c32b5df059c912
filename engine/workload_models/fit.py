"""Workload models fitted to jobs that there were. What is found is told and typed in, and never part of a cell."""

from typing import Any, NamedTuple

import numpy as np

from engine.compiled.elementary import log2
from engine.inputs.draws import Draws
from engine.workload_models.clock import PeriodicClock
from engine.workload_models.gamma_law import GammaLaw
from engine.workload_models.lublin99 import (
    ALL,
    FARTHEST,
    HALF_HOUR,
    HALF_HOURS,
    MADE_FOR,
    SHIFT,
    Kind,
    day_clock,
    sample,
    size_shares,
)

# The day of lublin99, by maximum likelihood of its half hours.

WIDEST = 30.0
"""A scale above it has hardly a day in it."""

NO_DAY = "no day found: is the time zone right?"

FINEST = 1e-5


def fit_day(arrival: np.ndarray) -> GammaLaw:
    """From arrivals in seconds after a midnight (of local time); float64 (J,).

    `ValueError` if all are in one half hour of the day.
    """
    from scipy import special  # takes long to import

    half_hour = (arrival // HALF_HOUR).astype(np.int64) % HALF_HOURS
    i = np.arange(SHIFT, SHIFT + HALF_HOURS)
    count = np.bincount(half_hour, minlength=HALF_HOURS)[(i - 1) % HALF_HOURS].astype(np.float64)
    if np.count_nonzero(count) < 2:
        raise ValueError("all jobs arrive in the same half hour of the day: there is no day to fit")
    mean = float((count * i).sum() / count.sum())
    variance = float((count * (i - mean) ** 2).sum() / count.sum())

    def likelihood(place: np.ndarray) -> float:
        a, b = np.exp(place[0] - place[1]), np.exp(place[1])
        share = special.gammainc(a, (i + 0.5) / b) - special.gammainc(a, (i - 0.5) / b)
        return float((count * np.log(np.maximum(share, 1e-300) / max(float(share.sum()), 1e-300))).sum())

    best = np.log(np.array([mean, variance / mean]))  # of mean and scale: the two hardly depend on each other
    most, step = likelihood(best), 0.1
    while step > FINEST:
        around = [best + step * np.array(way) for way in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        values = [likelihood(one) for one in around]
        if best[1] > np.log(2 * WIDEST):
            break  # the flatter, the likelier
        if max(values) > most:
            most, best = max(values), around[int(np.argmax(values))]
        else:
            step /= 2
    return GammaLaw(float(np.exp(best[0] - best[1])), float(np.exp(best[1])))


# The times between jobs of lublin99, on the clock of the day: mean logarithm and mean, of which the load depends.
#
# Maximum likelihood alone fits the logarithms and misses the mean, and with it the load, by far.

LEAST_SHAPE, MOST_SHAPE = 1.0, 300.0
POINTS = 4001
HALVINGS = 60

G = np.linspace(FARTHEST / (POINTS - 1), FARTHEST, POINTS)[: POINTS - POINTS % 2 + 1]


def fit_gaps(arrival: np.ndarray, clock: PeriodicClock) -> GammaLaw:
    """The law of ln of what is paid between two jobs that arrive at these times (s, ascending); float64 (J,).

    `ValueError` if no law up to the longest gap has both means.
    """
    paid = np.diff(np.array([clock.paid(float(one)) for one in arrival])) * HALF_HOUR
    mean, mean_ln = float(paid.mean()), float(np.log(paid + 1.0).mean())
    low, high = LEAST_SHAPE, MOST_SHAPE
    if not _mean_ln(_of_mean(low, mean)) <= mean_ln <= _mean_ln(_of_mean(high, mean)):
        raise ValueError(f"no law of lublin99 has gaps of mean {mean:.6g} s with a mean logarithm of {mean_ln:.4g}")
    for _ in range(HALVINGS):  # with the same mean, what varies less has the larger logarithms
        middle = (low + high) / 2
        low, high = (middle, high) if _mean_ln(_of_mean(middle, mean)) < mean_ln else (low, middle)
    return _of_mean((low + high) / 2, mean)


def _of_mean(shape: float, mean: float) -> GammaLaw:
    """The law of this *shape* with a mean gap of *mean* s, up to the longest."""
    low, high = 1e-6, FARTHEST
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _mean_of(GammaLaw(shape, middle), np.exp(G)) < mean else (low, middle)
    return GammaLaw(shape, (low + high) / 2)


def _mean_ln(law: GammaLaw) -> float:
    return _mean_of(law, np.log(np.exp(G) + 1.0))


def _mean_of(law: GammaLaw, values: np.ndarray) -> float:
    """The mean of *values* at `G` under a law that is cut at the longest gap, by the trapezoidal rule."""
    a, b = law
    logarithm = (a - 1.0) * np.log(G / b) - G / b
    weight = np.exp(logarithm - logarithm.max())
    weight[-1] /= 2
    return float((weight * values).sum() / weight.sum())


# The run times of lublin99: two gamma laws of the logarithm by expectation and maximization.

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


# The sizes of lublin99, by maximum likelihood of the exact law over a grid.

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


# lublin99 fitted to jobs that there were.

FEWEST = 100
"""Jobs."""


class Fitted(NamedTuple):
    """The constants, and what is to be said of them."""

    kind: Kind
    notes: tuple[str, ...]


def fit(arrival: np.ndarray, size: np.ndarray, run: np.ndarray, processors: int) -> Fitted:
    """The model of J rigid jobs, in order of arrival, on so many *processors*.

    Parameters
    ----------
    arrival : float64 (J,), s since a midnight of local time
    size : int (J,), processors, from 1 to *processors*
    run : float64 (J,), s

    Raises
    ------
    ValueError
        If there are fewer than 100 jobs, or what they are like is nothing that the model can be.
    """
    if len(arrival) < FEWEST:
        raise ValueError(f"these are {len(arrival)} jobs; at least {FEWEST} are needed for a fit")
    day = fit_day(arrival)
    kind = ALL._replace(
        **fit_sizes(size, processors)._asdict(),
        **fit_run_times(size, run)._asdict(),
        between=fit_gaps(arrival, day_clock(day)),
        day=day,
    )
    return Fitted(kind, (NO_DAY,) if day.scale > WIDEST else ())


# How far a model is from the jobs it was fitted to. No p value: with ten thousand jobs every model is rejected.

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


# A model beside the log that it was fitted to, never instead of it: what is like it, and what is not.
#
# Specification: workloads, 2.6. No p value is given: with ten thousand jobs that depend on each other every model is
# rejected; D is told, and what it looks like.

MODEL_JOBS = 200_000
"""Drawn from the model, of which each tells no more than the jobs of the log."""

MOST = 50_000
"""Jobs of a log that are fitted, the first ones: more take seconds and change nothing that can be seen."""

QUANTILES = np.concatenate([np.arange(1, 100) / 100, [0.995, 0.998, 0.999]])
HOUR, DAY = 3_600, 86_400


def beside(
    arrival: np.ndarray, size: np.ndarray, run: np.ndarray, processors: int, seed: int, fitted: Fitted | None = None
) -> dict[str, Any]:
    """lublin99 fitted to J rigid jobs, and both side by side, as plain lists and numbers.

    Parameters
    ----------
    arrival : float64 (J,), s since a midnight of local time, ascending
    size : int (J,), processors, from 1 to *processors*
    run : float64 (J,), s
    fitted : what `fit_first` of these jobs gave, if it is known

    Returns
    -------
    jobs : how many were fitted
    notes : sentences of the fit
    constants : [what, value in words] each
    measures : what, unit, log, model (means), distance (D) and words of sizes, run times and gaps; of the load and of
        the correlation of size and ln run time no distance
    quantiles, run, gap : shares, and of log and model the values (s) that so many do not exceed
    sizes, hours : labels, and of log and model the shares (1)

    Raises
    ------
    ValueError
        As `fit`.
    """
    fitted = fitted or fit_first(arrival, size, run, processors)
    arrival, size, run = arrival[:MOST], size[:MOST], run[:MOST]
    made = sample((fitted.kind,), processors, Draws(seed, 0), MODEL_JOBS)
    log, model = (arrival, size, run), (made.arrival, made.size, made.run)
    gaps = [np.diff(one[0]) for one in (log, model)]
    columns = {"size": (size, made.size), "run": (run, made.run), "gap": tuple(gaps)}
    return {
        "jobs": len(run),
        "notes": list(fitted.notes),
        "constants": _constants(fitted.kind),
        "measures": [
            *(_measure(name, *columns[name]) for name in ("size", "run", "gap")),
            _number("load", *(_load(*one, processors) for one in (log, model))),
            _number("correlation", *(_correlation(*one[1:]) for one in (log, model))),
        ],
        "quantiles": QUANTILES.tolist(),
        **{name: [np.quantile(one, QUANTILES).tolist() for one in columns[name]] for name in ("run", "gap")},
        "sizes": _sizes(size, made.size),
        "hours": [_shares(one[0].astype(np.int64) % DAY // HOUR, 24) for one in (log, model)],
    }


def fit_first(arrival: np.ndarray, size: np.ndarray, run: np.ndarray, processors: int) -> Fitted:
    """`fit` of as many of the jobs as are fitted, the first ones."""
    return fit(arrival[:MOST], size[:MOST], run[:MOST], processors)


def _measure(name: str, log: np.ndarray, model: np.ndarray) -> dict[str, Any]:
    found = distance(log, model)
    return _number(name, float(log.mean()), float(model.mean())) | {"distance": found, "words": in_words(found)}


def _number(name: str, log: float, model: float) -> dict[str, Any]:
    return {"what": name, "log": log, "model": model, "distance": None, "words": ""}


def _load(arrival: np.ndarray, size: np.ndarray, run: np.ndarray, processors: int) -> float:
    """Work that arrives, over what the processors can do until the last arrival."""
    return float((size * run).sum() / (processors * max(1.0, float(arrival[-1] - arrival[0]))))


def _correlation(size: np.ndarray, run: np.ndarray) -> float:
    one, other = size - size.mean(), np.log(run) - np.log(run).mean()
    scale = float(np.sqrt((one * one).sum() * (other * other).sum()))
    return float((one * other).sum()) / scale if scale > 0 else 0.0


def _shares(which: np.ndarray, count: int) -> list[float]:
    found: list[float] = (np.bincount(which, minlength=count)[:count] / len(which)).tolist()
    return found


def _sizes(log: np.ndarray, model: np.ndarray) -> dict[str, Any]:
    """One, a power of two, or what lies between two of them."""
    most = int(max(log.max(), model.max()))
    labels, edges = ["1"], [1]
    for power in range(1, most.bit_length()):
        low, high = 2 ** (power - 1) + 1, 2**power
        labels += ([f"{low}" if low == high - 1 else f"{low}-{high - 1}"] if low < high else []) + [f"{high}"]
        edges += ([low] if low < high else []) + [high]
    if most > edges[-1]:
        labels, edges = [*labels, f"{edges[-1] + 1}-{most}"], [*edges, edges[-1] + 1]
    places = [np.searchsorted(edges, one, side="right") - 1 for one in (log, model)]
    return {"labels": labels, "log": _shares(places[0], len(labels)), "model": _shares(places[1], len(labels))}


def _constants(kind: Kind) -> list[list[str]]:
    """As the paper has them: shares, bounds of the logarithm of the size, laws of logarithms."""
    return [
        ["serial jobs", f"{100 * kind.serial:.3g} % of all"],
        ["sizes that are powers of two", f"{100 * kind.power_of_two:.3g} % of the parallel jobs"],
        [
            "log2 of the size",
            f"uniform from {kind.low:.3g} to {kind.middle:.3g} for {100 * kind.lower:.3g} %, to {kind.high:.3g} for "
            "the rest",
        ],
        ["ln of short run times, s", f"gamma, shape {kind.short.shape:.3g}, scale {kind.short.scale:.3g}"],
        ["ln of long run times, s", f"gamma, shape {kind.long.shape:.3g}, scale {kind.long.scale:.3g}"],
        ["share of short run times", f"{kind.at_zero:.3g} {kind.by_size:+.3g} x size"],
        ["ln of gaps, s of the mean hour", f"gamma, shape {kind.between.shape:.3g}, scale {kind.between.scale:.3g}"],
        ["arrivals of the day, half hours", f"gamma, shape {kind.day.shape:.3g}, scale {kind.day.scale:.3g}"],
    ]
