"""What single iterations bring to the simulated run time, and what the machines do in them."""

import numpy as np

from engine.contract.entries import Entries, Measure, quarters
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario
from engine.synchronous_iterative.replication import replicate
from engine.synchronous_iterative.system import SECOND

QUARTERS = ("first quarter", "second quarter", "third quarter", "last quarter")


def entries(scenario: SynchronousIterativeScenario, policy: str, replication: int) -> Entries:
    """The iterations of one replication: the serial part and overhead between two barriers, and what a machine does
    until the next one, on average over the machines. What comes after the last barrier is of the last iteration.
    """
    records = replicate(scenario, policy, replication).records
    between = records.begin - np.concatenate(([0], records.barrier[:-1]))
    between[-1] += records.end - records.barrier[-1]
    waited = (records.barrier[None, :] - records.arrived).mean(axis=0)
    parts = {
        "serial part and overhead": between / SECOND,
        "computing": (records.barrier - records.begin - waited) / SECOND,
        "waiting at the barrier": waited / SECOND,
    }
    counted = np.ones(len(between), dtype=bool)
    groups = {"part of the run": quarters(np.arange(len(counted)), QUARTERS)}
    return Entries("iteration", (Measure("run_time_simulated", parts, counted, is_sum=True),), groups)
