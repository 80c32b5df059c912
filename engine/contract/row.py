"""A column of what a family says of single jobs, tasks or iterations of a replication."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np


class Column(NamedTuple):
    """Its name, its unit ("" for counts and words), and a value for each row; NaN where there is none."""

    name: str
    unit: str
    values: np.ndarray | Sequence[str]
