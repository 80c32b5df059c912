"""A model beside the log that it was fitted to, never instead of it: what is like it, and what is not.

Specification: workloads, 2.6. No p value is given: with ten thousand jobs that depend on each other every model is
rejected; D is told, and what it looks like.
"""

from typing import Any

import numpy as np

from engine.inputs.draws import Draws
from engine.workload_models.fit.distance import distance, in_words
from engine.workload_models.fit.lublin99 import Fitted, fit
from engine.workload_models.lublin99.constants import Kind
from engine.workload_models.lublin99.sample import sample

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
