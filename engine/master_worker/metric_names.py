"""Which metrics a cell of this family measures; `measures` and `losses` measure them."""

import numpy as np

from engine.master_worker.inputs.number import Predict
from engine.master_worker.inputs.scenario import MasterWorkerScenario
from engine.master_worker.records import Activity

SHARES = {
    Activity.COMPUTING: "worker_computing",
    Activity.LOST: "worker_lost",
    Activity.COMMUNICATING: "worker_communicating",
    Activity.SUSPENDED: "worker_suspended",
    Activity.AWAY: "worker_away",
    Activity.IDLE: "worker_idle",
}

METRICS = (
    "efficiency",
    "application_time",
    "speedup",
    "mean_workers",
    "makespan_ratio",
    "target_met",
    "iterations_to_learn",
    "efficiency_loss",
    "time_loss",
    *SHARES.values(),
    "lost_tasks",
)

OF_ALL_NUMBERS = ("target_workers", "fewest_workers", "best_fixed_ratio")

BOUNDS = np.round(np.concatenate(([-100.0], np.arange(-20, 361) / 10, np.arange(40, 101, 4))), 1)
"""Of the classes of losses, %; 0.1 wide from -2 to 36, where the quantiles of the paper's policies lie."""

SUMMARIES = (
    "loss_median",
    "loss_q95",
    "loss_maximum",
    "loss_minimum",
    "time_loss_q95",
    "time_loss_maximum",
    "wins",
    "cases",
)
COUNTS = tuple(f"loss_count[{bound:g}]" for bound in BOUNDS[:-1])
POPULATION_METRICS = (*SUMMARIES, *COUNTS)


def metrics_of(scenario: MasterWorkerScenario) -> tuple[str, ...]:
    """The metrics that only some scenarios have."""
    if scenario.population is not None:
        return POPULATION_METRICS
    predicted = ("feasible_barriers",) if isinstance(scenario.workers.number, Predict) else ()
    of_all = OF_ALL_NUMBERS if scenario.is_list_scheduling else ()
    return (*predicted, *of_all)
