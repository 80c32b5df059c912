"""η of iterations of a given length: within a long one the load averages out.

The paper's η takes the background jobs found at the begin of an iteration for those of all of it. A part of work w is a
customer of M/G/1 processor sharing; its time T has mean w / (1 - ρ) and, for exponential service,
variance 2 ρ w / (μ (1 - ρ)^3) - 2 ρ / (μ² (1 - ρ)^4) (1 - e^(-μ (1 - ρ) w)). T - w is taken to have a gamma law. All
times are those of a dedicated machine, on which a machine of time δ/Δ per unit of work is δ/Δ times slower throughout.
"""

import numpy as np

from engine.compiled.compilation import compiled
from engine.synchronous_iterative.formulas.gamma_law import fill_below, reach
from engine.synchronous_iterative.formulas.prediction import predictor_of
from engine.synchronous_iterative.formulas.quadrature import gauss_legendre
from engine.synchronous_iterative.formulas.sojourn import sojourn_variance
from engine.synchronous_iterative.inputs.imbalance import WorkLaw, work_law
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario

NODES = 96
"""Of the integral over time."""

BINS = 32
"""Amounts of work that are told apart; more are put together, each bin with its mean."""

TAIL = 1e-10


def _rule(nodes: int) -> tuple[np.ndarray, np.ndarray]:
    """Nodes and weights for an integral from 0 to 1 of what changes most near 0."""
    x, weight = gauss_legendre(nodes)
    x, weight = (x + 1) / 2, weight / 2
    return x * x * x, weight * 3 * (x * x)


def eta_length_aware(scenario: SynchronousIterativeScenario, counts: np.ndarray) -> np.ndarray:
    """The iteration-length-aware factor of sets of machines, over the whole run; float64 (N,).

    *counts* is int64 (N, G). Normalized as η is: over the mean work of a processor on a baseline machine.
    """
    predictor = predictor_of(scenario)
    moments = range(predictor.site.moments)
    eta = np.array([[_of_one(scenario, row, moment) for row in counts] for moment in moments])
    return predictor.over_the_run(eta, counts).eta


def _of_one(scenario: SynchronousIterativeScenario, counts: np.ndarray, moment: int) -> float:
    """At the loads of one moment of the day."""
    site = predictor_of(scenario).site
    processors = int(counts.sum())
    law = work_law(scenario.application, processors)
    units, probability, nothing = _binned(law)
    share = scenario.application.parallel_time / processors
    present = np.flatnonzero(counts)
    slowness = site.delta[present] / site.baseline
    shares = np.ones(len(present))
    if scenario.options.division == "by-speed":
        shares = processors / (counts[present] / slowness).sum() / slowness
    loads = site.load[moment, present]
    # one row for each group: times of the amounts of work there, over the mean work of a processor
    work = units / law.mean * shares[:, None]
    deviation = np.stack(
        [
            np.sqrt(sojourn_variance(scenario.background, float(load), one * share)) / share
            for load, one in zip(loads, work, strict=True)
        ]
    )
    extra = work * (loads / (1 - loads))[:, None]
    return _expected_maximum(work, extra, deviation, slowness, probability, nothing, counts[present])


def _binned(law: WorkLaw) -> tuple[np.ndarray, np.ndarray, float]:
    """Amounts of work above 0, at most `BINS` of them, their probabilities, and the probability of 0."""
    units, probability = law.without_the_improbable()
    nothing = float(law.probability[0])
    keep = probability > TAIL / 10
    units, probability = units[keep], probability[keep] / probability[keep].sum() * (1 - nothing)
    if len(units) <= BINS:
        return units.astype(float), probability, nothing
    number = np.minimum(((units - units[0]) * BINS) // (units[-1] + 1 - units[0]), BINS - 1)
    total = np.bincount(number, probability, BINS)
    mean = np.bincount(number, probability * units, BINS)[total > 0] / total[total > 0]
    return mean, total[total > 0], nothing


def _expected_maximum(
    work: np.ndarray,
    extra: np.ndarray,
    deviation: np.ndarray,
    slowness: np.ndarray,
    probability: np.ndarray,
    nothing: float,
    counts: np.ndarray,
) -> float:
    """E max over all machines of the time of their part.

    Parameters
    ----------
    work, extra, deviation : float64 (G, A), dedicated time of each amount of work, mean and standard deviation of what
        the background adds to it, over the mean work of a processor
    slowness : float64 (G,)
    probability : float64 (A,), of the amounts; *nothing*: of no work at all
    counts : int64 (G,)
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        shape = (extra / deviation) * (extra / deviation)
        scale = deviation * deviation / extra
    steady = deviation == 0
    far = np.zeros_like(work)
    far[~steady] = [reach(one, TAIL) for one in shape[~steady]] * scale[~steady]
    begin = 0.0 if nothing > 0 else float((slowness * work.min(axis=1)).max())
    end = float((slowness[:, None] * (work + far)).max())
    if end <= begin:
        return begin
    nodes, weights = _rule(NODES)
    time = begin + nodes * (end - begin)
    cumulative = np.empty((len(slowness), len(time)))
    for g in range(len(slowness)):
        over = time / slowness[g] - work[g][:, None]
        if steady[g].all():
            within = (over >= 0).astype(float)
        else:
            within = np.empty_like(over)
            fill_below(shape[g], over / scale[g][:, None], within)
        cumulative[g] = nothing + (probability[:, None] * within).sum(axis=0)
    none_later = np.ones(len(time))
    _multiply_powers(np.minimum(cumulative, 1.0), counts, none_later)
    return begin + float((weights * (1 - none_later)).sum()) * (end - begin)


@compiled
def _multiply_powers(values: np.ndarray, powers: np.ndarray, product: np.ndarray) -> None:
    """*product* (T,) times each row of *values* (G, T) as often as *powers* (G,) says."""
    for g in range(values.shape[0]):
        for _ in range(powers[g]):
            for t in range(values.shape[1]):
                product[t] *= values[g, t]
