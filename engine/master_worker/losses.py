"""A population of cases in one cell: what each loses against LPTF on the same times (section 4.4, table 1).

A case is a number of tasks, two similarity flags, a number of iterations, a number of workers and, if listed, a
workload factor and a variation. Fewer iterations are the first ones of more, and all numbers of workers come from
one pass.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

import numpy as np

from engine.master_worker.inputs.application import Application, Similarity
from engine.master_worker.inputs.population import Population
from engine.master_worker.inputs.scenario import MasterWorkerScenario
from engine.master_worker.inputs.workload import drawn, sequence_of
from engine.master_worker.kernel.lists import makespans
from engine.master_worker.metric_names import BOUNDS, COUNTS
from engine.master_worker.policies import BEST_INFORMED

SIMILARITY: dict[str, Similarity] = {"0": "similar", "1": "different"}


def measure_population(scenario: MasterWorkerScenario, policy: str, replication: int) -> dict[str, float]:
    """The metrics of a cell that is a population."""
    seed = scenario.study.seed
    losses, efficiencies = [], []
    for application, iterations in applications(scenario):
        time = _times(application, policy, seed, replication)
        best = time if policy == BEST_INFORMED else _best_times(application, BEST_INFORMED, seed, replication)
        ends = np.array(iterations) - 1
        losses.append((1 - best[ends] / time[ends]).ravel())
        work = np.cumsum(drawn(application, seed, replication).work.sum(axis=1))[ends]
        efficiencies.append((work[:, None] / (np.arange(1, application.tasks + 1) * time[ends])).ravel())
    return {"efficiency": float(np.concatenate(efficiencies).mean()), **summary(np.concatenate(losses))}


def summary(loss: np.ndarray) -> dict[str, float]:
    """The metrics of some cases; *loss* is float64 (C,), shares.

    Work and number of workers are the same, so the ratio of times is the inverse of the ratio of efficiencies.
    """
    time_loss = 1 / (1 - loss) - 1
    counts = np.histogram(100 * loss, BOUNDS)[0]
    return {
        "efficiency_loss": float(loss.mean()),
        "time_loss": float(time_loss.mean()),
        "loss_median": float(np.median(loss)),
        "loss_q95": float(np.quantile(loss, 0.95)),
        "loss_maximum": float(loss.max()),
        "loss_minimum": float(loss.min()),
        "time_loss_q95": float(np.quantile(time_loss, 0.95)),
        "time_loss_maximum": float(time_loss.max()),
        "wins": float((loss < 0).mean()),
        "cases": float(len(loss)),
        **{name: float(count) for name, count in zip(COUNTS, counts, strict=True) if count},
    }


def applications(scenario: MasterWorkerScenario) -> Iterator[tuple[Application, tuple[int, ...]]]:
    """The applications of a population, each for the largest number of iterations, and the numbers that count."""
    population, own = scenario.population or Population(), scenario.application
    factors = population.workload_factors or (own.workload_factor,)
    variations = population.variations or (own.variation,)
    for tasks, factor, variation, flags in product(population.tasks, factors, variations, population.similarities):
        changes = {
            "tasks": tasks,
            "iterations": population.longest,
            "workload_factor": factor,
            "variation": variation,
            "largest": SIMILARITY[flags[0]],
            "smallest": SIMILARITY[flags[2]],
        }
        yield own.model_copy(update=changes), population.iterations


def _times(application: Application, policy: str, seed: int, replication: int) -> np.ndarray:
    """Execution times after each iteration, with 1, ..., T workers; int64 (L, T), ticks."""
    sequence = sequence_of(drawn(application, seed, replication), policy)
    return np.cumsum(makespans(sequence, application.tasks), axis=0)


_best_times = lru_cache(maxsize=64)(_times)
"""Of LPTF, with which the cells of all other policies are compared."""
