"""What became of every iteration of a run, a row for each."""

import numpy as np

from engine.contract.row import Column
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario
from engine.synchronous_iterative.replication import replicate
from engine.synchronous_iterative.system import SECOND


def rows(scenario: SynchronousIterativeScenario, policy: str, replication: int) -> list[Column]:
    """The iterations of one replication in order."""
    found = replicate(scenario, policy, replication)
    records = found.records
    waited = (records.barrier[None, :] - records.arrived).sum(axis=0)
    return [
        Column("start", "s", records.begin / SECOND),
        Column("end", "s", records.barrier / SECOND),
        Column("processors", "", np.full(len(records.begin), len(records.arrived))),
        Column("waited", "s", waited / SECOND),
    ]
