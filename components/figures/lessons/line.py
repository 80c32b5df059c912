"""What a picture of a prediction is given."""

from typing import NamedTuple

from engine.statistics.means import Estimate


class Line(NamedTuple):
    """One number of the prediction beside the measured one; `label` says which, `predicted` is None without one."""

    label: str
    predicted: float | None
    measured: Estimate
