"""The law of the work of a processor by a few amounts of it, for a few numbers of processors."""

import numpy as np

from engine.synchronous_iterative.inputs.application import Application
from engine.synchronous_iterative.inputs.imbalance import objects_of_a_processor, work_law

LEVELS = np.array([0.7, 0.4, 0.2, 0.08, 0.03, 0.01, 0.002])
"""How much of a law of work is above the amounts between which it counts as one."""

MOST_LAWS = 16
"""Of the work of a processor, that are looked at where they differ with the number of machines."""


def shares_told_apart(application: Application, machines: int) -> np.ndarray:
    """By the number of machines, another one whose processors have about as much to do; int64 (machines + 1,)."""
    if application.imbalance != "binomial":
        return np.ones(machines + 1, dtype=np.int64)
    objects = np.array([0] + [objects_of_a_processor(application, one) for one in range(1, machines + 1)])
    first = np.unique(objects[1:], return_index=True)[1][::-1] + 1  # the first number of machines of each share
    if len(first) > MOST_LAWS:
        first = first[np.unique(np.rint(np.geomspace(1, len(first), MOST_LAWS)).astype(np.int64)) - 1]
    middles = (objects[first[1:]] + objects[first[:-1]]) / 2
    return np.concatenate([[0], first[np.searchsorted(-middles, -objects[1:], side="right")]])


def amounts(application: Application, processors: int) -> tuple[np.ndarray, np.ndarray]:
    """Amounts of work over their mean, and their probabilities; who has nothing to do is left out. Both float64."""
    law = work_law(application, processors)
    units, probability = np.arange(1.0, len(law.probability)), law.probability[1:]
    if len(units) > len(LEVELS):
        above = 1 - np.cumsum(law.probability)[1:]
        level = np.searchsorted(-LEVELS, -above, side="right")
        total = np.bincount(level, probability, len(LEVELS) + 1)
        units = np.bincount(level, probability * units, len(LEVELS) + 1)[total > 0] / total[total > 0]
        probability = total[total > 0]
    some = probability > 0
    return units[some] / law.mean, probability[some]
