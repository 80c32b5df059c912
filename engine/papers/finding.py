"""What the outcomes of several checks come to: reproduced, partly, mostly not, not, or undecided.

A check holds, fails, or is *open*: its interval has values inside and outside of what is claimed. An open check is
nobody's failure: what a claim comes to is what it would come to whatever the open checks turn out to be, and
*undecided* where that depends on them.
"""

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple


class Outcome(Enum):
    """Of one check, or of one printed value beside the measured one."""

    HOLDS = "holds"
    FAILS = "fails"
    OPEN = "open"


class Finding(Enum):
    """Of a claim, or of a table of printed values."""

    REPRODUCED = "reproduced"
    PARTLY = "partly reproduced"
    HARDLY = "mostly not reproduced"
    NOT = "not reproduced"
    UNDECIDED = "undecided"


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
        """What they come to: the same if all open ones held and if none did, or else it is undecided.

        All hold: reproduced. At least half: partly. Some: mostly not. None: not. Nothing asked is undecided.
        """
        worst, best = _of_decided(self.holding, self.asked), _of_decided(self.holding + self.open, self.asked)
        return worst if worst is best and self.asked else Finding.UNDECIDED


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
