"""What less and more of a metric are called: a time is shorter, jobs are fewer, a share is lower."""

from typing import NamedTuple

from components.words.wording import metric_words

THINGS = ("jobs", "processes", "processors", "tasks", "workers", "resizes", "failures", "evacuations", "checkpoints")
EVENTS = ("interrupts", "messages", "boosts")
"""With what a title ends that is a number of things."""


class Degrees(NamedTuple):
    """Words for less and more, and for the least and the most."""

    less: str
    more: str
    least: str
    most: str


TIMES = Degrees("shorter", "longer", "shortest", "longest")
NUMBERS = Degrees("fewer", "more", "fewest", "most")
PARTS = Degrees("less", "more", "least", "most")
HEIGHTS = Degrees("lower", "higher", "lowest", "highest")


def degrees_of(metric: str) -> Degrees:
    """The words for the metric called *metric*."""
    words = metric_words(metric)
    if words.unit == "s" and not words.shown_unit:
        return TIMES
    if is_plural(words.title):
        return NUMBERS
    return PARTS if words.title.startswith("time ") or words.title in ("lost work", "work lost") else HEIGHTS


def is_plural(title: str) -> bool:
    """Whether a metric is a number of things: "migrated jobs", but not "mean slowdown of class long jobs"."""
    head = (
        title.split(" in ")[0].split(" of ")[0].split(" left")[0].split(" per ")[0].split(" lost")[0].split(" on ")[0]
    )
    return head.endswith(THINGS + EVENTS)


def same(metric: str) -> str:
    """What two policies have of a metric that do not differ: "the same", of jobs "the same number of"."""
    return "the same number of" if is_plural(metric_words(metric).title) else "the same"
