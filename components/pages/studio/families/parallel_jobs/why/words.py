"""Phrases that the explanations of all policies use, and what an explanation consists of."""

from typing import NamedTuple

from components.controls.data_table import DataTable
from components.words import units
from components.words.wording import MISSING
from engine.parallel_jobs.replay.tree import Occasion
from engine.parallel_jobs.space_sharing.reference.decision import Decision


class Squares(NamedTuple):
    """Machines of one group (or of all): so many that a job gets, are free, are missing, and are busy."""

    group: str
    given: int = 0
    free: int = 0
    missing: int = 0
    busy: int = 0


class Card(NamedTuple):
    """One candidate as a picture.

    Attributes
    ----------
    title : "Delay 4", "Job 2"
    squares : the cluster, group by group
    score : length of its bar, 0 to 1; None where candidates have no score
    said : what the bar and the squares say, in words
    is_chosen : whether it has won
    bar : what the length of the bar is, and which is best
    """

    title: str
    squares: list[Squares]
    score: float | None
    said: str
    is_chosen: bool
    bar: str = ""


class Why(NamedTuple):
    """An explanation: sentences, the most important first, tables with the candidates, and these as pictures."""

    sentences: list[str]
    tables: list[DataTable]
    cards: list[Card] = []  # noqa: RUF012


YOURS = -1
"""Number of the job that somebody asks about and that does not exist; the others keep theirs."""


def name(job: int) -> str:
    """Jobs are counted from 1 on the page."""
    return "Your job" if job == YOURS else f"Job {job + 1}"


def number_of(job: int) -> int | str:
    """The same in a column of jobs."""
    return "yours" if job == YOURS else job + 1


def machines(count: int) -> str:
    """So many machines."""
    return f"{count} machine{'' if count == 1 else 's'}"


def are(count: int, word: str) -> str:
    """How many are so: "1 is idle", "3 are idle"."""
    return f"{count} {'is' if count == 1 else 'are'} {word}"


def instant(time: float | None) -> str:
    """An instant of the replication, as the line of the event says it."""
    return MISSING if time is None else units.instant(time)


def dollars(amount: float) -> str:
    """An amount of profit to the cent."""
    return f"{amount:,.2f} $".replace(",", "\u2009").replace("-", "\u2212")


def needed(decision: Decision) -> int:
    """The machines that a job needs, under a policy that does not say of any job that no number is enough."""
    count = decision["needed"]
    if count is None:
        raise ValueError("this policy says of every job what it needs")
    return count


def of_outcome(step: Occasion, *outcomes: str) -> list[Decision]:
    """The decisions of *step* with one of these outcomes."""
    return [decision for decision in step["decisions"] if decision["outcome"] in outcomes]
