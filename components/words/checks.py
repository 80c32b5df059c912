"""A check of a paper's claim in words: what it asks for, what is measured, and what that has to be."""

from math import isinf

from components.words.policy_names import with_policy_names
from components.words.wording import metric_words, number, with_uncertainty
from engine.contract.claim import Check
from engine.papers.claims import Checked
from engine.papers.finding import BETWEEN, Finding, Outcome


def quantity_of(check: Check) -> str:
    """What a check asks for: "mean response time of SED over FCFS"."""
    return f"{metric_words(check.metric).title} of {_quotient(check)}"


def range_of(one: Checked) -> tuple[str, str]:
    """What is measured, and what it has to be, in the unit that is shown."""
    check, words = one.check, metric_words(one.check.metric)
    scale = 1.0 if check.over is not None else words.scale
    unit = "" if check.over is not None or words.axis == words.title else f" {words.shown_unit or words.unit}"
    return (
        f"{with_uncertainty(one.held, scale)}{unit}",
        f"{_range(check.low * scale, check.high * scale)}{unit}",
    )


OUTCOMES = {Outcome.HOLDS: "✓", Outcome.FAILS: "✕", Outcome.OPEN: "?"}
"""Signs of what comes of a check."""


_OF_ONE = {Finding.REPRODUCED: "✓", Finding.PARTLY: "◐", Finding.HARDLY: "◔", Finding.NOT: "✕"}

SIGNS = {
    **_OF_ONE,
    **{between: f"{_OF_ONE[worst]}{_OF_ONE[best]}" for (worst, best), between in BETWEEN.items()},
    Finding.UNDECIDED: "◇",
    Finding.UNKNOWN: "?",
}
"""Of what claims and tables come to: marks that are told apart without color, both where there are two ends."""


def check_words(one: Checked) -> str:
    """A check in a line: what it asks for, what is measured, and what that has to be."""
    measured, wanted = range_of(one)
    quantity = with_policy_names(quantity_of(one.check))
    return f"{OUTCOMES[one.outcome]} {one.check.words}: {quantity} is {measured}, has to be {wanted}"


def _quotient(check: Check) -> str:
    if check.over is None:
        return check.policy
    if check.since is not None:
        before, after = (", ".join(f"{value:g}" for value in at.values()) for at in (check.since, check.at))
        return f"growth from {before} to {after}: {check.policy} over {check.over}"
    if check.over_at is None:
        return f"{check.policy} over {check.over}"
    after, before = (", ".join(f"{value:g}" for value in at.values()) for at in (check.at, check.over_at))
    return f"{check.policy} at {after} over {check.over} at {before}"


def _range(low: float, high: float) -> str:
    if isinf(low):
        return f"at most {number(high)}"
    return f"at least {number(low)}" if isinf(high) else f"{number(low)} to {number(high)}"
