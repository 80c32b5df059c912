"""What became of every iteration of an application, a row for each."""

import numpy as np

from engine.contract.row import Column
from engine.master_worker.inputs.scenario import MasterWorkerScenario
from engine.master_worker.records import Activity
from engine.master_worker.replication import replicate
from engine.master_worker.system import PER_SECOND


def rows(scenario: MasterWorkerScenario, policy: str, replication: int) -> list[Column]:
    """The iterations of one replication in order; `ValueError` of a population, whose cases have replications."""
    if scenario.population is not None:
        raise ValueError("a population of cases has no rows of its own; run one of its applications")
    records = replicate(scenario, policy, replication)
    return [
        Column("start", "s", np.concatenate(([0], records.end[:-1])) / PER_SECOND),
        Column("end", "s", records.end / PER_SECOND),
        Column("workers", "", records.workers),
        Column("lost_tasks", "", records.lost_tasks),
        *(Column(one.name.lower(), "s", records.spent[:, one] / PER_SECOND) for one in Activity),
    ]
