"""The bench of this family: the formulas, the staircases and the simulation, and how they grow."""

from collections.abc import Sequence
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np

from engine.compiled.yardstick import Case, Measurement, median_seconds
from engine.synchronous_iterative import reference as reference
from engine.synchronous_iterative.formulas.choice import front, prefixes
from engine.synchronous_iterative.formulas.eta import eta_of_sets
from engine.synchronous_iterative.formulas.prediction import Predictor
from engine.synchronous_iterative.formulas.queue_length import processor_sharing
from engine.synchronous_iterative.formulas.staircase import envelope
from engine.synchronous_iterative.formulas.tails import tails_of_equal_work
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario
from engine.synchronous_iterative.inputs.workload import draw_run
from engine.synchronous_iterative.kernel import simulation as kernel
from engine.synchronous_iterative.papers.examples import EXAMPLES
from engine.synchronous_iterative.records import EVERYTHING, Records

FEWEST = 2
"""Iterations of whatever is small."""

LOADS = (0.05, 0.1, 0.2, 0.4)
"""Of the four speeds of figure 7."""


def identical(one: Records, other: Records) -> bool:
    """Whether all numbers are equal, to the nanosecond, log included."""
    return all(np.array_equal(a, b) for a, b in zip(_flat(one), _flat(other), strict=True))


def _flat(records: Records) -> list[Any]:
    return [*records[:-1], *records.log]


def _eta(machines: int, together: int, small: bool) -> Measurement:
    """η of all machines of figure 7, tables included, or of many sets of them at once."""
    counts = np.repeat(np.array([[6, 6, 10, 10]]) * machines // 32, together, axis=0)
    delta, laws = np.array([1, 2, 4, 8]), np.array([processor_sharing(load) for load in LOADS])

    def evaluate() -> None:
        eta_of_sets(counts, delta, tails_of_equal_work(laws))

    evaluate()
    times = 1 if small else 2000 // together

    def repeat() -> None:
        for _ in range(times):
            evaluate()

    seconds = median_seconds(repeat, small) / times / together
    return Measurement("ns per set", seconds * 1e9, seconds)


def _staircases(small: bool) -> Measurement:
    """Both figures from nothing: all prefixes of figure 6, all sets of figure 7, and their lower envelopes."""
    six, seven = EXAMPLES["peterson-figure-6"].at({}), EXAMPLES["peterson-figure-7"].at({})

    def evaluate() -> None:
        envelope(prefixes.__wrapped__(Predictor(six)))
        envelope(front.__wrapped__(Predictor(seven)))

    evaluate()
    seconds = median_seconds(evaluate, small)
    return Measurement("ms", seconds * 1e3, seconds)


def _shared(load: float, length: float, iterations: int, small: bool) -> Measurement:
    """Nanoseconds per background job and part; the reference gets a twentieth of the iterations."""
    machines, iterations = 32, FEWEST if small else iterations
    run = draw_run(_scenario(machines, load, length, iterations), (machines,), 0, 10 * length * iterations)
    events = int(kernel.simulate(run).completed.sum()) + run.work.size
    seconds = median_seconds(partial(kernel.simulate, run), small) / events
    few = draw_run(_scenario(machines, load, length, max(1, iterations // 20)), (machines,), 0, length * iterations)
    begin = perf_counter()
    slow = reference.simulate(few)
    ratio = (perf_counter() - begin) / median_seconds(partial(kernel.simulate, few), small)
    same = identical(slow, kernel.simulate(few)) and identical(
        reference.simulate(few, EVERYTHING), kernel.simulate(few, EVERYTHING)
    )
    return Measurement("ns per job or part", seconds * 1e9, seconds, ratio, same)


def _scenario(machines: int, load: float, length: float, iterations: int) -> SynchronousIterativeScenario:
    return SynchronousIterativeScenario.read(
        {
            "family": "synchronous-iterative",
            "policies": ["All Machines"],
            "application": {"iterations": iterations, "parallel_time": length * machines},
            "cluster": {"groups": [{"count": machines, "load": load}]},
        }
    )


def _growth(sizes: Sequence[tuple[int, int]], work: float, small: bool) -> Measurement:
    """The power by which the time of a run grows when its work, (machines, iterations), is *work* times larger."""
    times = []
    for machines, number in sizes:
        iterations = FEWEST if small else number
        run = draw_run(_scenario(machines, 0.5, 10.0, iterations), (machines,), 0, 50.0 * iterations)
        kernel.simulate(run)
        times.append(median_seconds(partial(kernel.simulate, run), small))
    return Measurement("slope (1 = in proportion)", float(np.log(times[1] / times[0]) / np.log(work)))


CASES: dict[str, Case] = {
    "heterogeneous-eta": partial(_eta, 32, 1),
    "heterogeneous-eta-of-1000-sets": partial(_eta, 32, 1000),
    "both-staircases": _staircases,
    "barriers": partial(_shared, 0.5, 10.0, 400),
    "barriers-short-iterations": partial(_shared, 0.5, 0.1, 4000),
    "barriers-high-load": partial(_shared, 0.9, 10.0, 400),
    "barriers-iterations-x-10": partial(_growth, ((32, 100), (32, 1000)), 10),
    "barriers-machines-x-4": partial(_growth, ((32, 200), (128, 200)), 4),
}
"""Every case by name."""
