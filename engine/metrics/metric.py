"""A measured quantity, and the kinds of which there are several."""

from math import inf
from typing import NamedTuple


class Metric(NamedTuple):
    """A measured quantity of one replication.

    Attributes
    ----------
    name, title, unit, definition, source
        JSON and CSV carry *name* and *unit*; pages the rest.
    group
        Under which head the picker lists it; "" for what belongs to a picture of its own or to a test.
    scale, shown_unit
        How the page shows it (a share as a percentage).
    less_is_better
        None where neither is better.
    qualifier
        How what stands in the bracket is read, "utilization[fast]": "of {}".
    least, greatest
        Between which values it can be: no interval leaves them.
    """

    name: str
    title: str
    unit: str
    definition: str
    source: str
    group: str = "Times"
    scale: float = 1.0
    shown_unit: str = ""
    less_is_better: bool | None = None
    qualifier: str = "of {}"
    least: float = 0.0
    greatest: float = inf

    @property
    def can_be_negative(self) -> bool:
        """Whether 0 is a value as any other: then a difference is never told in percent of a value."""
        return self.least < 0

    @property
    def farthest(self) -> float:
        """How far two values can be apart."""
        return self.greatest - self.least

    @property
    def is_positive(self) -> bool:
        """Whether it is a time or a slowdown: never 0, and as likely twice as half of itself."""
        return not self.can_be_negative and (self.unit == "s" or "slowdown" in self.name)

    @property
    def axis(self) -> str:
        """Words for an axis: title and unit as shown."""
        unit = self.shown_unit or self.unit
        return self.title if unit == "1" else f"{self.title} ({unit})"


def time(name: str, title: str, definition: str, source: str) -> Metric:
    """A time that had better be short, in s."""
    return Metric(name, title, "s", definition, source, less_is_better=True)


def share(name: str, title: str, definition: str, source: str, group: str) -> Metric:
    """A share of a whole, shown in percent."""
    return Metric(name, title, "1", definition, source, group, 100.0, "%", greatest=1.0)


def percentile(percent: int) -> Metric:
    """A percentile of response times."""
    return time(
        f"response_time_p{percent}",
        f"{percent}th percentile of response times" if percent != 50 else "median response time",
        f"{percent} % of the jobs have at most this response time. Taken in each replication, between two jobs in "
        "proportion; the interval is of its mean over the replications.",
        "Hyndman & Fan 1996, definition 7",
    )


def slowdown(
    name: str, title: str, definition: str, source: str, group: str, qualifier: str = "of {}", least: float = 1.0
) -> Metric:
    """A quotient of response times, which had better be small."""
    return Metric(name, title, "1", definition, source, group, less_is_better=True, qualifier=qualifier, least=least)
