"""The paper's table 2: how many workers, by workload factor and by whether the largest tasks differ."""

import csv
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent / "published"
"""A file per table, with the numbers as printed."""

BELOW_30 = 20.0
"""The column "<30%" is taken to stand for this workload factor, at which all tasks are equal."""

COLUMNS = {
    "similar": "workers_pct_of_tasks_largest_similar",
    "different": "workers_pct_of_tasks_largest_different",
}


def rows(name: str) -> list[dict[str, str]]:
    """The rows of the published table in the file called *name*."""
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _table() -> tuple[np.ndarray, dict[str, np.ndarray]]:
    printed = rows("heymann_2000_table_2_workers.csv")
    factors = [BELOW_30 if row["workload_pct"].startswith("<") else float(row["workload_pct"]) for row in printed]
    return np.array(factors), {
        largest: np.array([float(row[column]) for row in printed]) for largest, column in COLUMNS.items()
    }


FACTORS, PERCENT = _table()
"""Workload factors, %, and workers in percent of the tasks, by "similar" and "different"."""


def percent_of_tasks(workload_factor: float, largest: str) -> float:
    """Workers in percent of the tasks; between two columns in proportion, beyond the last one the same."""
    return float(np.interp(workload_factor, FACTORS, PERCENT[largest]))


def table_2(tasks: int, workload_factor: float, largest: str) -> int:
    """The number of workers, at least 1."""
    return max(1, round(percent_of_tasks(workload_factor, largest) / 100 * tasks))
