"""The constants of lublin99, as the authors' program has them."""

from typing import NamedTuple

from engine.workload_models.gamma_law import GammaLaw

MADE_FOR = 128
"""Processors of the machines that the sizes were fitted to."""

LONGEST = 12.0
"""ln of the longest run time, s: 45 h."""

FARTHEST = 13.0
"""ln of the most seconds that are paid between two jobs."""

CANDIDATES = 4
"""A value beyond a limit is drawn again; so many are drawn of each, so that every job takes as many numbers."""


class Kind(NamedTuple):
    """Jobs of one kind.

    Attributes
    ----------
    serial, power_of_two : shares of jobs of size 1, and of those on a power of two of several processors
    low, middle, high, lower : log2 of the size is uniform in two parts, of which the lower has that share; for 128
    short, long : of ln of the run time in seconds
    by_size, at_zero : the share of short ones is by_size x size + at_zero, cut to 0..1
    between : of ln of what is paid between two jobs, in seconds of the mean hour
    day : of the arrivals in half hours from 5:30 on
    """

    serial: float
    power_of_two: float
    low: float
    middle: float
    high: float
    lower: float
    short: GammaLaw
    long: GammaLaw
    by_size: float
    at_zero: float
    between: GammaLaw
    day: GammaLaw


ALL = Kind(
    *(0.244, 0.576, 0.8, 4.5, 7.0, 0.86),
    *(GammaLaw(4.2, 0.94), GammaLaw(312.0, 0.03), -0.0054, 0.78),
    *(GammaLaw(10.2303 * 1.0225, 0.4871), GammaLaw(8.1737, 3.9631)),
)
BATCH = Kind(
    *(0.2927, 0.6686, 1.2, 5.0, 7.0, 0.875),
    *(GammaLaw(6.57, 0.823), GammaLaw(639.1, 0.0156), -0.003, 0.6986),
    *(GammaLaw(6.0415 * 1.0519, 0.8531), GammaLaw(6.1271, 5.2740)),
)
INTERACTIVE = Kind(
    *(0.1541, 0.625, 1.0, 3.0, 5.5, 0.705),
    *(GammaLaw(3.8351, 0.6605), GammaLaw(7.073, 0.6856), -0.0118, 0.9156),
    *(GammaLaw(6.5510 * 0.9797, 0.6621), GammaLaw(8.9186, 3.6680)),
)
KINDS = {"all": (ALL,), "two-types": (BATCH, INTERACTIVE), "batch": (BATCH,), "interactive": (INTERACTIVE,)}
"""By name; of two types, ties go to the last."""
