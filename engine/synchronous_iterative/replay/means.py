"""Means of replications, as JSON can have them."""

import numpy as np


def mean_and_error(values: np.ndarray) -> tuple[float, float | None]:
    """Mean and its standard error; None for a single value, which has none."""
    error = float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else None
    return float(values.mean()), error
