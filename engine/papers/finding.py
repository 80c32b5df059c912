"""What the outcomes of several checks come to: reproduced, partly, mostly not, or not, or between which of these.

A check holds, fails, or is *open*: its interval has values inside and outside of what is claimed. An open check is
nobody's failure: both ends are said where it decides, what a claim comes to if all open ones held and if none did.

The checks of one statement are held together: by Holm's procedure the chance that any of them is said to hold or fail
by accident is at most 5 %, however many they are.
"""

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import NamedTuple

import numpy as np

from engine.statistics.means import Estimate, estimate, holm_levels, p_value


class Outcome(Enum):
    """Of one check, or of one printed value beside the measured one."""

    HOLDS = "holds"
    FAILS = "fails"
    OPEN = "open"


class Finding(Enum):
    """Of a claim, or of a table of printed values; open checks decide where there are two ends."""

    REPRODUCED = "reproduced"
    AT_LEAST_PARTLY = "partly or fully reproduced"
    PARTLY = "partly reproduced"
    AT_LEAST_HARDLY = "mostly not to fully reproduced"
    AT_MOST_PARTLY = "mostly not or partly reproduced"
    HARDLY = "mostly not reproduced"
    UP_TO_PARTLY = "not to partly reproduced"
    AT_MOST_HARDLY = "not or mostly not reproduced"
    NOT = "not reproduced"
    UNDECIDED = "undecided"
    UNKNOWN = "not computed"


BETWEEN = {
    (Finding.PARTLY, Finding.REPRODUCED): Finding.AT_LEAST_PARTLY,
    (Finding.HARDLY, Finding.REPRODUCED): Finding.AT_LEAST_HARDLY,
    (Finding.HARDLY, Finding.PARTLY): Finding.AT_MOST_PARTLY,
    (Finding.NOT, Finding.PARTLY): Finding.UP_TO_PARTLY,
    (Finding.NOT, Finding.HARDLY): Finding.AT_MOST_HARDLY,
    (Finding.NOT, Finding.REPRODUCED): Finding.UNDECIDED,
}
"""What is found of what would be found if no open check held, and if all did."""


class Tally(NamedTuple):
    """How many checks hold, fail and are open."""

    holding: int
    failing: int
    open: int

    @classmethod
    def of(cls, outcomes: Iterable[Outcome]) -> "Tally":
        """The outcomes counted."""
        every = list(outcomes)
        return cls(*(every.count(one) for one in (Outcome.HOLDS, Outcome.FAILS, Outcome.OPEN)))

    @property
    def asked(self) -> int:
        """All of them."""
        return sum(self)

    @property
    def decided(self) -> int:
        """Those that hold or fail."""
        return self.holding + self.failing

    def finding(self) -> Finding:
        """What they come to if none of the open ones held, and if all did.

        All hold, which is the whole statement: reproduced. At least half: partly. Some: mostly not. None: not.
        """
        if not self.asked:
            return Finding.UNKNOWN
        worst, best = _of_decided(self.holding, self.asked), _of_decided(self.holding + self.open, self.asked)
        return worst if worst is best else BETWEEN[worst, best]


class Asked(NamedTuple):
    """A quantity of which a statement says that it lies from *least* to *most*; its replications are float64 (R,)."""

    samples: np.ndarray
    least: float
    most: float

    def p_value(self) -> float:
        """How likely a mean so far from the nearest border would be by accident if it were there; 1 if unknown."""
        borders = [border for border in (self.least, self.most) if np.isfinite(border)]
        found = max((p_value(self.samples - border) for border in borders), default=1.0)
        return 1.0 if np.isnan(found) else found


def held_together(asked: Sequence[Asked], more: int = 0) -> list[Estimate]:
    """The intervals by which the quantities of one statement are decided, at the levels of Holm's procedure.

    *more* quantities of it are not there, and count as undecided.
    """
    levels = holm_levels([*(one.p_value() for one in asked), *(1.0,) * more])
    return [estimate(one.samples, level) for one, level in zip(asked, levels, strict=False)]


def outcome_of(low: float, high: float, least: float, most: float) -> Outcome:
    """Whether a quantity lies from *least* to *most* if its interval is from *low* to *high*; NaN for no interval."""
    if low > most or high < least:
        return Outcome.FAILS
    return Outcome.HOLDS if least <= low and high <= most else Outcome.OPEN


def _of_decided(holding: int, asked: int) -> Finding:
    if holding == asked:
        return Finding.REPRODUCED
    if not holding:
        return Finding.NOT
    return Finding.PARTLY if 2 * holding >= asked else Finding.HARDLY
