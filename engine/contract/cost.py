"""What computing one cell takes, estimated; the currency of every budget."""

from typing import NamedTuple


class Cost(NamedTuple):
    """Estimated for one cell, whose kernels are loaded and who finds nothing kept from another cell.

    A function of the scenario and the policy alone: never of the computer, nor of what was measured before.

    Attributes
    ----------
    seconds
        Of processor time, on one core of 2.4 GHz.
    bytes
        Most memory at any moment, beyond that of a process that has computed nothing.
    is_told
        Whether formulas tell the seconds, within three in nine of ten cells. Else they are a guess, by which nothing
        is refused before one such cell has been measured (`engine.study.pilot`).
    """

    seconds: float
    bytes: float
    is_told: bool = True
