"""Phrases that the explanations of all policies use, and what an explanation consists of."""

from typing import NamedTuple

from components.controls.data_table import DataTable
from components.words.wording import number
from engine.parallel_jobs.replay.decision import Decision
from engine.parallel_jobs.replay.tree import Occasion


class Why(NamedTuple):
    """An explanation: sentences, the most important first, and tables with the candidates."""

    sentences: list[str]
    tables: list[DataTable]


def name(job: int) -> str:
    """Jobs are counted from 1 on the page."""
    return f"Job {job + 1}"


def machines(count: int) -> str:
    """So many machines."""
    return f"{count} machine{'' if count == 1 else 's'}"


def are(count: int, word: str) -> str:
    """How many are so: "1 is idle", "3 are idle"."""
    return f"{count} {'is' if count == 1 else 'are'} {word}"


def instant(time: float | None) -> str:
    """An instant of the replication."""
    return f"{number(time, 7)} s"


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
