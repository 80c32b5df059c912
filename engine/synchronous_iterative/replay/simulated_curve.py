"""Eta and run time by simulation along the order of choosing, beside the formulas."""

import numpy as np

from engine.synchronous_iterative.formulas.choice import prefixes
from engine.synchronous_iterative.formulas.prediction import predictor_of
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario
from engine.synchronous_iterative.replay.curves import shown_numbers
from engine.synchronous_iterative.replay.means import mean_and_error
from engine.synchronous_iterative.replay.tree import Simulated
from engine.synchronous_iterative.replication import simulate_on
from engine.synchronous_iterative.system import SECOND

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
