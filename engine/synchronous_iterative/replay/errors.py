"""Formulas beside simulations: along the order of choosing, and where the model breaks."""

from functools import lru_cache

import numpy as np

from engine.synchronous_iterative.formulas.choice import prefixes
from engine.synchronous_iterative.formulas.length_aware import eta_length_aware
from engine.synchronous_iterative.formulas.prediction import predictor_of
from engine.synchronous_iterative.inputs.background import Background
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario
from engine.synchronous_iterative.replay.curves import differ, shown_numbers
from engine.synchronous_iterative.replay.tree import ErrorTable, Simulated
from engine.synchronous_iterative.replication import simulate_on
from engine.synchronous_iterative.system import SECOND

# Means of replications, as JSON can have them.


def mean_and_error(values: np.ndarray) -> tuple[float, float | None]:
    """Mean and its standard error; None for a single value, which has none."""
    error = float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else None
    return float(values.mean()), error


# Eta and run time by simulation along the order of choosing, beside the formulas.

MOST_REPLICATIONS = 20
MOST_NUMBERS = 16
"""Numbers of machines that are simulated."""

MOST_PARTS = 200_000
"""Parts of iterations of one replication of the whole curve; bounds its time."""


def simulated_curve(scenario: SynchronousIterativeScenario, replications: int) -> Simulated:
    """A long run is simulated for its first iterations only, and its run time is in proportion."""
    replications = min(replications, MOST_REPLICATIONS)
    predictor = predictor_of(scenario)
    numbers = shown_numbers(int(predictor.site.available.sum()))
    numbers = numbers[np.unique(np.rint(np.linspace(0, len(numbers) - 1, MOST_NUMBERS)).astype(int))]
    application = scenario.application
    iterations = int(min(application.iterations, max(1, MOST_PARTS // int(numbers.sum()))))
    short = scenario.model_copy(update={"application": application.model_copy(update={"iterations": iterations})})
    sets = prefixes(predictor).only(numbers - 1)
    found: Simulated = {
        "processors": numbers.tolist(),
        "eta": [],
        "eta_error": [],
        "run_time": [],
        "run_time_error": [],
        "replications": replications,
        "iterations": iterations,
    }
    for counts, processors, run_time in zip(sets.counts, sets.processors, sets.run_time, strict=True):
        predicted = float(run_time) * iterations / application.iterations
        eta, seconds = np.zeros(replications), np.zeros(replications)
        for number in range(replications):
            _, records = simulate_on(short, tuple(counts.tolist()), number, predicted)
            parallel = float((records.barrier - records.begin).mean()) / SECOND
            eta[number] = parallel * processors / application.parallel_time
            seconds[number] = records.end / SECOND * application.iterations / iterations
        mean, error = mean_and_error(eta)
        found["eta"].append(mean)
        found["eta_error"].append(error)
        mean, error = mean_and_error(seconds)
        found["run_time"].append(mean)
        found["run_time_error"].append(error)
    return found


# Where the model breaks: formulas against simulations over load, number of machines and length of an iteration.

LOADS = (0.2, 0.5, 0.8)
PROCESSORS = (1, 2, 4, 8, 16, 32)
LENGTHS = (0.1, 1.0, 10.0, 100.0)
"""Work of a part over the mean service time, w."""

WORK = 500.0
"""Of each machine in one replication, in mean service times, but for at least `FEWEST` iterations."""

FEWEST = 8
REPLICATIONS = 5


def error_table(scenario: SynchronousIterativeScenario) -> ErrorTable:
    """Equal machines, equal work, no serial part and no overhead, with the law of service times of *scenario*."""
    background = scenario.background
    queue = scenario.options.queue
    return _table(background.service, background.variation, queue, scenario.study.seed)


@lru_cache(maxsize=8)
def _table(service: str, variation: float, queue: str, seed: int) -> ErrorTable:
    background = Background.model_validate({"service": service, "variation": variation})
    cells = np.array(
        [
            [[_cell(background, queue, seed, load, machines, length) for length in LENGTHS] for machines in PROCESSORS]
            for load in LOADS
        ]
    )
    eta, aware, simulated, error = np.moveaxis(cells, -1, 0)
    return {
        "loads": list(LOADS),
        "processors": list(PROCESSORS),
        "lengths": list(LENGTHS),
        "replications": REPLICATIONS,
        "eta": eta.tolist(),
        "eta_length_aware": aware.tolist(),
        "eta_simulated": simulated.tolist(),
        "standard_error": error.tolist(),
        "formula_error": (eta / simulated - 1).tolist(),
        "length_aware_error": (aware / simulated - 1).tolist(),
        "warning": differ(eta, aware).tolist(),
    }


def _cell(
    background: Background, queue: str, seed: int, load: float, machines: int, length: float
) -> tuple[float, float, float, float]:
    iterations = max(FEWEST, round(WORK / length))
    one = SynchronousIterativeScenario.read(
        {
            "family": "synchronous-iterative",
            "policies": ["All Machines"],
            "application": {"iterations": iterations, "parallel_time": length * machines},
            "cluster": {"groups": [{"count": machines, "load": load}]},
            "background": background.model_dump(mode="json"),
            "options": {"queue": queue},
            "study": {"seed": seed},
        }
    )
    counts = np.array([[machines]])
    prediction = predictor_of(one).predict(counts)
    eta = []
    for replication in range(REPLICATIONS):
        _, records = simulate_on(one, (machines,), replication, float(prediction.run_time[0]))
        eta.append(records.end / SECOND / (iterations * length))
    mean, error = mean_and_error(np.array(eta))
    return float(prediction.eta[0]), float(eta_length_aware(one, counts)[0]), mean, error or 0.0
