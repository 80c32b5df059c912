"""What the pages of the papers say, in sentences."""

from collections import Counter

from components.words.checks import SIGNS
from components.words.wording import capital
from engine.papers.catalogue import Statement
from engine.papers.finding import Finding, Outcome, Tally
from engine.papers.reproduction import NEAR_PERCENT

_OPEN = (
    "which of them, open checks decide: their intervals reach across the border of what is claimed; more replications "
    "would tell"
)

MEANING = {
    Finding.REPRODUCED: "every check holds, or every printed value is near",
    Finding.PARTLY: "at least half of them do, but not all",
    Finding.HARDLY: "some do, but fewer than half",
    Finding.NOT: "none does",
    **{one: _OPEN for one in (Finding.AT_LEAST_PARTLY, Finding.AT_MOST_PARTLY, Finding.AT_MOST_HARDLY)},
    Finding.UNDECIDED: "anything is possible: all checks are open",
}
"""Of the verdicts that a paper can have, for the legend."""

OUTCOMES = {Outcome.HOLDS: "yes", Outcome.FAILS: "no", Outcome.OPEN: "open"}


def counted(found: list[Statement]) -> str:
    """How many statements of a paper have which verdict."""
    counts = Counter(one.verdict for one in found)
    parts = [f"{SIGNS[verdict]} {counts[verdict]} {verdict.value}" for verdict in Finding if counts[verdict]]
    return f"{len(found)} tables and statements: {', '.join(parts)}."


def verdict_words(one: Statement) -> str:
    """The verdict on one statement, and what it comes from."""
    if one.verdict is Finding.UNKNOWN:
        return "Not computed by this engine yet."
    verdict = capital(one.verdict.value)
    tally = one.tally
    if one.checks:
        return f"{verdict}: {tally.holding} of {tally.asked} checks hold{_others(tally)}."
    words = f"{verdict}: {tally.holding} of {tally.asked} values are near{_others(tally)}. {_near(one)}"
    return f"{words} {_transient(one.transient)}" if one.transient.asked else words


def _others(tally: Tally) -> str:
    """The checks that do not hold: "; 3 fail and 2 are open"."""
    parts = [f"{tally.failing} fail{'s' if tally.failing == 1 else ''}"] if tally.failing else []
    parts += [f"{tally.open} {'is' if tally.open == 1 else 'are'} open"] if tally.open else []
    return f"; {' and '.join(parts)}" if parts else ""


def _near(one: Statement) -> str:
    """What near means for the values of a table."""
    own = {value.published.within for value in one.values}
    by = f"{NEAR_PERCENT:g} % of it" if own == {None} else "what the table's own rounding allows"
    return f"Near: all of the interval of the measured mean lies within {by}; the intervals of the table hold together."


def _transient(tally: Tally) -> str:
    return (
        f"Apart from these, {tally.holding} of {tally.asked} values of queues that do not settle lie where one more "
        "replication would lie (95 %); they do not count for the verdict."
    )
