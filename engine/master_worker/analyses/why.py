"""What single iterations bring to the time of an application, and what its workers do in them."""

import numpy as np

from engine.contract.entries import Entries, Measure, quarters
from engine.master_worker.inputs.scenario import MasterWorkerScenario
from engine.master_worker.records import Activity
from engine.master_worker.replication import replicate
from engine.master_worker.system import PER_SECOND

QUARTERS = ("first quarter", "second quarter", "third quarter", "last quarter")


def entries(scenario: MasterWorkerScenario, policy: str, replication: int) -> Entries:
    """The iterations of one replication: an iteration lasts as long as a worker in use computes, waits and so on in it,
    on average over these workers. `ValueError` of a population, whose cases have replications.
    """
    if scenario.population is not None:
        raise ValueError("a population of cases is not told iteration by iteration; ask one of its applications")
    records = replicate(scenario, policy, replication)
    per_worker = records.spent / records.workers[:, None] / PER_SECOND
    spent = {one.name.lower(): per_worker[:, one] for one in Activity}
    counted = np.ones(len(records.end), dtype=bool)
    groups = {"part of the run": quarters(np.arange(len(counted)), QUARTERS)}
    return Entries("iteration", (Measure("application_time", spent, counted, is_sum=True),), groups)
