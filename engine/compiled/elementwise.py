"""`engine.compiled.elementary` of every element of an array: the same bits as one by one."""

import numpy as np
from numpy.typing import ArrayLike

from engine.compiled import elementary
from engine.compiled.compilation import compiled, compiler_is_there
from engine.compiled.normal_quantile import normal_quantile as quantile

LN, EXP, LOG1P, EXPM1, POWER, NORMAL = range(6)

FEW = 10_000
"""Numbers that take less time without the compiler than importing it does."""


@compiled
def _fill(which: int, x: np.ndarray, y: float, found: np.ndarray) -> None:
    """One loop for all of them: each of its own would be compiled for itself."""
    for i in range(x.shape[0]):
        if which == LN:
            found[i] = elementary.ln(x[i])
        elif which == EXP:
            found[i] = elementary.exp(x[i])
        elif which == LOG1P:
            found[i] = elementary.log1p(x[i])
        elif which == EXPM1:
            found[i] = elementary.expm1(x[i])
        elif which == POWER:
            found[i] = elementary.power(x[i], y)
        else:
            found[i] = quantile(x[i])


def _of(which: int, x: ArrayLike, y: float = 0.0) -> np.ndarray:
    given = np.ascontiguousarray(x, dtype=np.float64)
    found = np.empty_like(given)
    fill = _fill if compiler_is_there() or given.size > FEW else _fill.py_func
    fill(which, given.reshape(-1), y, found.reshape(-1))
    return found


def ln(x: ArrayLike) -> np.ndarray:
    """Natural logarithms; float64 of the same shape, as from all of these."""
    return _of(LN, x)


def exp(x: np.ndarray) -> np.ndarray:
    """e^x."""
    return _of(EXP, x)


def log1p(x: np.ndarray) -> np.ndarray:
    """ln(1 + x)."""
    return _of(LOG1P, x)


def expm1(x: np.ndarray) -> np.ndarray:
    """e^x - 1."""
    return _of(EXPM1, x)


def power(x: np.ndarray, y: float) -> np.ndarray:
    """x^y of x >= 0."""
    return _of(POWER, x, y)


def normal_quantile(probability: np.ndarray) -> np.ndarray:
    """Where the standard normal law has so much below it."""
    return _of(NORMAL, probability)


def between_on_log_scales(x: ArrayLike, known: ArrayLike, values: ArrayLike) -> np.ndarray:
    """Straight lines on logarithmic scales between the *values* at what is *known*, ascending; constant beyond it."""
    return exp(np.interp(ln(x), ln(known), ln(values)))
