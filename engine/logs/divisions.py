"""Partitions and queues of a log, with their jobs as recorded: among which one may choose before it is cleaned."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.logs.table import Table

MOST = 100
"""Partitions, or queues, that are told one by one; of a log with more none is."""

COLUMNS = {"partitions": "partition", "queues": "queue"}
"""What they are called in the choices of the cleaning, and in a table."""


def divisions(table: Table) -> dict[str, list[tuple[int, int]]]:
    """Number and recorded jobs of each partition and each queue, ascending; -1 is not known. Of one or too many, none.

    Lines of the file are counted: which of them are jobs is decided by the cleaning.
    """
    found: dict[str, list[tuple[int, int]]] = {}
    for name, column in COLUMNS.items():
        numbers, jobs = np.unique(table[column], return_counts=True)
        several = 1 < len(numbers) <= MOST
        found[name] = list(zip(numbers.tolist(), jobs.tolist(), strict=True)) if several else []
    return found


FOREMOST = 10


def foremost(table: Table) -> dict[str, list[int]]:
    """Numbers of the ten users with most recorded work, and of the ten queues with most jobs; first ones first."""
    work = np.maximum(table["run"], 0) * np.maximum(table["allocated"], 0).astype(np.float64)
    return {"user": _first(table["user"], work), "queue": _first(table["queue"], np.ones(len(table)))}


def _first(column: NDArray[np.int64], weight: NDArray[np.float64]) -> list[int]:
    numbers, place = np.unique(column, return_inverse=True)
    found: list[int] = numbers[np.argsort(-np.bincount(place, weights=weight), kind="stable")[:FOREMOST]].tolist()
    return found


def is_divided(table: Table, column: str) -> bool:
    """Whether there are several numbers in a *column*, "partition" or "queue"."""
    return bool((table[column] != table[column][0]).any())


def names_in_head(labels: Iterable[Sequence[str]], kind: str) -> dict[int, str]:
    """What the labels of a head call its partitions, or queues, by number; *kind* is "Partition" or "Queue"."""
    pairs = [value.split(maxsplit=1) for label, value in labels if label == kind]
    return {int(pair[0]): pair[1] for pair in pairs if len(pair) == 2 and pair[0].isdecimal()}
