"""How much work a processor has in an iteration: the law of the paper's β, in units of work."""

from typing import NamedTuple

import numpy as np

from engine.compiled import elementwise
from engine.compiled.elementary import total
from engine.synchronous_iterative.inputs.application import Application

NEGLIGIBLE = 1e-19


class WorkLaw(NamedTuple):
    """Units of work of a processor.

    Attributes
    ----------
    probability : float64 (A,), of 0, 1, ..., A - 1 units
    mean : the paper's B
    """

    probability: np.ndarray
    mean: float

    def without_the_improbable(self) -> tuple[np.ndarray, np.ndarray]:
        """Units from 1 on that count, int64, and their probabilities; both (K,)."""
        units = np.flatnonzero(self.probability > NEGLIGIBLE)
        units = units[units > 0]
        return units, self.probability[units]


IDEAL = WorkLaw(np.array([0.0, 1.0]), 1.0)


def binomial(objects: int, probability: float) -> WorkLaw:
    """Equation 14, exact: each of S objects has an event with probability p.

    By ratios from the mode on: no factorial overflows, and 15 digits are right.
    """
    if probability >= 1:
        return WorkLaw(np.append(np.zeros(objects), 1.0), float(objects))
    mode = int((objects + 1) * probability)
    up = np.arange(mode, objects)
    above = np.cumprod((objects - up) / (up + 1) * (probability / (1 - probability)))
    down = np.arange(mode, 0, -1)
    below = np.cumprod(down / (objects - down + 1) * ((1 - probability) / probability))
    weights = np.concatenate([below[::-1], [1.0], above])
    return WorkLaw(weights / weights.sum(), objects * probability)


def normal(objects: int, probability: float, longest: int) -> WorkLaw:
    """Equations 16 and 34 as printed: the normal density at 0, 1, ..., *longest* units, whose sum is not 1."""
    variance = objects * probability * (1 - probability)
    mean = objects * probability
    units = np.arange(longest + 1)
    return WorkLaw(
        elementwise.exp(-(units - mean) * (units - mean) / (2 * variance)) / np.sqrt(2 * np.pi * variance), mean
    )


def given(weights: tuple[float, ...]) -> WorkLaw:
    """A law typed in: weights of 0, 1, 2, ... units."""
    probability = np.array(weights) / total(weights)
    return WorkLaw(probability, float((probability * np.arange(len(weights))).sum()))


def objects_of_a_processor(application: Application, processors: int) -> int:
    """The paper's S: an equal share of all objects, at least one."""
    return max(1, round(application.objects / processors))


def work_law(application: Application, processors: int) -> WorkLaw:
    """The law of the work of one of so many processors."""
    if application.imbalance == "binomial":
        return binomial(objects_of_a_processor(application, processors), application.probability)
    return given(application.weights) if application.imbalance == "given" else IDEAL
